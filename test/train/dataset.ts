import { closeSync, openSync, writeSync } from 'node:fs';
import { EMPTY } from '../../src/core/color.js';
import { prove } from '../../src/go/life/benson.js';
import type { Estimator, Life } from '../../src/go/life/life.js';
import { PLANES } from '../../src/core/kernels/layout.js';
import { netInputOf } from '../../src/go/life/net-input.js';
import { PLAYOUTS } from '../../src/go/life/estimate-net.js';
import { componentsOf, type Position } from '../../src/go/board/position.js';
import { sharedPlayer } from '../../src/go/life/playouts.js';
import { scoreGame } from '../../src/referee/score/score.js';
import { OWNER } from '../../src/referee/score/territory.js';
import { settle } from '../../src/referee/score/verdict.js';
import { allCountedGames, isReported, type CountedGame } from '../accuracy/counted-games.js';
import { otherOpinions } from './judgements.js';

/** Which games a record belongs to; the trainer learns from the first two. */
export const PART = { extra: 0, tuning: 1, reporting: 2 } as const;

/** How a record came to its label: none, by the usual judge, by another opinion that reproduces the margin. */
export const LABEL = { none: 0, usual: 1, other: 2 } as const;

/** A margin this near (half points) tells that no stone is judged wrong: one stone more or less counts two points. */
const NEAR = 2;

/** Folders without games to learn from. */
const LEFT_OUT = new Set(['assorted', 'problems', 'studies', 'tsumego-collections']);

/** The folder of games for training only. */
const EXTRA = 'counted';

export interface DatasetCounts {
  games: number;
  usual: number;
  other: number;
}

/**
 * Writes what the trainer reads, one record a game: width, height, part, label kind (bytes), number (int32), 0 (int32),
 * planes (PLANES bytes a point), chain and area numbers (int16 a point each), owner of each point (0 Black, 1 White, 2 nobody, 3 unknown).
 *
 * The declared margin never enters the planes; it only decides whether an opinion about the dead stones may serve as
 * a label. `known` is a trained estimator whose opinion is tried too (a second round), or `undefined`.
 * Games of the reporting half get no label, and no other copy of them is used.
 */
export function writeDataset(folder: string, file: string, known: Estimator | undefined): DatasetCounts {
  const output = openSync(file, 'w');
  const counts: DatasetCounts = { games: 0, usual: 0, other: 0 };
  const seen = new Set<string>();
  let number = 0;
  for (const game of archivesFirst(folder)) {
    number++;
    if (seen.has(game.movesHash)) continue;
    seen.add(game.movesHash);
    const extra = game.archive === EXTRA;
    const reported = isReported(game.movesHash);
    // A copy in the training games of a game that is reported on comes later in the order and was seen.
    const part = extra ? PART.extra : reported ? PART.reporting : PART.tuning;
    const record = recordOf(game, part, number, known, counts);
    writeSync(output, record);
    counts.games++;
  }
  closeSync(output);
  return counts;
}

function* archivesFirst(folder: string): Generator<CountedGame> {
  yield* allCountedGames(folder, (archive) => archive !== EXTRA && !LEFT_OUT.has(archive));
  yield* allCountedGames(folder, (archive) => archive === EXTRA);
}

function recordOf(
  game: CountedGame,
  part: number,
  number: number,
  known: Estimator | undefined,
  counts: DatasetCounts,
): Uint8Array {
  const { width, height } = game.record;
  const position: Position = { width, height, stones: game.stones };
  const points = width * height;
  const chains = componentsOf(position);
  const sums = sharedPlayer().run(position, PLAYOUTS);
  const features = netInputOf(position, chains, sums, prove(position, chains));
  let owners: Uint8Array | undefined;
  let label: number = LABEL.none;
  if (part !== PART.reporting) {
    owners = ownersIf(game, features.dead, 'near');
    if (owners) label = LABEL.usual;
    else {
      const opinions = otherOpinions(position, chains, features.dead, features.favor);
      owners = known ? ownersIf(game, known(position, chains).dead, 'near') : undefined;
      for (let next = opinions.next(); !owners && !next.done; next = opinions.next()) {
        owners = ownersIf(game, next.value, 'exact');
      }
      if (owners) label = LABEL.other;
    }
    if (label === LABEL.usual) counts.usual++;
    if (label === LABEL.other) counts.other++;
  }
  const bytes = new Uint8Array(12 + points * (PLANES + 5));
  bytes.set([width, height, part, label]);
  new DataView(bytes.buffer).setInt32(4, number, true);
  let at = 12;
  const put = (array: Int8Array | Uint8Array | Int16Array): void => {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  };
  put(features.planes);
  put(chains.of);
  put(features.areas.of);
  put(owners ?? new Uint8Array(points).fill(3));
  return bytes;
}

/** Owner of every point if the declared margin follows from these dead stones, by any convention that has a name. */
function ownersIf(game: CountedGame, dead: Uint8Array, how: 'near' | 'exact'): Uint8Array | undefined {
  const { record, executed, ruleset, stones, marginHalves } = game;
  const life: Life = {
    dead,
    seki: new Uint8Array(dead.length),
    ownership: undefined,
    chains: [],
    source: 'estimated',
    confidence: 1,
    unfinished: '',
    findings: [],
  };
  const score = scoreGame(record, executed, stones, life, ruleset, {});
  const miss = Math.abs(score.resultHalves - marginHalves);
  if (miss > (how === 'near' ? NEAR : 0)) {
    const { verdict } = settle(record, score);
    if (verdict !== 'confirmed' && verdict !== 'explained') return undefined;
  }
  const owners = new Uint8Array(stones.length);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY && dead[p] === 0) owners[p] = stones[p]! - 1;
    else {
      const owner = score.owner[p]!;
      const black = owner === OWNER.black || owner === OWNER.blackSeki;
      const white = owner === OWNER.white || owner === OWNER.whiteSeki;
      owners[p] = black ? 0 : white ? 1 : 2;
    }
  }
  return owners;
}
