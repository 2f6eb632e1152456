import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DuplicateOptions, findDuplicates } from '../../../src/toolkit/duplicates/find-duplicates.js';
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

it('finds what comparing every pair finds (seed 20261121)', () => {
  let met = new Set<string>();
  fc.assert(
    fc.property(anyGames, fc.integer({ min: 1, max: 4 }), (games, fewest) => {
      const files = games.map((one, i) => ({ name: String(i), bytes: Buffer.from(sgfOf(one)) }));
      const found = games.map((): unknown => undefined);
      for (const { kind, file, ofFile } of findDuplicates(files, { digest, fewest })) {
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
