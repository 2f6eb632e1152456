import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gameLines } from '../../src/report/output/html/report.js';
import { rulingSheet } from '../../src/report/output/ruling-sheet.js';
import { LANGUAGES } from '../../src/core/words/languages.js';
import { WORDS } from '../../src/core/words/all.js';
import { termOf } from '../../src/core/words/template.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { type Decision, movesDigest } from '../../src/referee/judge/decisions.js';
import type { AnalyzeOptions } from '../../src/referee/judge/options.js';
import type { GameReport } from '../../src/referee/judge/report.js';
import { rulesetByName } from '../../src/go/rules/rulesets.js';

function report(
  name: string,
  options: Partial<AnalyzeOptions> = {},
  change = (sgf: string): string => sgf,
): GameReport {
  const text = readFileSync(new URL(`../../samples/${name}.sgf`, import.meta.url), 'utf8');
  return analyze(change(text), { ...options, keepBoard: true }).games[0]!;
}

/** The cells of the outcomes, row by row; of the count, which stands beside the board, for `count`. */
function tableOf(sheet: string, which: 'outcomes' | 'count' = 'outcomes'): string[][] {
  const isCount = (table: string): boolean => /<\/table>\s*<\/div>/.test(table);
  const table = sheet
    .split('<table>')
    .slice(1)
    .find((one) => isCount(one) === (which === 'count'));
  return (table ?? '')
    .split('</table>')[0]!
    .split('<tr>')
    .slice(1)
    .map((row) => [...row.split('</tr>')[0]!.matchAll(/>([^<]+)</g)].map(([, cell]) => cell!.trim()))
    .map((cells) => cells.filter((cell) => cell !== ''));
}

/** The lines of the question. */
const questionsOf = (sheet: string): string[] =>
  [
    ...sheet
      .split('<h2>Question</h2>')[1]!
      .split('</section>')[0]!
      .matchAll(/<p>([^\n]+)<\/p>/g),
  ].map(([, text]) => text!);

const boardsIn = (sheet: string): number => sheet.split('<figure>').length - 1;

test('the words for article and rule are in the language of the sheet', () => {
  const sheet = rulingSheet(report('ko/basic-ko-retaken'), { language: 'ja' });
  expect(sheet).toContain('<small> Japanese 1989 第14条</small>');
});

test.each([
  ['s1-aga', 'en', 'ring: last move; square: territory'],
  ['winner-flips', 'de', 'Ring: letzter Zug; durchgekreuzt: toter Stein; Quadrat: Gebiet'],
  ['s4-seki-aga', 'en', 'ring: last move; small cross: dame; diamond: point in seki'],
] as const)('the legend has what is drawn, and nothing else: %s, %s', (name, language, legend) => {
  expect(rulingSheet(report(`scored/${name}`), { language })).toContain(`<p class="marks">${legend}</p>`);
});

test.each([
  [
    'winner-flips',
    'en',
    ['Black', 'White'],
    ['territory: points, captured and dead stones', '25', '18'],
    ['Komi', '6.5'],
  ],
  [
    's4-seki-aga',
    'de',
    ['Schwarz', 'Weiß'],
    ['Fläche: lebende Steine und Punkte', '6', '4'],
    ['Komi', '7,5'],
  ],
] as const)('the count stands beside the final board: %s, %s', (name, language, head, total, komi) => {
  const cells = tableOf(rulingSheet(report(`scored/${name}`), { language }), 'count');
  expect(cells[0]).toEqual(head);
  expect(cells).toContainEqual(total);
  expect(cells.at(-1)).toEqual(komi);
  const { score } = report(`scored/${name}`);
  expect(cells[1]!.slice(1)).toEqual([score!.black.stones, score!.white.stones].map(String));
});

test('no count beside the boards of a move', () => {
  expect(tableOf(rulingSheet(report('ko/basic-ko-retaken')), 'count')).toEqual([]);
});

