import { codesNamed } from '../src/findings/selection.js';
import { FINDING_CODES } from '../src/findings/catalogue.js';
import { SEVERITIES, type Severity } from '../src/findings/finding.js';
import { suggestion } from '../src/core/text.js';
import type { Counts } from '../src/output/summary.js';
import { VERDICTS, type Verdict } from '../src/score/score-types.js';
import { UsageError } from './command.js';

/** Whether the counts of a run make the exit code 1. */
export type FailOn = (counts: Counts) => boolean;

/**
 * The condition of `--fail-on`: severities (with those above), finding codes and families, verdicts, or `never`.
 * `compares`: whether the command compares results and so has verdicts. Throws UsageError.
 */
export function failOn(words: readonly string[], compares: 'yes' | 'no'): FailOn {
  if (words.includes('never')) {
    if (words.length > 1) throw new UsageError('--fail-on never cannot be combined with anything else');
    return () => false;
  }
  const severities = new Set<Severity>();
  const codes = new Set<string>();
  const verdicts = new Set<string>();
  for (const word of words) {
    const rank = SEVERITIES.indexOf(word as Severity);
    const named = codesNamed(word);
    if (rank >= 0) for (const severity of SEVERITIES.slice(0, rank + 1)) severities.add(severity);
    else if (named.length > 0) for (const code of named) codes.add(code);
    else if (!VERDICTS.includes(word as Verdict)) throw unknown(word);
    else if (compares === 'no') throw new UsageError(`--fail-on ${word}: this command compares no results`);
    else verdicts.add(word);
  }
  if (words.length === 0) throw unknown('');
  const some = (counted: Readonly<Partial<Record<string, number>>>, names: ReadonlySet<string>): boolean =>
    [...names].some((name) => (counted[name] ?? 0) > 0);
  return (counts) =>
    some(counts.severities, severities) || some(counts.codes, codes) || some(counts.verdicts, verdicts);
}

function unknown(word: string): UsageError {
  const known = [...SEVERITIES, 'never', ...VERDICTS];
  const advice = suggestion(word, [...known, ...FINDING_CODES]);
  return new UsageError(
    `--fail-on ${word}: ${advice === '' ? `expected ${known.join(', ')}, or finding codes` : advice.slice(2)}`,
  );
}
