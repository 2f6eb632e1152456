import type { Proved } from './benson.js';
import type { Estimate, Estimator } from './estimate.js';
import type { Components, Position } from './position.js';

/** Positions whose estimate is kept: archives hold copies of games near each other. About 3 kB each. */
const MOST = 512;

/** An estimator that does not judge the same position twice while it is among the last ones. */
export function remembering(estimator: Estimator, most = MOST): Estimator {
  const known = new Map<string, Estimate>();
  return (position: Position, components: Components, proved?: Proved): Estimate => {
    const key = `${position.width}:${String.fromCharCode(...position.stones)}`;
    const before = known.get(key);
    if (before) return before;
    const estimate = estimator(position, components, proved);
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(key, estimate);
    return estimate;
  };
}
