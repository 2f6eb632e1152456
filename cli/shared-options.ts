import { availableParallelism } from 'node:os';
import type { InferredOptionTypes } from 'yargs';
import { suggestion } from '../src/core/nearest.js';
import { ENGINE_SECONDS, isProgram, splitCommand } from '../src/engine/command.js';
import { MAX_PER_CODE } from '../src/findings/cap-findings.js';
import { FORMAT_NAMES } from '../src/output/formats.js';
import { type EstimatorName, ESTIMATORS } from '../src/life/estimate.js';
import { ILLEGAL_POLICIES } from '../src/replay/replay-types.js';
import { COUNTINGS } from '../src/rules/ruleset.js';
import type { WorkSettings } from '../src/run/settings.js';
import { UsageError } from './io.js';

const JUDGING = 'Judging:';
const OUTPUT = 'Output:';
const RUNNING = 'Running:';

/** Options of every command that referees games. */
export const SHARED_OPTIONS = {
  rules: {
    type: 'string',
    default: 'auto',
    group: JUDGING,
    requiresArg: true,
    describe: 'Ruleset for all games: a name, a JSON file, or auto (as RU says)',
  },
  'default-rules': {
    type: 'string',
    group: JUDGING,
    requiresArg: true,
    describe: 'Ruleset for games without a usable RU',
  },
  komi: { type: 'string', group: JUDGING, requiresArg: true, describe: 'Komi for all games, in points' },
  counting: {
    choices: COUNTINGS,
    group: JUDGING,
    requiresArg: true,
    describe: 'Counting, where the rules offer both',
  },
  illegal: {
    choices: ILLEGAL_POLICIES,
    default: 'stands' as const,
    group: JUDGING,
    requiresArg: true,
    describe: 'What becomes of an illegal move',
  },
  dead: {
    type: 'string',
    group: JUDGING,
    requiresArg: true,
    describe: 'Dead stones, CSV: file,game,points',
  },
  estimator: {
    type: 'string',
    default: 'playouts',
    group: JUDGING,
    requiresArg: true,
    describe: `Who judges unmarked stones: ${ESTIMATORS.join(', ')}, or a Go engine, gtp:COMMAND`,
  },
  'engine-seconds': {
    type: 'number',
    default: ENGINE_SECONDS,
    group: JUDGING,
    requiresArg: true,
    describe: 'Most time that the engine of gtp:COMMAND may take for a game',
  },
  score: {
    type: 'boolean',
    default: true,
    group: JUDGING,
    describe: 'Score games; --no-score: legality only',
  },
  variations: {
    type: 'boolean',
    default: false,
    group: JUDGING,
    describe: 'Judge the moves of variations too',
  },
  out: {
    type: 'string',
    group: OUTPUT,
    requiresArg: true,
    describe: 'Folder for games.csv, findings.csv, summary.json, and index.html to look at',
  },
  format: {
    choices: FORMAT_NAMES,
    group: OUTPUT,
    requiresArg: true,
    describe: 'Form of the data; csv, or a table on a terminal',
  },
  output: {
    type: 'string',
    group: OUTPUT,
    requiresArg: true,
    describe: 'File for the data, not standard output',
  },
  'fail-on': {
    type: 'string',
    default: 'error',
    group: OUTPUT,
    requiresArg: true,
    describe: 'What makes the exit code 1: a severity, codes, verdicts, or never',
  },
  ignore: {
    type: 'string',
    group: OUTPUT,
    requiresArg: true,
    describe: 'Finding codes to leave out, joined by commas: move/ko,komi/,sgf/',
  },
  only: {
    type: 'string',
    group: OUTPUT,
    requiresArg: true,
    describe: 'Finding codes to report and no others, joined by commas',
  },
  'max-per-code': {
    type: 'number',
    default: MAX_PER_CODE,
    group: OUTPUT,
    requiresArg: true,
    describe: 'Findings of one code listed for a game; all are counted; 0: list all',
  },
  quiet: {
    type: 'boolean',
    alias: 'q',
    default: false,
    group: OUTPUT,
    describe: 'No summary and no progress',
  },
  progress: {
    type: 'boolean',
    default: true,
    group: OUTPUT,
    describe: 'Progress on a terminal; --no-progress: none',
  },
  'files-from': {
    type: 'string',
    group: RUNNING,
    requiresArg: true,
    describe: 'File with input names, one a line',
  },
  jobs: {
    type: 'number',
    default: availableParallelism(),
    defaultDescription: 'number of cores',
    group: RUNNING,
    requiresArg: true,
    describe: 'Worker threads',
  },
  resume: {
    type: 'boolean',
    default: false,
    group: RUNNING,
    describe: 'Go on where a run into the same files was stopped',
  },
  force: {
    type: 'boolean',
    default: false,
    group: RUNNING,
    describe: 'Begin anew where a run into the same files was stopped',
  },
  config: {
    type: 'string',
    group: RUNNING,
    requiresArg: true,
    describe: 'JSON file with options by these names',
  },
  limit: {
    type: 'string',
    group: RUNNING,
    requiresArg: true,
    describe: 'NAME=N,..., other limits than the usual: docs/limits.md',
  },
} as const;

export type SharedArguments = InferredOptionTypes<typeof SHARED_OPTIONS> & {
  readonly input?: readonly string[];
};

/** The shared options without some. */
export function without<Name extends keyof typeof SHARED_OPTIONS>(
  ...names: readonly Name[]
): Omit<typeof SHARED_OPTIONS, Name> {
  const left: ReadonlySet<string> = new Set(names);
  const kept = Object.entries(SHARED_OPTIONS).filter(([name]) => !left.has(name));
  return Object.fromEntries(kept) as unknown as Omit<typeof SHARED_OPTIONS, Name>;
}

/** What a command reads. */
export const INPUT_OPERAND = {
  type: 'string',
  array: true,
  describe: 'File, folder, quoted glob, or - for standard input',
} as const;

/** What stands before the command of an engine. */
export const ENGINE_PREFIX = 'gtp:';

/** Longer than a day is longer than a timer can hold without care, and no game needs it. */
const MOST_SECONDS = 86_400;

/** Who judges life, as `--estimator` and `--engine-seconds` say. Throws UsageError. */
export function estimatorOf(args: Pick<SharedArguments, 'estimator' | 'engine-seconds'>): {
  readonly estimator: EstimatorName;
  readonly engine: WorkSettings['engine'];
} {
  const seconds = args['engine-seconds'];
  if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
    throw new UsageError(`--engine-seconds must be above 0 and at most ${MOST_SECONDS}`);
  }
  const name = args.estimator;
  if (name.startsWith(ENGINE_PREFIX)) {
    const command = splitCommand(name.slice(ENGINE_PREFIX.length));
    if (!command.ok) throw new UsageError(`--estimator ${name}: ${command.error}`);
    const [program = ''] = command.value;
    if (!isProgram(program, process.env['PATH'] ?? '')) {
      throw new UsageError(`--estimator ${name}: there is no program ${program}`);
    }
    return { estimator: 'none', engine: { command: command.value, seconds } };
  }
  const known = ESTIMATORS.find((one) => one === name);
  if (known) return { estimator: known, engine: undefined };
  const advice =
    suggestion(name, ESTIMATORS) || `; known: ${ESTIMATORS.join(', ')}, and ${ENGINE_PREFIX}COMMAND`;
  throw new UsageError(`there is no estimator ${name}${advice}`);
}
