import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import type { GameScore } from './score-types.js';
import { Reading } from './reading.js';
import { OWNER } from './territory.js';

/** A point of its territory where a color would still have to play. */
export interface ProtectiveMove {
  readonly point: number;
  readonly color: Stone;
}

/** Whose points a color would play in, by `OWNER`. */
const POINTS_OF: Readonly<Record<number, readonly number[]>> = {
  [BLACK]: [OWNER.black, OWNER.blackSeki, OWNER.blackFill],
  [WHITE]: [OWNER.white, OWNER.whiteSeki, OWNER.whiteFill],
};

/** Moves of the attacker that are read. */
const MOVES = 3;

/** A player who would need more moves than this has not played the game to its end; nothing is said of him then. */
const MOST = 3;

/**
 * The protective moves that a final position still asks for once the dame are taken: without them the opponent, moving first,
 * would catch a chain that lives, also by threatening two at once. Each costs its player a point of territory.
 * Read with three moves of the attacker, chains of two liberties and less, attackers that live themselves. Every dame counts as taken by the
 * opponent unless it joins two of the player's chains. Not read: moves that kill without a capture, ko fights, which dame is
 * whose turn. So a move found here is evidence for a margin, not the margin itself (Japanese rules 1989, article 9.2).
 */
export function protectiveMoves(score: Pick<GameScore, 'owner' | 'life' | 'basis'>): ProtectiveMove[] {
  return [...movesOf(score, BLACK), ...movesOf(score, WHITE)];
}

function movesOf(
  { owner, life, basis }: Pick<GameScore, 'owner' | 'life' | 'basis'>,
  color: Stone,
): ProtectiveMove[] {
  const attacker = (3 - color) as Stone;
  const reading = new Reading(basis.stones, basis.width, basis.height);
  const own = new Set<number>();
  const attackers = new Set<number>();
  for (const [p, content] of basis.stones.entries()) {
    if (content === EMPTY || life.dead[p] !== 0) continue;
    (content === color ? own : attackers).add(p);
  }
  takeDame();
  const inside = [...owner.keys()].filter((p) => basis.stones[p] === EMPTY && isInside(p));
  const moves: ProtectiveMove[] = [];
  const hopeless = new Set<number>();
  protectChains();
  while (protectOnce());
  return moves.length > MOST ? [] : moves;

  function isInside(p: number): boolean {
    return POINTS_OF[color]!.includes(owner[p]!);
  }

  function takeDame(): void {
    for (const [p, side] of owner.entries()) {
      if (side !== OWNER.dame || reading.stones[p] !== EMPTY) continue;
      const beside = reading.near[p]!.filter((q) => reading.stones[q] === color);
      const chains = new Set(beside.map((q) => Math.min(...reading.chainAt(q).stones)));
      const taker = chains.size > 1 ? color : attacker;
      const played = reading.play(p, taker);
      if (played && taker === attacker && played.taken.length > 0) reading.takeBack(played);
      else if (played && taker === attacker) attackers.add(p);
      reading.forgetKo();
    }
  }

  /** Of the chains that live and have a stone among these points, those that would be caught, by one stone of each. */
  function caught(points: Iterable<number>): number[] {
    const found: number[] = [];
    const seen = new Set<number>();
    for (const p of points) {
      if (!own.has(p)) continue;
      if (reading.stones[p] !== color) {
        found.push(p);
        continue;
      }
      if (seen.has(p)) continue;
      const { stones, liberties, opponents } = reading.chainAt(p);
      for (const q of stones) seen.add(q);
      if (liberties.length > 2 || !opponents.some((q) => attackers.has(q))) continue;
      if (stones.some((q) => hopeless.has(q)) || !reading.isCaught(p, color, MOVES)) continue;
      found.push(p);
    }
    return found;
  }

  /** Points that may help chains: their liberties, and those of opponents with two or less beside them. */
  function remedies(chains: readonly number[]): number[] {
    const points = new Set<number>();
    for (const p of chains) {
      if (reading.stones[p] !== color) continue;
      const { liberties, opponents } = reading.chainAt(p);
      for (const q of liberties) points.add(q);
      for (const q of opponents) {
        const theirs = reading.chainAt(q).liberties;
        if (theirs.length <= 2) for (const l of theirs) points.add(l);
      }
    }
    return [...points];
  }

  /** Plays the first remedy after which nothing is wrong, one that costs nothing before all others. */
  function protect(points: readonly number[], isWrong: () => boolean): boolean {
    const costs = (p: number): boolean => owner[p] === color && basis.stones[p] === EMPTY;
    const ordered = [...points.filter((p) => !costs(p)), ...points.filter(costs)];
    for (const p of ordered) {
      reading.forgetKo();
      const played = reading.play(p, color);
      if (!played) continue;
      reading.forgetKo();
      if (isWrong()) {
        reading.takeBack(played);
        continue;
      }
      own.add(p);
      if (costs(p)) moves.push({ point: p, color });
      return true;
    }
    return false;
  }

  /** Chains that would be caught at once. */
  function protectChains(): void {
    for (let [p] = caught(own); p !== undefined && moves.length <= MOST; [p] = caught(own)) {
      const chain = p;
      if (!protect(remedies([chain]), () => reading.isCaught(chain, color, MOVES))) hopeless.add(chain);
    }
  }

  /** Whether an attack at a point catches something whatever the answer; which chains it threatens. */
  function attackAt(point: number): { readonly succeeds: boolean; readonly remedies: readonly number[] } {
    const fails = { succeeds: false, remedies: [] };
    return reading.after(
      point,
      attacker,
      ({ taken }) => {
        const chains = caught([...reading.chainAt(point).opponents, ...taken]);
        if (chains.length === 0) return fails;
        const answers = remedies(chains);
        const isSaved = answers.some((p) =>
          reading.after(p, color, () => !chains.some((q) => reading.isCaught(q, color, MOVES)), false),
        );
        return isSaved ? fails : { succeeds: true, remedies: answers };
      },
      fails,
    );
  }

  /** Answers one attack on two things at once; false when there is none that can be answered. */
  function protectOnce(): boolean {
    if (moves.length > MOST) return false;
    for (const p of inside) {
      if (reading.stones[p] !== EMPTY || !reading.near[p]!.some((q) => reading.stones[q] === color)) continue;
      reading.forgetKo();
      const attack = attackAt(p);
      if (attack.succeeds && protect([p, ...attack.remedies], () => attackAt(p).succeeds)) return true;
    }
    return false;
  }
}
