import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GAME_TABLE, tally } from '../../../src/report/columns/games.js';
import { crosscheck } from '../../../src/toolkit/event/crosscheck.js';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import { listGames, listQuery } from '../../../src/report/list/list-games.js';
import {
  addCounts,
  auditSummary,
  countGame,
  countOutside,
  countsByNeed,
  noCounts,
  relist,
  summaryJson,
  unreadText,
  worklistText,
} from '../../../src/report/output/summary.js';
import { finding } from '../../../src/core/findings/finding.js';
import { analyze, type AnalyzeOptions } from '../../../src/referee/judge/analyze.js';
import {
  byGravity,
  moreUrgent,
  openQuestion,
  RULING_NEEDS,
  type GameReport,
} from '../../../src/referee/judge/report.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../../samples/${name}.sgf`, import.meta.url), 'utf8');

function reportOf(text: string, options: Partial<AnalyzeOptions> = {}): GameReport {
  return analyze(text, { file: 'a.sgf', ...options }).games[0]!;
}

/** Black wins by half a point; the three White stones at D6 are dead, and White would win if they lived. */
const FLIPS = sample('scored/winner-flips');
const UNFINISHED = '(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc])';
/** B+12.5 is declared, and White wins by 3.5. */
const WRONG = sample('scored/s5-wrong-winner');
const KO = sample('ko/basic-ko-retaken');
/** A last move that no reply accepted. */
const LAST = '(;GM[1]FF[4]SZ[5]RU[AGA];B[aa];W[ba];B[ee];W[ab];B[aa])';

/** The game with another declared result, where the verdict on D6 is as sure as `chance`. */
function doubtful(result: string, chance: number): GameReport {
  const report = reportOf(FLIPS.replace('RE[B+0.5]', result === '' ? '' : `RE[${result}]`));
  const score = report.score!;
  const dead = score.life.chains.filter((one) => one.dead);
  const chains = score.life.chains.map((one) => ({
    ...one,
    source: 'estimated' as const,
    probability: dead.some(({ point }) => point === one.point) ? chance : 0.99,
  }));
  // A count that is in doubt is reported as a note.
  const findings = report.findings.map((one) => ({ ...one, severity: 'note' as const }));
  return { ...report, findings, score: { ...score, life: { ...score.life, chains } } };
}

describe('games that need a ruling', () => {
  test.each([
    [
      'a ko retaken at once, which loses the game',
      KO,
      {},
      'illegal-move',
      /^Move 10 \(White B8\) takes the ko back/,
    ],
    [
      'a ko retaken at once, after which play went on',
      KO.replace(/\)\s*$/, ';W[he];B[gf];W[hf];B[gh];W[hg];B[hh];W[gd];B[hd];W[gc])'),
      {},
      'illegal-move',
      /moves before it may be missing or wrong/,
    ],
    [
      'a winner who lost by a sure count',
      WRONG,
      {},
      'winner-differs',
      /^B\+12.5 is declared, W\+3.5 counted$/,
    ],
    [
      'a margin that a sure count contradicts',
      WRONG.replace('B+12.5', 'W+30.5'),
      {},
      'contradicted',
      /^W\+30.5 is declared, W\+3.5 counted/,
    ],
    [
      'a last move that no reply accepted, by AGA rules',
      LAST,
      {},
      'illegal-move',
      /the opponent did not reply/,
    ],
  ] as const)('%s', (_, text, options, need, words) => {
    const question = openQuestion(reportOf(text, options))!;
    expect(question.need).toBe(need);
    expect(question.text).toMatch(words);
  });

  test.each([
    ['no result is declared', '', 'W+4.5 if the group at D6 lives, B+0.5 if not'],
    [
      'the declared winner is right if it lives, the margin not',
      'W+5.5',
      'W+4.5 if the group at D6 lives, B+0.5 if not',
    ],
  ])('a group in doubt on which the winner depends: %s', (_, result, words) => {
    expect(openQuestion(doubtful(result, 0.6))).toMatchObject({ need: 'uncertain-life', text: words });
  });

  test('a sure count names another winner, and only one group judged otherwise leaves a doubt', () => {
    const report = doubtful('W+4.5', 0.99);
    const score = { ...report.score!, confidence: 0.98 };
    const text = 'W+4.5 is declared, B+0.5 counted; it would be true if White D6 (2 stones) were alive';
    expect(openQuestion({ ...report, score })).toMatchObject({ need: 'winner-differs', text });
  });
});

