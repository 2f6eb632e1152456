import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulingSheet } from '../../src/report/output/ruling-sheet.js';
import { RULESETS } from '../../src/go/rules/rulesets.js';
import { reportOf } from '../support/one-game.js';

/** White retakes a ko at once with move 10. */
const KO = 'SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb]';
const SEND = 'SZ[5:4]AB[ab][bb][cc][dc][ec]AW[ba][da][cb][db]PL[W];W[aa];B[ca];W[ba];B[];W[aa]';
const TRIPLE =
  'SZ[12:4]AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc];B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]';
/** Black walls off 10 points of 5x5 and White 5: 15 against 10 by area, B+4.5. */
const WALLS = 'SZ[5]KM[0.5]RE[B+4.5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de]';
/** White plays E3, a point of his own, and then takes the last dame, D1; without both 15 against 9. */
const LAST_DAME = WALLS.replace('W[de]', 'W[ee];B[bb];W[ec];W[de]');

/** Games by their situation. The sheet is about the move; every ruleset that finds the code at that move has one. */
const GAMES: readonly (readonly [code: string, name: string, move: number, sgf: string])[] = [
  ['move/ko', 'last', 10, KO],
  ['move/ko', 'answered', 10, `${KO};B[dd]`],
  ['move/superko-positional', 'sending two', 3, SEND.slice(0, SEND.indexOf(';B[];'))],
  ['move/superko-positional', 'triple ko', 6, TRIPLE],
  ['move/superko-situational', 'sending two again', 5, SEND],
  ['move/superko-situational', 'triple ko', 6, TRIPLE],
  ['move/superko-natural', 'sending two again', 5, SEND],
  ['move/superko-natural', 'triple ko', 6, TRIPLE],
  ['move/repetition', 'sending two', 3, SEND.slice(0, SEND.indexOf(';B[];'))],
  ['move/repetition', 'triple ko', 6, TRIPLE],
  ['move/ko-undecided', 'cycle of four', 4, 'SZ[4:1]AW[ca];B[aa];W[da];B[ba];W[ca]'],
  ['move/self-capture', 'one stone', 4, 'SZ[5];B[ab];W[ee];B[ba];W[aa]'],
  ['move/self-capture', 'two stones', 6, 'SZ[5];B[ab];W[ba];B[bb];W[ee];B[ca];W[aa]'],
  ['move/out-of-turn', 'two in a row', 3, 'SZ[9];B[ee];W[cc];W[gg]'],
  ['move/out-of-turn', 'two in a row, answered', 3, 'SZ[9];B[ee];W[cc];W[gg];B[gc]'],
  ['move/out-of-turn', 'two in a row, counted', 13, LAST_DAME],
  ['move/out-of-turn', 'resumed by the last passer', 13, `${WALLS};B[];W[];W[ed]`],
  ['move/out-of-turn', 'resumed by the last passer, answered', 13, `${WALLS};B[];W[];W[ed];B[bc]`],
  ['move/occupied', 'last', 2, 'SZ[9];B[ee];W[ee]'],
  ['move/occupied', 'counted', 11, `${WALLS};B[dc]`],
  ['move/off-board', 'last', 2, 'SZ[9];B[ee];W[pp]'],
  ['move/after-end', 'after four passes', 7, 'SZ[5];B[cc];W[bb];B[];W[];B[];W[];B[dd];W[]'],
  ['move/after-end', 'after a capture', 4, 'SZ[5];B[ab];W[aa];B[ba];W[cc]'],
  ['move/both-colors', 'one node', 2, 'SZ[9];B[ee]W[cc]'],
  ['move/with-setup', 'one node', 1, 'SZ[9]AB[cc]W[ee]'],
  ['move/resigner-moved-last', 'resignation', 3, 'SZ[9]RE[W+R];B[ee];W[cc];B[gg]'],
  ['move/malformed', 'last', 2, 'SZ[9];B[ee];W[c3]'],
];

const textIn = (html: string): string =>
  html
    .replace(/<small> ([^<]*)<\/small>/g, ' <$1>')
    .replace(/<\/?(?!small)[a-z][^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', '');

/** What a sheet says of the rule, and its outcomes: `name <article> = results`, then remarks. */
function saidOn(sheet: string): string[] {
  const part = (heading: string): string =>
    new RegExp(`<h2>${heading}</h2>([^]*?)</section>`).exec(sheet)?.[1] ?? '';
  const rule = [...part('Rule').matchAll(/<(?:p|dd)>([^\n]*?)<\/(?:p|dd)>/g)].map(([, text]) =>
    textIn(text!),
  );
  const outcomes = part('Outcomes');
  const rows = [...outcomes.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>([^\n]*?)<\/t[hd]>/g)].map(([, cell]) => textIn(cell!)).filter(Boolean),
  );
  const lines = rows.map(([name, ...cells]) =>
    cells.length === 0 ? (name ?? '') : `${name!} = ${cells.join(', ')}`,
  );
  const remarks = [...outcomes.matchAll(/<p>([^\n]*?)<\/p>/g)].map(([, text]) => textIn(text!));
  return [rule.slice(0, 2).join(' | '), lines.join('; ') || '-', remarks.join(' | ') || '-'];
}

test('what the sheets about moves say, under every ruleset that has the finding', () => {
  const file = new URL('sheets.tsv', import.meta.url);
  const rows = GAMES.flatMap(([code, name, move, sgf]) =>
    RULESETS.flatMap((rules) => {
      const report = reportOf(`(;GM[1]FF[4]${sgf})`, { rules, keepBoard: true });
      const found = report.findings.find((one) => one.move === move && one.code.startsWith('move/'));
      if (found?.code !== code) return [];
      return [[code, name, rules.name, ...saidOn(rulingSheet(report, { move }))].join('\t')];
    }),
  );
  const text = `${['code\tgame\truleset\trule\toutcomes\tremarks', ...rows].join('\n')}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
  for (const code of new Set(GAMES.map(([one]) => one))) expect(text).toContain(`\n${code}\t`);
});
