import { aheadRange, resultOf, declaredOf } from '../columns/games.js';
import { chanceText, formatHalves, signed, marginText, visible } from '../../core/text.js';
import { checkArgument } from '../../core/checks.js';
import { playerName } from '../../core/color.js';
import { messageOf } from '../../core/findings/finding.js';
import { formatPoint } from '../../core/point.js';
import {
  type ConversionReport,
  type Converted,
  type GameReport,
  isReport,
  type RuledScore,
} from '../../referee/judge/report.js';
import { resultRuling } from '../../referee/judge/decisions.js';
import { isCountDecided } from '../../referee/judge/ruled-result.js';
import type { GameScore } from '../../referee/score/score-types.js';
import { gameHeading, linesOf, notScored, wrapped, COLUMNS, padEnd, shorten, shortenPath } from './text.js';
import { accountsOf, countOf, notesOf, statementOf } from '../columns/account.js';
import { comparedReport, flips, resultIn, type ComparedReport } from '../columns/tables.js';
import { chargeOf } from '../../referee/score/protective-moves.js';
import { tiesFor } from '../../go/rules/ruleset.js';
import { rulesetKomi, sekiOrFills, winnerOf } from '../../referee/score/margins.js';
import { ITEMS } from '../../referee/score/convert.js';

/** The count of one game for a terminal of 80 columns: stones and points, then a row per ruleset that adds up from left to right. */
export function scoreText(report: GameReport): string {
  const scores = report.scores ?? [];
  const lines = [...gameHeading(report)];
  const first = scores.find(({ score }) => score)?.score;
  if (!first) {
    lines.push(
      notScored(scores[0]?.notScoredBecause ?? report.notScoredBecause),
      ...aheadLines(report),
      ...openLines(report),
      '',
    );
    return linesOf(lines);
  }
  lines.push(
    `dead stones: ${first.life.source}; confidence in the margin ${chanceText(first.confidence)}`,
    ...openRegionLines(report),
    '',
  );
  const counts = new Set<string>();
  for (const { score } of scores) {
    if (!score) continue;
    const count = countLines(score);
    const text = count.join('\n');
    if (counts.has(text)) continue;
    const isAlive = !score.life.chains.some(({ dead }) => dead);
    if (counts.size > 0)
      lines.push(
        '',
        isAlive ? 'with every stone alive, as the last passes ended it:' : 'with dead stones taken off:',
      );
    counts.add(text);
    lines.push(...count);
  }
  lines.push('', ruleHead(scores));
  for (const ruled of scores) lines.push(ruleLine(ruled), ...chargeLines(ruled), ...komiLines(ruled));
  for (const ruled of scores) lines.push(...verdictLines(ruled, scores.length));
  return linesOf([...lines, '']);
}

/** Who was ahead on a board that was not counted. */
export function aheadLines(report: GameReport): string[] {
  const { ahead } = report;
  if (!ahead) return [];
  const { color, confidence } = ahead;
  if (color === 'cannot-tell') return ['cannot tell who was ahead on the board'];
  return [
    `an estimate, not a score: ${playerName(color)} was ahead on the board, chance ${chanceText(confidence)},`,
    `  four of five such games end between ${aheadRange(report).replace(' to ', ' and ')}`,
  ];
}

/** Dead stones in regions that count for nobody. */
export function openRegionLines({ findings, record }: GameReport): string[] {
  return findings
    .filter(({ code }) => code === 'dead/open-region')
    .flatMap((found) => wrapped(messageOf(found, record)));
}

/** The open points of a board that was not counted: neither player holds them for certain. */
function openLines({ ahead, record }: GameReport): string[] {
  if (!ahead) return [];
  const points = ahead.open.map((point) => formatPoint(point, record.width, record.height)).join(' ');
  return wrapped(`  open points: ${points === '' ? 'none' : points}`);
}

const LABEL = 44;
const SIDE = 8;

function countLines(score: GameScore): string[] {
  const line = (label: string, ...cells: readonly (string | number)[]): string =>
    label.padEnd(LABEL) + cells.map((cell) => String(cell).padStart(SIDE)).join('');
  return [
    line('', 'Black', 'White'),
    ...countOf(score)
      .filter(({ isSaid }) => isSaid)
      .map(({ label, isPart, black, white }) => line(isPart ? `  ${label}` : label, black, white)),
    ...(score.dame > 0 ? [line('unfilled dame', score.dame)] : []),
    ...(score.dameInSeki ? [line('  in a seki, which nobody fills', score.dameInSeki)] : []),
  ];
}

const WIDTHS = [6, 5, 7, 7, 6] as const;

