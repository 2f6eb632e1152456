import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DuplicateOptions, findDuplicates } from '../../../src/toolkit/duplicates/find-duplicates.js';
import { DUPLICATE_KINDS } from '../../../src/toolkit/duplicates/game-keys.js';
import { editsBetween } from '../../../src/toolkit/duplicates/near-copies.js';
import { pairwiseDuplicates, sgfOf, turned, type PlainGame } from '../../support/pairwise-duplicates.js';

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function rowsOf(texts: readonly string[], options: Partial<DuplicateOptions> = {}): string[] {
  const files = texts.map((text, i) => ({ name: String.fromCharCode(97 + i), bytes: Buffer.from(text) }));
  return findDuplicates(files, { digest, ...options }).map(
    ({ group, kind, file, game, ofFile, ofGame, differs }) =>
      kind === 'first'
        ? `${group} ${file}${game}`
        : `${group} ${file}${game} ${kind} ${ofFile}${ofGame} ${differs.join(' ')}`.trim(),
  );
}

const MOVES = ';B[cc];W[gg];B[gc];W[cg];B[ee];W[ed];B[dd];W[fe];B[ef];W[de];B[df];W[fd]';
const game = (header: string, moves = MOVES): string => `(;SZ[9]${header}${moves})`;

describe('kinds', () => {
  it.each([
    ['the same bytes', [game('PB[a]'), game('PB[a]')], ['1 a1', '1 b1 exact a1']],
    [
      'bytes of a game inside a collection',
      [game(''), `${game('RE[?]', ';B[aa]')}\n${game('')}`],
      ['1 a1', '1 b2 exact a1'],
    ],
    ['another comment', [game('PB[a]C[x]'), game('PB[a]C[y]')], ['1 a1', '1 b1 moves a1 text']],
    [
      'a variation more',
      [game(''), game('', `${MOVES.slice(0, -6)}(;W[fd])(;W[ff])`)],
      ['1 a1', '1 b1 moves a1 text'],
    ],
    [
      'another player and day',
      [game('PB[a]'), game('PB[b]DT[2020]')],
      ['1 a1', '1 b1 headers a1 players occasion'],
    ],
    ['another komi', [game('KM[6.5]'), game('KM[7.5]')], ['1 a1', '1 b1 headers a1 terms']],
    ['another result', [game('RE[B+1]'), game('RE[W+R]')], ['1 a1', '1 b1 result a1 result']],
    ['the result in other words', [game('RE[B+R]'), game('RE[B+Resign]')], ['1 a1', '1 b1 moves a1 text']],
    ['mirrored', [game(''), game('', MOVES.replace(/\[(.)(.)\]/g, '[$2$1]'))], ['1 a1', '1 b1 symmetric a1']],
    ['cut short', [game(''), game('', `${MOVES};B[dg]`)], ['1 b1', '1 a1 prefix b1']],
    [
      'cut short and mirrored, with another result',
      [game('RE[?]', MOVES.replace(/\[(.)(.)\]/g, '[$2$1]')), game('', `${MOVES};B[dg]`)],
      ['1 b1', '1 a1 prefix b1 result turned'],
    ],
    ['other games', [game(''), game('', MOVES.replace('ee', 'ff'))], []],
    ['another board size', [game(''), game('').replace('SZ[9]', 'SZ[13]')], []],
    ['not Go', [game('GM[2]'), game('GM[2]PB[b]')], []],
    [
      'setup stones in another order',
      [game('AB[aa][ab]'), game('AB[ab][aa]')],
      ['1 a1', '1 b1 moves a1 text'],
    ],
    ['the same stones set and played', [game('AB[aa]'), game('', `;B[aa]${MOVES}`)], []],
  ])('%s', (_, texts, expected) => {
    expect(rowsOf(texts, { fewest: 6 })).toEqual(expected);
  });

  it('asks for ten moves, and for twenty where one game is longer; equal bytes always count', () => {
    const [nine, ten] = [MOVES.slice(0, 9 * 6), MOVES.slice(0, 10 * 6)];
    expect(rowsOf([game('PB[a]', nine), game('PB[b]', nine), game('PB[a]', nine)])).toEqual([
      '1 a1',
      '1 c1 exact a1',
    ]);
    expect(rowsOf([game('PB[a]', ten), game('PB[b]', ten)])).toEqual(['1 a1', '1 b1 headers a1 players']);
    expect(rowsOf([game('', ten), game('')])).toEqual([]);
  });

  it('reports wanted kinds only, in groups that hold together', () => {
    const texts = [game('PB[a]'), game('PB[b]'), game('PB[b]'), game('PB[a]', `${MOVES};B[dg]`)];
    expect(rowsOf(texts, { fewest: 6 })).toEqual([
      '1 d1',
      '1 a1 prefix d1',
      '1 b1 headers a1 players',
      '1 c1 exact b1',
    ]);
    expect(rowsOf(texts, { fewest: 6, kinds: ['exact'] })).toEqual(['1 b1', '1 c1 exact b1']);
    expect(rowsOf(texts, { fewest: 6, kinds: ['prefix', 'exact'] })).toEqual([
      '1 b1',
      '1 c1 exact b1',
      '2 d1',
      '2 a1 prefix d1',
    ]);
  });

  it('makes one group of many copies', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => game(`PB[${i % 3}]`)).join('');
    expect(rowsOf([many])).toHaveLength(20_000);
  });
});