test('a repetition: boards before and after it, the position that it repeats, the article, the outcomes by rule 8', () => {
  const sheet = rulingSheet(report('ko/triple-ko-aga'));
  expect(boardsIn(sheet)).toBe(3);
  expect(sheet.match(/class="flag/g)).toHaveLength(1);
  for (const words of [
    'Move 6 (White K3) restores',
    'AGA Concise Rules, rule 6: situational superko',
    'After move 6',
  ])
    expect(sheet).toContain(words);
  expect(tableOf(sheet)).toEqual([
    ['Recorded result', 'RE', 'B+R (Black)'],
    ['The move stands', 'Official AGA Rules, rule 8', 'B+R (Black)'],
    ['Both players agree to go back to before the move', 'Official AGA Rules, rule 8', '–'],
  ]);
});

const KO = 'Whoever has just lost a single stone in a ko may not take back at once.';

test.each(LANGUAGES)(
  'the article with its number, in our words, and the address of its text: %s',
  (language) => {
    const { article, inOurWords, source } = WORDS[language].sheet;
    const address = 'cs.cmu.edu/~wjh/go/rules/Japanese.html';
    const sheet = rulingSheet(report('ko/basic-ko-retaken'), { language });
    const parts = [
      `<h2>${article}</h2>\n<p>${termOf('Japanese 1989, article 6', WORDS[language])}${language === 'en' ? ': basic ko' : ''}</p>`,
      `<dt>${inOurWords}</dt>\n<dd>${termOf(KO, WORDS[language])}</dd>`,
      `<dt>${source}</dt>`,
      `<a href="https://${address}">${address}</a>)</dd>`,
    ];
    for (const part of parts) expect(sheet).toContain(part);
  },
);

test('an error precedes an earlier warning', () => {
  const [game] = analyze('(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[ee];W[ed];W[dd];B[ee])', {
    keepBoard: true,
  }).games;
  expect(game!.findings.map(({ code }) => code).slice(-2)).toEqual(['move/out-of-turn', 'move/occupied']);
  expect(rulingSheet(game!)).toMatch(/<section>\s*<h2>[^<]*<\/h2>\s*<p>Move 4 \(Black E5\)/);
});

test('a move that is given is the one in question', () => {
  const sheet = rulingSheet(report('ko/triple-ko-aga'), { move: 2 });
  expect(boardsIn(sheet)).toBe(2);
  expect(tableOf(sheet)).toEqual([]);
});

test.each(['scored/s5-wrong-winner', 'ko/triple-ko-aga'])(
  'a move without a question has its boards alone, although the game has one: %s',
  (name) => {
    const sheet = rulingSheet(report(name), { move: 2 });
    expect([...sheet.matchAll(/<p>([^\n]+)<\/p>/g)].map(([, text]) => text)).toEqual([
      'Move 2 raises no question.',
      ...['Referee', 'Black', 'White'],
    ]);
  },
);

test.each([
  [
    'that no usual komi explains',
    'RE[B+3]',
    'With komi 2, the recorded result would be right',
    'B+3 (Black)',
  ],
  ['that only an absurd komi would', 'RE[B+30]', undefined, ''],
  ['that is right', 'RE[W+1.5]', undefined, ''],
  ['without a margin', 'RE[B+]', undefined, ''],
])('what the record says, what the board gives, and the komi of a result %s', (_, re, komi, result) => {
  const game = report('header/komi-and-result-disagree', {}, (sgf) => sgf.replace(/RE\[[^\]]*\]/, re));
  const [, declared, counted, ...others] = tableOf(rulingSheet(game));
  expect(declared?.[0]).toBe('Recorded result');
  expect(counted).toEqual(['As counted', 'W+1.5 (White)']);
  expect(others).toEqual(komi === undefined ? [] : [[komi, result]]);
});

test('a game that was counted: the final board, and the counting that its rules know', () => {
  const sheet = rulingSheet(report('scored/winner-flips'));
  expect(boardsIn(sheet)).toBe(1);
  expect(tableOf(sheet)).toEqual([
    ['Territory counting'],
    ['Recorded result', 'RE: confirmed', 'B+0.5 (Hana)'],
    ['As counted', 'B+0.5 (Hana)'],
  ]);
});

test('a group in question: what the game becomes where it lives, and where it is dead', () => {
  const game = report('scored/winner-flips', {}, (sgf) => sgf.replace('RE[B+0.5]', 'RE[W+4.5]'));
  expect(tableOf(rulingSheet(game))).toEqual([
    ['Territory counting'],
    ['Recorded result', 'RE: unsure', 'W+4.5 (Olav)'],
    ['As counted', 'B+0.5 (Hana)'],
    ['White’s group at D6 lives', 'W+4.5 (Olav)'],
    ['White’s group at D6 is dead', 'B+0.5 (Hana)'],
  ]);
});

test('what was decided stands on it, else there are lines to write on', () => {
  const by = { name: 'A. Referee', date: '2026-11-22', reason: 'both agreed' };
  const decisions = [{ ...by, game: '21ac3014f574e5c5', accepted: [6] }];
  const sheet = rulingSheet(report('ko/triple-ko-aga', { decisions }));
  expect(sheet).toContain('move 6 accepted: decided by A. Referee on 2026-11-22: both agreed');
  expect(sheet).not.toContain('class="blank"');
  expect(sheet.split('decided by A. Referee')).toHaveLength(2);
  expect(rulingSheet(report('ko/triple-ko-aga'))).toContain('class="blank"');
});

test.each([
  ['a declared result', { result: 'W+F' }],
  ['a group', { alive: ['D6'] }],
])('a decision stands on it once: %s', (_, change) => {
  const by = { name: 'A. Referee', date: '2026-11-22', reason: 'both agreed' };
  const decisions = [{ ...by, game: 'aada75478b9d941c', ...change }];
  const sheet = rulingSheet(report('scored/winner-flips', { decisions }));
  expect(sheet.split('decided by A. Referee')).toHaveLength(2);
});

test('names are text, and the page loads nothing', () => {
  const sheet = rulingSheet(
    report('ko/triple-ko-aga', {}, (sgf) => sgf.replace('PB[Black]', 'PB[<img src=x onerror=alert(1)>]')),
  );
  expect(sheet).toContain('&lt;img src=x');
  expect(sheet).not.toMatch(/<(?:img|script|link|iframe)|\bsrc="|url\(/);
});

test.each(LANGUAGES)('every label is there in %s, with its number or point', (language) => {
  const words = WORDS[language].sheet;
  for (const [name, label] of Object.entries(words)) {
    const english = WORDS.en.sheet[name as keyof typeof words];
    const placesIn = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
    expect([name, placesIn(label)]).toEqual([name, placesIn(english)]);
    expect(label).not.toBe('');
  }
  const sheet = rulingSheet(report('ko/triple-ko-aga'), { language });
  expect(sheet).toContain(`<html lang="${language}">`);
  expect(sheet).toContain(words.outcomes);
  expect(sheet).not.toMatch(/\{(?:move|point)\}/);
});

/** 9x9: 24 points and two dead stones for Black, 23 points for White, and one dame left open. */
const DAME =
  'SZ[9]KM[6.5]RE[W+3.5];B[ae];W[ee];B[be];W[fe];B[ce];W[af];B[de];W[bf];B[ge];W[cf];B[he];W[df];B[ie];W[ef];B[cd];W[ff];B[dd];W[gf];B[fd];W[hf];B[ec];W[if];B[gc];W[cg];B[bb];W[dg];B[cb];W[gg];B[eb];W[db];B[hb];W[eh];B[ca];W[da];B[ea];W[];B[]TB[aa][ba][da][fa][ga][ha][ia][ab][db][fb][gb][ib][ac][bc][cc][dc][fc][hc][ic][ad][bd][gd][hd][id]TW[ag][bg][eg][fg][hg][ig][ah][bh][ch][dh][fh][gh][hh][ih][ai][bi][ci][di][ei][fi][gi][hi][ii]';

test.each([
  ['finland', true],
  ['japanese', true],
  ['aga', false],
] as const)(
  'open dame under the rules %s: that they hold no territory by the letter is said: %s',
  (name, isSaid) => {
    const { games } = analyze(`(;GM[1]FF[4]${DAME})`, { rules: rulesetByName(name), keepBoard: true });
    expect(games[0]!.score?.dame).toBeGreaterThan(0);
    expect(rulingSheet(games[0]!).includes('Strictly, ')).toBe(isSaid);
  },
);

test('the data of a page hold the count without the move, as the sheet of the command does', () => {
  const sgf =
    '(;GM[1]FF[4]SZ[5]KM[0.5]RU[AGA]RE[B+4.5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[ee];B[bb];W[ec];W[de])';
  const [game] = analyze(sgf, { keepBoard: true }).games;
  const text = gameLines(game!);
  expect(text).toContain('"back":{"move":13,"margins":{"resultAreaHalves":11,');
});

test('a sheet of a game that asks nothing says so, in its language', () => {
  const confirmed = report('scored/s5-nine-by-nine-japanese');
  expect(rulingSheet(confirmed)).toContain('<p>No open question: W+3.5 is declared, and counted</p>');
  expect(rulingSheet(confirmed, { language: 'de' })).toContain('Keine offene Frage: W+3.5 ist angegeben');
});

test('a sheet of a game without a result asks for it, and one of a game resigned after a ko is about the ko', () => {
  expect(rulingSheet(report('endings/stopped'))).toContain('<p>The record states no result (RE)</p>');
  const [game] = analyze(
    '(;GM[1]FF[4]SZ[5]KM[6.5]RU[Japanese]RE[W+R];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])',
    { keepBoard: true },
  ).games;
  expect(rulingSheet(game!)).toContain('<p>Move 9 (Black C4) takes the ko back at once');
});

test('a declared margin is written as the count, and a nick as the name in the results table', () => {
  const confirmed = report('scored/s5-nine-by-nine-japanese', {}, (sgf) =>
    sgf
      .replace('RE[W+3.5]', 'RE[W+3.50]')
      .replace(/PB\[[^\]]*\]/, 'PB[longnick23]')
      .replace(/PW\[[^\]]*\]/, 'PW[Anna Berg]'),
  );
  const players = { black: 'Olle Ek', white: 'Berg, Anna' };
  const sheet = rulingSheet(confirmed, { table: { table: 'club.csv', round: 1, result: 'W+', players } });
  expect(sheet).toContain('<p>No open question: W+3.5 is declared, and counted</p>');
  expect(sheet).toMatch(/<title>Ruling: Olle Ek – Anna Berg<\/title>/);
  expect(sheet).not.toContain('longnick23');
});