describe('games that need none', () => {
  test.each<[string, GameReport]>([
    ['count and result agree', reportOf(FLIPS)],
    ['the players agreed about a group in doubt', doubtful('B+0.5', 0.6)],
    ['the players declare the result with the group judged otherwise', doubtful('W+4.5', 0.6)],
    ['the group is sure', doubtful('', 0.85)],
    ['the one who lost by the rules has resigned', reportOf(KO.replace('W+R', 'B+R'))],
    ['an illegal last move, and its player forfeited', reportOf(LAST.replace('RU[AGA]', 'RU[AGA]RE[W+F]'))],
    ['the group is sure, and gives another margin', doubtful('W+5.5', 0.85)],
    ['the game was given up', reportOf(FLIPS.replace('B+0.5', 'B+R'))],
    ['the opponent replied', reportOf('(;GM[1]FF[4]SZ[5]RU[AGA];B[aa];W[ba];B[ee];W[ab];B[aa];W[cc])')],
    ['a move on a stone: the record is faulty', reportOf('(;GM[1]FF[4]SZ[5]RU[AGA];B[aa];W[aa])')],
    ['the finding is ignored', reportOf(WRONG, { ignore: new Set(['result/winner-differs']) })],
    ['nothing is scored', reportOf(WRONG, { score: false })],
  ])('%s', (_, report) => {
    expect(openQuestion(report)).toBeUndefined();
  });

  test('a referee has decided', () => {
    const query = listQuery({ columns: ['moves_digest'] });
    if (!query.ok) throw new Error(query.error);
    const game = String(listGames(WRONG, query.value).games[0]!.cells[0]);
    const decision = { game, name: 'A. Referee', date: '2026-11-22', reason: 'agreed', result: 'W+3.5' };
    expect(openQuestion(reportOf(WRONG, { decisions: [decision] }))).toBeUndefined();
  });
});

test('columns have the need and the question', () => {
  const report = reportOf(WRONG);
  const { needs_ruling: need, question } = GAME_TABLE;
  expect([need.of(report, tally([])), question.of(report, tally([]))]).toEqual([
    'winner-differs',
    'B+12.5 is declared, W+3.5 counted',
  ]);
});

test('list: the gravest first, with the filter of the user', () => {
  const wanted = listQuery({ needsRuling: true, where: 'game>0' });
  if (!wanted.ok) throw new Error(wanted.error);
  expect(wanted.value).toMatchObject({
    depth: 'score',
    sort: [{ column: 'needs_ruling', descending: false }],
  });
  const games = [WRONG, KO, FLIPS].flatMap((text) => listGames(text, wanted.value).games);
  expect(games.map(({ cells, keys }) => [cells[0], keys[0]])).toEqual([
    ['winner-differs', RULING_NEEDS.indexOf('winner-differs')],
    ['illegal-move', RULING_NEEDS.indexOf('illegal-move')],
  ]);
});

test('list: the column of decided results scores decided games alone', () => {
  const query = listQuery({ columns: ['result_decided', 'moves_digest'] });
  if (!query.ok) throw new Error(query.error);
  const both = WRONG + FLIPS;
  const by = { name: 'A. Referee', date: '2026-11-22', reason: 'agreed', komi: 0.5 };
  const game = String(listGames(both, query.value).games[1]!.cells[1]);
  const { games } = listGames(both, { ...query.value, reports: 'kept' }, { decisions: [{ ...by, game }] });
  expect(games.map(({ cells, report }) => [cells[0], report!.score !== undefined])).toEqual([
    ['', false],
    ['B+6.5', true],
  ]);
});

test.each([
  ['the more urgent of two', 'contradicted', 'table-differs', 'contradicted'],
  ['the other of none', undefined, 'table-differs', 'table-differs'],
  ['none', undefined, undefined, undefined],
] as const)('gravity: %s', (_, one, other, expected) => {
  expect(moreUrgent(one, other)).toBe(expected);
  expect(moreUrgent(other, one)).toBe(expected);
});

