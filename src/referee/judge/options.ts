import type { DeadFromOutside } from '../../go/life/judge.js';
import { type EstimatorName, ESTIMATORS } from '../../go/life/life.js';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.js';
import { sha256 } from '../../core/bytes.js';
import {
  checkArgument,
  checkOptions,
  type Check,
  type Checks,
  isAnObject,
  isAnyText,
  isBytes,
  isFlag,
  isFunction,
  isObject,
  limitsOf,
  listOf,
  must,
  oneOf,
  whole,
} from '../../core/checks.js';
import { FINDING_CODES, MAX_PER_CODE, type FindingCode, type Finding } from '../../core/findings/finding.js';
import type { GameRecord } from '../record/record.js';
import { ILLEGAL_POLICIES, type IllegalPolicy } from '../replay/replayed.js';
import { type Counting, COUNTINGS, type Ruleset, type RulesetSource } from '../../go/rules/ruleset.js';
import { CONVENTION_CHOICES, type ConventionChoice } from '../score/conventions.js';
import { isRuleset } from '../../go/rules/fields.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import type { CharsetEvidence, RawFile, RawGame } from '../../sgf/raw.js';
import { type Decision, isDecision } from './decisions.js';
import { komiDecided } from './ruled-result.js';
import { CONVERT_CHECKS, type ConvertOptions, isHalves } from '../score/convert.js';

/** Dead stones from outside: from the user (`given`) or an engine (`estimated`). */
export interface GivenDead extends DeadFromOutside {
  /** A word among the points that is not a point of this board; then no given stone counts. */
  readonly refused?: string;
  /** Their row in the table of dead stones; 0 or absent: no table. */
  readonly row?: number;
}

/** An engine's verdict, or why there is none. */
export type EngineAnswer = GivenDead | { readonly failed: string };

/** A further check of what was read; the check of every node is one. */
export interface Inspection {
  readonly game: (file: RawFile, game: RawGame) => readonly Finding[];
  readonly file: (file: RawFile) => Finding | undefined;
  /** `maxPerCode` of the check itself, which orders the findings before it leaves some out. */
  readonly maxPerCode: number;
}

/** What a report should include besides the score under the ruleset that was applied. */
export interface AccountOptions {
  /** Rulesets under which the game is scored as well, in the order of the report. */
  readonly scoreUnder?: readonly WantedRuleset[];
  /** Rulesets into which the result is converted, from the one that was applied. */
  readonly convertTo?: readonly Ruleset[];
  readonly convert?: ConvertOptions;
}

/** How all games of a run are judged. Plain data. */
export interface JudgingOptions {
  readonly rules: Ruleset | 'auto';
  readonly defaultRules: Ruleset | undefined;
  readonly komiHalves: number | undefined;
  readonly counting: Counting | undefined;
  /** Whether results are counted as the record's server counts them, see `CONVENTIONS` (default auto). */
  readonly conventions?: ConventionChoice;
  readonly illegal: IllegalPolicy;
  readonly score: boolean;
  /** Judge the moves of every variation, not only of the main line. */
  readonly variations: boolean;
  /** Search what a record with impossible moves should be (default true). */
  readonly repair?: boolean | undefined;
  readonly estimator: EstimatorName;
  /** Most findings of one code and severity listed for a game; `findings/more` counts the others. 0: all (default 100). */
  readonly maxPerCode?: number | undefined;
  /** Scores under further rulesets, and conversions into them. */
  readonly accounts?: AccountOptions;
  readonly limits: Limits;
}

/** What a caller may choose. `DEFAULT_OPTIONS` has every default. `file` is a name only, and may be empty. */
export interface AnalyzeOptions extends JudgingOptions {
  /** Name that reports show; `archive.zip!/inner/path.sgf` for archive entries. */
  readonly file: string;
  /** Number of the first game and line of `bytes` within the file, for files that are read in parts. */
  readonly firstGame: number;
  readonly firstLine: number;
  /** Column of the first byte (default 1). */
  readonly firstColumn?: number | undefined;
  /** Charset found in an earlier part of the same file. */
  readonly charset: CharsetEvidence | undefined;
  /** Dead stones of a game from outside; `undefined` if there are none; then the estimator judges. */
  readonly deadStones:
    ((game: number, width: number, height: number) => EngineAnswer | undefined) | undefined;
  /** What referees decided; decisions about other games are ignored. */
  readonly decisions?: readonly Decision[] | undefined;
  /** Which games are scored, if `score` wants scores: all (default), or those that a referee has decided. */
  readonly scores?: 'all' | 'decided';
  readonly ignore: ReadonlySet<FindingCode>;
  /** What a further check finds in each game and in each file; reported with the rest. */
  readonly inspect?: Inspection;
  /** Keep the final position in the report even when nothing is scored. */
  readonly keepBoard: boolean;
  /** Count the game with each repair that `record/misprint` proposes (default false), for ruling sheets. */
  readonly countRepairs?: boolean;
  /** Keep each game's own bytes in its report (default false); they are part of the input. */
  readonly keepSource?: boolean;
  /** Main lines stay valid after the next call (default true); false saves copying each of them. */
  readonly keepLines?: boolean;
  /** Determine line and column of every finding; the games table alone does not need them. */
  readonly places: boolean;
  /** Determine where each game begins (default false), for findings that have no place of their own. */
  readonly gamePlaces?: boolean;
  /** Hex SHA-256 of each game's bytes. */
  readonly digest: (bytes: Uint8Array) => string;
}

