/** Repairs as texts, by which decisions name them, and games as they are with one. */
import type { BoardSize, Finding, FindingArgs } from '../../core/findings/finding.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import { formatPoint, parsePoint, type Point, symmetriesOf } from '../../core/point.js';
import { edited, type Edit, type Opening, openingOf, PASS } from './edits.js';

/**
 * Edits with a semicolon between them: `91:G11>F11` is another point, `91:G11<>93:F11` two moves exchanged, `+91:F11` a move that the
 * record lacks, `-91:G11` one too many, either with ` colors` behind it where the later moves change their colors; `91-:colors` changes
 * those from a move on, `91-:cut` ends the record before it, and `91-:mirrored B1>A2` turns the points so that B1 is A2. Numbers are those of the moves as they are written.
 */
export function repairText(opening: Opening, edits: readonly Edit[]): string {
  return edits.map((edit) => editText(opening, edit)).join('; ');
}

function editText(opening: Opening, edit: Edit): string {
  const { written, proposed, other } = wordsOf(opening, edit);
  const move = String(edit.at + 1);
  const colors = 'turned' in edit && edit.turned ? ' colors' : '';
  switch (edit.kind) {
    case 'point':
      return `${move}:${written}>${proposed}`;
    case 'swap':
      return `${move}:${written}<>${String(other)}:${proposed}`;
    case 'lost':
      return `+${move}:${proposed}${colors}`;
    case 'extra':
      return `-${move}:${written}${colors}`;
    case 'mirrored': {
      const named = cornerOf(opening);
      const to = symmetriesOf(opening.width, opening.height)[edit.symmetry]![named]!;
      return `${move}-:mirrored ${pointText(named, opening)}>${pointText(to, opening)}`;
    }
    case 'colors':
    case 'cut':
      return `${move}-:${edit.kind}`;
  }
}

/** B1: no two symmetries have the same point in its place. */
function cornerOf({ width, height }: BoardSize): Point {
  return (height - 1) * width + 1;
}

/** What is written and proposed, as a sentence names it. `other`: number of the move that it is exchanged with. */
export function wordsOf(opening: Opening, edit: Edit) {
  const { points } = opening.moves;
  const at = (i: number): string => pointText(points[i] ?? PASS, opening);
  const written = at(edit.at);
  if (edit.kind === 'swap') return { written, proposed: at(edit.with), other: edit.with + 1 };
  const proposed = 'point' in edit ? pointText(edit.point, opening) : '';
  return { written: edit.kind === 'lost' ? '' : written, proposed, other: 0 };
}

function pointText(point: number, { width, height }: Opening): string {
  return point < 0 ? (point === PASS ? 'pass' : '?') : formatPoint(point, width, height);
}

const NUMBER = String.raw`(?<move>\d{1,6})`;
/** The forms of edits; a semicolon stands between two. */
const FORMS: Readonly<Record<Edit['kind'], string>> = {
  swap: String.raw`${NUMBER}:(?<written>\S{1,5})<>(?<other>\d{1,6}):(?<point>\S{1,5})`,
  point: String.raw`${NUMBER}:(?<written>[^\s<>]{1,5})>(?<point>\w{2,4})`,
  lost: String.raw`\+${NUMBER}:(?<point>\w{2,4})(?<turned> colors)?`,
  extra: String.raw`-${NUMBER}:(?<written>\S{1,5})(?<turned> colors)?`,
  mirrored: String.raw`${NUMBER}-:mirrored B1>(?<point>\w{2,4})`,
  colors: String.raw`${NUMBER}-:colors`,
  cut: String.raw`${NUMBER}-:cut`,
};
const PATTERNS = Object.entries(FORMS).map(
  ([kind, form]) => [kind as Edit['kind'], new RegExp(`^${form}$`)] as const,
);

/** What each edit of a text says, by the names of its parts: `move`, `written`, `point`, `other`, `turned`. */
export function editsIn(
  text: string,
): readonly (readonly [Edit['kind'], Readonly<Record<string, string>>])[] {
  return text.split('; ').flatMap((one) => {
    for (const [kind, pattern] of PATTERNS) {
      const found = pattern.exec(one);
      if (found) return [[kind, found.groups!] as const];
    }
    return [];
  });
}

