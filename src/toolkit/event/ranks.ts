/**
 * The difference of ranks minus `reduction`, at most `most` stones; ranks above `evenFrom` count as that rank, so that players of
 * that rank and above play even.
 */

import type { GameRecord } from '../../referee/record/record.js';

export interface HandicapByRanks {
  readonly reduction?: number;
  readonly most?: number;
  readonly evenFrom?: string;
}

/** Steps above 1k: 0 for 1k, 1 for 1d; `undefined` for professionals and anything else. */
export function stepsOf(rank: string): number | undefined {
  const [, number, kind] = /^(\d{1,2})\s*([kd])/i.exec(rank.trim()) ?? [];
  if (number === undefined || Number(number) === 0) return undefined;
  return kind!.toLowerCase() === 'd' ? Number(number) : 1 - Number(number);
}

/** The handicap between players of these ranks, and by how many ranks White is stronger; `undefined` unless both are kyu or dan. */
export function handicapByRanks(
  { reduction = 0, most = 9, evenFrom }: HandicapByRanks,
  ranks: GameRecord['ranks'],
): { readonly stones: number; readonly difference: number } | undefined {
  const [black, white] = [stepsOf(ranks.black), stepsOf(ranks.white)];
  if (black === undefined || white === undefined) return undefined;
  const cap = evenFrom === undefined ? Infinity : stepsOf(evenFrom)!;
  const difference = Math.min(white, cap) - Math.min(black, cap);
  return { stones: Math.min(Math.max(Math.abs(difference) - reduction, 0), most), difference };
}
