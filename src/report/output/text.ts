import stringWidth from 'string-width';
import { declaredOf, resultOf, tally } from '../columns/games.js';
import { NO_BOARD } from '../columns/tables.js';
import { formatHalves, plural, thousands, visible } from '../../core/text.js';
import type { Crosscheck, CrosscheckRow } from '../../toolkit/event/crosscheck.js';
import { rulingInPairing } from '../../toolkit/event/compare.js';
import { type PairingVerdict, tableName } from '../../toolkit/event/table.js';
import {
  type BoardSize,
  messageOf,
  misprintBefore,
  onlyCounted,
  type Severity,
} from '../../core/findings/finding.js';
import { decidedResultText } from '../../referee/judge/decisions.js';
import type { GameReport, PlacedFinding, RulingNeed, TextPlace } from '../../referee/judge/report.js';
import type { Verdict } from '../../referee/score/score-types.js';

/**
 * One finding as a line in the format of compilers, so that editors can jump to it: `file:line:column: severity: message [code]`.
 * A finding without a place in the text gets the start of its game or file.
 */
export function findingLine(
  file: string,
  game: number | undefined,
  found: PlacedFinding,
  { width, height, place }: BoardSize & { readonly place?: TextPlace | undefined } = NO_BOARD,
): string {
  const { line, column } = found.line > 0 ? found : (place ?? FILE_START);
  return `${visible(file)}:${String(line)}:${String(column)}: ${sentenceOf(game, found, { width, height })}`;
}

/**
 * The findings of a game as lines; of many that follow from one misprint or are alike to the word, and of a row of moves out of turn,
 * the first, and how many more there are.
 */
export function findingLines({ file, game, record, place, findings }: GameReport): string {
  const board = { width: record.width, height: record.height, place };
  const counted = new Map([...alikeIn(findings, board), ...onlyCounted(findings)]);
  const rows = rowsOutOfTurn(findings);
  return findings
    .map((found) => {
      const row = rows.get(found);
      const more = counted.get(found);
      if (more === 'counted' || row === 'later') return '';
      const line = findingLine(file, game, found, board);
      const end = ` [${found.code}]\n`;
      if (row !== undefined)
        return line.replace(end, `; the next ${plural(row, 'move')} are out of turn too${end}`);
      return more === undefined ? line : line.replace(end, `, and ${thousands(more)} more${end}`);
    })
    .join('');
}

/** Fewest moves of one color, or findings alike, that are told in a line: two or three are mishaps of their own. */
const ROW = 5;

/** Of findings with one code whose sentences are the same, the first with the number of the others, and these. */
function alikeIn(
  findings: readonly PlacedFinding[],
  board: BoardSize,
): ReadonlyMap<PlacedFinding, number | 'counted'> {
  const groups = new Map<string, PlacedFinding[]>();
  for (const found of findings) {
    if (found.move !== undefined || found.follows !== undefined) continue;
    const said = `${found.code} ${found.severity} ${found.variation ?? ''} ${messageOf(found, board)}`;
    const group = groups.get(said);
    if (group) group.push(found);
    else groups.set(said, [found]);
  }
  const told = new Map<PlacedFinding, number | 'counted'>();
  for (const [first, ...others] of groups.values()) {
    if (others.length < ROW - 1) continue;
    told.set(first!, others.length);
    for (const one of others) told.set(one, 'counted');
  }
  return told;
}

/** Of moves out of turn in a row the first with the number of the others, and these. */
function rowsOutOfTurn(findings: readonly PlacedFinding[]): ReadonlyMap<PlacedFinding, number | 'later'> {
  const told = new Map<PlacedFinding, number | 'later'>();
  const all = findings.filter(
    ({ code, variation, follows }) =>
      code === 'move/out-of-turn' && variation === undefined && follows === undefined,
  );
  for (let begin = 0, end = 1; begin < all.length; begin = end++) {
    while (end < all.length && all[end]!.move === all[end - 1]!.move! + 1) end++;
    if (end - begin < ROW) continue;
    told.set(all[begin]!, end - begin - 1);
    for (const later of all.slice(begin + 1, end)) told.set(later, 'later');
  }
  return told;
}

/** One finding about a file, without line and column. */
export function fileFindingLine(file: string, found: PlacedFinding): string {
  return `${visible(file)}: ${sentenceOf(undefined, found, NO_BOARD)}`;
}

const FILE_START: TextPlace = { line: 1, column: 1 };

