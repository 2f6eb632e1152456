/**
 * The small library, `sgf-referee/legality`: reads and replays games and judges their legality. It scores nothing, so it
 * needs neither the net nor its playouts. Its exports mean the same as in the whole library.
 */
import { analyzeFile, type FileReport } from './referee/judge/analyze-file.js';
import { type AnalyzeOptions, inputOf } from './referee/judge/options.js';

export type { FileReport } from './referee/judge/analyze-file.js';
export { FINDING_CODES, type FindingArgs, type FindingCode } from './core/findings/finding.js';
export { COLORS, type Color } from './core/color.js';
export type { Disposition, Finding, Place, Severity } from './core/findings/finding.js';
export { formatPoint, parsePoint, type Point } from './core/point.js';
export type { GameRecord } from './referee/record/record.js';
export type { GameReport, PlacedFinding } from './referee/judge/report.js';
export { messageOf } from './core/findings/finding.js';
export { UserError } from './core/outcome.js';
export { explain, type Explanation } from './core/findings/finding.js';
export { RULESET_NAMES, rulesetByName, type RulesetName } from './go/rules/rulesets.js';
export { parseRuleset } from './go/rules/fields.js';
export type { Ruleset, RulesetSource } from './go/rules/ruleset.js';

/** Options of `analyze` in the whole library, without those for scoring. */
export type LegalityOptions = Partial<
  Omit<
    AnalyzeOptions,
    'score' | 'estimator' | 'deadStones' | 'accounts' | 'countRepairs' | 'komiHalves' | 'counting'
  >
>;

/**
 * Referees every game of one file as the whole library does with `score: false`: legality, repetition, turns, handicap, komi
 * and the header, but no dead stones, no score and no comparison with the declared result.
 * `input`: the bytes of the file, or its text. Never throws, whatever the file contains.
 */
export function analyze(input: Uint8Array | string, options: LegalityOptions = {}): FileReport {
  const { bytes, whole } = inputOf(input, options);
  return analyzeFile(bytes, { ...whole, score: false }, undefined);
}
