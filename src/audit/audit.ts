import { type Finding, finding } from '../findings/finding.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay.js';
import type { Ruleset } from '../rules/ruleset.js';
import { type Audited, type AuditSettings, type Family, headerPlace } from './audited.js';
import { checkEnding, checkHandicap, checkKomi } from './checks.js';

/** Sizes that are ordinary everywhere, whatever the rule text names. */
const ORDINARY_SIZES: readonly number[] = [9, 13, 19];

/**
 * Settings of the record against the applied ruleset: `rules/setting-differs` when RU names another ruleset than
 * the option, and for board sizes that are neither in the rule text nor common.
 */
function checkRules(game: Audited, found: Finding[]): void {
  const { record, ruleset, settings } = game;
  if (!ruleset) return;
  if (
    settings.rulesetSource === 'option' &&
    record.rulesName !== undefined &&
    record.rulesName !== ruleset.name
  ) {
    const value = record.rulesRaw ?? record.rulesName;
    found.push(
      finding(
        'rules/setting-differs',
        { field: 'ruleset', value, expected: ruleset.name },
        { ...headerPlace(record.at.RU), rule: 'FF[4] RU' },
      ),
    );
  }
  const { width, height } = record;
  if (ruleset.sizes.length === 0) return;
  if (width === height && (ORDINARY_SIZES.includes(width) || ruleset.sizes.includes(width))) return;
  found.push(
    finding(
      'rules/setting-differs',
      {
        field: 'board size',
        value: `${width}x${height}`,
        expected: ruleset.sizes.map((size) => `${size}x${size}`).join(' or '),
      },
      headerPlace(record.at.SZ),
    ),
  );
}

export type { AuditSettings } from './audited.js';
export { endingOf } from './checks.js';

const FAMILIES: readonly Family[] = [checkRules, checkHandicap, checkKomi, checkEnding];
const NOTHING: readonly Finding[] = [];

/**
 * Everything about a record that is neither a single move nor syntax nor the score: settings, handicap, komi, ending.
 * `ruleset`: the one applied, `undefined` when unknown. Games other than Go are not checked.
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
