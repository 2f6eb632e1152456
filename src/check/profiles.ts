import type { FindingCode } from '../findings/catalogue.js';
import type { Severity } from '../findings/finding.js';
import type { PlacedFinding } from '../referee/report.js';

/** How severe a check is. */
export const CHECK_PROFILES = ['default', 'strict', 'lenient'] as const;
export type CheckProfile = (typeof CHECK_PROFILES)[number];

/** Codes whose severity a profile changes; `off`: not told at all. Every other code keeps its own severity. */
const CHANGES: Readonly<
  Record<Exclude<CheckProfile, 'default'>, Partial<Record<FindingCode, Severity | 'off'>>>
> = {
  strict: {
    'sgf/text-outside': 'warning',
    'sgf/unopened-tree': 'error',
    'sgf/unclosed-tree': 'error',
    'sgf/surplus-parenthesis': 'error',
    'sgf/unclosed-value': 'error',
    'sgf/missing-semicolon': 'error',
    'sgf/empty-variation': 'error',
    'sgf/variation-start': 'error',
    'sgf/node-outside': 'error',
    'sgf/lower-case-ident': 'warning',
    'sgf/repeated-property': 'error',
    'sgf/property-without-value': 'error',
    'sgf/value-without-property': 'error',
    'sgf/bad-point': 'error',
    'sgf/bad-value': 'error',
    'sgf/composed-value': 'error',
    'sgf/too-many-values': 'error',
    'sgf/empty-value': 'warning',
    'sgf/illegal-text': 'warning',
    'sgf/move-in-root': 'warning',
    'sgf/variation-level': 'warning',
    'sgf/property-format': 'error',
    'sgf/feature-format': 'error',
    'sgf/pass-format': 'warning',
    'sgf/unknown-format': 'error',
    'sgf/mixed-format': 'warning',
    'sgf/point-twice': 'error',
    'sgf/bad-rectangle': 'error',
    'sgf/square-as-rectangle': 'warning',
    'sgf/view': 'warning',
    'sgf/integer-komi': 'warning',
    'sgf/root-property-elsewhere': 'error',
    'sgf/game-info-elsewhere': 'error',
    'sgf/date-format': 'warning',
    'sgf/time-format': 'warning',
    'sgf/annotation-clash': 'error',
    'sgf/annotation-pair': 'warning',
    'sgf/annotation-without-move': 'error',
    'move/with-setup': 'error',
    'move/both-colors': 'error',
  },
  lenient: {
    'sgf/several-games': 'off',
    'sgf/empty-node': 'off',
    'sgf/long-ident': 'off',
    'sgf/unknown-property': 'off',
    'sgf/property-format': 'off',
    'sgf/feature-format': 'off',
    'sgf/pass-format': 'off',
    'sgf/mixed-format': 'off',
    'sgf/empty-value': 'off',
    'sgf/lower-case-ident': 'off',
    'sgf/date-format': 'off',
    'sgf/time-format': 'off',
    'sgf/square-as-rectangle': 'off',
    'sgf/bad-rectangle': 'off',
    'sgf/move-in-root': 'off',
    'sgf/annotation-pair': 'off',
    'sgf/variation-level': 'off',
    'setup/redundant': 'off',
    'sgf/root-property-elsewhere': 'note',
    'sgf/game-info-elsewhere': 'note',
    'sgf/point-twice': 'note',
    'sgf/too-many-values': 'note',
    'sgf/composed-value': 'note',
  },
};

/** Findings with the severities of a profile. */
export function profiled(found: readonly PlacedFinding[], profile: CheckProfile): readonly PlacedFinding[] {
  if (profile === 'default' || found.length === 0) return found;
  const changes = CHANGES[profile];
  const kept: PlacedFinding[] = [];
  for (const one of found) {
    const change = changes[one.code];
    if (change === 'off') continue;
    kept.push(change === undefined ? one : { ...one, severity: change });
  }
  return kept;
}
