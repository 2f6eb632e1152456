import { rulesetFromRU } from '../rules/aliases.js';
import type { EventConditions } from './conditions.js';
import { stepsOf } from './handicap-by-ranks.js';
import type { Table, TimeLimits } from './table.js';

/** What a results table states of its event: rules, board size, komi of even games, handicap, days, time limit. */
export function conditionsOf(table: Table): EventConditions {
  const { size, komi, komiIsWhole, begins, ends, time, pairings } = table;
  const name = rulesetFromRU(table.rules);
  const hasStones = pairings.some((pairing) => (pairing.handicap ?? 0) > 1);
  const handicap = handicapCondition(table.handicap, hasStones);
  // A record seldom shows a handicap of one stone: its komi is compared with its own pairing alone.
  const isEven = !pairings.some((pairing) => pairing.handicap === 1);
  return {
    ...(name !== undefined && { rules: name }),
    ...(size !== undefined && { size }),
    ...(komi !== undefined && !komiIsWhole && isEven && { komi }),
    ...(handicap && { handicap }),
    ...(begins !== '' && { from: begins, ...(ends !== '' && { to: ends }) }),
    ...(time && { time: timeCondition(time) }),
  };
}

/**
 * Handicaps by score are those of the pairings, which a record cannot show; what a table without the kind of its handicaps means,
 * nobody can tell. Ranks are the table's, which records often leave out.
 */
function handicapCondition(
  { isUsed, isByScore, correction, ceiling, evenFrom }: Table['handicap'],
  hasStones: boolean,
): EventConditions['handicap'] {
  if (isUsed === false) return hasStones ? undefined : 'none';
  if (isByScore !== false || correction === undefined) return undefined;
  const known = evenFrom !== undefined && stepsOf(evenFrom) !== undefined;
  return {
    reduction: correction,
    ...(ceiling !== undefined && { most: ceiling }),
    ...(known && { evenFrom }),
    ranks: 'optional',
  };
}

function timeCondition({ system, mainSeconds, periodSeconds, periods, moves, incrementSeconds }: TimeLimits) {
  const seconds = periodSeconds ?? incrementSeconds;
  return {
    ...(system !== 'unknown' && { system: system === 'sudden-death' ? ('absolute' as const) : system }),
    ...(mainSeconds !== undefined && { main: mainSeconds }),
    ...(periods !== undefined && { periods }),
    ...(seconds !== undefined && { seconds }),
    ...(moves !== undefined && { moves }),
  };
}
