import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { BLACK, WHITE, EMPTY } from '../../src/core/color.js';
import { ACTION } from '../../src/core/line.js';
import { Board } from '../../src/go/board/board.js';
import type { GameRecord } from '../../src/referee/record/record.js';
import { readRecord } from '../../src/referee/record/read-record.js';
import {
  EIGHT,
  MOVE_SIGNS,
  packPatterns,
  patternReader,
  SIGN_COUNT,
  symmetricWides,
  signsOf,
  type MoveWeights,
  type Situation,
} from '../../src/referee/repair/move-chances.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { hashOfMoves, isReported, sgfFiles } from '../accuracy/counted-games.js';

/** Records of a folder whose moves are in one half, as they lie in it; only those of at least so many moves. */
export function* recordsOf(folder: string, wanted: 'fitted' | 'reported', least = 60): Generator<GameRecord> {
  for (const file of sgfFiles(folder)) {
    for (const raw of scanFile(new Uint8Array(readFileSync(file))).games) {
      const record = readRecord(raw);
      const { line, width, height } = record;
      if (!record.isGo || width !== 19 || height !== 19 || line.count < least) continue;
      if (isReported(hashOfMoves(line, width)) === (wanted === 'reported')) yield record;
    }
  }
}

/** The positions before the plays of a record, without handicap stones and passes. */
function* situationsOf(
  { line, width, height }: GameRecord,
  every: number,
): Generator<Situation & { readonly played: number }> {
  const board = new Board(width, height, line.count);
  let last = -1;
  let lastOwn = -1;
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    const point = line.points[i]!;
    if (kind > ACTION.playWhite) {
      if (kind === ACTION.addBlack) board.setup(point, BLACK);
      if (kind === ACTION.addWhite) board.setup(point, WHITE);
      continue;
    }
    if (board.at(point) !== EMPTY) return;
    const color = kind === ACTION.playBlack ? BLACK : WHITE;
    if (i % every === 0) {
      yield { width, height, stones: board.contents(), color, last, lastOwn, played: point };
    }
    board.play(point, color);
    lastOwn = last;
    last = point;
  }
}

const NAMES = Object.keys(MOVE_SIGNS) as (keyof typeof MOVE_SIGNS)[];

/** Patterns seen less often than this have no weight of their own. */
const MIN_SEEN = 300;
const MIN_WIDE = 1000;

/** Fits the model of moves: how often a pattern is taken where it is seen, then all signs by gradient descent. */
export function fitMoves(folder: string, games: number): MoveWeights {
  const seen = new Float64Array(1 << 16);
  const taken = new Float64Array(1 << 16);
  const wideSeen = new Map<number, number>();
  const wideTaken = new Map<number, number>();
  const smallest = new Map<number, number>();
  const canonical = (code: number): number => {
    let found = smallest.get(code);
    if (found === undefined) {
      found = Math.min(...symmetricWides(code));
      smallest.set(code, found);
    }
    return found;
  };
  const samples: Situation[] & { played?: number }[] = [];
  let count = 0;
  for (const record of recordsOf(folder, 'fitted')) {
    if (count++ >= games) break;
    for (const one of situationsOf(record, 8)) {
      samples.push(one);
      let empty = 0;
      const patternAt = patternReader(one);
      for (const stone of one.stones) if (stone === EMPTY) empty++;
      for (let p = 0; p < one.stones.length; p++) {
        if (one.stones[p] !== EMPTY) continue;
        const wide = patternAt(p);
        seen[canonical(wide & EIGHT)]! += 100 / empty;
        const code = canonical(wide);
        wideSeen.set(code, (wideSeen.get(code) ?? 0) + 100 / empty);
      }
      const wide = patternAt(one.played);
      const code = canonical(wide);
      wideTaken.set(code, (wideTaken.get(code) ?? 0) + 100);
      taken[canonical(wide & EIGHT)]! += 100;
    }
  }
  const patterns = new Map<number, number>();
  for (let code = 0; code < seen.length; code++) {
    if (seen[code]! + taken[code]! < MIN_SEEN) continue;
    patterns.set(code, Math.log((taken[code]! + 50) / (seen[code]! + 50)));
  }
  const wide = new Map<number, number>();
  const ofWide = new Map<number, number>();
  for (const [code, number] of wideSeen) {
    const hits = wideTaken.get(code) ?? 0;
    if (number + hits < MIN_WIDE) continue;
    wide.set(code, Math.log((hits + 50) / (number + 50)));
    for (const one of symmetricWides(code)) ofWide.set(one, wide.get(code)!);
  }
  console.error(`${String(patterns.size)} patterns, ${String(wide.size)} wide ones`);
  const ofPattern = new Float64Array(1 << 16);
  for (const [code, weight] of patterns) for (const one of symmetricWides(code)) ofPattern[one] = weight;
  const starts: number[] = [];
  let length = 1;
  for (const name of NAMES) {
    starts.push(length);
    length += MOVE_SIGNS[name];
  }
  const weights = new Float64Array(length);
  weights[0] = 1;
  const squares = new Float64Array(length).fill(1e-3);
  const gradient = new Float64Array(length);
  const chances = new Float64Array(361);
  let scratch: Uint8Array = new Uint8Array(0);
  const codes = new Float64Array(361);
  for (let round = 0; round < 4; round++) {
    let total = 0;
    let number = 0;
    for (const one of samples as (Situation & { played: number })[]) {
      scratch = signsOf(one, scratch);
      const patternAt = patternReader(one);
      let sum = 0;
      for (let p = 0; p < 361; p++) {
        if (one.stones[p] !== EMPTY) continue;
        const wide = patternAt(p);
        codes[p] = ofWide.get(wide) ?? ofPattern[wide & EIGHT]!;
        let score = weights[0] * codes[p]!;
        for (let i = 0; i < SIGN_COUNT; i++) score += weights[starts[i]! + scratch[SIGN_COUNT * p + i]!]!;
        chances[p] = Math.exp(score);
        sum += chances[p]!;
      }
      total += Math.log(chances[one.played]! / sum);
      number++;
      gradient.fill(0);
      for (let p = 0; p < 361; p++) {
        if (one.stones[p] !== EMPTY) continue;
        const by = (p === one.played ? 1 : 0) - chances[p]! / sum;
        gradient[0]! += by * codes[p]!;
        for (let i = 0; i < SIGN_COUNT; i++) gradient[starts[i]! + scratch[SIGN_COUNT * p + i]!]! += by;
      }
      for (let i = 0; i < length; i++) {
        squares[i]! += gradient[i]! ** 2;
        weights[i]! += (0.05 * gradient[i]!) / Math.sqrt(squares[i]!);
      }
    }
    console.error(`round ${String(round + 1)}: ${(total / number).toFixed(3)} over ${String(number)} moves`);
  }
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const signs = Object.fromEntries(
    NAMES.map((name, i) => [
      name,
      Array.from(weights.subarray(starts[i], starts[i]! + MOVE_SIGNS[name]), rounded),
    ]),
  ) as unknown as MoveWeights['signs'];
  return { patterns: packPatterns(patterns), wide: packPatterns(wide), pattern: rounded(weights[0]), signs };
}

const [folder = '', out = 'src/referee/repair/move-weights.json'] = process.argv.slice(2);
if (process.argv[1]?.endsWith('moves.js') && folder !== '')
  writeFileSync(path.resolve(out), `${JSON.stringify(fitMoves(folder, 3000))}\n`);
