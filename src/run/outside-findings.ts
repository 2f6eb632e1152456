import type { PlacedFinding } from '../referee/report.js';

/** What was found so far in a large file that belongs to none of its games. */
export interface OutsideFindings {
  readonly file: string;
  readonly findings: readonly PlacedFinding[];
}

/**
 * Adds what a further part told, so that a file says the same whatever its parts: each code once, at its first place,
 * with the sum of what it counts.
 */
export function gathered(
  before: OutsideFindings | undefined,
  file: string,
  more: readonly PlacedFinding[],
): OutsideFindings | undefined {
  if (more.length === 0) return before;
  const findings = before ? [...before.findings] : [];
  for (const one of more) {
    const at = findings.findIndex(({ code }) => code === one.code);
    if (at < 0) findings.push(one);
    else findings[at] = summed(findings[at]!, one);
  }
  return { file, findings };
}

function summed(first: PlacedFinding, more: PlacedFinding): PlacedFinding {
  if ('characters' in first.args && 'characters' in more.args)
    return withArgs(first, { characters: first.args.characters + more.args.characters });
  if ('count' in first.args && 'count' in more.args)
    return withArgs(first, { count: first.args.count + more.args.count });
  return first;
}

function withArgs(found: PlacedFinding, args: object): PlacedFinding {
  return { ...found, args: { ...found.args, ...args } } as PlacedFinding;
}