function sentenceOf(game: number | undefined, found: PlacedFinding, board: BoardSize): string {
  const which = game === undefined || game === 1 ? '' : `game ${String(game)}: `;
  return `${found.severity}: ${which}${visible(messageOf(found, board))} [${found.code}]\n`;
}

/** The lines, each with its line feed. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The width of a text in terminal columns. ASCII needs no table of wide characters, which takes 70 ms to load. */
export function widthOf(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/** Pads with spaces to a width in terminal columns. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Most UTF-16 units read per column, so that a name of a megabyte takes no longer than others; accents take several. */
const MAX_UNITS = 8;

/** Whether a text is at most that many columns wide. */
function fits(text: string, width: number): boolean {
  return text.length <= MAX_UNITS * width && widthOf(text) <= width;
}

/** As much of the start of a text as fits, with an ellipsis if something was cut. */
export function shorten(text: string, width: number): string {
  if (fits(text, width)) return text;
  const letters = Array.from(text.slice(0, MAX_UNITS * width));
  while (letters.length > 0 && widthOf(letters.join('')) > width - 1) letters.pop();
  return `${letters.join('')}…`;
}

/** As much of the end of a name as fits: the end distinguishes files. */
export function shortenLeft(text: string, width: number): string {
  if (fits(text, width)) return text;
  const letters = Array.from(text.slice(-MAX_UNITS * width)).slice(-width);
  while (letters.length > 0 && widthOf(letters.join('')) > width - 1) letters.shift();
  return `…${letters.join('')}`;
}

/** A path that fits, without its middle; without its start where there is little room, as the end distinguishes files. */
export function shortenPath(text: string, width: number): string {
  const start = width < 20 ? 0 : Math.floor(width / 4);
  if (start === 0 || fits(text, width)) return shortenLeft(text, width);
  return shorten(text, start + 1) + shortenLeft(text, width - start).slice(1);
}

/** Columns of the terminal that texts are made for. */
export const COLUMNS = 80;

/** Lines with the name of the game and what its file declares; none wider than 80 columns. */
export function gameHeading(report: GameReport): string[] {
  const facts = declaredFacts(report);
  const players = playersOf(report);
  const file = `${shortenPath(visible(report.file), COLUMNS - 12)}, game ${String(report.game)}`;
  const together = `${players}, ${facts}`;
  return fits(together, COLUMNS) ? [file, together] : [file, shorten(players, COLUMNS), facts];
}

/** What the file declares, shortened: size, handicap, komi, rules, result. */
export function declaredFacts({ record }: GameReport): string {
  const { komi, handicap, result, width, height } = record;
  const facts = [
    `${String(width)}x${String(height)}`,
    handicap.stones > 1 ? `handicap ${String(handicap.stones)}` : '',
    komi.kind === 'komi' ? `komi ${formatHalves(komi.halves)}` : 'no komi',
    record.rulesRaw === undefined ? 'no rules' : `RU ${shorten(visible(record.rulesRaw), 12)}`,
    result.kind === 'missing' ? 'no result' : `declared ${shorten(visible(result.raw), 20)}`,
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

/** `Black's name - White's name`, as the file has them. */
export function playersOf({ record }: GameReport): string {
  return `${visible(record.black) || 'Black'} - ${visible(record.white) || 'White'}`;
}

/** A text broken at spaces into lines of at most `width` columns; lines after the first are indented by `hanging`. */
export function wrapped(text: string, hanging = '  ', first = '', width = COLUMNS): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    if (!STARTS.has(line.trim()) && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging + word;
    } else line = line.trim() === '' ? line + word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** No line ends with these, however long the next word is. */
const STARTS: ReadonlySet<string> = new Set(['', '-']);

/** Widths in columns of a terminal of 80, with the spaces between them; a wider one gives the rest to names and files. */
const HEAD = { round: 5, table: 5, black: 15, white: 15, result: 7, verdict: 11, file: 16 } as const;
type Head = keyof typeof HEAD;
const GROWING: readonly Head[] = ['black', 'white', 'file'];
const LONGEST_CELL = 40;
/** Columns of the group, where there are several tables; names and files give them up. */
const GROUP = 8;

/** What is shown of a pairing: its verdict, unless a referee has decided its game. */
const WORDS: Readonly<Record<PairingVerdict | 'decided', readonly [one: string, many?: string]>> = {
  agrees: ['agrees', 'agree'],
  differs: ['differs', 'differ'],
  'no-record': ['without a record'],
  'cannot-tell': ['undecided'],
  decided: ['decided by the referee'],
};

function wordOf(verdict: keyof typeof WORDS, count: number): string {
  const [one, many = one] = WORDS[verdict];
  return count === 1 ? one : many;
}

function shownVerdict({ verdict, resultDecided }: CrosscheckRow): keyof typeof WORDS {
  return resultDecided === undefined ? verdict : 'decided';
}

/** Those that somebody has to look at first. */
const SHOWN_FIRST = ['differs', 'cannot-tell', 'no-record', 'decided', 'agrees'] as const;

/** Names of groups as they fit: their ends, or their starts where ends are alike, or else with their numbers. */
function groupsOf(names: readonly string[]): readonly string[] {
  const cuts = [shortenLeft, shorten].map((cut) => names.map((name) => cut(name, GROUP)));
  cuts.push(names.map((name, i) => shorten(`${String(i + 1)} ${name}`, GROUP)));
  return cuts.find((cut) => new Set(cut).size === names.length)!;
}

/** Findings that no row of a pairing shows, or not whole. */
const NAMED_BELOW = [
  'table/malformed',
  'table/player-unknown',
  'table/asymmetric',
  'table/several-records',
  'table/not-listed',
] as const;

/** Most cells of tables, and most games that are in no table, that are named one by one. */
const MAX_NAMED = 10;

/** Pairings for a terminal: by verdict, round and table, each reason on a line of its own; what is wrong in the tables; games that no table has; and how many agree. */
export function pairingText(
  { tables, rows, findings }: Crosscheck,
  { columns }: Terminal = PLAIN_TERMINAL,
): string {
  const taken = tables.length > 1 ? GROUP + 1 : 0;
  const more = Math.floor((Math.max(columns - PLAIN_TERMINAL.columns, 0) - taken) / GROWING.length);
  const names = (Object.keys(HEAD) as Head[]).filter(
    (name) => name !== 'table' || rows.some(({ table }) => table !== undefined),
  );
  const widths = names.map((name) =>
    GROWING.includes(name) ? Math.min(HEAD[name] + more, LONGEST_CELL) : HEAD[name],
  );
  const lineOf = (cells: Readonly<Record<Head, string>>): string =>
    names
      .map((name, i) => {
        const text = visible(cells[name]);
        const width = widths[i]!;
        return padEnd(name === 'file' ? shortenPath(text, width) : shorten(text, width), width);
      })
      .join(' ')
      .trimEnd();
  const groups = groupsOf(tables.map((table) => visible(tableName(table))));
  const inGroup = (group: string, line: string): string =>
    taken === 0 ? line : `${padEnd(group, GROUP)} ${line}`;
  const lines = [
    inGroup('group', lineOf(Object.fromEntries(names.map((name) => [name, name])) as Record<Head, string>)),
    inGroup('-'.repeat(GROUP), widths.map((width) => '-'.repeat(width)).join(' ')),
  ];
  const sorted = [...rows].sort(
    (a, b) =>
      SHOWN_FIRST.indexOf(shownVerdict(a)) - SHOWN_FIRST.indexOf(shownVerdict(b)) ||
      a.of.table - b.of.table ||
      a.round - b.round ||
      (a.table ?? 0) - (b.table ?? 0),
  );
  for (const row of sorted) {
    const { black, white, file, resultTable: result, resultDecided = '' } = row;
    const [round, table] = [String(row.round || ''), String(row.table ?? '')];
    const line = lineOf({ round, table, black, white, file, result, verdict: shownVerdict(row) });
    lines.push(inGroup(groups[row.of.table]!, line));
    const isNamed = resultDecided === '' || row.reason.includes(`ruling ${resultDecided}`);
    const reasons = [isNamed ? '' : `ruling ${rulingInPairing(row)}`, row.reason];
    const said = reasons.filter((one) => one !== '').join('; ');
    if (said !== '') lines.push(...wrapped(visible(said), '      ', '      ', columns));
  }
  const tallies = SHOWN_FIRST.flatMap((verdict) => {
    const count = rows.filter((row) => shownVerdict(row) === verdict).length;
    return count === 0 && verdict === 'decided' ? [] : `${String(count)} ${wordOf(verdict, count)}`;
  });
  const summary = `${plural(rows.length, 'pairing')}: ${tallies.join(', ')}`;
  for (const named of NAMED_BELOW) {
    const all = findings.filter(({ finding: { code } }) => code === named);
    for (const { file, game, finding } of all.slice(0, MAX_NAMED))
      lines.push(...wrapped(findingLine(file, game || undefined, finding).trimEnd(), '  ', '', columns));
    if (all.length > MAX_NAMED) lines.push(`and ${String(all.length - MAX_NAMED)} more [${named}]`);
  }
  return linesOf([...lines, ...wrapped(summary, '  ', '', columns)]);
}

/** Pairings that one line names. */
const MAX_OPEN = 5;

/** The pairings that are undecided or lack a record, by their players, a line for each of the two; '' for none. For a run that shows no table of them. */
export function openPairings({ rows }: Crosscheck): string {
  const lines = (['cannot-tell', 'no-record'] as const).flatMap((verdict) => {
    const open = rows.filter((row) => shownVerdict(row) === verdict && row.reason !== 'not played');
    if (open.length === 0) return [];
    const named = open.slice(0, MAX_OPEN).map(({ black, white }) => `${black} – ${white}`);
    if (open.length > MAX_OPEN) named.push(`and ${thousands(open.length - MAX_OPEN)} more`);
    const counted = `${plural(open.length, 'pairing')} ${wordOf(verdict, open.length)}`;
    return wrapped(visible(`${counted}: ${named.join('; ')}`));
  });
  return linesOf(lines);
}

/** The terminal that a table is for. */
export interface Terminal {
  /** Characters in a line. */
  readonly columns: number;
  readonly colors: 'yes' | 'no';
}

/** A terminal of unknown width. */
export const PLAIN_TERMINAL: Terminal = { columns: 80, colors: 'no' };

/** The lines of a table of games. */
export interface GameTable {
  readonly head: string;
  /** One game: its rank (0: errors, 1: warnings, 2: neither), its cells, and the end of the line. */
  readonly row: (report: GameReport) => string;
}

/** What each verdict means: for the legend, `explain` and docs/columns.md. */
export const MEANINGS: Readonly<Record<Verdict, string>> = {
  confirmed: 'the count gives the declared result',
  explained: 'the count gives the declared result under one assumption',
  unsure: 'the count differs, but is not sure',
  'winner-only': 'the declared winner agrees, no margin is declared',
  'not-checked': 'no count is declared (resignation, time, no result)',
  contradicted: 'a sure count, with a komi that is not assumed, gives another result',
  'not-scorable': 'a count is declared, but the game cannot be counted; the reason is given',
};

/** What each verdict of `crosscheck` means: for `explain`. */
export const PAIRING_MEANINGS: Readonly<Record<PairingVerdict, string>> = {
  agrees:
    'winner, colors, handicap and komi of the record are those of the results table, as far as both say',
  differs: 'the record is not what the results table says; the column reason names what differs',
  'no-record': 'no record of this pairing is among the inputs',
  'cannot-tell':
    'undecided: the record cannot be compared with the table, or not surely; the column reason says why. In the column ahead: the board is too open or too close. In the column repair: no one repair is likely enough',
};

/** What each need of a ruling asks a referee: for `explain`. */
export const QUESTIONS: Readonly<Record<RulingNeed, string>> = {
  'illegal-move':
    'An illegal move ends the record without a reply, or loses the game by the rules. Does it stand, is it taken back, or does it lose the game?',
  'winner-differs':
    'The count is sure that another player won than the recorded result says, though perhaps not by how much (then the verdict is unsure). Who won?',
  contradicted:
    'A sure count gives another margin than the recorded result, and no convention explains it. Which margin holds?',
  'table-differs': 'The results table differs from the record. Which of them is right?',
  'uncertain-life': 'The winner depends on a group in doubt. Is it alive or dead?',
};
const CLEAR: readonly string[] = ['confirmed', 'contradicted'];

/** Lines below a table of games: the meaning of the verdicts in its rows that do not speak for themselves. */
export function legendOf(rows: readonly string[], columns: number): string {
  const said = Object.entries(MEANINGS).filter(
    ([word]) => !CLEAR.includes(word) && rows.some((row) => row.includes(` ${word}`)),
  );
  const text = said.map((one) => one.join(': ')).join('; ');
  return text === '' ? '' : linesOf(wrapped(text, '  ', '', columns));
}

const ENDED: Record<string, string> = { resign: 'by resignation', time: 'on time', forfeit: 'by forfeit' };

/** `not scored: the game ended by resignation`. */
export function notScored(because: string): string {
  return `not scored: ${Object.hasOwn(ENDED, because) ? `the game ended ${ENDED[because]!}` : because}`;
}

/** The rank of a game in which nothing was found, or nothing that is listed; the severities are those before it. */
export const CLEAN_RANK = 3;

/** A line break in a row; no text of a file contains it. */
export const LINE_BREAK = '\u000b';

type Column = readonly [name: string, width: number, align: 'left' | 'right'];

const FIXED: readonly Column[] = [
  ['game', 4, 'right'],
  ['moves', 5, 'right'],
  ['declared', 8, 'left'],
  ['result', 8, 'left'],
  ['verdict', 12, 'left'],
];

/** Columns that are left out if the terminal is narrower than this. */
const NEEDS: Readonly<Record<string, number>> = { moves: 90, declared: 64, result: 64 };

/** From this width on, the most severe finding is on the line of its game, otherwise on a line below it. */
const WIDE = 120;
/** No code is longer than 28 characters; the number of other findings may follow. */
const FINDING_WIDTH = 34;
const MIN_NAME = 8;
const LONGEST_NAME = 60;

const PAINT: Readonly<Record<Severity, string>> = { error: '31', warning: '33', note: '36' };
const RANK: Readonly<Record<Severity, string>> = { error: '0', warning: '1', note: '2' };

/** What stands for a game: its gravest finding, or the misprint that illegal moves of the record follow from; other notes have no room. */
function leadingOf(
  findings: readonly PlacedFinding[],
  gravest: PlacedFinding | undefined,
): PlacedFinding | undefined {
  if (gravest?.severity !== 'note') return misprintBefore(gravest, findings) ?? gravest;
  return findings.find(({ code }) => code === 'record/misprint') ?? gravest;
}

/** The table of games for a terminal; no line is wider than it, and no code is cut off. */
export function gameTable({ columns, colors }: Terminal): GameTable {
  const isWide = columns >= WIDE;
  const fixed = FIXED.filter(([name]) => columns >= (NEEDS[name] ?? 0));
  const taken = fixed.reduce((sum, [, width]) => sum + width + 1, 1) + (isWide ? FINDING_WIDTH + 1 : 0);
  const names = Math.max(2 * MIN_NAME, Math.min(columns - taken, 2 * LONGEST_NAME));
  const file = Math.floor(names / 2);
  const players = names - file;

  const line = (cells: readonly string[]): string => {
    const [name = '', who = '', ...others] = cells;
    const shown = fixed.map(([, width, align], i) => {
      const text = shorten(others[i] ?? '', width);
      return align === 'right' ? text.padStart(width) : padEnd(text, width);
    });
    // A long file name takes the room that the players leave.
    const free = fits(who, players) ? players - widthOf(who) : 0;
    const path = padEnd(shortenPath(name, file + free), file);
    const rest = names - widthOf(path);
    return [path, padEnd(shorten(who, rest), rest), ...shown].join(' ');
  };
  const paint = (text: string, severity: Severity): string =>
    colors === 'yes' ? `\u001b[${PAINT[severity]}m${text}\u001b[0m` : text;

  return {
    head:
      `${line(['file', 'players', ...fixed.map(([name]) => name)])}${isWide ? ' finding' : ''}`.trimEnd() +
      `\n${'-'.repeat(Math.min(columns, taken + names))}\n`,
    row(report) {
      const { record, score, settlement, decisions } = report;
      const { errors, warnings, first: gravest } = tally(report.findings);
      const first = leadingOf(report.findings, gravest);
      const isNamed = errors + warnings > 0 || first?.code === 'record/misprint';
      const rank =
        gravest === undefined
          ? String(CLEAN_RANK)
          : RANK[isNamed && errors === 0 ? 'warning' : gravest.severity];
      const cells: Readonly<Record<string, string>> = {
        game: String(report.game),
        moves: String(report.replay.moves),
        declared: visible(declaredOf(record)),
        result: decidedResultText(report) || (score ? resultOf(score) : ''),
        verdict: decisions ? 'decided' : (settlement?.verdict ?? ''),
      };
      const named = `${record.black === '' ? '?' : record.black} - ${record.white === '' ? '?' : record.white}`;
      const text = line([visible(report.file), visible(named), ...fixed.map(([name]) => cells[name]!)]);
      if (!first || !isNamed) return `${rank}${text.trimEnd()}\n`;
      const { severity } = first;
      const others = errors + warnings - (severity === 'note' ? 0 : 1);
      const more = others > 0 ? ` +${String(others)}` : '';
      const found = paint(`${isWide ? '' : `${severity} `}${first.code}`, severity) + more;
      return `${rank}${isWide ? `${text} ${found}` : `${text.trimEnd()}${LINE_BREAK}  ${found}`}\n`;
    },
  };
}
