import { formatPoint } from '../../src/core/point.js';
import {
  emptyRows,
  get,
  joined,
  liberties,
  opponentOf,
  play,
  put,
  territory,
  type Rows,
  type Sign,
  type Spot,
} from '../support/reference-board.js';
import { spotsOf } from '../support/reference-reading.js';
import { referenceReplay } from '../support/reference-replay.js';
import type { Step } from '../support/steps.js';
import { type Add, type Case, rulesetOf } from './kit.js';

/** Cases whose answers follow from a definition; the slow board and replay of the tests, which share no code with the program, give them. */
export function casesByDefinition(add: Add): void {
  repetitions(add);
  counts(add);
  handicaps(add);
}

/** Numbers from 0 to below 1, the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const COLOR = { X: 'B', O: 'W' } as const;
const nameAt = ({ x, y }: Spot, rows: Rows): string =>
  formatPoint(y * rows[0]!.length + x, rows[0]!.length, rows.length);

const SIZES = [
  [3, 1],
  [4, 1],
  [5, 1],
  [2, 2],
  [3, 2],
  [4, 2],
  [5, 2],
  [3, 3],
  [4, 3],
  [5, 3],
  [4, 4],
] as const;
const DEFINITIONS = ['basic-ko', 'positional', 'situational', 'natural'] as const;
const SELF_CAPTURES = ['no-self-capture', 'no-single-self-capture'] as const;

/** Most cases that differ in nothing of interest. */
const ALIKE = 1;
const GAMES = 12_000;

/**
 * Random games on small boards up to a move that repeats a position or captures itself. Of those that agree in the
 * shape of the board, setup, length of the cycle, passes in it, stones given up and answers, one is kept; none is the image of another.
 */
function repetitions(add: Add): void {
  const random = randomFrom(20261126);
  const kinds = new Map<string, number>();
  const images = new Set<string>();
  for (let game = 0; game < GAMES; game++) {
    const [width, height] = SIZES[Math.floor(random() * SIZES.length)]!;
    const start = game % 3 === 0 ? setUp(width, height, random) : emptyRows(width, height);
    const isSetUp = start.join('').search(/[XO]/) >= 0;
    let sign: Sign = random() < 0.5 && isSetUp ? 'O' : 'X';
    const toPlay = sign;
    const moves: (Spot | undefined)[] = [];
    let rows = start;
    const seen = [diagram(rows)];
    for (let move = 1; move <= 24; move++) {
      const free = spotsOf(rows).filter((spot) => get(rows, spot) === '.');
      const spot =
        free.length === 0 || random() < 0.12 ? undefined : free[Math.floor(random() * free.length)]!;
      if (spot === undefined && moves.at(-1) === undefined && moves.length > 0) break;
      moves.push(spot);
      if (spot) {
        const played = play(rows, spot, sign);
        const repeated = seen.lastIndexOf(diagram(played.rows));
        if (repeated >= 0 || played.selfCaptured > 0) {
          const between = moves.slice(repeated + 1);
          const passes = between.filter((one) => one === undefined).length;
          const answers = answersOf(start, toPlay, moves, played.selfCaptured);
          const bits = Object.values(answers).map(({ answer }) => answer);
          const [length, held] = repeated < 0 ? [0, 0] : [between.length, passes];
          const kind = JSON.stringify([
            Math.min(height, 3),
            isSetUp,
            few(length),
            few(held),
            few(played.selfCaptured),
            bits,
          ]);
          const image = imageOf(start, moves, toPlay);
          if ((kinds.get(kind) ?? 0) < ALIKE && !images.has(image)) {
            kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
            images.add(image);
            addMove(add, {
              start,
              toPlay,
              isSetUp,
              moves,
              answers,
              captured: played.selfCaptured,
              cycle: repeated < 0 ? 0 : between.length,
              passes,
            });
          }
          break;
        }
        rows = played.rows;
      }
      seen.push(diagram(rows));
      sign = opponentOf(sign);
    }
  }
}

/** A number, in classes that a reader tells apart: 0, 1, 2, up to 4, up to 8, more. */
const few = (number: number): number => (number < 3 ? number : number < 5 ? 3 : number < 9 ? 4 : 5);

const diagram = (rows: Rows): string => rows.join('/');