describe('the summary of a run', () => {
  const facts = { elapsedMs: 1000, interrupted: 'no', comparedGames: 0 } as const;

  test('begins with the gravest, whatever the order of the games, and no line is wider than 80 columns', () => {
    const counts = noCounts();
    for (const [i, text] of [WRONG, KO, FLIPS].entries()) {
      const part = noCounts();
      countGame(part, reportOf(text, { file: `${'long/'.repeat(20)}${String(i)}.sgf` }));
      addCounts(counts, part);
    }
    const lines = auditSummary(counts, facts, 'short').split('\n');
    expect(lines[0]).toBe('2 games need a ruling:');
    expect(lines[1]).toMatch(/^- illegal move: long\/.*….*1\.sgf: Move 10/);
    expect(lines.find((line) => line.startsWith('- winner differs'))).toMatch(/0\.sgf/);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    expect(counts.worklist.needs).toEqual({ 'illegal-move': 1, 'winner-differs': 1 });
    expect(auditSummary(counts, facts, 'whole')).toContain(`${'long/'.repeat(20)}1.sgf:`);
  });

  test('counts decided games apart, each once', () => {
    const counts = noCounts();
    const by = { game: '', name: 'A. Referee', date: '2026-11-22', reason: 'agreed' };
    const decisions = [{ ...by, komi: 6.5 }, by];
    for (const more of [{}, { decisions }, { decisions }]) countGame(counts, { ...reportOf(WRONG), ...more });
    const text = auditSummary(counts, facts, 'short');
    expect(text).toMatch(/^1 game needs a ruling:\n- .*\n2 games decided by the referee\n/);
    expect(JSON.parse(summaryJson(counts, facts, ''))).toMatchObject({ decided: 2 });
  });

  /** A game with an error, and one of which an illegal move is only noted. */
  const BROKEN = '(;SZ[9];B[aa];W[aa];B[bb])';
  const NOTED: Partial<GameReport> = { findings: [], replay: { ...reportOf(BROKEN).replay, illegal: 1 } };

  test.each<[string, Partial<GameReport>[], string]>([
    [
      'one needs a ruling, another has an error',
      [reportOf(WRONG), reportOf(BROKEN)],
      "'errors>0' names the games with errors",
    ],
    ['a single game', [reportOf(BROKEN)], ''],
    [
      'an illegal move is an error, another only noted',
      [reportOf(BROKEN), NOTED],
      "'errors>0 or illegal>0' names 2 games with either",
    ],
    ['illegal moves are only noted', [NOTED, NOTED], "'illegal>0' names the games with illegal moves"],
    ['nothing is illegal', [reportOf(FLIPS), reportOf(FLIPS)], ''],
  ])('says how to find broken games, which the list may lack: %s', (_, games, hint) => {
    const counts = noCounts();
    for (const game of games) countGame(counts, { ...reportOf(FLIPS), ...game });
    const said = (scored: number) =>
      /^list (.*)\n$/m.exec(auditSummary({ ...counts, scored }, facts, 'short'))?.[1];
    expect(said(1)).toBe(hint === '' ? undefined : `--where ${hint}`);
    expect(said(0)).toBe(hint === '' ? undefined : `--no-score --where ${hint}`);
  });

  test.each([
    ['one of four', { games: 4 }, "declared or counted:\nlist --where \"result_declared='' and "],
    ['one of three: a collection without results', { games: 3 }, ''],
    ['none', { games: 4, withoutResult: 0 }, ''],
    ['nothing was to be scored', { games: 4, scored: 0 }, ''],
  ])('names the games without a result where they are few: %s', (_, counted, hint) => {
    const counts = noCounts();
    for (const text of [FLIPS, FLIPS, UNFINISHED]) countGame(counts, reportOf(text));
    expect(counts.withoutResult).toBe(1);
    const by = { game: '', name: 'A. Referee', date: '2026-11-22', reason: 'agreed', result: 'B+' };
    countGame(counts, { ...reportOf(UNFINISHED), decisions: [by] });
    expect(counts.withoutResult).toBe(1);
    const said = auditSummary({ ...counts, ...counted }, facts, 'short');
    expect(said.includes('1 game without a result')).toBe(hint !== '');
    expect(said).toContain(hint);
    if (hint === '') return;
    const query = listQuery({ where: /^list --where "(.*)"$/m.exec(said)![1]! });
    if (!query.ok) throw new Error(query.error);
    const listed = listGames(FLIPS + UNFINISHED, query.value).games;
    expect(listed.map(({ game }) => game)).toEqual([2]);
  });

  test('names ten games and counts the others', () => {
    const counts = noCounts();
    for (let i = 0; i < 12; i++) countGame(counts, reportOf(WRONG, { file: `${String(i)}.sgf` }));
    const text = worklistText(counts.worklist, 'short');
    expect(text.match(/^- winner differs/gm)).toHaveLength(10);
    expect(text).toContain('- and 2 more; list --needs-ruling names them all\n');
  });

  test('lists games as the page does, 2 before 10, in whatever order and parts they come', () => {
    const [one, other] = [noCounts(), noCounts()];
    for (const i of [9, 8, 10, 11]) countGame(one, reportOf(WRONG, { file: `r${String(i)}.sgf` }));
    for (const i of [7, 6, 5, 4, 3, 2, 1, 12])
      countGame(other, reportOf(WRONG, { file: `r${String(i)}.sgf` }));
    addCounts(one, other);
    const named = [...worklistText(one.worklist, 'short').matchAll(/: (r\d+)\.sgf/g)].map(([, name]) => name);
    expect(named).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((i) => `r${String(i)}`));
  });

  test('names the first files that could not be read in full, whatever part of the run met them', () => {
    const counts = noCounts();
    for (let i = 0; i < 7; i++) {
      const part = noCounts();
      const found = { ...finding('file/not-sgf', { what: 'a picture' }), line: 0, column: 0 };
      countOutside(part, [found], `${String(i)}.sgf`);
      countOutside(part, [found]);
      addCounts(counts, part);
    }
    const text = unreadText(counts, 'short');
    expect(text).toMatch(/^7 files could not be read in full:\n- 0\.sgf: .*a picture.* \[file\/not-sgf\]\n/);
    expect(text).toMatch(
      /- 4\.sgf: .*\n- and 2 more; findings\.csv names them all\nexplain file\/not-sgf says /,
    );
    expect(unreadText(noCounts(), 'short')).toBe('');
    const one = noCounts();
    countOutside(
      one,
      [{ ...finding('sgf/no-game', { what: 'nothing' }), line: 0, column: 0 }],
      'a'.repeat(90),
    );
    expect(unreadText(one, 'whole')).toMatch(/\n- a{90}:\n/);
  });

  test('is that without the list where nothing needs a ruling', () => {
    const counts = noCounts();
    countGame(counts, reportOf(FLIPS));
    expect(auditSummary(counts, facts, 'short')).toMatch(/^0 files, 1 game/);
  });

  test('a game that a results table concerns more gravely is listed once', () => {
    const counts = noCounts();
    const listed = { file: 'a.sgf', game: 1, text: 'x' };
    relist(counts.worklist, { ...listed, need: 'uncertain-life' }, undefined);
    relist(counts.worklist, { ...listed, need: 'table-differs' }, 'uncertain-life');
    expect(countsByNeed(counts.worklist)).toEqual({ 'table-differs': 1 });
    expect(counts.worklist.first).toEqual([{ ...listed, need: 'table-differs' }]);
  });
});