const anyGame: fc.Arbitrary<PlainGame> = fc.record({
  size: fc.constantFrom(3, 4),
  setup: fc.uniqueArray(fc.constantFrom([0, 0], [1, 1], [2, 0] as const), { maxLength: 2 }),
  moves: fc.array(fc.option(fc.tuple(fc.nat(2), fc.nat(2)), { nil: undefined, freq: 8 }), { maxLength: 9 }),
  black: fc.constantFrom('a', 'b'),
  date: fc.constantFrom('2001', '2002'),
  komi: fc.constantFrom('5.5', '6.5'),
  result: fc.constantFrom('B+R', 'W+1', '?'),
  comment: fc.constantFrom('', 'x'),
});

/** Games of which many are others changed a little. */
const anyGames = fc
  .array(
    fc.record({
      fresh: anyGame,
      like: fc.option(fc.nat(9), { nil: undefined, freq: 4 }),
      view: fc.nat(7),
      cut: fc.nat(3),
      retold: fc.boolean(),
    }),
    { minLength: 2, maxLength: 9 },
  )
  .map((plans) => {
    const games: PlainGame[] = [];
    for (const { fresh, like, view, cut, retold } of plans) {
      const model = like === undefined ? undefined : games[like];
      if (!model) games.push(fresh);
      else {
        const moves = cut > 0 ? model.moves.slice(0, -cut) : model.moves;
        const { black, result, comment } = retold ? fresh : model;
        const setup = [...model.setup].reverse();
        games.push(turned({ ...model, setup, moves, black, result, comment }, view < 4 ? 0 : view));
      }
    }
    return games;
  });

const ENTIRE = DUPLICATE_KINDS.filter((kind) => kind !== 'near' && kind !== 'part');

it('finds what comparing every pair finds (seed 20261121)', () => {
  let met = new Set<string>();
  fc.assert(
    fc.property(anyGames, fc.integer({ min: 1, max: 4 }), (games, fewest) => {
      const files = games.map((one, i) => ({ name: String(i), bytes: Buffer.from(sgfOf(one)) }));
      const found = games.map((): unknown => undefined);
      for (const { kind, file, ofFile } of findDuplicates(files, { digest, fewest, kinds: ENTIRE })) {
        if (kind !== 'first') found[Number(file)] = { kind, of: Number(ofFile) };
      }
      const expected = pairwiseDuplicates(games, fewest);
      met = new Set([...met, ...expected.flatMap((one) => (one ? [one.kind] : []))]);
      expect(found).toEqual(expected);
    }),
    { seed: 20261121, numRuns: 3000 },
  );
  expect([...met].sort()).toEqual(['exact', 'headers', 'moves', 'prefix', 'result', 'symmetric']);
});

