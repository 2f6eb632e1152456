import { rulesetFromRU } from '../rules/aliases.js';
import { type EventConditions, stepsOf } from './conditions.js';
import type { Table, TimeLimits } from './table.js';

/** What a results table states of its event: rules, board size, komi of even games, handicap, days, time limit. */
export function conditionsOf(table: Table): EventConditions {
  const { size, komi, komiIsWhole, begins, ends, time } = table;
  const name = rulesetFromRU(table.rules);
  const handicap = handicapCondition(table.handicap);
  return {
    ...(name !== undefined && { rules: name }),
    ...(size !== undefined && { size }),
    ...(komi !== undefined && !komiIsWhole && { komi }),
    ...(handicap && { handicap }),
    ...(begins !== '' && { from: begins, to: ends === '' ? begins : ends }),
    ...(time && { time: timeCondition(time) }),
  };
}

/** Handicaps by score are those of the pairings, which a record cannot show; ranks are the table's, which records often leave out. */
function handicapCondition({
  isUsed,
  isByScore,
  correction,
  ceiling,
  evenFrom,
}: Table['handicap']): EventConditions['handicap'] {
  if (isUsed === false) return 'none';
  if (isByScore === true || correction === undefined) return undefined;
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
