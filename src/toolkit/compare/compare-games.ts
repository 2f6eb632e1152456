/** Two records of one game side by side. */
import { checkArgument } from '../../core/checks.js';
import { BLACK, WHITE } from '../../core/color.js';
import { countedCode, messageOf } from '../../core/findings/finding.js';
import { formatPoint, symmetriesOf } from '../../core/point.js';
import { formatHalves, marginText, plural, visible } from '../../core/text.js';
import { type GameReport, isReport } from '../../referee/judge/report.js';
import { formatResult } from '../../referee/record/declared-result.js';
import type { GameRecord } from '../../referee/record/record.js';
import { type Opening, openingOf } from '../../referee/repair/edits.js';
import { repairText } from '../../referee/repair/repair-text.js';
import type { Verdict } from '../../referee/score/score-types.js';
import { align, type Alignment } from './align.js';

/** One of two records, as the referee has it. */
export interface ComparedRecord {
  readonly file: string;
  readonly game: number;
  readonly moves: number;
  /** Moves that its ruleset forbids or that are out of turn, moves that cannot be read, and what the first of all is; '' if there is none. */
  readonly illegal: number;
  readonly unreadable: number;
  readonly firstIllegal: string;
  readonly declared: string;
  /** '' where nothing was counted. */
  readonly counted: string;
  readonly verdict: Verdict;
  readonly explanation: string;
}

/** Which of two records something holds for. */
export type Which = 'both' | 'first' | 'second' | 'neither';

/** How two records differ. */
export interface GameComparison {
  readonly records: readonly [ComparedRecord, ComparedRecord];
  /** Why they are not taken for one game; '' if they are. */
  readonly notOneGame: string;
  /** Header values that differ; '' where one has none. */
  readonly header: readonly { readonly name: string; readonly first: string; readonly second: string }[];
  /** The second is the first mirrored or turned; edits are told as the first lies. */
  readonly turned: boolean;
  /** Moves that both have, and edits that make the first the second, as the column `repair` of games.csv writes them. */
  readonly shared: number;
  readonly edits: readonly string[];
  readonly tail: Alignment['tail'];
  readonly legal: Which;
  /** Whose declared result agrees with the count of its board. */
  readonly fits: Which | 'cannot-tell';
}

/** Fewest moves that make two records one game where they are not half of the shorter. */
const MANY_SHARED = 50;
const MIN_SHARED = 5;
/** Fewest moves that agree at the start or the end, for records that are not one game to say so. */
const MIN_AGREEING = 10;

/**
 * Compares two records: header, moves (mirrored and turned ones too), legality and results. They are one game where they share half of the
 * moves of the shorter, or 50. Not compared: variations, comments, and moves behind the 1,200th.
 * Throws UserError for an argument that is no report.
 */
export function compareGames(first: GameReport, second: GameReport): GameComparison {
  checkArgument('first', first, isReport);
  checkArgument('second', second, isReport);
  return sideBySide(first, second).comparison;
}

/** A comparison, and what a merge needs of it; that only where they are one game. */
export function sideBySide(first: GameReport, second: GameReport) {
  const [one, other] = [first, second].map(({ record: { line, width, height } }) =>
    openingOf(line, width, height),
  );
  const { width, height } = first.record;
  const isOneSize = width === second.record.width && height === second.record.height;
  const alignment = one && other && isOneSize ? align(one, other) : undefined;
  const records = [recordOf(first), recordOf(second)] as const;
  const comparison: GameComparison = {
    records,
    notOneGame: isOneSize ? whyNotOne(alignment, one, other) : 'their boards differ in size',
    header: headerOf(first.record, second.record, alignment),
    turned: (alignment?.symmetry ?? 0) > 0,
    shared: alignment?.shared ?? 0,
    edits: alignment ? alignment.edits.map((edit) => repairText(one!, [edit])) : [],
    tail: alignment?.tail ?? { from: 1, first: 0, second: 0 },
    legal: which(!isBroken(records[0]), !isBroken(records[1])),
    fits: fitting(records),
  };
  return {
    comparison,
    found: comparison.notOneGame === '' ? { opening: one!, alignment: alignment! } : undefined,
  };
}

