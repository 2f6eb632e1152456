import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  EVENT_SCHEMA,
  type EventConditions,
  parseConditions,
  withVerdict,
} from '../../../src/toolkit/event/conditions.js';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import { conditionsOf, type Table } from '../../../src/toolkit/event/table.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import type { GameReport } from '../../../src/referee/judge/report.js';
import { ROOT } from '../../support/documents.js';

const HEADER = 'SZ[19]RU[Japanese]KM[6.5]PB[Ann]PW[Bo]BR[5k]WR[3k]DT[2026-03-14]TM[1200]OT[5x30 byo-yomi]';

function game(header = HEADER): GameReport {
  return analyze(`(;GM[1]FF[4]${header}RE[W+R];B[pd];W[dp];B[pp];W[dd])`, { file: 'a.sgf' }).games[0]!;
}

/** With some properties of the header replaced. */
function withHeader(...changes: readonly string[]): GameReport {
  let header = HEADER;
  for (const change of changes) {
    const ident = change.slice(0, 2);
    header = header.replace(new RegExp(`${ident}\\[[^\\]]*\\]`), change.endsWith('-') ? '' : change);
    if (!header.includes(change) && !change.endsWith('-')) header += change;
  }
  return game(header);
}

const byoYomi = { system: 'byo-yomi', main: 1200, periods: 5, seconds: 30 } as const;

