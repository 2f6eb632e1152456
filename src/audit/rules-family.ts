import { finding, type Finding } from '../findings/finding.js';
import { headerPlace, type Audited } from './audited.js';

/** Sizes that players everywhere take for ordinary, whatever the rule text names. */
const ORDINARY_SIZES: readonly number[] = [9, 13, 19];

/**
 * Settings of the record against the ruleset applied: `rules/setting-differs` when RU names another ruleset than
 * the option, and for board sizes that neither the rule text nor common practice knows.
 */
export function checkRules(game: Audited, found: Finding[]): void {
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