function recordOf({ file, game, record, replay, findings, score, settlement }: GameReport): ComparedRecord {
  const moves = findings.filter(({ variation }) => variation === undefined);
  const unreadable = moves.filter((one) => countedCode(one) === 'move/malformed');
  const ruled = moves.filter(
    ({ code, disposition }) => code.startsWith('move/') && disposition !== undefined,
  );
  const bad = moves.find((one) => ruled.includes(one) || unreadable.includes(one));
  return {
    file,
    game,
    moves: replay.moves,
    // Of a damaged record the replay counts only what comes before the damage, and of many findings some are only counted.
    illegal: Math.max(replay.illegal, ruled.length),
    unreadable: unreadable.reduce((sum, one) => sum + (one.code === 'findings/more' ? one.args.count : 1), 0),
    firstIllegal: bad ? messageOf(bad, record) : '',
    declared: formatResult(record.result),
    counted: score ? marginText(score.resultHalves, score.winner) : '',
    verdict: settlement?.verdict ?? 'not-checked',
    explanation: settlement?.explanation ?? '',
  };
}

/** Whether a record has a move that is no legal one. */
export function isBroken({ illegal, unreadable }: ComparedRecord): boolean {
  return illegal + unreadable > 0;
}

/** `all 48 moves are legal`, or how many are not and what the first of them is. */
function legality({ moves, illegal, unreadable, firstIllegal }: ComparedRecord): string {
  const faults = [
    ...(illegal > 0 ? [`${plural(illegal, 'move')} of ${String(moves)} illegal`] : []),
    ...(unreadable > 0 ? [`${plural(unreadable, 'move')} cannot be read`] : []),
  ];
  return faults.length > 0
    ? [...faults, `first: ${firstIllegal}`].join(', ')
    : `all ${plural(moves, 'move')} are legal`;
}

function whyNotOne(
  alignment: Alignment | undefined,
  one: Opening | undefined,
  other: Opening | undefined,
): string {
  if (!alignment || !one || !other) return 'stones are placed between moves, so the moves cannot be compared';
  const { shared, edits, tail } = alignment;
  const most = Math.min(tail.first, tail.second) + shared + edits.length;
  if (shared >= MANY_SHARED || (shared >= MIN_SHARED && 2 * shared >= most)) return '';
  // What two games share by chance says nothing.
  const said = (['first', 'last'] as const).flatMap((end) => {
    const count = agreeing(one, other, end === 'last');
    return count < MIN_AGREEING ? [] : [`the ${end} ${String(count)} moves agree`];
  });
  const from = said.some((words) => words.startsWith('the last')) ? 'counted from the start, ' : '';
  return [`${from}they share ${plural(shared, 'move')} of ${String(most)}`, ...said].join('; ');
}

/** Moves at the start or the end of two records that are the same, as where one goes on with the moves of the other. */
function agreeing({ moves: one }: Opening, { moves: other }: Opening, isEnd: boolean): number {
  const [n, m] = [one.points.length, other.points.length];
  let count = 0;
  for (; count < Math.min(n, m); count++) {
    const [i, j] = isEnd ? [n - 1 - count, m - 1 - count] : [count, count];
    if (one.points[i] !== other.points[j] || one.colors[i] !== other.colors[j]) break;
  }
  return count;
}

function headerOf(
  one: GameRecord,
  other: GameRecord,
  alignment: Alignment | undefined,
): GameComparison['header'] {
  const [first, second] = [valuesOf(one, 0), valuesOf(other, alignment?.symmetry ?? 0)];
  return Object.keys(first).flatMap((name) =>
    first[name] === second[name] ? [] : [{ name, first: first[name]!, second: second[name]! }],
  );
}

/** The header values that matter to a referee, by their properties; AB and AW are the stones before the first move. */
function valuesOf(record: GameRecord, symmetry: number): Readonly<Record<string, string>> {
  const { black, white, ranks, event, round, date, komi, result, handicap, width, height, line } = record;
  const to = symmetriesOf(width, height)[symmetry]!;
  const setup = openingOf(line, width, height)?.setup ?? [];
  const stones = (color: number): string =>
    setup
      .flatMap(([point, content]) => (content === color ? [to[point]!] : []))
      .sort((a, b) => a - b)
      .map((point) => formatPoint(point, width, height))
      .join(' ');
  return {
    ...{ PB: black, PW: white, BR: ranks.black, WR: ranks.white, EV: event, RO: round, DT: date },
    SZ: width === height ? String(width) : `${String(width)}:${String(height)}`,
    KM: komi.kind === 'komi' ? formatHalves(komi.halves) : (komi.raw ?? ''),
    HA: handicap.raw ?? '',
    RU: record.rulesRaw ?? '',
    RE: formatResult(result) || ('raw' in result ? result.raw : ''),
    AB: stones(BLACK),
    AW: stones(WHITE),
  };
}

