import { existsSync, readFileSync } from 'node:fs';
import { FINDING_CODES, type FindingCode } from '../src/core/catalogue.js';
import { DEFAULT_LIMITS, LIMIT_NAMES, type Limits } from '../src/core/limits.js';
import { reasonOf } from '../src/batch/items.js';
import type { WorkSettings } from '../src/batch/settings.js';
import { parseRuleset } from '../src/rules/custom.js';
import { rulesetByName, RULESET_NAMES } from '../src/rules/rulesets.js';
import type { Ruleset } from '../src/rules/ruleset.js';
import { readDeadFile } from './dead-file.js';
import { estimatorOf } from './estimator.js';
import { UsageError } from './io.js';
import { nearest } from './nearest.js';
import type { SharedArguments } from './shared-options.js';

/** The options that say how games are judged. */
export type JudgingArguments = Omit<SharedArguments, 'format' | 'out' | 'output' | 'resume' | 'input'>;

/** What the options say about judging, checked. Throws UsageError. */
export function settingsOf(args: JudgingArguments): Omit<WorkSettings, 'sinks'> {
  const { estimator, engine } = estimatorOf(args);
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
    },
    ignore: codesOf(args.ignore),
    dead: args.dead === undefined ? undefined : readDeadFile(args.dead),
    engine,
  };
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
  const meant = nearest(name, RULESET_NAMES);
  throw new UsageError(
    `there is no ruleset ${name}; ${meant === undefined ? `known: ${RULESET_NAMES.join(', ')}` : `did you mean ${meant}?`}`,
  );
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

function codesOf(given: readonly string[] | undefined): FindingCode[] {
  const words = (given ?? []).flatMap((word) => word.split(',')).filter((word) => word !== '');
  return words.map((word) => {
    const code = FINDING_CODES.find((one) => one === word);
    if (code) return code;
    const meant = nearest(word, FINDING_CODES);
    throw new UsageError(
      `--ignore: there is no finding code ${word}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    );
  });
}

/** The usual limits with those of --limit in their place. Throws UsageError. */
export function limitsOf(args: Pick<JudgingArguments, 'limit'>): Limits {
  const limits = { ...DEFAULT_LIMITS };
  const all: readonly string[] = [args.limit ?? []].flat();
  for (const given of all.flatMap((one) => one.split(','))) {
    const [word = '', text = ''] = given.split('=');
    const name = LIMIT_NAMES.find((one) => one === word);
    if (!name) {
      const meant = nearest(word, LIMIT_NAMES);
      const known = meant === undefined ? `known: ${LIMIT_NAMES.join(', ')}` : `did you mean ${meant}?`;
      throw new UsageError(`--limit ${given}: there is no limit ${word}; ${known}`);
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
