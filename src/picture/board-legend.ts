import { BLACK, EMPTY } from '../core/color.js';
import type { Picture } from './picture.js';

const WORDS = {
  flagged: 'thick square: the move in question',
  last: 'ring: last move',
  dead: 'crossed: dead stone',
  territory: 'square: territory',
  dame: 'small cross: dame',
  sekiPoint: 'diamond: point in seki',
  fill: 'ringed square: point to be filled by its owner',
  seki: 'stone with diamond: in seki',
  doubt: 'shaded, dotted to whole ring: life in doubt, the more the darker',
} as const;
type Sign = keyof typeof WORDS;

/** What the marks of some boards mean, in lines of a few signs; only those that occur. */
export function legendOf(pictures: readonly Picture[]): string[] {
  const used = new Set<Sign>();
  for (const picture of pictures) for (const sign of signsOf(picture)) used.add(sign);
  const words = (Object.keys(WORDS) as Sign[]).filter((sign) => used.has(sign)).map((sign) => WORDS[sign]);
  const lines: string[] = [];
  for (const item of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < LONGEST)
      lines[lines.length - 1] = `${last}; ${item}`;
    else lines.push(item);
  }
  return lines;
}

const LONGEST = 64;

function signsOf(picture: Picture): Set<Sign> {
  const used = new Set<Sign>();
  const { stones, owner, dead, seki, uncertain, lastMove, flagged } = picture;
  if (flagged !== undefined) used.add('flagged');
  if (lastMove !== undefined && stones[lastMove] !== EMPTY) used.add('last');
  for (let point = 0; point < stones.length; point++) {
    const isStone = stones[point]! >= BLACK;
    if (isStone && dead?.[point] === 1) used.add('dead');
    if (isStone && seki?.[point] === 1 && dead?.[point] !== 1) used.add('seki');
    if ((uncertain?.[point] ?? 0) > 0) used.add('doubt');
    if (isStone) continue;
    const mark = owner?.[point] ?? 0;
    if (mark === 1 || mark === 2) used.add('territory');
    else if (mark === 3) used.add('dame');
    else if (mark === 4 || mark === 5) used.add('sekiPoint');
    else if (mark > 5) used.add('fill');
  }
  return used;
}
