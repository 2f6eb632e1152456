import { deadByMean, enclose } from '../../src/go/life/net-input.js';
import { EMPTY } from '../../src/core/color.js';
import { sharedPlayer, type Player } from '../../src/go/life/playouts.js';
import { type Components, componentsOf, neighborsOf, type Position } from '../../src/go/board/position.js';
import { makeReferencePlayer, type Manners } from '../support/reference-playouts.js';

/** Playouts of the slower judges. */
const MANY = 600;
const SOME = 200;

/** Stones whose fate the playouts agree on more than this are never doubted. */
const SETTLED = 0.8;

/** Groups that are turned over one at a time, least sure first. */
const MAX_FLIPS = 12;

const RECKLESS: Manners = { throwIn: 6, answers: true };
const WILD: Manners = { throwIn: 1000, answers: false };

const players = new Map<string, Pick<Player, 'run'>>();

function otherPlayer(position: Position, name: string, manners: Manners): Pick<Player, 'run'> {
  const key = `${name} ${position.width} ${position.height}`;
  let player = players.get(key);
  if (!player) players.set(key, (player = makeReferencePlayer(position.width, position.height, manners)));
  return player;
}

/** Dead stones by chain means of what playouts favor, with the enclosure rule or without. */
export function byMeans(
  position: Position,
  chains: Components,
  favor: Int16Array,
  inside: 'enclose' | 'plain',
) {
  const dead = deadByMean(chains, favor);
  if (inside === 'enclose') enclose(position, favor, dead);
  return dead;
}

/**
 * Other opinions about a position that its usual judge gets wrong, most believable first: other playouts, then the
 * usual opinion with one doubtful group turned over. Whether one of them is right is for the caller to find out.
 */
export function* otherOpinions(position: Position, chains: Components, usual: Uint8Array, favor: Int16Array) {
  yield byMeans(position, chains, favor, 'plain');
  const many = sharedPlayer().run(position, MANY);
  const longer = added(many.blackFirst, many.whiteFirst);
  yield byMeans(position, chains, longer, 'enclose');
  yield byMeans(position, chains, longer, 'plain');
  for (const [name, manners] of [
    ['reckless', RECKLESS],
    ['wild', WILD],
  ] as const) {
    const sums = otherPlayer(position, name, manners).run(position, SOME);
    const other = added(sums.blackFirst, sums.whiteFirst);
    yield byMeans(position, chains, other, 'enclose');
    yield byMeans(position, chains, other, 'plain');
  }
  yield byMeans(position, chains, many.blackFirst, 'enclose');
  yield byMeans(position, chains, many.whiteFirst, 'enclose');
  for (const group of doubtfulGroups(position, chains, usual, longer).slice(0, MAX_FLIPS)) {
    const flipped = Uint8Array.from(usual);
    for (const p of group.points) flipped[p] = group.to;
    yield flipped;
  }
}

function added(a: Int16Array, b: Int16Array): Int16Array {
  return a.map((value, p) => value + b[p]!);
}

interface Group {
  readonly sureness: number;
  readonly points: readonly number[];
  /** What `dead` becomes when it is turned over. */
  readonly to: 0 | 1;
}

/** Dead stones of one color in one area, single chains, and living chains that share liberties. */
function doubtfulGroups(
  position: Position,
  chains: Components,
  dead: Uint8Array,
  favor: Int16Array,
): Group[] {
  const { stones } = position;
  const groups: Group[] = [];
  const add = (points: readonly number[], to: 0 | 1): void => {
    let sum = 0;
    for (const p of points) sum += Math.abs(favor[p]!);
    const sureness = sum / points.length / MANY;
    if (sureness <= SETTLED) groups.push({ sureness, points, to });
  };
  const cleaned = stones.map((stone, p) => (dead[p] === 1 ? EMPTY : stone));
  const areas = componentsOf({ ...position, stones: cleaned });
  const deadIn = new Map<number, number[]>();
  const chainPoints: number[][] = Array.from({ length: chains.count }, () => []);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] === EMPTY) continue;
    chainPoints[chains.of[p]!]!.push(p);
    if (dead[p] === 0) continue;
    const key = areas.of[p]! * 4 + stones[p]!;
    const list = deadIn.get(key);
    if (list) list.push(p);
    else deadIn.set(key, [p]);
  }
  for (const points of deadIn.values()) add(points, 0);
  for (const points of chainPoints) if (points.length > 0) add(points, dead[points[0]!] === 1 ? 0 : 1);
  for (const cluster of doubtfulClusters(position, chains, dead, favor)) {
    if (cluster.length > 1)
      add(
        cluster.flatMap((chain) => chainPoints[chain]!),
        1,
      );
  }
  return groups.sort((a, b) => a.sureness - b.sureness);
}

/** Mean of a value over each component. */
function meansOf(components: Components, values: ArrayLike<number>): Float64Array {
  const { of, count, size } = components;
  const means = new Float64Array(count);
  for (let p = 0; p < of.length; p++) means[of[p]!]! += values[p]!;
  for (let c = 0; c < count; c++) means[c]! /= size[c]!;
  return means;
}

function doubtfulClusters(
  position: Position,
  chains: Components,
  dead: Uint8Array,
  favor: Int16Array,
): number[][] {
  const { width, height, stones } = position;
  const near = neighborsOf(width, height);
  const means = meansOf(chains, favor);
  const doubtful = new Set<number>();
  for (let c = 0; c < chains.count; c++) {
    const alive = chains.content[c] !== EMPTY && dead[chains.first[c]!] === 0;
    if (alive && Math.abs(means[c]!) / MANY < SETTLED) doubtful.add(c);
  }
  const linked = new Map<number, Set<number>>();
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    for (const q of near[p]!) {
      for (const r of near[p]!) {
        if (stones[q] === EMPTY || stones[q] !== stones[r]) continue;
        const from = chains.of[q]!;
        let set = linked.get(from);
        if (!set) linked.set(from, (set = new Set()));
        set.add(chains.of[r]!);
      }
    }
  }
  const clusters: number[][] = [];
  const seen = new Set<number>();
  for (const start of doubtful) {
    if (seen.has(start)) continue;
    const cluster = [start];
    seen.add(start);
    for (const chain of cluster) {
      for (const next of linked.get(chain) ?? []) {
        if (!doubtful.has(next) || seen.has(next)) continue;
        seen.add(next);
        cluster.push(next);
      }
    }
    clusters.push(cluster);
  }
  return clusters;
}
