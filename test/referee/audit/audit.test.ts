import { describe, expect, test } from 'vitest';
import { audit, endingOf } from '../../../src/referee/audit/audit.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';
import type {
  DeclaredKomi,
  DeclaredResult,
  GameRecord,
  Handicap,
} from '../../../src/referee/record/record.js';
import type { Replay } from '../../../src/referee/replay/replayed.js';
import type { RulesetSource } from '../../../src/go/rules/ruleset.js';
import { lineOf, recordWith, replayWith } from './support.js';

interface Row {
  readonly about: string;
  readonly record?: Partial<GameRecord>;
  readonly replay?: Partial<Replay>;
  /** Ruleset applied; `none`: unknown. */
  readonly rules?: string;
  readonly source?: RulesetSource;
  /** `severity code` of everything found. */
  readonly found: readonly string[];
}

function run(row: Row): readonly string[] {
  const name = row.rules ?? 'japanese';
  const ruleset = name === 'none' ? undefined : rulesetByName(name);
  if (name !== 'none' && !ruleset) throw new RangeError(`no ruleset ${name}`);
  const record = recordWith(row.record ?? {});
  return audit(record, replayWith(row.replay ?? {}), ruleset, row.source ?? 'declared').map(
    (f) => `${f.severity} ${f.code}`,
  );
}

function handicap(change: Partial<Handicap>): Handicap {
  return { raw: undefined, declared: undefined, stones: 0, how: 'none', implied: [], ...change };
}
const placed = (declared: number | undefined, stones: number): Handicap =>
  handicap({ raw: declared === undefined ? undefined : String(declared), declared, stones, how: 'setup' });
const komi = (points: number): DeclaredKomi => ({
  kind: 'komi',
  raw: String(points),
  halves: 2 * points,
  repair: 'none',
});
const margin = (blackMinusWhite: number): DeclaredResult => ({
  kind: 'margin',
  raw: blackMinusWhite > 0 ? `B+${blackMinusWhite}` : `W+${-blackMinusWhite}`,
  winner: blackMinusWhite > 0 ? 'black' : 'white',
  marginHalves: 2 * blackMinusWhite,
});
const resigned = (winner: 'black' | 'white'): DeclaredResult => ({
  kind: 'ended',
  raw: winner === 'black' ? 'B+R' : 'W+R',
  winner,
  by: 'resign',
});
/** The loser has moved before: nothing to say about the end. */
const whiteWon = { result: resigned('white') };
const blackWon = { result: resigned('black'), line: lineOf('W:dp B:pd') };
const twoPasses = (last: 'black' | 'white'): Partial<Replay> => ({
  trailingPasses: 2,
  lastMove: last,
  longestPassRun: 2,
  firstEnd: 2,
  ...plays(last === 'black' ? 1 : 0),
});

/** So many plays more of Black's than of White's, both having passed once. */
function plays(more: number): Partial<Replay> {
  return { playsBlack: 20 + more, playsWhite: 20, passesBlack: 1, passesWhite: 1 };
}