/** A random position in which every chain has a liberty. */
function setUp(width: number, height: number, random: () => number): Rows {
  let rows = emptyRows(width, height);
  for (const spot of spotsOf(rows)) {
    const sign = random() < 0.3 ? 'X' : random() < 0.45 ? 'O' : '.';
    if (sign !== '.') rows = put(rows, spot, sign);
  }
  const isSound = spotsOf(rows).every((spot) => get(rows, spot) === '.' || liberties(rows, spot) > 0);
  return isSound ? rows : emptyRows(width, height);
}

type Answers = Readonly<Record<string, { readonly answer: 'yes' | 'no'; readonly code?: string }>>;

/** Whether the last move is legal under each definition that says something about it; none where an earlier move is not. */
function answersOf(
  start: Rows,
  toPlay: Sign,
  moves: readonly (Spot | undefined)[],
  selfCaptured: number,
): Answers {
  const setup: Step[] = spotsOf(start)
    .filter((spot) => get(start, spot) !== '.')
    .map((spot) => ({ node: 0, kind: 'set', content: get(start, spot) as Sign, spot }));
  const turn: Step[] = setup.length > 0 ? [{ node: 0, kind: 'turn', sign: toPlay }] : [];
  let sign = opponentOf(toPlay);
  const steps = moves.map((spot, i): Step => {
    sign = opponentOf(sign);
    return spot ? { node: i + 1, kind: 'play', sign, spot } : { node: i + 1, kind: 'pass', sign };
  });
  const asked = selfCaptured > 0 ? [...DEFINITIONS, ...SELF_CAPTURES] : DEFINITIONS;
  return Object.fromEntries(
    asked.flatMap((name) => {
      const { verdicts } = referenceReplay(
        [...setup, ...turn, ...steps],
        start[0]!.length,
        start.length,
        rulesetOf(name),
        'stands',
      );
      const { move, code } = verdicts.find((one) => one.code !== 'move/repetition') ?? {};
      if (move !== undefined && move < moves.length) return [];
      return [[name, code === undefined ? { answer: 'yes' as const } : { answer: 'no' as const, code }]];
    }),
  );
}

const ARTICLES: Readonly<Record<string, string>> = {
  'basic-ko': 'the position before the opponent’s board play just made',
  positional: 'any earlier position',
  situational: 'any earlier position with the same player to move',
  natural: 'any earlier position that the player made by a board play',
  'no-self-capture': 'no stones without a liberty after a play',
  'no-single-self-capture': 'no single stone without a liberty after a play',
};

interface Made {
  readonly start: Rows;
  readonly toPlay: Sign;
  readonly isSetUp: boolean;
  readonly moves: readonly (Spot | undefined)[];
  readonly answers: Answers;
  readonly captured: number;
  readonly cycle: number;
  readonly passes: number;
}

function addMove(add: Add, { start, toPlay, isSetUp, moves, answers, captured, cycle, passes }: Made): void {
  let sign = opponentOf(toPlay);
  const words = moves.map((spot) => {
    sign = opponentOf(sign);
    return `${COLOR[sign]} ${spot ? nameAt(spot, start) : 'pass'}`;
  });
  const told = [
    ...(cycle > 0 ? [`a cycle of ${String(cycle)} moves, ${String(passes)} of them passes`] : []),
    ...(captured > 0 ? [`${String(captured)} own stones given up`] : []),
  ].join('; ');
  for (const [rules, { answer, code }] of Object.entries(answers)) {
    const stones = (wanted: Sign): string[] =>
      spotsOf(start)
        .filter((spot) => get(start, spot) === wanted)
        .map((spot) => nameAt(spot, start));
    const one: Omit<Case, 'name'> = {
      says: told,
      rules,
      board: [start[0]!.length, start.length],
      ...(isSetUp && { black: stones('X'), white: stones('O'), toPlay: COLOR[toPlay] }),
      moves: words.slice(0, -1),
      question: 'legal',
      move: words.at(-1)!,
      answer,
      ...(code && { code }),
      article: ARTICLES[rules]!,
      by: 'definition',
    };
    add(captured > 0 ? 'self-capture' : code === 'move/ko' ? 'ko' : 'repetition', one);
  }
}

