import type { DuplicateKind } from '../../src/toolkit/duplicates/game-keys.js';

/** A point by column and row from 0; `undefined`: a pass. */
type Place = readonly [number, number] | undefined;

/** A game as a person sees it, on a square board. */
export interface PlainGame {
  readonly size: number;
  readonly setup: readonly (readonly [number, number])[];
  readonly moves: readonly Place[];
  readonly black: string;
  readonly date: string;
  readonly komi: string;
  readonly result: string;
  readonly comment: string;
}

const letter = (n: number): string => String.fromCharCode(97 + n);
const valueOf = (place: Place): string => (place ? `[${letter(place[0])}${letter(place[1])}]` : '[]');

export function sgfOf({ size, setup, moves, black, date, komi, result, comment }: PlainGame): string {
  const stones = setup.length > 0 ? `AB${setup.map(valueOf).join('')}` : '';
  const line = moves.map((place, i) => `;${i % 2 === 0 ? 'B' : 'W'}${valueOf(place)}`).join('');
  return `(;GM[1]SZ[${size}]PB[${black}]DT[${date}]KM[${komi}]RE[${result}]C[${comment}]${stones}${line})`;
}

/** The eight ways to look at a square board, written down one by one. */
const VIEWS: readonly ((x: number, y: number, last: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [y, x],
  (x, y, n) => [n - x, y],
  (x, y, n) => [x, n - y],
  (x, y, n) => [n - x, n - y],
  (x, y, n) => [n - y, x],
  (x, y, n) => [y, n - x],
  (x, y, n) => [n - y, n - x],
];

export function turned(game: PlainGame, view: number): PlainGame {
  const turn = ([x, y]: readonly [number, number]): [number, number] => VIEWS[view]!(x, y, game.size - 1);
  return { ...game, setup: game.setup.map(turn), moves: game.moves.map((place) => place && turn(place)) };
}

const lineOf = ({ size, setup, moves }: PlainGame, length: number): string =>
  `${size}|${setup.map(valueOf).sort().join('')}|${moves.slice(0, length).map(valueOf).join(' ')}`;

const sameLine = (a: PlainGame, b: PlainGame): boolean =>
  a.moves.length === b.moves.length && lineOf(a, a.moves.length) === lineOf(b, a.moves.length);

const beginsLike = (longer: PlainGame, shorter: PlainGame): boolean => {
  const { length } = shorter.moves;
  return longer.moves.length > length && lineOf(longer, length) === lineOf(shorter, length);
};

const inAnyView = (a: PlainGame, b: PlainGame, compare: typeof sameLine): boolean =>
  VIEWS.some((_, view) => compare(turned(a, view), b));

const stonesOf = ({ setup, moves }: PlainGame): number => setup.length + moves.length;

export interface PlainRelation {
  readonly kind: DuplicateKind;
  readonly of: number;
}

/** What each game repeats, by comparing every pair by the definitions of the kinds. */
export function pairwiseDuplicates(
  games: readonly PlainGame[],
  fewest: number,
): (PlainRelation | undefined)[] {
  const texts = games.map(sgfOf);
  const isLong = (i: number): boolean => stonesOf(games[i]!) >= fewest;
  const pairs = (
    i: number,
    j: number,
  ): Record<Exclude<DuplicateKind, 'prefix' | 'near' | 'part'>, boolean> => {
    const [a, b] = [games[i]!, games[j]!];
    const isSame = isLong(i) && isLong(j) && sameLine(a, b);
    const result = a.result === b.result;
    return {
      exact: texts[i] === texts[j],
      moves: isSame && result && a.black === b.black && a.date === b.date && a.komi === b.komi,
      headers: isSame && result,
      result: isSame,
      symmetric: isLong(i) && isLong(j) && inAnyView(a, b, sameLine),
    };
  };
  const relations = games.map((_, i): PlainRelation | undefined => {
    for (const kind of ['exact', 'moves', 'headers', 'result', 'symmetric'] as const) {
      for (let j = 0; j < i; j++) if (pairs(i, j)[kind]) return { kind, of: j };
    }
    return undefined;
  });
  return games.map((game, i) => {
    if (relations[i] || stonesOf(game) < 2 * fewest) return relations[i];
    let of: number | undefined;
    for (const [j, other] of games.entries()) {
      const isLonger = other.moves.length > (of === undefined ? game.moves.length : games[of]!.moves.length);
      if (isLonger && !relations[j] && inAnyView(other, game, beginsLike)) of = j;
    }
    return of === undefined ? undefined : { kind: 'prefix', of };
  });
}
