import { seededRandom } from './random.js';
import { Tally } from './tally.js';

/** How sure the referee was of one game, 0 to 1, and whether it was right. */
export interface Claim {
  readonly confidence: number;
  readonly exact: boolean;
}

const BINS = 10;

/** The claims in bins of equal width; empty ones too. */
export function binsOf<C extends Claim>(claims: Tally<C>): Tally<C>[] {
  return Array.from({ length: BINS }, (_, bin) =>
    claims.only(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin),
  );
}

/** Mean distance between how sure the referee was and how often it was right, over ten bins weighted by their games. */
export function calibrationError(claims: Tally<Claim>): number {
  let sum = 0;
  for (const inside of binsOf(claims)) {
    if (inside.count === 0) continue;
    sum += inside.count * Math.abs(inside.mean((c) => c.confidence) - inside.part((c) => c.exact));
  }
  return sum / claims.count;
}

/** Draws of the outcomes, and the part of them that lies below what `errorByChance` returns. */
const DRAWS = 1000;
const USUAL = 0.95;

/** The calibration error that confidences as true as can be would show in one of twenty samples of this size. */
export function errorByChance(claims: Tally<Claim>): number {
  const random = seededRandom(1);
  const errors = new Tally<number>();
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = new Tally<Claim>();
    for (const { confidence } of claims) drawn.add({ confidence, exact: random() < confidence });
    errors.add(calibrationError(drawn));
  }
  return errors.quantile((error) => error, USUAL);
}

/** Of the surest part of the claims, the part that is right; a game without a claim has a confidence of 0. */
export function surest(claims: Tally<Claim>, part: number): number {
  const least = claims.quantile((c) => c.confidence, 1 - part);
  return claims.only((c) => c.confidence >= least).part((c) => c.exact);
}

const SIZE = 320;
const EDGE = 40;

/** The reliability curve: how often margins were right, by how sure the referee was; a circle's area is its games. */
export function reliabilitySvg(claims: Tally<Claim>): string {
  const at = (value: number): string => (EDGE + value * SIZE).toFixed(1);
  const down = (value: number): string => (EDGE + (1 - value) * SIZE).toFixed(1);
  const points = binsOf(claims)
    .filter(({ count }) => count > 0)
    .map((inside) => ({
      x: inside.mean((c) => c.confidence),
      y: inside.part((c) => c.exact),
      radius: 2 + 26 * Math.sqrt(inside.count / claims.count),
      count: inside.count,
    }));
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((value) => [
    `<text x="${at(value)}" y="${SIZE + EDGE + 18}" text-anchor="middle">${value}</text>`,
    `<text x="${EDGE - 8}" y="${down(value)}" dy="4" text-anchor="end">${value}</text>`,
  ]);
  const circles = points.map(
    ({ x, y, radius, count }) =>
      `<circle cx="${at(x)}" cy="${down(y)}" r="${radius.toFixed(1)}"><title>${count} games: ${x.toFixed(3)} claimed, ${y.toFixed(3)} exact</title></circle>`,
  );
  const whole = SIZE + 2 * EDGE + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>How often the margin is right, by the confidence in it</title>',
    `<rect width="${whole}" height="${whole}" fill="#fff"/>`,
    `<rect x="${EDGE}" y="${EDGE}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#999"/>`,
    `<line x1="${at(0)}" y1="${down(0)}" x2="${at(1)}" y2="${down(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    `<g fill="#2a6fb0" fill-opacity="0.7">`,
    ...circles,
    '</g>',
    ...ticks,
    `<text x="${at(0.5)}" y="${SIZE + EDGE + 38}" text-anchor="middle">confidence</text>`,
    `<text x="${EDGE}" y="${EDGE - 14}">exact</text>`,
    '</svg>\n',
  ].join('\n');
}