/** The least of the images of a game under the symmetries of its board and the exchange of colors. */
function imageOf(start: Rows, moves: readonly (Spot | undefined)[], toPlay: Sign): string {
  const [width, height] = [start[0]!.length, start.length];
  const images: string[] = [];
  for (let turn = 0; turn < (width === height ? 8 : 4); turn++) {
    const at = ({ x, y }: Spot): string => {
      const [a, b] = [turn & 1 ? width - 1 - x : x, turn & 2 ? height - 1 - y : y];
      return turn & 4 ? `${String(b)}.${String(a)}` : `${String(a)}.${String(b)}`;
    };
    const stones = spotsOf(start)
      .filter((spot) => get(start, spot) !== '.')
      .map((spot) => at(spot) + (get(start, spot) === toPlay ? '+' : '-'));
    images.push([...stones.sort(), '|', ...moves.map((spot) => (spot ? at(spot) : 'pass'))].join(' '));
  }
  return `${String(width)}x${String(height)} ${images.sort()[0]!}`;
}

/** Random legal boards with some chains dead, counted both ways with and without komi: the dead stones are given. */
function counts(add: Add): void {
  const random = randomFrom(7);
  const komis = [0, 0.5, 5.5, 6.5, 7, 7.5, -3.5];
  for (let number = 0; number < 60; number++) {
    const [width, height] = [3 + (number % 5), 3 + (Math.floor(number / 5) % 4)];
    let board = setUp(width, height, random);
    while (!/X/.test(diagram(board)) || !/O/.test(diagram(board))) board = setUp(width, height, random);
    const dead: Spot[] = [];
    for (const spot of spotsOf(board)) {
      const chain = joined(board, spot);
      const isFirst = chain.every((one) => one.y > spot.y || (one.y === spot.y && one.x >= spot.x));
      if (get(board, spot) !== '.' && isFirst && random() < 0.2) dead.push(...chain);
    }
    let cleared = board;
    for (const spot of dead) cleared = put(cleared, spot, '.');
    const lost = (sign: Sign): number => dead.filter((spot) => get(board, spot) === sign).length;
    const { X, O } = territory(cleared);
    const alive = (sign: string): number => diagram(cleared).split(sign).length - 1;
    const komi = komis[number % komis.length]!;
    const stones = (wanted: Sign): string[] =>
      spotsOf(board)
        .filter((spot) => get(board, spot) === wanted)
        .map((spot) => nameAt(spot, board));
    const base = {
      board: [width, height] as const,
      black: stones('X'),
      white: stones('O'),
      toPlay: 'B' as const,
      komi,
      moves: ['B pass', 'W pass'],
      question: 'score' as const,
      dead: dead.map((spot) => nameAt(spot, board)),
      by: 'definition' as const,
    };
    const area = X + alive('X') - O - alive('O') - komi;
    const points = X + lost('O') - O - lost('X') - komi;
    const says = `${String(dead.length)} stones agreed dead, komi ${String(komi)}`;
    add('score', {
      ...base,
      says,
      rules: 'area',
      answer: margin(area),
      article: 'area: living stones and the empty points that only they surround',
    });
    add('score', {
      ...base,
      says,
      rules: 'territory',
      answer: margin(points),
      article:
        'territory: the empty points that only living stones surround, and the dead stones of the other color',
    });
  }
}

function margin(points: number): string {
  if (points === 0) return '0';
  return `${points > 0 ? 'B' : 'W'}+${String(Math.abs(points))}`;
}

/** The fixed handicap points of the Go Text Protocol, from its description: lines of the edge, then corners, sides and the center. */
function handicaps(add: Add): void {
  for (let size = 7; size <= 25; size++) {
    // GNU Go and programs after the letter of the protocol differ on 12 lines.
    if (size === 12) continue;
    const edge = size < 13 ? 3 : 4;
    const [low, high, mid] = [edge, size + 1 - edge, (size + 1) / 2];
    const at = (column: number, row: number): string =>
      'ABCDEFGHJKLMNOPQRSTUVWXYZ'[column - 1]! + String(row);
    const corners = [at(low, low), at(high, high), at(low, high), at(high, low)];
    const sides = [at(low, mid), at(high, mid), at(mid, low), at(mid, high)];
    const most = size === 7 || size % 2 === 0 ? 4 : 9;
    for (let stones = 2; stones <= most; stones++) {
      const center = stones > 4 && stones % 2 === 1 ? [at(mid, mid)] : [];
      const taken = stones < 6 ? [] : sides.slice(0, stones < 8 ? 2 : 4);
      const answer = [...corners.slice(0, stones), ...taken, ...center].sort().join(' ');
      add('handicap', {
        says: `${String(stones)} stones on ${String(size)} lines`,
        rules: 'area',
        board: [size, size],
        question: 'handicap',
        handicap: stones,
        answer,
        article: 'Go Text Protocol 2, fixed handicap placement',
        by: 'text',
      });
    }
  }
}
