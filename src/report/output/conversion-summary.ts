import { points, thousands } from '../../core/text.js';
import type { ConversionReport, GameReport } from '../../referee/judge/report.js';
import { ITEMS, type Conversion, type ItemName } from '../../referee/score/convert.js';
import { comparedReport, flips } from '../columns/tables.js';
import { marksOf } from './score-text.js';
import { linesOf } from './text.js';

/** The counts of a run of conversions, by keys such as `flips|black`; the counts of its parts can be added up. */
export type ConversionCounts = Record<string, number>;

/** What each mark of a table of conversions says. */
const MARKS_IN_WORDS = {
  ruling: 'a referee decided what is converted',
  unknown: 'RU names no ruleset that is known',
  option: 'RU names no ruleset that is known, --from stands in for it',
  default: 'RU names no ruleset that is known, --default-rules stands in for it',
  count: 'the count is not what RE says',
  dame: 'open dame would change a result',
} as const;

/** Adds one game to the counts, by its main account. */
export function countConversion(
  counts: ConversionCounts,
  report: GameReport,
  conversion: ConversionReport,
): void {
  const last = conversion.basis?.lastPlay ?? 'nobody';
  const row = comparedReport(report);
  const first = row?.account;
  const isTable = conversion.sideBySide === true;
  if (!first || !(conversion.from || isTable)) {
    bump(counts, conversion.from || conversion.blockedBecause !== '' ? 'left-out' : 'left-out-rules');
    return;
  }
  const mains = row.accounts.filter((one) => one !== undefined);
  bump(counts, `games|${last}`);
  bump(counts, `basis|${first.basis}`);
  if (mains.some(({ komiToSource }) => komiToSource === 'agreed'))
    bump(counts, conversion.from ? 'agreed-komi' : 'unnamed-komi');
  if (first.agrees !== undefined) bump(counts, first.agrees ? 'agree|yes' : 'agree|no');
  const isTurned = isTable ? flips(row) === true : mains.some((one) => one.flips);
  if (isTurned) bump(counts, `flips|${last}`);
  if (isTurned && mains.some(isByDame)) bump(counts, `flips-dame|${last}`);
  if (isTable) for (const mark of marksOf(row)) bump(counts, `mark|${mark}`);
  else countTurns(counts, conversion, { mains, first, last });
}

/** The accounts of a game for a summary without marks. */
interface Turns {
  readonly mains: readonly Conversion[];
  readonly first: Conversion;
  readonly last: string;
}

/** Adds what a summary without marks says of a game. */
function countTurns(counts: ConversionCounts, conversion: ConversionReport, turns: Turns): void {
  const { mains, first, last } = turns;
  if (mains.some(isByDame)) bump(counts, 'by-dame');
  if (conversion.to.length === 1) countItems(counts, conversion, first, last);
}

/** Adds what one account explains. */
function countItems(counts: ConversionCounts, { to }: ConversionReport, one: Conversion, last: string): void {
  if (one.flips) {
    bump(counts, `flips-to|${one.winnerTo}`);
    if (isByKomi(one)) bump(counts, `flips-komi|${last}`);
    if (to[0]?.bases.every(({ flips: isTurned }) => isTurned) === true) bump(counts, `flips-sure|${last}`);
  }
  bump(counts, `difference|${String(points(one.marginToHalves - one.marginFromHalves))}|${last}`);
  for (const item of ITEMS) if (one.items[item] !== 0) bump(counts, `item|${columnNameOf(item)}|${last}`);
}

/** The marks that games have, with their meaning; without marks, how many winners depend on open dame. */
function legend(counts: ConversionCounts): string[] {
  const byDame = counts['by-dame'] ?? 0;
  if (byDame > 0) return [`the winner depends on open dame: ${thousands(byDame)}`];
  return Object.entries(MARKS_IN_WORDS).flatMap(([mark, words]) => {
    const games = counts[`mark|${mark}`] ?? 0;
    return games > 0 ? [`${thousands(games)} marked ${mark}: ${words}`] : [];
  });
}

/** Whether the winner would be the same with the original komi. */
function isByKomi({ items, marginFromHalves, marginToHalves }: Conversion): boolean {
  return Math.sign(marginToHalves - items.komi) === Math.sign(marginFromHalves);
}

/** Whether the winner would be another with the open dame filled in turn. */
function isByDame({ toLowHalves, toHighHalves }: Conversion): boolean {
  return Math.sign(toLowHalves) !== Math.sign(toHighHalves);
}

