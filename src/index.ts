/** The library: callers may rely on these exports. */
export type { ConversionReport, Converted, RuledScore } from './referee/judge/report.js';
export type { AccountOptions, WantedRuleset } from './referee/judge/options.js';
export {
  analyze,
  DEFAULT_OPTIONS,
  ESTIMATORS,
  type AnalyzeOptions,
  type EstimatorName,
  type FileReport,
  type EngineAnswer,
  type GivenDead,
} from './referee/judge/analyze.js';
export {
  checkFile,
  CHECK_PROFILES,
  type CheckOptions,
  type CheckProfile,
  type CheckReport,
} from './toolkit/check/check-file.js';
export { FINDING_CODES, type FindingArgs, type FindingCode } from './core/findings/finding.js';
export { COLORS, type Color } from './core/color.js';
export type { Disposition, Finding, Place, Severity } from './core/findings/finding.js';
export { formatPoint, parsePoint, type Point } from './core/point.js';
export { formatFile } from './toolkit/format/format-file.js';
export { DUPLICATE_KINDS, type DuplicateKind } from './toolkit/duplicates/game-keys.js';
export {
  findDuplicates,
  type DuplicateOptions,
  type NamedDuplicate,
} from './toolkit/duplicates/find-duplicates.js';
export {
  FAITHFUL,
  NORMALIZATIONS,
  SCORE_PARTS,
  STRIPS,
  SYMMETRIES,
  type FormatOptions,
  type FormatResult,
  type FormattedGame,
  type Loss,
  type LossKind,
  type Normalization,
  type ScorePart,
  type Strip,
  type SymmetryName,
} from './toolkit/format/format-types.js';
export {
  listGames,
  listQuery,
  type ListedGame,
  type Listing,
  type ListQuery,
  type ListWords,
} from './report/list/list-games.js';
export { crosscheck, type Crosscheck, type CrosscheckRow } from './toolkit/event/crosscheck.js';
export { readTables, type ReadTables, type TableFile } from './toolkit/event/read-table.js';
export type { Pairing, Player, Table, TableFinding, TableFormat } from './toolkit/event/table.js';
export { type Baseline, baselineOf, parseBaseline, unknownFindings } from './referee/judge/baseline.js';
export { type Decision, movesDigest, parseDecisions } from './referee/judge/decisions.js';
export { openQuestion, RULING_NEEDS, type OpenQuestion, type RulingNeed } from './referee/judge/report.js';
export { conversionText } from './report/output/score-text.js';
export { rulingSheet } from './report/output/ruling-sheet.js';
export type { SheetOptions } from './report/output/ruling-sheet.js';
export { gtpSession, type GtpOptions, type GtpSession } from './report/gtp/session.js';
export { LANGUAGES, type Language } from './core/words/languages.js';
export { LIST_COLUMN_NAMES } from './report/columns/lists.js';
export { parseWhere, type Condition, type WhereFault } from './report/list/where.js';
export type { GameRecord } from './referee/record/record.js';
export type { GameReport, PlacedFinding } from './referee/judge/report.js';
export { messageOf } from './core/findings/finding.js';
export { UserError } from './core/outcome.js';
export { explain, type Explanation } from './core/findings/finding.js';
export { RULESET_NAMES, rulesetByName, type RulesetName } from './go/rules/rulesets.js';
export { parseRuleset } from './go/rules/fields.js';
export type { Ruleset, RulesetSource } from './go/rules/ruleset.js';
export { convertScore, type Conversion, type ConvertOptions } from './referee/score/convert.js';
export { ITEMS as CONVERSION_ITEMS, type ItemName as ConversionItem } from './referee/score/convert.js';
export type { GameScore, ScoreBasis, Settlement } from './referee/score/score-types.js';
export { compareGames, type GameComparison } from './toolkit/compare/compare-games.js';
export { mergeGames } from './toolkit/compare/merge-games.js';