describe('a game', () => {
  it.each<[string, EventConditions, GameReport, 'yes' | 'no' | 'unknown', string]>([
    ['meets no condition at all', {}, game(), 'yes', ''],
    ['has the rules', { rules: 'japanese' }, game(), 'yes', ''],
    ['has one of the rules', { rules: ['aga', 'japanese'] }, game(), 'yes', ''],
    ['has other rules', { rules: 'aga' }, game(), 'no', 'rules japanese, but the event requires aga'],
    ['has no rules', { rules: 'aga' }, withHeader('RU-'), 'unknown', 'rules not stated'],
    ['has the komi', { komi: 6.5 }, game(), 'yes', ''],
    ['has another komi', { komi: 7.5 }, game(), 'no', 'komi 6.5, but the event requires 7.5'],
    ['has no komi', { komi: 7.5 }, withHeader('KM-'), 'unknown', 'komi not stated'],
    ['has a handicap that komi says nothing of', { komi: 7.5 }, withHeader('HA[2]'), 'yes', ''],
    [
      'has the komi of its handicap',
      { komi: { 0: 7.5, handicap: 0.5 } },
      withHeader('HA[2]', 'KM[0.5]'),
      'yes',
      '',
    ],
    [
      'has another komi than its handicap',
      { komi: { 0: 7.5, 2: -5, handicap: 0.5 } },
      withHeader('HA[2]', 'KM[0.5]'),
      'no',
      'komi 0.5, but the event requires -5',
    ],
    [
      'shows no handicap of one stone',
      { komi: 6.5, handicap: { reduction: 1 } },
      withHeader('KM[0.5]'),
      'yes',
      '',
    ],
    [
      'is even, and has the komi of one stone',
      { komi: 6.5, handicap: { reduction: 2 } },
      withHeader('KM[0.5]'),
      'no',
      'komi 0.5, but the event requires 6.5',
    ],
    ['has the komi of one stone', { komi: { 0: 6.5, handicap: -3.5 } }, withHeader('KM[-3.5]'), 'yes', ''],
    [
      'has the komi of one stone where there is no handicap',
      { komi: 6.5, handicap: 'none' },
      withHeader('KM[0]'),
      'no',
      'komi 0, but the event requires 6.5',
    ],
    ['has the size', { size: 19 }, game(), 'yes', ''],
    ['has the size in words', { size: '19x19' }, game(), 'yes', ''],
    ['has another size', { size: '9x13' }, game(), 'no', 'size 19, but the event requires 9x13'],
    ['is even where handicap is none', { handicap: 'none' }, withHeader('HA[1]'), 'yes', ''],
    [
      'has a handicap where it is none',
      { handicap: 'none' },
      withHeader('HA[2]'),
      'no',
      'handicap 2, but the event requires none',
    ],
    ['has the difference of ranks', { handicap: {} }, withHeader('HA[2]'), 'yes', ''],
    [
      'lacks the difference of ranks',
      { handicap: {} },
      game(),
      'no',
      'handicap 0, but the event requires 2 for 3k (White) and 5k (Black)',
    ],
    ['has one stone less: none', { handicap: { reduction: 1 } }, game(), 'yes', ''],
    ['has ranks that play even', { handicap: { evenFrom: '9k' } }, game(), 'yes', ''],
    ['has a dan and a kyu', { handicap: {} }, withHeader('WR[1d]', 'BR[1k]', 'HA[1]'), 'yes', ''],
    ['has the most stones', { handicap: { most: 4 } }, withHeader('WR[5d]', 'BR[9k]', 'HA[4]'), 'yes', ''],
    [
      'has the stronger player as Black',
      { handicap: {} },
      withHeader('WR[9k]', 'BR[3k]', 'HA[6]'),
      'no',
      'handicap 6, but the event requires the other colors for 9k (White) and 3k (Black)',
    ],
    ['has a rank that is none', { handicap: {} }, withHeader('BR[?]'), 'unknown', 'ranks not stated'],
    ['has a professional', { handicap: {} }, withHeader('WR[9p]'), 'unknown', 'ranks not stated'],
    ['has the time limit', { time: byoYomi }, game(), 'yes', ''],
    ['has more main time', { time: { main: { least: 600 } } }, game(), 'yes', ''],
    [
      'has less main time',
      { time: { main: { least: 1800 } } },
      game(),
      'no',
      'time 1200 s and 5x30 byo-yomi, but the event requires main at least 1800',
    ],
    [
      'has too much main time',
      { time: { main: { most: 600 } } },
      game(),
      'no',
      'time 1200 s and 5x30 byo-yomi, but the event requires main at most 600',
    ],
    [
      'has another system',
      { time: { system: 'fischer', seconds: 30 } },
      game(),
      'no',
      'time 1200 s and 5x30 byo-yomi, but the event requires fischer, seconds 30',
    ],
    ['has no time limit', { time: byoYomi }, withHeader('TM-', 'OT-'), 'unknown', 'time limit not stated'],
    ['has a main time only', { time: byoYomi }, withHeader('OT-'), 'unknown', 'time limit not stated'],
    ['has a main time, which is enough', { time: { main: 1200 } }, withHeader('OT-'), 'yes', ''],
    ['is of class C', { class: 'C' }, withHeader('TM[1500]'), 'yes', ''],
    [
      'is too short for class B',
      { class: 'B' },
      withHeader('TM[2400]', 'OT[5x10 byo-yomi]'),
      'no',
      'time 2400 s and 5x10 byo-yomi (adjusted 47 minutes), but the event requires at least 40 minutes and 50 adjusted for class B',
    ],
    ['is of class A by Fischer', { class: 'A' }, withHeader('TM[2700]', 'OT[15 fischer]'), 'yes', ''],
    ['is of class A by Canadian', { class: 'A' }, withHeader('TM[3600]', 'OT[15/300 Canadian]'), 'yes', ''],
    ['has no time for a class', { class: 'A' }, withHeader('OT-'), 'unknown', 'time limit not stated'],
    ['is of the days', { from: '2026-03-14', to: '2026-03-15' }, game(), 'yes', ''],
    ['is a day late, as time zones are', { to: '2026-03-13' }, game(), 'yes', ''],
    [
      'is too late',
      { from: '2026-03-01', to: '2026-03-10' },
      game(),
      'no',
      'date 2026-03-14, but the event requires a day from 2026-03-01 to 2026-03-10',
    ],
    [
      'is too early',
      { from: '2026-04-01' },
      game(),
      'no',
      'date 2026-03-14, but the event requires a day from 2026-04-01 to 9999-12-30',
    ],
    ['has no date', { from: '2026-04-01' }, withHeader('DT-'), 'unknown', 'date not stated'],
    ...['2026-13-45', '2026-02-30', '2026-00-10', '2026-04-00'].map(
      (day): [string, EventConditions, GameReport, 'unknown', string] => [
        `has ${day}, no day of the calendar`,
        { from: '2026-05-01' },
        withHeader(`DT[${day}]`),
        'unknown',
        'date not stated',
      ],
    ),
    [
      'comes from the server',
      { server: 'kgs' },
      game(`${HEADER}PC[The KGS Go Server]AP[CGoban:3]`),
      'yes',
      '',
    ],
    ['comes from nobody knows where', { server: 'kgs' }, game(), 'unknown', 'server not stated'],
    ['has the players, in other letters', { players: ['BO', 'ann', 'cy'] }, game(), 'yes', ''],
    [
      'has a stranger',
      { players: ['Ann', 'Cy'] },
      game(),
      'no',
      'player Bo, but the event requires one of the players of the event',
    ],
    ['has no name', { players: ['Ann', 'Bo'] }, withHeader('PB-'), 'unknown', 'players not stated'],
    ['is long enough', { minimumMoves: 4 }, game(), 'yes', ''],
    ['is too short', { minimumMoves: 5 }, game(), 'no', 'moves 4, but the event requires at least 5'],
    [
      'has several reasons',
      { rules: 'aga', komi: 7.5, players: ['Ann', 'Bo'], server: 'kgs' },
      game(),
      'no',
      'rules japanese, but the event requires aga; komi 6.5, but the event requires 7.5; server not stated',
    ],
  ])('%s', (_, conditions, report, counts, because) => {
    const judged = withVerdict(report, conditions);
    expect(judged.event).toEqual({ counts, because });
    const codes = judged.findings.map(({ code }) => code).filter((code) => code.startsWith('event/'));
    expect(codes.length > 0).toBe(counts !== 'yes');
    expect(codes.some((code) => code !== 'event/not-stated')).toBe(counts === 'no');
  });

  test('codes that are ignored are no findings, but reasons all the same', () => {
    const { findings, event } = withVerdict(game(), { rules: 'aga' }, ['event/rules']);
    expect([findings, event?.counts]).toEqual([game().findings, 'no']);
  });
});

