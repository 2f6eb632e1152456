import type { Ruleset } from './ruleset.js';

/** Fields of a ruleset that say something about the game; the others only describe the row. */
export type RuleField = Exclude<keyof Ruleset, 'name' | 'title' | 'sources' | 'doubts'>;

/**
 * Turns "source: the fields it was read for" into "field: its sources", as `Ruleset.sources` wants it.
 * Source keys are those of the project's list of rule texts (A6: AGA Concise Rules, J1: Japanese 1989 ...).
 */
export function cited(
  fieldsBySource: Readonly<Record<string, readonly RuleField[]>>,
): Readonly<Record<string, readonly string[]>> {
  const byField: Record<string, string[]> = {};
  for (const [source, fields] of Object.entries(fieldsBySource)) {
    for (const field of fields) (byField[field] ??= []).push(source);
  }
  return byField;
}
