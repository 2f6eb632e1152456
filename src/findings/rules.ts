import { quote, type Family } from './family.js';

/** Findings about the ruleset that a record names. */
export const RULES_FINDINGS = {
  'rules/missing': {
    severity: 'note',
    sentence: () => 'Unexpected record without ruleset, expected RU',
    title: 'No ruleset in the record',
    means:
      'RU is absent or empty. Only what every ruleset forbids is judged, and scores are shown under both countings.',
    rule: 'FF[4] RU.',
    example: '(;GM[1]FF[4]SZ[9]KM[6.5];B[ee])',
    todo: 'Name the ruleset with --rules or --default-rules.',
  },
  'rules/unknown': {
    severity: 'note',
    /** `because`: why a value that was understood gives no ruleset. */
    sentence: (a: { readonly value: string; readonly because?: string }) =>
      a.because === undefined
        ? `Unexpected ruleset ${quote(a.value)}, expected the name of a known ruleset`
        : `Ruleset ${quote(a.value)} cannot be applied: ${a.because}`,
    title: 'A ruleset name that is not understood',
    means:
      'The value of RU is not a known name or spelling of a ruleset. The record is treated as if RU were missing.',
    rule: 'FF[4] RU: AGA, GOE, Japanese and NZ are fixed spellings, others are free.',
    example: '(;GM[1]FF[4]SZ[9]RU[house rules]KM[6.5];B[ee])',
    todo: 'Name the ruleset with --rules.',
  },
  'rules/setting-differs': {
    severity: 'note',
    sentence: (a: { readonly field: string; readonly value: string; readonly expected: string }) =>
      `Unexpected ${a.field} ${quote(a.value)}, expected ${a.expected}`,
    title: 'A setting differs from the ruleset applied',
    means:
      'The record says one thing and the ruleset or the option another: RU differs from --rules, or the board has a size that the rule text does not name.',
    rule: 'The option wins over the record. Sizes: AGA 1 names 9x9, 13x13 and 19x19.',
    example: '(;GM[1]FF[4]SZ[7]RU[AGA]KM[7.5];B[dd])',
    todo: 'Nothing if it was intended; otherwise leave out the option.',
  },
} satisfies Family;
