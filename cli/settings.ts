import { existsSync, readFileSync } from 'node:fs';
import { DEFAULT_LIMITS, LIMIT_NAMES, type Limits } from '../src/core/limits.js';
import { suggestion } from '../src/core/nearest.js';
import { MAX_PER_CODE } from '../src/findings/cap-findings.js';
import type { FindingCode } from '../src/findings/catalogue.js';
import { codesInLists, codesLeftOut } from '../src/findings/code-selection.js';
import { reasonOf } from '../src/core/reason.js';
import { parseRuleset } from '../src/rules/custom.js';
import type { Ruleset } from '../src/rules/ruleset.js';
import { RULESET_NAMES, rulesetByName } from '../src/rules/rulesets.js';
import { parseDeadTable } from '../src/run/dead-table.js';
import type { DeadTable, WorkSettings } from '../src/run/settings.js';
import { UsageError } from './io.js';
import { estimatorOf, type SharedArguments } from './shared-options.js';

/** The options that say how games are judged; those that a command lacks have no effect there. */
export type JudgingArguments = Pick<
  SharedArguments,
  'rules' | 'default-rules' | 'komi' | 'counting' | 'illegal' | 'dead' | 'estimator' | 'limit'
> &
  Pick<SharedArguments, 'engine-seconds' | 'score' | 'variations'> &
  Partial<Pick<SharedArguments, 'ignore' | 'only' | 'max-per-code'>>;

/** For commands that judge nothing, or leave some of it out. */
export const UNJUDGED = {
  rules: 'auto',
  'default-rules': undefined,
  komi: undefined,
  counting: undefined,
  illegal: 'stands',
  dead: undefined,
  estimator: 'none',
  'engine-seconds': 1,
  score: false,
  variations: false,
} as const;

/** What the options say about judging, checked. Throws UsageError. */
export function settingsOf(args: JudgingArguments): Omit<WorkSettings, 'sinks'> {
  const { estimator, engine } = estimatorOf(args);
  const only = args.only === undefined ? undefined : codesOf('only', args.only);
  return {
    options: {
      rules: args.rules === 'auto' ? 'auto' : rulesetOf(args.rules),
      defaultRules: args['default-rules'] === undefined ? undefined : rulesetOf(args['default-rules']),
      komiHalves: args.komi === undefined ? undefined : komiHalves(args.komi),
      counting: args.counting,
      illegal: args.illegal,
      score: args.score,
      variations: args.variations,
      estimator,
      limits: limitsOf(args),
      maxPerCode: whole('max-per-code', args['max-per-code'] ?? MAX_PER_CODE, 0),
    },
    ignore: codesLeftOut(codesOf('ignore', args.ignore), only),
    dead: args.dead === undefined ? undefined : readDeadFile(args.dead),
    engine,
  };
}

/** A whole number that an option holds. Throws UsageError. */
export function whole(option: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`--${option} must be a whole number from ${String(least)}`);
}

/** A ruleset by its name, or from a JSON file. */
export function rulesetOf(name: string): Ruleset {
  const named = rulesetByName(name) ?? rulesetByName(name.toLowerCase());
  if (named) return named;
  if (existsSync(name)) {
    const parsed = parseRuleset(jsonOf(name));
    if (parsed.ok) return parsed.value;
    throw new UsageError(`${name}: ${parsed.error.join('; ')}`);
  }
  const advice = suggestion(name, RULESET_NAMES) || `; known: ${RULESET_NAMES.join(', ')}`;
  throw new UsageError(`there is no ruleset ${name}${advice}`);
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof SyntaxError ? 'not valid JSON' : reasonOf(error)}`);
  }
}

/** Komi in half points. Throws UsageError. */
export function komiHalves(text: string, option = 'komi'): number {
  const points = Number(text);
  if (text.trim() === '' || !Number.isFinite(points) || !Number.isInteger(points * 4)) {
    throw new UsageError(`--${option} ${text} is not a number of points`);
  }
  return points * 2;
}

function codesOf(option: 'ignore' | 'only', given: string | readonly string[] | undefined): FindingCode[] {
  const codes = codesInLists([given ?? []].flat());
  if (!codes.ok) throw new UsageError(`--${option}: ${codes.error}`);
  if (given !== undefined && codes.value.length === 0) throw new UsageError(`--${option} names no code`);
  return codes.value;
}

/** The usual limits with those of --limit in their place. Throws UsageError. */
export function limitsOf(args: Pick<JudgingArguments, 'limit'>): Limits {
  const limits = { ...DEFAULT_LIMITS };
  const all: readonly string[] = [args.limit ?? []].flat();
  for (const given of all.flatMap((one) => one.split(','))) {
    const [word = '', text = ''] = given.split('=');
    const name = LIMIT_NAMES.find((one) => one === word);
    if (!name) {
      const advice = suggestion(word, LIMIT_NAMES) || `; known: ${LIMIT_NAMES.join(', ')}`;
      throw new UsageError(`--limit ${given}: there is no limit ${word}${advice}`);
    }
    const value = Number(text);
    if (text === '' || !Number.isSafeInteger(value) || value < 0) {
      throw new UsageError(`--limit ${given}: a limit is NAME=WHOLE-NUMBER`);
    }
    limits[name] = value;
  }
  if (limits.secondsPerGame < 1 || limits.secondsPerGame > MOST_SECONDS) {
    throw new UsageError(`--limit secondsPerGame is from 1 to ${String(MOST_SECONDS)}`);
  }
  return limits;
}

/** A day; clocks of Node count to 24 of them. */
const MOST_SECONDS = 86_400;

/** Reads `--dead FILE`: CSV with the columns file, game, points (`Q16 R16`); a header line may stand above. */
function readDeadFile(path: string): DeadTable {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = `cannot read the dead stones file ${path}: ${reasonOf(error)}`;
    throw new UsageError(`${reason}; --dead takes a CSV file with the columns file, game, points`);
  }
  const table = parseDeadTable(text);
  if (table.ok) return table.value;
  throw new UsageError(`${path}: ${table.error}`);
}