function ruleHead(scores: readonly RuledScore[]): string {
  // Where no score has a point in seki, the column has points that their owners must fill.
  const taxed = scores.flatMap(({ score }) => (score && score.basis.fills !== 0 ? [score.basis] : []));
  const isFills = taxed.length > 0 && taxed.every((basis) => sekiOrFills(basis) === 'points to be filled');
  const tax = isFills ? 'fill' : 'seki';
  return ruleRow('ruleset', 'counting', ['count', tax, 'passes', 'handi.', 'komi'], 'result', 'declared');
}

function ruleLine({ ruleset, score, notScoredBecause, settlement }: RuledScore): string {
  const name = ruleset?.name ?? 'unknown';
  if (!score) return `${name.padEnd(20)} ${notScoredBecause}`;
  const agrees = {
    confirmed: 'same',
    'winner-only': 'same',
    unsure: 'unsure',
    'not-checked': '',
    'not-scorable': '',
  };
  const declared =
    settlement.verdict in agrees ? agrees[settlement.verdict as keyof typeof agrees] : 'differs';
  return ruleRow(name, COUNTING[score.counting], addends(score), resultOf(score), declared);
}

/** What a convention of the server adds to the result, beyond the numbers in the row. */
function chargeLines({ score }: RuledScore): string[] {
  const charge = score && chargeOf(score);
  return charge ? wrapped(`  with ${signed(charge.halves)}: ${charge.text}`) : [];
}

/** Which komi was counted, where the file's is not that of the rules: `convert` may count with the other. */
function komiLines({ ruleset, score }: RuledScore): string[] {
  if (!ruleset || score?.komiSource !== 'file') return [];
  const own = rulesetKomi(ruleset, score.basis);
  if (own === undefined || own === score.komiHalves) return [];
  const other = score.resultHalves + score.komiHalves - own;
  const winner = winnerOf(score.basis, score.counting, other, tiesFor(ruleset, score.basis.handicap));
  const kept = `komi ${formatHalves(score.komiHalves)} of the file is kept`;
  return wrapped(
    `${kept}; with ${formatHalves(own)}, the komi of ${ruleset.name}: ${marginText(other, winner)} (--komi ${formatHalves(own)})`,
    '    ',
    '  ',
  );
}

const COUNTING = {
  territory: 'territory',
  area: 'area',
  stones: 'stones',
  'first-capture': 'capture',
} as const;

/** The margin before komi, and what each rule adds to it; they add up to the result. */
function addends(score: GameScore): string[] {
  const { basis, counting } = score;
  const komi = signed(-score.komiHalves);
  switch (counting) {
    case 'territory': {
      const passes = 2 * (score.passStonesWhite - score.passStonesBlack);
      const count = 2 * basis.territory;
      return [signed(count), signed(score.territoryHalves - count - passes), signed(passes), '0', komi];
    }
    case 'area':
      return [signed(score.areaHalves), '0', '0', signed(-score.compensationHalves), komi];
    case 'stones':
      return [signed(score.areaHalves - 2 * basis.tax), '0', '0', signed(-score.compensationHalves), komi];
    case 'first-capture':
      return ['', '', '', '', ''];
  }
}

function ruleRow(
  name: string,
  counting: string,
  numbers: readonly string[],
  result: string,
  declared: string,
): string {
  const middle = numbers.map((number, i) => number.padStart(WIDTHS[i]!)).join('');
  return `${name.padEnd(20)} ${counting.padEnd(9)}${middle}  ${result.padEnd(8)} ${declared}`.trimEnd();
}

/** The verdict on the declared result, under the record's own ruleset: under others the result may well differ. */
function verdictLines(ruled: RuledScore, rulesets: number): string[] {
  const { settlement, ruleset, rulesetSource } = ruled;
  if (rulesets > 1 && rulesetSource === 'option') return [];
  const because = settlement.explanation === '' ? '' : `: ${settlement.explanation}`;
  return wrapped(
    `declared result under ${ruleset?.name ?? 'unknown rules'}: ${settlement.verdict}${because}`,
  );
}

/**
 * Text of a conversion, 80 columns wide, as `convert` prints it: for each target ruleset the items of the account, their sum, and in a sentence
 * who gains and why. '' for a report without `accounts.convertTo`. Throws UserError for an argument that is no report.
 */
export function conversionText(report: GameReport): string {
  checkArgument('report', report, isReport);
  const { conversion } = report;
  if (!conversion) return '';
  return linesOf(
    conversion.to.flatMap((converted) => [
      ...gameHeading(report),
      ...statementLines(report, conversion, converted),
      '',
    ]),
  );
}

const LABEL_WIDTH = 58;
const NUMBER = 11;