describe('nothing to report', () => {
  const quiet: readonly Omit<Row, 'found'>[] = [
    { about: 'an even game that White won by resignation', record: whiteWon },
    {
      about: 'a counted game with both passes, White last',
      record: { result: margin(-2.5) },
      replay: twoPasses('white'),
    },
    {
      about: 'the same under AGA rules',
      record: { result: margin(-2.5), komi: komi(7.5) },
      replay: twoPasses('white'),
      rules: 'aga',
    },
    {
      about: 'Black passes last under Japanese rules',
      record: { result: margin(-2.5) },
      replay: twoPasses('black'),
    },
    {
      about: 'four passes under Ing rules',
      record: { result: margin(-2), komi: komi(8) },
      replay: { trailingPasses: 4 },
      rules: 'ing',
    },
    {
      about: 'jigo with half a point of komi, as players agree on after a triple ko',
      record: { result: { kind: 'jigo', raw: '0' } },
      replay: twoPasses('white'),
    },
    {
      about: 'a margin in zi',
      record: { komi: { kind: 'komi', raw: '3.75', halves: 15, repair: 'zi' }, result: margin(-3) },
      replay: twoPasses('white'),
      rules: 'chinese',
    },
    {
      about: 'komi of quarter points',
      record: { komi: komi(6.25), result: margin(-3) },
      replay: twoPasses('white'),
      rules: 'none',
    },
    {
      about: 'one stone under Japanese rules, whose text says nothing of it',
      record: { ...whiteWon, komi: komi(6.5), handicap: handicap({ declared: 1 }) },
    },
    {
      about: 'placement on 13x13 under the AGA text of 1991, which names points for 19x19',
      record: {
        ...blackWon,
        width: 13,
        height: 13,
        komi: komi(0.5),
        handicap: placed(2, 2),
        line: { ...lineOf('W:cf B:fc') },
      },
      replay: { startBlack: 2, lastMove: 'black' },
      rules: 'aga-1991',
    },
    { about: 'komi half a point in an even game', record: { ...whiteWon, komi: komi(0.5) } },
    { about: 'komi 5.5 in 1990', record: { ...whiteWon, komi: komi(5.5), year: 1990 } },
    { about: 'any komi on 9x9', record: { ...whiteWon, komi: komi(9.5), width: 9, height: 9 } },
    { about: 'any komi without a ruleset', record: { ...whiteWon, komi: komi(9.5) }, rules: 'none' },
    {
      about: 'two placed stones, White first',
      record: { ...blackWon, handicap: placed(2, 2), komi: komi(0.5), line: lineOf('AB:pd AB:dp W:dd B:pp') },
      replay: { startBlack: 2, lastMove: 'black' },
    },
    {
      about: 'one-stone handicap: Black first without a stone',
      record: { ...whiteWon, handicap: handicap({ declared: 1 }), komi: komi(0.5) },
    },
    { about: 'HA 0', record: { ...whiteWon, handicap: handicap({ declared: 0 }) } },
    {
      about: 'White first after PL',
      record: { result: resigned('black'), line: lineOf('PL:W W:dd B:pp') },
      replay: { lastMove: 'black' },
    },
    {
      about: 'White first after Black passed',
      record: { result: resigned('black'), line: lineOf('B: W:dd B:pp') },
      replay: { lastMove: 'black' },
    },
    {
      about: 'a position with stones of both colors',
      record: { ...whiteWon, handicap: placed(undefined, 3), komi: komi(0.5) },
      replay: { startBlack: 3, startWhite: 4 },
    },
    {
      about: 'a diagram without moves',
      record: { result: { kind: 'missing' }, handicap: placed(3, 1), line: lineOf('AB:pd') },
      replay: { moves: 0, startBlack: 1, lastMove: undefined },
    },
    { about: 'the ruleset of RU given as the option', record: whiteWon, source: 'option' },
    { about: '9x9 under rules that speak of 19 lines', record: { ...whiteWon, width: 9, height: 9 } },
    {
      about: 'six stones at top and bottom on Fox',
      record: {
        ...blackWon,
        origin: 'fox',
        komi: komi(0.5),
        handicap: placed(6, 6),
        line: lineOf('AB:dd AB:pd AB:dp AB:pp AB:jd AB:jp W:cf B:fc'),
      },
      replay: { startBlack: 6, lastMove: 'black' },
    },
    {
      about: 'komi 7.5 in an even Fox game called Japanese',
      record: { ...whiteWon, origin: 'fox', komi: komi(7.5) },
    },
    {
      about: 'one setup stone without HA: a position',
      record: { ...blackWon, handicap: placed(undefined, 1), line: lineOf('AB:ee W:dd B:pp') },
      replay: { startBlack: 1, lastMove: 'black' },
    },
    { about: 'another game', record: { isGo: false, komi: komi(99), handicap: placed(3, 1) } },
  ];
  test.each(quiet)('$about', (row) => {
    expect(run({ ...row, found: [] })).toEqual([]);
  });
});

