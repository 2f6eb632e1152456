import { formatHalves, formatResult, signed } from '../../columns/numbers.js';
import type { PlainScore } from '../../output/html/report-data.js';
import { el } from './dom.js';

/** What lies on the final board, and both countings from it to their results. */
export function countTables({ black, white, score, basis }: PlainScore, deadSource: string): HTMLElement[] {
  const sides: (readonly [string, number, number])[] = [
    ['Stones on the board', black.stones, white.stones],
    ['Of them dead', black.dead, white.dead],
    ['Points surrounded', black.territory, white.territory],
    ['Of them in seki', black.sekiPoints - black.fills, white.sekiPoints - white.fills],
    ['Of them to be filled', black.fills, white.fills],
    ['Stones captured in play', black.prisoners, white.prisoners],
    ['Passes', black.passes, white.passes],
    [
      'Area: living stones and points',
      black.stones - black.dead + black.territory,
      white.stones - white.dead + white.territory,
    ],
    [
      'Territory: points, captured and dead stones',
      black.territory + black.prisoners + white.dead,
      white.territory + white.prisoners + black.dead,
    ],
  ];
  const board = table(
    ['On the board', 'Black', 'White'],
    sides
      .filter(([name, b, w], i) => i > 5 || b + w > 0 || name === 'Stones on the board')
      .map(([name, b, w]) => [name, String(b), String(w)]),
  );
  const beyond = score.territoryHalves - 2 * basis.territory;
  const applied = (name: string): string => (score.counting === name ? ' (applied)' : '');
  const komiHalves = signed(-score.komiHalves || 0);
  const results = table(
    ['Counting', `Area${applied('area')}`, `Territory${applied('territory')}`],
    [
      ['Black less White', signed(score.areaHalves), signed(2 * basis.territory)],
      ['Passes and seki', '0', signed(beyond)],
      ['Handicap', signed(-score.compensationHalves || 0), '0'],
      ['Komi', komiHalves, komiHalves],
      ['Result', formatResult(score.resultAreaHalves), formatResult(score.resultTerritoryHalves)],
    ],
  );
  const komi = { file: 'of the file', option: 'given', ruleset: 'of the ruleset', assumed: 'assumed' }[
    score.komiSource
  ];
  const words = `Dead stones: ${deadSource}. Confidence in the margin ${score.confidence.toFixed(2)}. Komi ${formatHalves(score.komiHalves)}, ${komi}. Dame: ${String(score.dame)}.`;
  return [board, results, el('p', {}, words)];
}

/** A small table: the first column names rows, the others hold numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...head.map((name) => el('th', { scope: 'col' }, name)))),
      el(
        'tbody',
        {},
        ...rows.map(([name = '', ...numbers]) =>
          el('tr', {}, el('th', { scope: 'row' }, name), ...numbers.map((number) => el('td', {}, number))),
        ),
      ),
    ),
  );
}
