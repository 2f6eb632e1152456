import type { Finding } from '../findings/finding.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import type { Ruleset } from '../rules/ruleset.js';
import type { Audited, AuditSettings, Family } from './audited.js';
import { checkEnding } from './endings.js';
import { checkHandicap } from './handicap.js';
import { checkKomi } from './komi.js';
import { checkRules } from './rules-family.js';

export type { AuditSettings } from './audited.js';
export { endingOf } from './endings.js';

const FAMILIES: readonly Family[] = [checkRules, checkHandicap, checkKomi, checkEnding];
const NOTHING: readonly Finding[] = [];

/**
 * Everything about a record that is neither a single move nor syntax nor the score: settings, handicap, komi, ending.
 * `ruleset`: the one applied, `undefined` when unknown. Games other than Go are not looked at.
 */
export function audit(
  record: GameRecord,
  replay: Replay,
  ruleset: Ruleset | undefined,
  settings: AuditSettings,
): readonly Finding[] {
  if (!record.isGo) return NOTHING;
  const game: Audited = { record, replay, ruleset, settings };
  const found: Finding[] = [];
  for (const check of FAMILIES) check(game, found);
  return found;
}