describe('results tables', () => {
  const csv = (result: string): string => `round,white,black,result\n3,Olav,Hana,${result}\n`;
  const questionsOf = (result: string, report: GameReport): readonly object[] => {
    const { tables } = readTables([{ name: 't.csv', bytes: Buffer.from(csv(result)) }]);
    return crosscheck(tables, [report]).questions;
  };
  const report = reportOf(FLIPS);

  test('a pairing that differs needs a ruling', () => {
    expect(questionsOf('W+', report)).toEqual([
      {
        ...{ need: 'table-differs', text: 'result differs: table W+, record B+0.5' },
        ...{ file: 'a.sgf', game: 1, before: undefined },
      },
    ]);
  });

  test.each<[string, string, GameReport]>([
    ['it agrees', 'B+', report],
    ['a referee has decided', 'W+', { ...report, decisions: [] }],
  ])('none where %s', (_, result, one) => {
    expect(questionsOf(result, one)).toEqual([]);
  });
});

test('sorting puts the gravest first and keeps the order of equals', () => {
  const needs = ['uncertain-life', 'illegal-move', 'contradicted', 'illegal-move'] as const;
  const sorted = needs.map((need, i) => ({ need, i })).sort(byGravity);
  expect(sorted.map(({ i }) => i)).toEqual([1, 3, 2, 0]);
});
