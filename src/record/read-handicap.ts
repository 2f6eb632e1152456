import { ACTION, FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import type { Point } from '../core/point.js';
import { handicapPoints, MOST_FIXED_STONES, type HandicapLayout } from '../rules/handicap-points.js';
import { memo, parseReal } from './header-values.js';
import type { Handicap, Origin } from './record.js';

const NO_POINTS: readonly Point[] = [];

/** Year in which Fox changed the places of the sixth and seventh stone. */
const FOX_CHANGED = 2018;

/** Writers that leave fixed handicap stones out of the file although they were on the board. */
const OMITTERS: Readonly<Partial<Record<Origin, HandicapLayout>>> = {
  fox: 'gtp',
  gnugo: 'gtp',
  tygem: 'gtp',
};

/** HA as a number of stones; Korean `호선` is an even game, `4점 접바둑` one with four stones. */
export const readStones = memo((raw): number | undefined => {
  const text = raw.trim();
  const plain = parseReal(text);
  if (plain !== undefined) return Number.isInteger(plain) && plain >= 0 ? plain : undefined;
  if (/호선/u.test(text)) return 0;
  const match = /^(\d+)\s*(?:점|子|stones?)/u.exec(text);
  return match ? Number(match[1]) : undefined;
});

/** The game that a handicap is read from. */
export interface HandicapFacts {
  /** HA, `undefined` when there is none. */
  readonly handicap: string | undefined;
  readonly origin: Origin;
  readonly year: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly line: MainLine;
}

/** What the line shows before White's first move. */
interface Opening {
  black: number;
  white: number;
  laterNode: boolean;
  blackMoves: number;
  whitePasses: number;
  first: number;
  whitePlays: boolean;
}

/**
 * How many stones Black was given and how they came onto the board (RULES 4.2, 5.3): setup in the root or a second node,
 * leading Black moves (White passes between them allowed, as on IGS and under New Zealand rules), or left out by a server
 * whose fixed points are known. White setup stones before the first move make the start a position, not a handicap.
 * Raises no findings: the checks of handicaps compare with the ruleset.
 */
export function readHandicap(facts: HandicapFacts): Handicap {
  const raw = facts.handicap;
  const declared = raw === undefined ? undefined : readStones(raw);
  const opening = openingOf(facts.line);
  const made = (stones: number, how: Handicap['how'], implied = NO_POINTS): Handicap => ({
    raw,
    declared,
    stones,
    how,
    implied,
  });
  if (opening.white > 0) return made(0, 'none');
  if (opening.black > 0) return made(opening.black, opening.laterNode ? 'second-node' : 'setup');
  if (placedByMoves(opening, declared)) return made(opening.blackMoves, 'moves');
  if (declared !== undefined && declared >= 2 && isWhite(opening.first)) {
    const implied = impliedPoints(facts, declared);
    if (implied) return made(declared, 'implied', implied);
  }
  return made(0, 'none');
}

/**
 * Without HA only an unbroken run of at most nine Black moves counts: a White pass would be an early pass as likely.
 * HA[0] and HA[1] say that a run is something else.
 */
function placedByMoves(opening: Opening, declared: number | undefined): boolean {
  if (opening.blackMoves < 2 || !opening.whitePlays) return false;
  if (declared === undefined) return opening.whitePasses === 0 && opening.blackMoves <= MOST_FIXED_STONES;
  return declared >= 2;
}

function isWhite(kind: number): boolean {
  return kind === ACTION.playWhite || kind === ACTION.passWhite;
}

function impliedPoints(facts: HandicapFacts, stones: number): readonly Point[] | undefined {
  const layout = OMITTERS[facts.origin];
  if (layout === undefined) return undefined;
  const old = facts.origin === 'fox' && facts.year !== undefined && facts.year < FOX_CHANGED;
  return handicapPoints(facts.width, facts.height, stones, old ? 'fox-before-2018' : layout);
}

function openingOf(line: MainLine): Opening {
  const opening: Opening = {
    black: 0,
    white: 0,
    laterNode: false,
    blackMoves: 0,
    whitePasses: 0,
    first: -1,
    whitePlays: false,
  };
  const { kinds, nodes, count } = line;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind >= FIRST_NON_MOVE) {
      // Stones set up among Black's leading moves belong to no handicap custom.
      if (opening.first >= 0) continue;
      if (kind === ACTION.addBlack) opening.black++;
      if (kind === ACTION.addWhite) opening.white++;
      if (kind === ACTION.addBlack && nodes[i]! > 0) opening.laterNode = true;
      continue;
    }
    if (opening.first < 0) opening.first = kind;
    if (kind === ACTION.playBlack) opening.blackMoves++;
    else if (kind === ACTION.passWhite && opening.blackMoves > 0 && !isAfterPass(line, i))
      opening.whitePasses++;
    else {
      opening.whitePlays = kind === ACTION.playWhite;
      break;
    }
    if (opening.black > 0 || opening.white > 0) break;
  }
  return opening;
}

function isAfterPass(line: MainLine, index: number): boolean {
  return index > 0 && line.kinds[index - 1] === ACTION.passWhite;
}

/** The line with `points` as Black setup at the head of the root; `offset` is that of HA. */
export function withSetup(line: MainLine, points: readonly Point[], offset: number): MainLine {
  const added = points.length;
  const count = line.count + added;
  const kinds = new Uint8Array(count);
  const places = new Uint16Array(count);
  const nodes = new Uint32Array(count);
  const offsets = new Uint32Array(count);
  kinds.fill(ACTION.addBlack, 0, added);
  places.set(points);
  offsets.fill(Math.max(offset, 0), 0, added);
  kinds.set(line.kinds.subarray(0, line.count), added);
  places.set(line.points.subarray(0, line.count), added);
  nodes.set(line.nodes.subarray(0, line.count), added);
  offsets.set(line.offsets.subarray(0, line.count), added);
  return { count, kinds, points: places, nodes, offsets, nodeCount: line.nodeCount };
}