test.each([
  ['en', 'Ing Goe rules (SST 1991, 1996): counting'],
  ['de', 'Ing Goe rules (SST 1991, 1996)'],
] as const)('rules without a known article are cited by their title: %s', (language, cited) => {
  const differs = report('endings/four-passes-ing', {}, (sgf) => sgf.replace(/RE\[[^\]]*\]/, 'RE[B+3.50]'));
  expect(rulingSheet(differs, { language })).toContain(`<p>${cited}</p>`);
});

test('without rules the sheet cites what all rules share', () => {
  const unruled = report('ko/basic-ko-retaken', {}, (text) => text.replace('RU[Japanese]', ''));
  expect(rulingSheet(unruled)).toContain('<p>what all rules share: basic ko</p>');
  expect(rulingSheet(unruled, { language: 'de' })).toContain('<p>was alle Regeln gemeinsam haben</p>');
});

const BY = { name: 'A. Referee', date: '2026-11-22', reason: 'late', game: 'e4f5807b18e008c3' };

test.each([
  ['B+F', 'by the ruling Black wins', ''],
  ['W+3.5', 'by the ruling White wins', ''],
  ['W+3.5', 'White wins', 'no names'],
  ['0', 'nobody wins', ''],
  ['Void', 'nobody wins', ''],
])('a decided result names the winner in words and the rule stays: %s, %s', (result, words, names) => {
  const anonymous = (sgf: string): string => (names === '' ? sgf : sgf.replaceAll(/P[BW]\[[^\]]*\]/g, ''));
  const decided = report('scored/s5-wrong-winner', { decisions: [{ ...BY, result }] }, anonymous);
  const sheet = rulingSheet(decided);
  expect(sheet).toContain(`<p>result ${result} (${words}): decided by A. Referee on 2026-11-22: late</p>`);
  expect(questionsOf(sheet)).toEqual(questionsOf(rulingSheet(report('scored/s5-wrong-winner'))));
  expect(sheet).toContain('<p>Japanese 1989, article 10: counting</p>');
  expect(rulingSheet(decided, { language: 'de' })).toContain(`(${termOf(words, WORDS.de)}): entschieden`);
});