describe('findings', () => {
  const rows: readonly Row[] = [
    {
      about: 'White first in an even game',
      record: { ...blackWon },
      replay: { lastMove: 'black' },
      found: ['warning handicap/first-player'],
    },
    {
      about: 'Black first after a placed handicap',
      record: { ...whiteWon, komi: komi(0.5), handicap: placed(2, 2), line: lineOf('AB:pd AB:dp B:dd W:pp') },
      replay: { startBlack: 2 },
      found: ['warning handicap/first-player'],
    },
    {
      about: 'HA 3 and two stones',
      record: { ...blackWon, komi: komi(0.5), handicap: placed(3, 2), line: lineOf('AB:pd AB:dp W:dd B:pp') },
      replay: { startBlack: 2, lastMove: 'black' },
      found: ['warning handicap/stones-differ'],
    },
    {
      about: 'two stones without HA',
      record: {
        ...blackWon,
        komi: komi(0.5),
        handicap: placed(undefined, 2),
        line: lineOf('AB:pd AB:dp W:dd B:pp'),
      },
      replay: { startBlack: 2, lastMove: 'black' },
      found: ['note handicap/stones-differ'],
    },
    {
      about: 'HA 1 with a placed stone',
      record: { ...blackWon, komi: komi(0.5), handicap: placed(1, 1), line: lineOf('AB:pd W:dd B:pp') },
      replay: { startBlack: 1, lastMove: 'black' },
      found: ['note handicap/stones-differ'],
    },
    {
      about: 'HA 2 and no stones',
      record: {
        ...blackWon,
        komi: komi(0.5),
        handicap: handicap({ declared: 2 }),
        line: lineOf('W:dd B:pp'),
      },
      replay: { lastMove: 'black' },
      found: ['warning handicap/stones-missing'],
    },
    {
      about: 'HA 2, stones assumed',
      record: {
        ...blackWon,
        komi: komi(0.5),
        handicap: handicap({ declared: 2, stones: 2, how: 'implied', implied: [72, 288] }),
        line: lineOf('AB:pd AB:dp W:dd B:pp'),
      },
      replay: { startBlack: 2, lastMove: 'black' },
      found: ['note handicap/stones-missing'],
    },
    {
      about: 'handicap as moves',
      record: {
        ...blackWon,
        komi: komi(0.5),
        handicap: handicap({ declared: 2, stones: 2, how: 'moves' }),
        line: lineOf('B:pd B:dp W:dd B:pp'),
      },
      replay: { lastMove: 'black' },
      found: ['note handicap/free-as-moves'],
    },
    {
      about: 'two stones on the 3-3 points',
      record: { ...blackWon, komi: komi(0.5), handicap: placed(2, 2), line: lineOf('AB:cc AB:qq W:dd B:pp') },
      replay: { startBlack: 2, lastMove: 'black' },
      found: ['note handicap/placement'],
    },
    { about: 'komi 12.5', record: { ...whiteWon, komi: komi(12.5) }, found: ['note komi/unusual'] },
    {
      about: 'komi 12.3, which has a finding of its own',
      record: { ...whiteWon, komi: komi(12.3) },
      found: [],
    },
    {
      about: 'one stone under AGA rules with the komi of an even game',
      record: { ...whiteWon, komi: komi(7.5), handicap: handicap({ declared: 1 }) },
      rules: 'aga',
      found: ['note komi/unusual'],
    },
    {
      about: 'four stones and half a point under Finnish rules, which give none',
      record: {
        ...blackWon,
        komi: komi(0.5),
        handicap: placed(4, 4),
        line: lineOf('AB:pd AB:dp AB:pp AB:dd W:cf B:fc'),
      },
      replay: { startBlack: 4, lastMove: 'black' },
      rules: 'finland',
      found: ['note komi/unusual'],
    },
    {
      about: 'komi 5.5 under AGA rules in 2020',
      record: { ...whiteWon, komi: komi(4.5), year: 2020 },
      rules: 'aga',
      found: ['note komi/unusual'],
    },
    {
      about: 'komi 6.5 and a margin of 3',
      record: { result: margin(3) },
      replay: twoPasses('white'),
      found: ['warning komi/result-parity'],
    },
    {
      about: 'komi 0 and a margin of 3.5',
      record: { komi: komi(0), result: margin(3.5) },
      replay: twoPasses('white'),
      rules: 'none',
      found: ['warning komi/result-parity'],
    },
    {
      about: 'counted, but no passes',
      record: { result: margin(3.5) },
      found: ['note ending/passes-missing'],
    },
    {
      about: 'counted, but only one pass',
      record: { result: margin(3.5) },
      replay: { trailingPasses: 1 },
      found: ['note ending/passes-missing'],
    },
    {
      about: 'the pass White owes is not recorded',
      record: { result: margin(3.5), komi: komi(7.5) },
      replay: twoPasses('black'),
      rules: 'aga',
      found: ['note ending/white-last'],
    },
    {
      about: 'the pass White owes is recorded',
      record: { result: margin(3.5), komi: komi(7.5) },
      replay: { trailingPasses: 3, lastMove: 'white' },
      rules: 'aga',
      found: ['note ending/white-last'],
    },
    {
      about: 'a move of Black too many, White last',
      record: { result: margin(3.5), komi: komi(7.5) },
      replay: { ...twoPasses('white'), ...plays(1) },
      rules: 'aga',
      found: ['note ending/unequal-totals'],
    },
    {
      about: 'White first, Black last: equal totals',
      record: { result: margin(3.5), komi: komi(7.5) },
      replay: { ...twoPasses('black'), ...plays(0) },
      rules: 'aga',
      found: ['note ending/unequal-totals'],
    },
    {
      about: 'a third pass by Black',
      record: { result: margin(3.5), komi: komi(7.5) },
      replay: { trailingPasses: 3, lastMove: 'black', ...plays(1) },
      rules: 'aga',
      found: ['note ending/third-pass'],
    },
    {
      about: 'a third pass under Japanese rules',
      record: { result: margin(3.5) },
      replay: { trailingPasses: 3 },
      found: ['note ending/third-pass'],
    },
    {
      about: 'four passes under AGA rules',
      record: { result: margin(3.5), komi: komi(7.5) },
      replay: { trailingPasses: 4 },
      rules: 'aga',
      found: ['note ending/four-passes'],
    },
    {
      about: 'play resumed after two passes',
      record: whiteWon,
      replay: { resumedAfter: 2, longestPassRun: 2, firstEnd: 4 },
      found: ['note ending/resumed'],
    },
    {
      about: 'the loser moved last',
      record: { result: resigned('white') },
      replay: { lastMove: 'black' },
      found: ['note move/resigner-moved-last'],
    },
    {
      about: 'resigned after both passed',
      record: { result: resigned('white') },
      replay: twoPasses('black'),
      found: ['note result/not-counted'],
    },
    {
      about: 'only a winner after both passed',
      record: { result: { kind: 'winner', raw: 'W+', winner: 'white' } },
      replay: twoPasses('black'),
      found: ['note result/not-counted'],
    },
    {
      about: 'the option against RU',
      record: whiteWon,
      rules: 'chinese',
      source: 'option',
      found: ['note rules/setting-differs', 'note komi/unusual'],
    },
    {
      about: '7x7 under AGA rules',
      record: { ...whiteWon, komi: komi(7.5), width: 7, height: 7 },
      rules: 'aga',
      found: ['note rules/setting-differs'],
    },
    {
      about: 'ten stones',
      record: { ...blackWon, komi: komi(0.5), handicap: placed(10, 10), line: lineOf('W:dd B:pp') },
      replay: { startBlack: 10, lastMove: 'black' },
      rules: 'aga',
      found: ['note handicap/size'],
    },
  ];
  const more: readonly Row[] = [
    {
      about: 'a margin in whole points with komi 7.5, as Ing rules give it',
      record: { result: margin(5), komi: komi(7.5) },
      replay: twoPasses('white'),
      rules: 'none',
      found: ['note komi/result-parity'],
    },
    {
      about: 'the same under Chinese rules',
      record: { result: margin(5), komi: komi(7.5) },
      replay: twoPasses('white'),
      rules: 'chinese',
      found: ['warning komi/result-parity'],
    },
    {
      about: 'six stones at top and bottom',
      record: {
        ...blackWon,
        komi: komi(0.5),
        handicap: placed(6, 6),
        line: lineOf('AB:dd AB:pd AB:dp AB:pp AB:jd AB:jp W:cf B:fc'),
      },
      replay: { startBlack: 6, lastMove: 'black' },
      found: ['note handicap/placement'],
    },
  ];
  test.each([...rows, ...more])('$about', (row) => {
    expect(run(row)).toEqual(row.found);
  });
});