function which(first: boolean, second: boolean): Which {
  if (first === second) return first ? 'both' : 'neither';
  return first ? 'first' : 'second';
}

const FITTING: ReadonlySet<string> = new Set(['confirmed', 'explained', 'winner-only']);

function fitting([one, other]: GameComparison['records']): GameComparison['fits'] {
  const found = which(FITTING.has(one.verdict), FITTING.has(other.verdict));
  const areWrong = one.verdict === 'contradicted' && other.verdict === 'contradicted';
  return found === 'neither' && !areWrong ? 'cannot-tell' : found;
}

/** Whether two records of one game agree in all that is compared. */
export function agree({ notOneGame, header, edits, tail }: GameComparison): boolean {
  return notOneGame === '' && header.length === 0 && edits.length === 0 && tail.first + tail.second === 0;
}

/** A comparison for people to read. */
export function comparisonText(comparison: GameComparison): string {
  const { records, notOneGame, header } = comparison;
  const each = (tell: (record: ComparedRecord) => string): string[] =>
    records.map((one, i) => `${'AB'.charAt(i)}${tell(one)}`);
  const lines = [
    ...each(({ file, game }) => `: ${visible(file)}, game ${String(game)}`),
    ...(notOneGame === '' ? moveLines(comparison) : [`These are not records of one game: ${notOneGame}`]),
    ...(header.length > 0 ? ['', 'Header'] : []),
    ...header.map(({ name, first, second }) => `  ${name}  A ${shown(first)}, B ${shown(second)}`),
    ...['', 'Legal'],
    ...each((one) => `  ${legality(one)}`).map((line) => `  ${line}`),
    ...['', 'Result'],
    ...each(({ declared, counted, verdict, explanation }) => {
      const count = counted === '' ? 'not counted' : `counted ${counted}`;
      return `  ${shown(declared)} declared, ${count}: ${verdict}${explanation && ` (${explanation})`}`;
    }).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

const shown = (value: string): string => (value === '' ? 'none' : visible(value));

/** How each form of an edit is told; moves have the numbers of A. */
const EDIT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(\d+):(\w+)>(\w+)$/, 'move $1: $2 in A, $3 in B'],
  [/^(\d+):(\w+)<>(\d+):(\w+)$/, 'moves $1 ($2) and $3 ($4): the other way round in B'],
  [/^\+(\d+):(\w+) colors$/, 'before move $1: one more in B, $2, and the colors after it exchanged'],
  [/^\+(\d+):(\w+)$/, 'before move $1: one more in B, $2'],
  [/^-(\d+):(\w+) colors$/, 'move $1 ($2): not in B, and the colors after it exchanged'],
  [/^-(\d+):(\w+)$/, 'move $1 ($2): not in B'],
  [/^(\d+)-:mirrored B1>\w+$/, 'from move $1 on: the points mirrored or turned in B'],
  [/^(\d+)-:colors$/, 'from move $1 on: the colors exchanged in B'],
];

function editWords(edit: string): string {
  const [form, words = edit] = EDIT_WORDS.find(([one]) => one.test(edit)) ?? [/$/];
  return words === edit ? edit : edit.replace(form, words);
}

function tailWords({ from, first, second }: GameComparison['tail']): string {
  const at = String(from);
  if (first === 0) return `A ends before move ${at}, B has ${plural(second, 'move')} more`;
  if (second === 0) return `B ends before move ${at} of A, which has ${plural(first, 'move')} more`;
  return `from move ${at} on they go on differently: A with ${plural(first, 'move')}, B with ${plural(second, 'move')}`;
}

/** Edits are told as A is written. */
function moveLines({ turned, shared, edits, tail }: GameComparison): string[] {
  const told = edits.map((edit) => `  ${editWords(edit)}`);
  if (tail.first + tail.second > 0) told.push(`  ${tailWords(tail)}`);
  // Both have exchanged moves, but not in the same places.
  const exchanged = 2 * edits.filter((edit) => edit.includes('<>')).length;
  const head = `One game: ${plural(shared - exchanged, 'move')} the same${turned ? ', B mirrored or turned' : ''}`;
  return told.length > 0 ? [head, '', 'Moves', ...told] : [head];
}