describe('near copies, and records with a part of another game', () => {
  const letters = 'abcdefghijklmnopqrs';
  /** A game of distinct points in an order that depends on a number. */
  const plays = (seed: number, count = 120): string[] =>
    Array.from({ length: count }, (_, i) => {
      const at = ((i + 1) * seed) % 361;
      return letters.charAt(at % 19) + letters.charAt(Math.floor(at / 19));
    });
  const record = (points: readonly string[], header = ''): string =>
    `(;GM[1]SZ[19]${header}${points.map((point, i) => `;${i % 2 === 0 ? 'B' : 'W'}[${point}]`).join('')})`;
  const one = plays(97);
  const changed = (...at: number[]): string[] => one.map((point, i) => (at.includes(i) ? 'aa' : point));

  it.each([
    ['one move changed', changed(30), ['1 a1', '1 b1 near a1 move 31']],
    ['three moves changed', changed(20, 60, 100), ['1 a1', '1 b1 near a1 move 21 move 61 move 101']],
    ['four moves changed', changed(20, 50, 70, 100), []],
    ['a move and its reply left out', one.toSpliced(40, 2), ['1 a1', '1 b1 near a1 move 41']],
    [
      'two moves of one player exchanged',
      one.with(10, one[12]!).with(12, one[10]!),
      ['1 a1', '1 b1 near a1 move 11'],
    ],
    [
      'a move and its reply left out, a later one changed: numbers of the copy',
      changed(60).toSpliced(20, 2),
      ['1 a1', '1 b1 near a1 move 21 move 59'],
    ],
    [
      'one changed on a turned board',
      changed(30).map((point) => point.charAt(1) + point.charAt(0)),
      ['1 a1', '1 b1 near a1 turned move 31'],
    ],
    ['a move left out, the later colors turned', one.toSpliced(20, 1), ['1 a1', '1 b1 near a1 move 21']],
    ['another game', plays(101), []],
  ])('%s', (_, other, expected) => {
    expect(rowsOf([record(one), record(other)])).toEqual(expected);
  });

  it('a copy of a near copy is in its group, and short games are not compared', () => {
    const near = record(changed(30));
    expect(rowsOf([record(one), near, near.replace('SZ', 'PB[x]SZ')])).toEqual([
      '1 a1',
      '1 b1 near a1 move 31',
      '1 c1 headers b1 players',
    ]);
    expect(rowsOf([record(one.slice(0, 38)), record(changed(30).slice(0, 38))])).toEqual([]);
  });

  const other = plays(101, 150);
  const turned = (points: readonly string[]): string[] =>
    points.map((point) => point.charAt(1) + point.charAt(0));
  it.each([
    ['the beginning of a game', [...one.slice(0, 90), ...other.slice(90)], ['1 a1', '1 b1 part a1 first 90']],
    ['too few first plays', [...one.slice(0, 79), ...other.slice(79)], []],
    ['its end', [...other.slice(0, 70), ...one.slice(70)], ['1 a1', '1 b1 part a1 last 50']],
    [
      'its end on a turned board',
      turned([...other.slice(0, 70), ...one.slice(70)]),
      ['1 a1', '1 b1 part a1 turned last 50'],
    ],
    [
      'both ends, with other moves between',
      [...one.slice(0, 85), ...other.slice(85, 95), ...one.slice(95)],
      ['1 a1', '1 b1 part a1 first 85 last 25'],
    ],
    ['all of it, and more', [...one, ...other.slice(120)], ['1 b1', '1 a1 prefix b1']],
  ])('%s', (_, points, expected) => {
    expect(rowsOf([record(one), record(points)])).toEqual(expected);
  });

  it('a record made of two games is in a group with each, which have none together, in any order', () => {
    const made = record([...one.slice(0, 85), ...other.slice(85)]);
    expect(rowsOf([record(one), record(other), made])).toEqual([
      '1 a1',
      '1 c1 part a1 first 85',
      '2 b1',
      '2 c1 part b1 last 65',
    ]);
    expect(rowsOf([made, record(one), record(other)])).toEqual([
      '1 a1',
      '1 b1 part a1 first 85',
      '2 a1',
      '2 c1 part a1 last 65',
    ]);
    expect(rowsOf([record(one), made], { kinds: ['near'] })).toEqual([]);
  });

  it('counts edits as a whole table does', () => {
    const list = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 9 });
    fc.assert(
      fc.property(list, list, (from, to) => {
        const table = from.map(() => to.map(() => 0));
        const at = (i: number, j: number): number => (i < 0 || j < 0 ? i + j + 2 : table[i]![j]!);
        for (let i = 0; i < from.length; i++) {
          for (let j = 0; j < to.length; j++) {
            const changes = at(i - 1, j - 1) + Number(from[i] !== to[j]);
            const isExchanged =
              i > 1 && j > 1 && from[i] === to[j - 2] && from[i - 2] === to[j] && from[i - 1] === to[j - 1];
            const exchanged = isExchanged ? at(i - 3, j - 3) + 1 : Infinity;
            table[i]![j] = Math.min(changes, exchanged, at(i - 1, j) + 1, at(i, j - 1) + 1);
          }
        }
        const edits = at(from.length - 1, to.length - 1);
        if (Math.abs(from.length - to.length) <= 3)
          expect(editsBetween(from, to, 3)?.length).toBe(edits > 3 ? undefined : edits);
      }),
    );
  });
});