describe('ending', () => {
  const ended = (by: 'resign' | 'time' | 'forfeit' | 'illegal'): DeclaredResult => ({
    kind: 'ended',
    raw: '',
    winner: 'white',
    by,
  });
  const rows: readonly (readonly [string, DeclaredResult, Partial<Replay>, string])[] = [
    ['resignation, even after two passes', ended('resign'), { trailingPasses: 2 }, 'resign'],
    ['time', ended('time'), {}, 'time'],
    ['forfeit', ended('forfeit'), {}, 'forfeit'],
    ['lost by an illegal move', ended('illegal'), {}, 'illegal'],
    ['void', { kind: 'void', raw: 'Void' }, { trailingPasses: 2 }, 'void'],
    ['a margin without passes', margin(3.5), {}, 'passes'],
    ['jigo', { kind: 'jigo', raw: '0' }, {}, 'passes'],
    ['two passes without a result', { kind: 'missing' }, { trailingPasses: 2 }, 'passes'],
    ['one pass without a result', { kind: 'missing' }, { trailingPasses: 1 }, 'stopped'],
    ['only a winner and no passes', { kind: 'winner', raw: 'B+', winner: 'black' }, {}, 'stopped'],
    ['the replay stopped at an illegal move', margin(3.5), { stoppedAt: 7, illegal: 1 }, 'illegal'],
  ];
  test.each(rows)('%s', (_, result, replay, ending) => {
    expect(endingOf(recordWith({ result }), replayWith(replay), undefined)).toBe(ending);
  });

  test.each([
    ['the first capture ends a game under rules that say so', 'sweden-first-capture', 'black', 'capture'],
    ['without a capture it goes on', 'sweden-first-capture', undefined, 'stopped'],
    ['other rules go on after a capture', 'sweden', 'black', 'stopped'],
  ] as const)('%s', (_, rules, firstCapture, ending) => {
    const replayed = replayWith({ firstCapture });
    expect(endingOf(recordWith({ result: { kind: 'missing' } }), replayed, rulesetByName(rules))).toBe(
      ending,
    );
  });

  test('marked territory tells that the game was counted', () => {
    const marks = { black: [0], white: [], node: 3, offset: 0 };
    expect(
      endingOf(recordWith({ result: { kind: 'unknown', raw: '?' }, marks }), replayWith({}), undefined),
    ).toBe('passes');
  });
});
