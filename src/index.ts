/** The library: callers may rely on these exports. */
export type { ConversionReport, Converted, RuledScore } from './referee/report.js';
export type { AccountOptions, WantedRuleset } from './referee/options.js';
export {
  analyze,
  DEFAULT_OPTIONS,
  ESTIMATORS,
  type AnalyzeOptions,
  type EstimatorName,
  type FileReport,
  type EngineAnswer,
  type GivenDead,
} from './referee/analyze.js';
export {
  checkFile,
  CHECK_PROFILES,
  type CheckOptions,
  type CheckProfile,
  type CheckReport,
} from './check/check-file.js';
export { FINDING_CODES, type FindingArgs, type FindingCode } from './findings/finding.js';
export { COLORS, type Color } from './core/color.js';
export type { Disposition, Finding, Place, Severity } from './findings/finding.js';
export { formatPoint, parsePoint, type Point } from './core/point.js';
export { formatFile } from './format/format-file.js';
export { DUPLICATE_KINDS, type DuplicateKind } from './duplicates/game-keys.js';
export { findDuplicates, type DuplicateOptions, type NamedDuplicate } from './duplicates/find-duplicates.js';
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
} from './format/format-types.js';
export {
  listGames,
  listQuery,
  type ListedGame,
  type Listing,
  type ListQuery,
  type ListWords,
} from './list/list-games.js';
export { crosscheck, type Crosscheck, type CrosscheckRow } from './event/crosscheck.js';
export { readTables, type ReadTables, type TableFile } from './event/read-table.js';
export type { Pairing, Player, Table, TableFinding, TableFormat } from './event/table.js';
export { type Baseline, baselineOf, parseBaseline, unknownFindings } from './referee/baseline.js';
export { type Decision, movesDigest, parseDecisions } from './referee/decisions.js';
export { openQuestion, RULING_NEEDS, type OpenQuestion, type RulingNeed } from './referee/report.js';
export { rulingSheet } from './output/ruling-sheet.js';
export type { SheetOptions } from './output/ruling-sheet.js';
export { LANGUAGES, type Language } from './output/ruling-words.js';
export { prepareEstimator } from './life/estimators.js';
export { LIST_COLUMN_NAMES } from './columns/lists.js';
export { parseWhere, type Condition, type WhereFault } from './list/where.js';
export type { GameRecord } from './record/record.js';
export type { GameReport, PlacedFinding } from './referee/report.js';
export { messageOf } from './findings/finding.js';
export { explain, type Explanation } from './findings/finding.js';
export { RULESET_NAMES, rulesetByName } from './rules/rulesets.js';
export { parseRuleset } from './rules/fields.js';
export type { Ruleset, RulesetSource } from './rules/ruleset.js';
export { convertScore, type Conversion, type ConvertOptions } from './score/convert.js';
export { ITEMS as CONVERSION_ITEMS, type ItemName as ConversionItem } from './score/convert.js';
export type { GameScore, ScoreBasis, Settlement } from './score/score-types.js';