function bump(counts: ConversionCounts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

const SIDES = ['black', 'white', 'nobody'] as const;
const SUMMARY_LABEL = 34;
const CELL = 12;
const BAR = 20;

/**
 * The summary of a run of more than one game, else '': how many games flip, how large the differences are, and which items cause
 * them, by who played last.
 */
export function conversionSummary(counts: ConversionCounts): string {
  const of = (key: string): number => counts[key] ?? 0;
  const bySide = (key: string): number[] => SIDES.map((side) => of(`${key}|${side}`));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const games = sum(bySide('games'));
  const agreed = of('agree|yes');
  const [left, leftByRules] = [of('left-out'), of('left-out-rules')];
  if (games + left + leftByRules < 2) return '';
  const causes = [
    ...(leftByRules > 0 ? [`${thousands(leftByRules)} name no ruleset: see --from, --default-rules`] : []),
    ...(left > 0 ? [`${thousands(left)} without a margin to convert, or damaged`] : []),
  ];
  const because = causes.length > 0 ? ` (${causes.join('; ')})` : '';
  const lines = [
    `${thousands(games)} converted, ${thousands(left + leftByRules)} left out${because}`,
    `${thousands(of('basis|declared'))} converted from the declared margin, ${thousands(of('basis|computed'))} from a computed one`,
  ];
  if (agreed + of('agree|no') > 0) {
    lines.push(
      `${thousands(agreed)} of ${thousands(agreed + of('agree|no'))} computed margins agree with the declared ones`,
    );
  }
  if (of('agreed-komi') > 0) {
    lines.push(
      `${thousands(of('agreed-komi'))} keep the komi of the record, not standard in its rules: see --komi-to`,
    );
  }
  if (of('unnamed-komi') > 0) {
    const keep = of('unnamed-komi') === 1 ? 'keeps' : 'keep';
    lines.push(
      `${thousands(of('unnamed-komi'))} ${keep} the komi of the record, which names no ruleset: see --from`,
    );
  }
  lines.push(...legend(counts));
  if (games === 0) return linesOf(lines);
  const row = (label: string, numbers: readonly number[], bar = ''): string =>
    `${label.padEnd(SUMMARY_LABEL)}${[...numbers, sum(numbers)].map((n) => (n === 0 ? '-' : thousands(n)).padStart(CELL)).join('')}${bar}`.trimEnd();
  const hasNobody = sum([of('games|nobody'), of('flips|nobody')]) > 0;
  const sides = (numbers: number[]): number[] => (hasNobody ? numbers : numbers.slice(0, 2));
  const head = ['Black', 'White', 'nobody'].slice(0, hasNobody ? 3 : 2);
  lines.push(
    '',
    'last play by'.padEnd(SUMMARY_LABEL) + [...head, 'all'].map((name) => name.padStart(CELL)).join(''),
  );
  lines.push(row('games', sides(bySide('games'))), row('the winner changes', sides(bySide('flips'))));
  if (sum(bySide('flips-dame')) > 0) {
    lines.push(row('  if open dame stay open', sides(bySide('flips-dame'))));
  }
  if (sum(bySide('flips-komi')) > 0) {
    lines.push(row('  by the komi alone', sides(bySide('flips-komi'))));
  }
  if (sum(bySide('flips-sure')) > 0) {
    lines.push(row('  on every basis that it has', sides(bySide('flips-sure'))));
  }
  const differences = namesAfter(counts, 'difference').sort((a, b) => Number(a) - Number(b));
  if (differences.length > 0) {
    lines.push(
      `  to Black ${thousands(of('flips-to|black'))}, to White ${thousands(of('flips-to|white'))}, to nobody ${thousands(of('flips-to|jigo'))}`,
    );
    lines.push('', 'difference in points for Black');
  }
  for (const name of differences) {
    const numbers = sides(bySide(`difference|${name}`));
    const label = `  ${Number(name) > 0 ? `+${name}` : name}`;
    const bar = '#'.repeat(Math.ceil((sum(numbers) / games) * BAR));
    lines.push(row(`${label.padEnd(SUMMARY_LABEL - BAR - 2)}${bar}`, numbers));
  }
  const items = namesAfter(counts, 'item');
  if (items.length > 0) lines.push('', 'games in which an item is not 0');
  for (const item of ITEMS.map(columnNameOf)) {
    if (items.includes(item)) lines.push(row(`  ${item}`, sides(bySide(`item|${item}`))));
  }
  return linesOf(lines);
}

function namesAfter(counts: ConversionCounts, kind: string): string[] {
  const names = new Set<string>();
  for (const key of Object.keys(counts)) {
    const [first, name] = key.split('|');
    if (first === kind && name !== undefined) names.add(name);
  }
  return [...names];
}

/** The column of an item. */
function columnNameOf(item: ItemName): string {
  return item.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