/** What the text of one edit or two looks like, roughly. */
export const REPAIR_FORM = /^[-+]?\d{1,6}-?:[\w?<>: ]{2,20}(?:; [-+]?\d{1,6}-?:[\w?<>: ]{2,20})?$/;

/** The edits of a text, its points in either case; `undefined` where they do not fit the moves. */
export function repairFromText(text: string, opening: Opening): readonly Edit[] | undefined {
  const upper = text.replaceAll(/\b[a-z]{1,2}\d+\b/g, (point) => point.toUpperCase());
  const edits = upper.split('; ').map((one) => editFromText(one, opening));
  return edits.every((one) => one !== undefined) ? edits : undefined;
}

const EDIT = /([-+]?)(\d{1,6})-?:([^\s<>]*)/g;
const POINT = /\b[A-Z]{1,2}\d{1,2}\b/g;

/** Why a repair does not fit the moves of a game: the first move or point of it that the game does not have, or what that move is. */
export function misfitOf(text: string, { line, width, height }: Repairable): Misfit {
  const opening = openingOf(line, width, height);
  const upper = text.toUpperCase();
  for (const [point] of upper.matchAll(POINT))
    if (parsePoint(point, width, height) === undefined) return { reason: 'no-point', move: 0, is: point };
  for (const [, sign, number, written = ''] of opening ? upper.matchAll(EDIT) : []) {
    const move = Number(number);
    const point = opening!.moves.points[move - 1];
    if (point === undefined) return { reason: 'no-move', move, is: '' };
    const is = pointText(point, opening!);
    if (sign !== '+' && written !== '' && written !== is.toUpperCase()) return { reason: 'move', move, is };
  }
  return { reason: 'none', move: 0, is: '' };
}

type Misfit = Omit<FindingArgs['decision/no-repair'], 'name' | 'repair'>;

function editFromText(text: string, opening: Opening): Edit | undefined {
  const { width, height, moves } = opening;
  for (const [kind, pattern] of PATTERNS) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const at = Number(found['move']) - 1;
    const other = Number(found['other']) - 1;
    const point = parsePoint(found['point'] ?? '', width, height) ?? PASS;
    const symmetry = symmetriesOf(width, height).findIndex((to) => to[cornerOf(opening)] === point);
    const turned = found['turned'] !== undefined;
    const edit = { kind, at, with: other, point, symmetry, turned } as Edit;
    const isThere = at >= 0 && Math.max(at, other || 0) < moves.points.length;
    const isWhole = isThere && (kind !== 'mirrored' || symmetry > 0);
    return isWhole && editText(opening, edit) === text ? edit : undefined;
  }
  return undefined;
}

/** Less likely proposals are not counted: nobody would decide for them. */
export const MIN_COUNTED = 0.01;

type Misprint = FindingArgs['record/misprint'];

/** What `record/misprint` proposes, as texts, the likeliest first. */
export function proposalsOf({
  repair,
  chance,
  others,
}: Misprint): readonly { text: string; chance: number }[] {
  const first = repair === '' ? [] : [{ text: repair, chance }];
  return [...first, ...others.map((one) => ({ text: one.proposed, chance: one.chance }))];
}

/** Whether a move is one that a finding proposes to change. */
export function isProposedAt(found: Finding, move: number): boolean {
  if (found.code !== 'record/misprint') return false;
  return found.move === move || found.args.others.some((one) => one.move === move);
}

/** Points that a finding proposes for moves of which one is shown, with the place of the proposal among all. */
export function proposalMarks(
  found: Finding | undefined,
  shown: number,
  { width, height }: BoardSize,
): ReadonlyMap<Point, string> {
  const marks = new Map<Point, string>();
  if (found?.code !== 'record/misprint' || !isProposedAt(found, shown)) return marks;
  for (const [i, { text }] of proposalsOf(found.args).entries()) {
    for (const [kind, { point: word }] of editsIn(text)) {
      if (word === undefined || kind === 'mirrored') continue;
      const point = parsePoint(word, width, height)!;
      if (!marks.has(point)) marks.set(point, String(i + 1));
    }
  }
  return marks;
}

