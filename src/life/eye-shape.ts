/** A region of at least this size gives two eyes whatever its shape. */
const SURE = 7;

/** Who moves first in a region: a dead stone inside is the opponent's first move there. */
export type FirstIn = 'owner' | 'opponent';

/**
 * Eyes that a region of territory gives by its shape: 1 or 2. If the owner moves first, only a region of one or two points
 * and the square four give one eye; if the opponent does, the nakade shapes do as well (three, T four, bulky and crossed
 * five, rabbity six).
 * `near` holds four neighbors a point. Not looked at: corners, liberties around.
 */
export function eyesOf(region: readonly number[], near: Int16Array, first: FirstIn): number {
  const size = region.length;
  if (size >= SURE) return 2;
  if (size <= 2) return 1;
  let lines = 0;
  let most = 0;
  for (const p of region) {
    let degree = 0;
    for (let d = p * 4, end = d + 4; d < end; d++) if (near[d]! >= 0 && region.includes(near[d]!)) degree++;
    lines += degree / 2;
    if (degree > most) most = degree;
  }
  if (size === 4 && lines === 4) return 1;
  if (first === 'owner') return 2;
  if (size === 3) return 1;
  if (size === 4) return most === 3 ? 1 : 2;
  if (size === 5) return most === 4 || lines === 5 ? 1 : 2;
  return most === 4 && lines === 6 ? 1 : 2;
}
