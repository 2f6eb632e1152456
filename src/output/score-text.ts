import { aheadRange, confidenceOf, resultOf } from '../columns/games.js';
import { signed } from '../core/text.js';
import { playerName } from '../core/color.js';
import { formatPoint } from '../core/point.js';
import type { GameReport, RuledScore } from '../referee/report.js';
import type { GameScore } from '../score/score-types.js';
import { gameHeading, linesOf, wrapped } from './text.js';

/** The count of one game for a terminal of 80 columns: what lies on the board, then a row a ruleset that adds up from left to right. */
export function scoreText(report: GameReport): string {
  const scores = report.scores ?? [];
  const lines = [...gameHeading(report)];
  const first = scores.find(({ score }) => score)?.score;
  if (!first) {
    lines.push(
      `not scored: ${scores[0]?.notScoredBecause ?? report.notScoredBecause}`,
      ...aheadLines(report),
      ...openLines(report),
      '',
    );
    return linesOf(lines);
  }
  lines.push(
    `dead stones: ${first.life.source}; confidence in the margin ${confidenceOf(first).toFixed(2)}`,
    '',
  );
  const counts = new Set<string>();
  for (const { score } of scores) {
    if (!score) continue;
    const count = countLines(score);
    const text = count.join('\n');
    if (counts.has(text)) continue;
    if (counts.size > 0) lines.push('', 'with every stone alive, as the last passes ended it:');
    counts.add(text);
    lines.push(...count);
  }
  lines.push('', ruleHead());
  for (const ruled of scores) lines.push(ruleLine(ruled), ...chargeLines(ruled));
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
    `an estimate, not a score: ${playerName(color)} was ahead on the board, chance ${confidence.toFixed(2)},`,
    `  four of five such games end between ${aheadRange(report).replace(' to ', ' and ')}`,
  ];
}

/** The points of such a board that neither player holds surely. */
function openLines({ ahead, record }: GameReport): string[] {
  if (!ahead) return [];
  const points = ahead.open.map((point) => formatPoint(point, record.width, record.height)).join(' ');
  return wrapped(`  open points: ${points === '' ? 'none' : points}`);
}

const LABEL = 44;
const SIDE = 8;

function countLines(score: GameScore): string[] {
  const { black, white } = score;
  const lines = [' '.repeat(LABEL) + 'Black'.padStart(SIDE) + 'White'.padStart(SIDE)];
  const add = (label: string, ofBlack: number, ofWhite: number): void => {
    lines.push(label.padEnd(LABEL) + String(ofBlack).padStart(SIDE) + String(ofWhite).padStart(SIDE));
  };
  add('stones on the board', black.stones, white.stones);
  if (black.dead + white.dead > 0) add('  of them dead', black.dead, white.dead);
  add('points surrounded', black.territory, white.territory);
  const inSeki = [black.sekiPoints - black.fills, white.sekiPoints - white.fills] as const;
  if (inSeki[0] + inSeki[1] > 0) add('  of them in seki', ...inSeki);
  if (black.fills + white.fills > 0) add('  of them to be filled', black.fills, white.fills);
  add('stones captured in play', black.prisoners, white.prisoners);
  if (black.passes + white.passes > 0) add('passes', black.passes, white.passes);
  add('area: living stones and points', areaOf(black), areaOf(white));
  add(
    'territory: points, captured and dead stones',
    black.territory + black.prisoners + white.dead,
    white.territory + white.prisoners + black.dead,
  );
  if (score.dame > 0) lines.push('unfilled dame'.padEnd(LABEL) + String(score.dame).padStart(SIDE));
  return lines;
}

function areaOf({ stones, dead, territory }: GameScore['black']): number {
  return stones - dead + territory;
}

const WIDTHS = [6, 5, 7, 7, 6] as const;

function ruleHead(): string {
  return ruleRow('ruleset', 'counting', ['count', 'seki', 'passes', 'handi.', 'komi'], 'result', 'declared');
}

function ruleLine({ ruleset, score, notScoredBecause, settlement }: RuledScore): string {
  const name = ruleset?.name ?? 'unknown';
  if (!score) return `${name.padEnd(20)} ${notScoredBecause}`;
  const agrees = { confirmed: 'same', 'winner-only': 'same', 'not-checked': '', 'not-scorable': '' };
  const declared =
    settlement.verdict in agrees ? agrees[settlement.verdict as keyof typeof agrees] : 'differs';
  return ruleRow(name, COUNTING[score.counting], addends(score), resultOf(score), declared);
}

/** What a convention of the server adds to the result, where the row alone does not add up to it. */
function chargeLines({ score }: RuledScore): string[] {
  const charged = score?.conventions.filter(({ name }) => name === 'protective-moves') ?? [];
  return charged.flatMap(({ halves, text }) => wrapped(`  with ${signed(halves)}: ${text}`));
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

/** What the declared result looks like beside the record's own ruleset; under others it may well differ. */
function verdictLines(ruled: RuledScore, rulesets: number): string[] {
  const { settlement, ruleset, rulesetSource } = ruled;
  if (rulesets > 1 && rulesetSource === 'option') return [];
  const because = settlement.explanation === '' ? '' : `: ${settlement.explanation}`;
  return wrapped(
    `declared result under ${ruleset?.name ?? 'unknown rules'}: ${settlement.verdict}${because}`,
  );
}