export const DEFAULT_OPTIONS: AnalyzeOptions = {
  file: '',
  firstGame: 1,
  firstLine: 1,
  charset: undefined,
  rules: 'auto',
  defaultRules: undefined,
  komiHalves: undefined,
  counting: undefined,
  illegal: 'stands',
  score: true,
  variations: false,
  repair: true,
  estimator: 'playouts',
  deadStones: undefined,
  ignore: new Set(),
  maxPerCode: MAX_PER_CODE,
  keepBoard: false,
  places: true,
  digest: sha256,
  limits: DEFAULT_LIMITS,
};

export const isRulesetOrAuto = (value: unknown): string | undefined =>
  value === 'auto' ? undefined : isRuleset(value) && `"auto" or ${isRuleset(value)!}`;

/** How games are judged, but for the accounts: every option by its name, with what its value may be. */
export const JUDGING_CHECKS: Checks<Exclude<keyof JudgingOptions, 'accounts'>> = {
  rules: isRulesetOrAuto,
  defaultRules: isRuleset,
  komiHalves: isHalves,
  counting: oneOf(COUNTINGS),
  conventions: oneOf(CONVENTION_CHOICES),
  illegal: oneOf(ILLEGAL_POLICIES),
  score: isFlag,
  variations: isFlag,
  repair: isFlag,
  estimator: oneOf(ESTIMATORS),
  maxPerCode: whole(0),
  limits: isAnObject,
};

const CHECKS: Checks<keyof AnalyzeOptions> = {
  ...JUDGING_CHECKS,
  file: isAnyText,
  firstGame: whole(1),
  firstLine: whole(1),
  firstColumn: whole(1),
  charset: must(
    'the charset of an earlier report',
    (value) => isObject(value) && typeof value['used'] === 'string' && typeof value['how'] === 'string',
  ),
  scores: oneOf(['all', 'decided']),
  deadStones: isFunction,
  decisions: listOf(isDecision),
  ignore: must(
    'a Set of codes of findings',
    (value) =>
      value instanceof Set && [...value].every((code) => FINDING_CODES.includes(code as FindingCode)),
  ),
  inspect: must(
    'an object with the functions game and file',
    (value) => isObject(value) && typeof value['game'] === 'function' && typeof value['file'] === 'function',
  ),
  accounts: isAnObject,
  keepBoard: isFlag,
  countRepairs: isFlag,
  keepSource: isFlag,
  keepLines: isFlag,
  places: isFlag,
  gamePlaces: isFlag,
  digest: isFunction,
};

const isInput: Check = (value) =>
  typeof value === 'string' ? undefined : isBytes(value) && `${isBytes(value)!} or its text`;

const ACCOUNT_CHECKS: Checks<keyof AccountOptions> = {
  scoreUnder: listOf(isRulesetOrAuto),
  convertTo: listOf(isRuleset),
  convert: isAnObject,
};

/**
 * The bytes of an input and every option for it: text is no longer in the charset that its CA names. `others`: further options of
 * the caller. Throws UserError for an option that there is not, and for a value that is none of it.
 */
export function inputOf(
  input: Uint8Array | string,
  options: Partial<AnalyzeOptions>,
  others: Checks = {},
): { readonly bytes: Uint8Array; readonly whole: AnalyzeOptions } {
  checkArgument('input', input, isInput);
  checkOptions(options, { ...CHECKS, ...others });
  const { accounts = {} } = options;
  checkOptions(accounts, ACCOUNT_CHECKS, 'accounts');
  checkOptions(accounts.convert ?? {}, CONVERT_CHECKS, 'accounts.convert');
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const limits = limitsOf(options.limits ?? {});
  const all: AnalyzeOptions = { ...DEFAULT_OPTIONS, ...Object.fromEntries(given), limits };
  if (typeof input !== 'string') return { bytes: input, whole: all };
  const ignore = new Set([...all.ignore, 'encoding/declared-wrong' as const]);
  return { bytes: new TextEncoder().encode(input), whole: { ...all, ignore } };
}

export interface RulesetChoice {
  /** `undefined`: unknown; judged by what every ruleset forbids plus the basic ko. */
  readonly ruleset: Ruleset | undefined;
  readonly source: RulesetSource;
}

const UNKNOWN: RulesetChoice = { ruleset: undefined, source: 'unknown' };

/** The option first, then RU, then the default of the run; never a guess. For earlier games, the rules then in force. */
export function chooseRuleset(
  record: Pick<GameRecord, 'rulesName' | 'year'>,
  options: Pick<AnalyzeOptions, 'rules' | 'defaultRules'>,
): RulesetChoice {
  const choice = namedRuleset(record, options);
  const { predecessor } = choice.ruleset ?? {};
  if (!predecessor || record.year === undefined || record.year >= predecessor.beforeYear) return choice;
  return { ...choice, ruleset: rulesetByName(predecessor.name) };
}

function namedRuleset(
  record: Pick<GameRecord, 'rulesName'>,
  options: Pick<AnalyzeOptions, 'rules' | 'defaultRules'>,
): RulesetChoice {
  if (options.rules !== 'auto') return { ruleset: options.rules, source: 'option' };
  if (record.rulesName !== undefined) {
    const ruleset = rulesetByName(record.rulesName);
    return ruleset ? { ruleset, source: 'declared' } : UNKNOWN;
  }
  return options.defaultRules ? { ruleset: options.defaultRules, source: 'default' } : UNKNOWN;
}

/** A ruleset, or that of the record itself (RU, then the default of the run). */
export type WantedRuleset = Ruleset | 'auto';

/** The options for a game with these decisions: with the komi decided, and without a score where only decided games have one. */
export function decidedOptions(options: AnalyzeOptions, decisions: readonly Decision[]): AnalyzeOptions {
  if (options.scores === 'decided' && decisions.length === 0) return { ...options, score: false };
  const komi = komiDecided(decisions);
  return komi === undefined ? options : { ...options, komiHalves: komi * 2 };
}