const flips = (sgf: string): string => sgf.replace('RE[B+0.5]', 'RE[W+4.5]');
/** Move 26 on the stone of move 8. */
const misprinted = (sgf: string): string => sgf.replace('W[ch]', 'W[cg]');
const QUESTION = 'W+4.5 is declared, B+0.5 counted; it would be true if White D6 (2 stones) were alive';

describe('the question', () => {
  const difference = {
    table: 'club.csv',
    round: 3,
    result: 'B+0.5',
    reason: 'result differs: table B+0.5, record W+4.5',
  };
  const decide = (change: Partial<Decision>, edit: (sgf: string) => string): GameReport => {
    const game = movesDigest(report('scored/winner-flips', {}, edit).record);
    return report(
      'scored/winner-flips',
      { countRepairs: true, decisions: [{ ...BY, game, ...change }] },
      edit,
    );
  };

  test('says what is declared, what was counted, what would make it true, and how a table differs', () => {
    const game = report('scored/winner-flips', {}, flips);
    expect(questionsOf(rulingSheet(game))).toEqual([QUESTION]);
    expect(questionsOf(rulingSheet(game, { table: difference }))).toEqual([
      QUESTION,
      'Result differs: table B+0.5, record W+4.5',
    ]);
    const german = rulingSheet(game, { language: 'de' });
    expect(german).toContain(
      '<p>Angegeben W+4.5, gezählt B+0.5; es träfe zu, wenn Weiß D6 (2 Steine) lebte</p>',
    );
  });

  test('where a group in doubt turns the winner is who wins by it', () => {
    const open = report('scored/winner-flips', {}, (sgf) => sgf.replace('RE[B+0.5]', 'RE[?]'));
    const args = { stones: 2, points: 10, groups: 'White D6' };
    const found = [{ ...open.findings[0]!, code: 'dead/uncertain', severity: 'note', args }];
    const score = open.score!;
    const chains = score.life.chains.map((one) => ({
      ...one,
      source: 'estimated' as const,
      probability: one.dead ? 0.6 : 0.99,
    }));
    const findings = found as unknown as GameReport['findings'];
    const doubtful = { ...open, findings, score: { ...score, life: { ...score.life, chains } } };
    const sheet = rulingSheet(doubtful);
    expect(questionsOf(sheet)).toEqual(['W+4.5 if the group at D6 lives, B+0.5 if not']);
  });

  test('about a table comes first where nothing graver is asked, before a decision and after it', () => {
    const asked = { table: difference, tableQuestion: difference.reason };
    const questions = ['Result differs: table B+0.5, record W+4.5', 'Is the table right, or the record?'];
    expect(questionsOf(rulingSheet(report('scored/winner-flips'), asked))).toEqual(questions);
    const decided = decide({ result: 'B+0.5' }, (sgf) => sgf);
    expect(questionsOf(rulingSheet(decided, asked))).toEqual(questions);
  });

  test('about a table keeps what is unsure of the count', () => {
    const open = report('scored/winner-flips', {}, flips);
    const unsure = { ...open, settlement: { ...open.settlement!, verdict: 'unsure' as const } };
    const asked = { table: difference, tableQuestion: difference.reason };
    expect(questionsOf(rulingSheet(unsure, asked))).toEqual([
      'Result differs: table B+0.5, record W+4.5',
      'Is the table right, or the record?',
      'W+4.5 is declared, B+0.5 counted; it would be true if White D6 (2 stones) were alive',
    ]);
  });

  test('of a decided game that raised none says so of the time before, and RE has no verdict', () => {
    for (const change of [{ alive: ['D6'] }, { result: 'W+4.5' }]) {
      const sheet = rulingSheet(decide(change, (sgf) => sgf));
      expect(questionsOf(sheet)).toEqual(['B+0.5 is declared, and was counted before the decision']);
      expect(sheet).not.toMatch(/RE: (?:contradicted|explained|confirmed)/);
    }
  });

  test.each<[string, Partial<Decision>, (sgf: string) => string]>([
    ['a group', { alive: ['D6'] }, flips],
    ['a komi', { komi: 7.5 }, flips],
    ['a result', { result: 'W+4.5' }, flips],
    ['a repair', { repair: '26:C3>C2' }, misprinted],
  ])('stays on the sheet once %s has been decided, with what it could lead to', (_, change, edit) => {
    const before = report('scored/winner-flips', { countRepairs: true }, edit);
    const after = decide(change, edit);
    const [open, decided] = [rulingSheet(before), rulingSheet(after)];
    expect(questionsOf(decided)).toEqual(questionsOf(open));
    const namesIn = (sheet: string): string[] =>
      tableOf(sheet)
        .map(([name = '']) => name)
        .slice(3);
    expect(namesIn(decided)).toEqual(namesIn(open));
    expect(gameLines(after)).toContain('"before":{"findings":');
    for (const { move } of before.findings)
      if (move !== undefined) expect(rulingSheet(after, { move })).not.toContain('raises no question');
  });

  test('of a misprinted record names the misprint, and the outcomes have what it gives put right', () => {
    const sheet = rulingSheet(report('scored/winner-flips', { countRepairs: true }, misprinted));
    expect(questionsOf(sheet)).toEqual([
      'B+0.5 is declared, B+0.5 counted',
      expect.stringMatching(/^Move 26 \(White C3\) is probably a misprint of C2/),
    ]);
    expect(tableOf(sheet).slice(2)).toEqual([
      ['With the moves as written', 'B+0.5 (Hana)'],
      ['Move 26: C2 in place of C3', '99 %', 'B+0.5 (Hana)'],
    ]);
  });

  test.each(LANGUAGES)('of a misprint, its outcomes and its decision have no notation: %s', (language) => {
    const open = report('scored/winner-flips', { countRepairs: true }, misprinted);
    for (const game of [open, decide({ repair: '26:C3>C2' }, misprinted)]) {
      const sheet = rulingSheet(game, { language });
      expect(sheet).toMatch(/<[^>]+>[^<]*26[^<]*C2[^<]*</);
      expect(sheet).not.toContain('26:C3');
    }
  });

  test.each([
    [{ repair: '26:C3>C2' }, 'en', 'Move 26: C2 in place of C3'],
    [{ komi: 6.5, repair: '26:C3>C2' }, 'en', 'komi 6.5, move 26: C2 in place of C3'],
    [{ komi: 6.5, repair: '26:C3>C2' }, 'de', ', Zug 26: C2 statt C3'],
    [{ komi: 6.5, repair: '26:C3>C2' }, 'fr', 'komi de 6,5, coup 26 : C2 au lieu de C3'],
  ] as const)('a decision %j begins one sentence: %s', (change, language, said) => {
    expect(rulingSheet(decide(change, misprinted), { language })).toContain(said);
  });
});
