import { BLACK } from '../core/color.js';
import type { GameRecord } from '../record/record.js';
import { type ConventionName, CONVENTIONS } from './conventions.js';
import { movesText, type ProtectiveMove } from './protective-moves.js';
import type { AppliedConvention, GameScore, ScoreBasis } from './score-types.js';

/** Liberties of the weakest chain beside a protective move that is charged, on the final board. */
const FEWEST_LIBERTIES = 2;
const MOST_LIBERTIES = 6;

/** Whether servers with the convention charge a protective move. */
export function isCharged({ liberties }: ProtectiveMove): boolean {
  return liberties >= FEWEST_LIBERTIES && liberties <= MOST_LIBERTIES;
}

/** Half points that the moves cost, as they change the margin: Black minus White. */
export function costOf(moves: readonly ProtectiveMove[]): number {
  return moves.reduce((sum, { color }) => sum + (color === BLACK ? -2 : 2), 0);
}

/** Half points that protective moves cost under a convention of the server: Black minus White. */
export function chargedHalves({ conventions }: Pick<GameScore, 'conventions'>): number {
  return conventions.find(({ name }) => name === 'protective-moves')?.halves ?? 0;
}

/** The conventions that change the margin of a game counted by territory. */
export function appliedConventions(
  { origin }: Pick<GameRecord, 'origin'>,
  names: ReadonlySet<ConventionName>,
  basis: ScoreBasis,
  moves: readonly ProtectiveMove[],
): readonly AppliedConvention[] {
  const applied: AppliedConvention[] = [];
  const add = (name: ConventionName, halves: number, what: string): void => {
    const whose = CONVENTIONS.find((one) => one.name === name)?.origins[origin] ?? origin;
    applied.push({ name, halves, text: `${what} (convention of ${whose})` });
  };
  const charged = names.has('protective-moves') ? moves.filter(isCharged) : [];
  if (charged.length > 0) {
    add('protective-moves', costOf(charged), `${movesText(charged, basis.width, basis.height)} charged`);
  }
  if (basis.fillsCount && basis.fills !== 0) {
    add('points-to-fill', 2 * basis.fills, 'points that must be filled counted');
  }
  return applied;
}