describe('a file of conditions', () => {
  const GOOD: readonly object[] = [
    {},
    { $schema: './event.schema.json', rules: ['aga', 'chinese'], komi: { 0: 7.5, handicap: 0.5 } },
    { size: '9x13', handicap: 'none', time: { system: 'fischer', main: { least: 1200 }, seconds: 10 } },
    { handicap: { reduction: 1, most: 6, evenFrom: '1d' }, class: 'D', from: '2026-01-01', server: 'ogs' },
    { players: ['Ann', 'Bo'], minimumMoves: 50, size: 19, komi: -3.5 },
  ];
  const BAD: readonly (readonly [object, string])[] = [
    [[], 'must be an object'],
    [{ Rules: 'aga' }, 'Rules: there is no such property'],
    [{ rules: 'klingon' }, 'rules: must be one of '],
    [{ komi: 'much' }, 'komi: must be a number, or komi: must be an object'],
    [{ komi: { even: 6.5 } }, 'komi.even: must be a text such as handicap'],
    [{ size: 'large' }, 'size: must be a whole number, or size: must be a text such as 9x13'],
    [{ handicap: { evenFrom: '1 dan' } }, 'handicap.evenFrom: must be a text such as 1d'],
    [{ time: { main: -1 } }, 'time.main: must be a number'],
    [{ from: '14.3.2026' }, 'from: must be a text such as 2026-11-22'],
    [{ players: 'Ann' }, 'players: must be a list'],
    [{ players: ['Ann', 7] }, 'players[1]: must be a text'],
    [{ minimumMoves: 1.5 }, 'minimumMoves: must be a whole number'],
  ];
  const valid = new Ajv2020({ strictTypes: false }).compile(EVENT_SCHEMA);

  test.each(GOOD.map((one) => [JSON.stringify(one), one]))('%s', (text, value) => {
    expect([valid(value), parseConditions(text).ok]).toEqual([true, true]);
  });

  test.each(BAD.map(([value, error]) => [JSON.stringify(value), value, error] as const))(
    '%s is refused, with the place',
    (text, value, error) => {
      const parsed = parseConditions(text);
      expect(valid(value)).toBe(false);
      expect(parsed).toEqual({ ok: false, error: expect.stringContaining(error) as unknown });
    },
  );

  test('no JSON is refused', () => {
    expect(parseConditions('{"rules": ')).toEqual({ ok: false, error: 'line 1, column 11: not valid JSON' });
  });

  test('docs/event.schema.json is the schema (UPDATE=1 writes it)', () => {
    const file = join(ROOT, 'docs/event.schema.json');
    const text = `${JSON.stringify(EVENT_SCHEMA, undefined, 2)}\n`;
    if (process.env['UPDATE'] === '1') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

test('what a results table states', () => {
  const bytes = readFileSync(join(ROOT, 'samples/events/club-swiss/club.xml'));
  const { tables } = readTables([{ name: 'club.xml', bytes }]);
  expect(conditionsOf(tables[0]!)).toEqual({
    ...{ size: 19, komi: 6.5, from: '2026-03-14', to: '2026-03-15' },
    handicap: { reduction: 0, most: 9, evenFrom: '1d', ranks: 'optional' },
    time: { system: 'byo-yomi', main: 2700, seconds: 30 },
  });
});

test.each<[string, Parameters<typeof handicapStated>[0], object | string | undefined]>([
  ['none is used', { isUsed: false, correction: 0 }, 'none'],
  [
    'by ranks',
    { isByScore: false, correction: 1, ceiling: 6, evenFrom: '1d' },
    { reduction: 1, most: 6, evenFrom: '1d' },
  ],
  ['from no rank that is read', { isByScore: false, correction: 0, evenFrom: '2p' }, { reduction: 0 }],
  ['by ranks or by score, which a wall list does not say', { correction: 1 }, undefined],
  ['by score, which no record has', { correction: 1, ceiling: 9, isByScore: true }, undefined],
  ['nothing is said', {}, undefined],
])('handicap of a results table: %s', (_, policy, expected) => {
  const stated = handicapStated(policy);
  expect(stated).toEqual(typeof expected === 'object' ? { ...expected, ranks: 'optional' } : expected);
});

function handicapStated(policy: Table['handicap']): EventConditions['handicap'] {
  const { tables } = readTables([{ name: 't.csv', bytes: Buffer.from('white,black,result\nAnn,Bo,W+\n') }]);
  return conditionsOf({ ...tables[0]!, handicap: policy }).handicap;
}

describe('a wall list with handicaps', () => {
  const HEADER_LINES = '; EV[Spring]\n; DT[2026-03-14]\n; KM[6.5]\n';
  const stated = (header: string, first: string, second: string): EventConditions => {
    const text = `${header}1 Ann Kor 3K CH Nor ${first}\n2 Bo Ran 5K CH Nor ${second}\n`;
    return conditionsOf(readTables([{ name: 't.h9', bytes: Buffer.from(text) }]).tables[0]!);
  };
  test.each<[string, string, EventConditions]>([
    ['even', '0', { komi: 6.5, from: '2026-03-14' }],
    ['one stone, which a record does not show', '1', { from: '2026-03-14' }],
    ['stones', '4', { komi: 6.5, from: '2026-03-14' }],
  ])('%s', (_, stones, expected) => {
    expect(stated(`${HEADER_LINES}; HA[h1]\n`, `2+/w${stones}`, `1-/b${stones}`)).toEqual(expected);
  });

  test.each([
    ['and none in its pairings', '0', 'none'],
    ['which its pairings have all the same', '3', undefined],
  ])('none by its header, %s', (_, stones, expected) => {
    expect(stated('; HA[h9]\n', `2+/w${stones}`, `1-/b${stones}`).handicap).toBe(expected);
  });
});

test.each([
  ['a difference is found where ranks are there', withHeader('HA[4]'), 'no'],
  ['a record without ranks meets it', withHeader('BR-', 'WR-', 'HA[4]'), 'yes'],
] as const)('optional ranks: %s', (_, report, counts) => {
  const judged = withVerdict(report, { handicap: { reduction: 0, ranks: 'optional' } });
  expect(judged.event!.counts).toBe(counts);
});
