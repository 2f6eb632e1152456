import type { FindingArgs } from './catalogue.js';
import type { Finding } from './finding.js';

/** Findings of one code and severity that are listed for a game, unless the caller asks for more. */
export const MAX_PER_CODE = 100;

/**
 * The first `most` findings of each code and severity, and in place of the others one `findings/more` that tells how many there
 * are, where the first of them stands. 0: all are listed.
 */
export function capFindings<F extends Finding>(found: readonly F[], most: number): readonly F[] {
  if (most === 0 || found.length <= most) return found;
  const met = new Map<string, { count: number; more?: { count: number } }>();
  const listed: F[] = [];
  for (const one of found) {
    const key = `${one.code} ${one.severity}`;
    const kind = met.get(key) ?? { count: 0 };
    met.set(key, kind);
    if (++kind.count <= most) listed.push(one);
    else if (kind.more) kind.more.count++;
    else {
      const args = { code: one.code, severity: one.severity, count: 1 };
      kind.more = args;
      listed.push(moreFrom(one, args));
    }
  }
  return listed;
}

/** `findings/more` where a finding stands. */
function moreFrom<F extends Finding>(one: F, args: FindingArgs['findings/more']): F {
  const { node, move, offset, variation, line, column } = one;
  const place = { node, move, offset, variation, line, column };
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
  return { ...known, code: 'findings/more', severity: 'note', args } as unknown as F;
}