/** What a repair changes of a game. */
interface Repairable extends BoardSize {
  readonly line: MainLine;
  readonly clocks?: readonly { readonly node: number }[];
}

/** A game as it is with a repair; `undefined` where that does not fit its moves. A move that it lacked has a node of its own. */
export function repairedGame<Game extends Repairable>(game: Game, text: string): Game | undefined {
  const { line, width, height } = game;
  const opening = openingOf(line, width, height);
  const edits = opening && repairFromText(text, opening);
  if (!edits) return undefined;
  return edits.reduce((one, edit) => withEdit(one, edit), game);
}

/**
 * A repaired game as it was before; `undefined` where its moves are not those that the repair leads to, and where that cannot be
 * told: what was cut off is no longer in the main line, and an impossible point has no name.
 */
export function unrepairedGame<Game extends Repairable>(game: Game, text: string): Game | undefined {
  let made: Game | undefined = game;
  for (const edit of text.split('; ').reverse()) {
    const inverse: string | undefined = inverseOf(edit, game);
    made = made && inverse !== undefined ? repairedGame(made, inverse) : undefined;
  }
  return made;
}

/** The edit that takes back another, as texts. */
function inverseOf(edit: string, { width, height }: BoardSize): string | undefined {
  if (edit.endsWith('-:cut')) return undefined;
  if (/^[-+]/.test(edit)) return (edit.startsWith('+') ? '-' : '+') + edit.slice(1);
  const corner = cornerOf({ width, height });
  return edit
    .replace(/^(\d+:)([^\s<>]+)>([^\s<>]+)$/, '$1$3>$2')
    .replace(/^(\d+:)(\S{1,5})<>(\d+:)(\S{1,5})$/, '$1$4<>$3$2')
    .replace(/(?<= B1>)\w+$/, (image) => {
      const to = parsePoint(image, width, height);
      const table = symmetriesOf(width, height).find((one) => one[corner] === to);
      return table ? formatPoint(table.indexOf(corner), width, height) : image;
    });
}

function withEdit<Game extends Repairable>(game: Game, edit: Edit): Game {
  const { line, width, height } = game;
  const indices = Array.from(line.kinds.subarray(0, line.count).keys());
  const moves = indices.filter((i) => line.kinds[i]! < FIRST_NON_MOVE);
  const { colors, points } = edited(openingOf(line, width, height)!.moves, edit, width, height);
  const place = moves[edit.at]!;
  const node = line.nodes[place]!;
  const shift = edit.kind === 'lost' ? 1 : 0;
  // Indices of the actions in their new order: that of a lost move is there twice.
  if (shift > 0) indices.splice(place, 0, place);
  else if (edit.kind === 'extra') indices.splice(place, 1);
  else if (edit.kind === 'cut') indices.splice(place);
  const kinds = Uint8Array.from(indices, (i) => line.kinds[i]!);
  const places = Uint16Array.from(indices, (i) => line.points[i]!);
  for (let i = 0, move = 0; i < kinds.length; i++) {
    if (kinds[i]! >= FIRST_NON_MOVE) continue;
    const point = points[move]!;
    const kind = point >= 0 ? ACTION.playBlack : point === PASS ? ACTION.passBlack : ACTION.badBlack;
    kinds[i] = kind + colors[move]! - 1;
    places[i] = Math.max(0, point);
    move++;
  }
  const nodeOf = (old: number): number => (old >= node ? old + shift : old);
  const nodes = Uint32Array.from(indices, (i, at) =>
    at === place ? line.nodes[i]! : nodeOf(line.nodes[i]!),
  );
  return {
    ...game,
    line: {
      count: indices.length,
      kinds,
      points: places,
      nodes,
      offsets: Uint32Array.from(indices, (i) => line.offsets[i]!),
      nodeCount: line.nodeCount + shift,
    },
    ...(game.clocks && { clocks: game.clocks.map((one) => ({ ...one, node: nodeOf(one.node) })) }),
  };
}
