/** From this size on a region gives two eyes whatever its shape. */
const SURE = 7;

/**
 * Eyes that a region of territory gives when the opponent may play in it first: 1 or 2.
 * Up to three points, and the nakade shapes of four to six (square and T four, bulky and crossed five, rabbity six), give one.
 * `near` holds four neighbors a point. Not looked at: corners, stones inside, liberties around.
 */
export function eyesOf(region: readonly number[], near: Int16Array): number {
  const size = region.length;
  if (size >= SURE) return 2;
  if (size <= 3) return 1;
  let lines = 0;
  let most = 0;
  for (const p of region) {
    let degree = 0;
    for (let d = p * 4, end = d + 4; d < end; d++) if (near[d]! >= 0 && region.includes(near[d]!)) degree++;
    lines += degree / 2;
    if (degree > most) most = degree;
  }
  if (size === 4) return most === 3 || lines === 4 ? 1 : 2;
  if (size === 5) return most === 4 || lines === 5 ? 1 : 2;
  return most === 4 && lines === 6 ? 1 : 2;
}