function statementLines(report: GameReport, conversion: ConversionReport, converted: Converted): string[] {
  const columns = accountsOf(report, conversion, converted);
  const [first] = columns;
  if (!first) return noted(notesOf(report, conversion, converted, undefined));
  const { from, to, items } = first.one;
  if (from === to && ITEMS.every((item) => items[item] === 0)) {
    const results = columns.map(
      ({ head, one }) => `${marginText(one.marginToHalves, one.winnerTo)} (${head})`,
    );
    return wrapped(`under ${to} already: ${results.join(', ')}`);
  }
  const { rows, outcomes, notes } = statementOf(columns);
  const line = (label: string, cells: readonly string[]): string =>
    (padEnd(label, LABEL_WIDTH) + cells.map((cell) => cell.padStart(NUMBER)).join('')).trimEnd();
  const linesUnder = (label: string, indent: string, cells: readonly string[]): string[] => {
    const lines = wrapped(label, `${indent}  `, indent, LABEL_WIDTH);
    return [...lines.slice(0, -1), line(lines.at(-1)!, cells)];
  };
  const heads = columns.map(({ head }) => head);
  const rules = columns.map(() => '-'.repeat(NUMBER - 2));
  return [
    line('plus is good for Black', heads),
    ...rows.flatMap(({ kind, label, cells }) => [
      ...(kind === 'to' ? [line('', rules)] : []),
      ...linesUnder(label, kind === 'item' ? '  ' : '', cells),
    ]),
    '',
    ...outcomes.flatMap((outcome) => wrapped(outcome)),
    ...noted(notes),
  ];
}

function noted(notes: readonly string[]): string[] {
  return notes.flatMap((note) => wrapped(`note: ${note}`));
}

const GAME = 4;
const FLIPS = 6;
const MARKS = 12;
const DECLARED = 9;
const FILE_LEAST = 16;

/** Widths of the file column and of each ruleset's results; `undefined`: they do not fit side by side. */
function widthsFor(rulesets: readonly string[]): { file: number; results: number[] } | undefined {
  const results = rulesets.map((name) => Math.max(8, name.length) + 1);
  const file = COLUMNS - GAME - FLIPS - MARKS - DECLARED - 2 - results.reduce((sum, width) => sum + width, 0);
  // Few rows have more than one mark.
  return file >= FILE_LEAST - MARKS / 2 ? { file: Math.max(file, FILE_LEAST), results } : undefined;
}

/** The line above the table for a terminal; '' where each game is a block. */
export function comparedHead(rulesets: readonly string[]): string {
  const widths = widthsFor(rulesets);
  return widths ? tableLine(['file', 'game', 'declared', ...rulesets, 'flips', 'marks'], widths) : '';
}

/** One game as a line, or as a block if there are too many rulesets for a line. */
export function comparedText(report: GameReport): string {
  const row = comparedReport(report);
  if (!row) return '';
  const names = row.conversion.to.map(({ to }) => to.name);
  const widths = widthsFor(names);
  const results = row.accounts.map(resultIn);
  if (widths) {
    const declared = visible(declaredOf(report.record));
    const cells = [declared, ...results, flipping(row, 'yes'), marksOf(row).join(' ')];
    return tableLine([row.file, String(row.game), ...cells], widths);
  }
  const line = names.map((name, i) => `${name} ${results[i] || '-'}`).join(', ');
  return linesOf([...gameHeading(row), ...wrapped(`  ${line}${flipping(row, ': the winner changes')}`), '']);
}

/** Why the results of a row are not what RE says, or doubtful: a ruling, rules that RU does not name, a count that is not RE, open dame that would change them. */
export function marksOf({
  record,
  rulesetSource,
  decisions = [],
  account,
  accounts,
}: ComparedReport): string[] {
  return [
    ...(resultRuling(decisions) !== '' || isCountDecided(decisions) ? ['ruling'] : []),
    ...(record.rulesName === undefined ? [rulesetSource] : []),
    ...(account?.agrees === false ? ['count'] : []),
    ...(accounts.some((one) => one && one.toLowHalves !== one.toHighHalves) ? ['dame'] : []),
  ];
}

function flipping(row: ComparedReport, words: string): string {
  return flips(row) === true ? words : '';
}

function tableLine(
  cells: readonly string[],
  widths: { readonly file: number; readonly results: readonly number[] },
): string {
  const [file = '', game = '', declared = '', ...rest] = cells;
  const [flipped = '', marks = ''] = rest.splice(-2);
  const results = rest.map((result, i) => result.padStart(widths.results[i]!)).join('');
  const name = padEnd(shortenPath(visible(file), widths.file), widths.file);
  const shown = padEnd(shorten(declared, DECLARED - 1), DECLARED - 1);
  return `${`${name} ${game.padStart(GAME)} ${shown}${results} ${flipped.padEnd(FLIPS - 1)} ${marks}`.trimEnd()}\n`;
}
