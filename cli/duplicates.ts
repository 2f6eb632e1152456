import { Readable } from 'node:stream';
import type { CommandModule } from 'yargs';
import { createComparison, type Comparison } from '../src/run/comparison.js';
import type { Output, Target } from '../src/run/output.js';
import { suggestion } from '../src/core/nearest.js';
import { DUPLICATE_KINDS, type DuplicateKind, FEWEST_STONES } from '../src/duplicates/game-keys.js';
import { type DataFormat, duplicateLine, duplicatesHead } from '../src/output/rows.js';
import { claimed } from './run-journal.js';
import { gameCommand, type ArgumentsOf } from './command.js';
import { DATA_FORMAT_OPTION, dataOutputs, formatFor, frameAround, framed, NO_FRAME } from './output-files.js';
import { type ExitCode, UsageError } from './io.js';
import type { Context } from './run.js';
import { allOfStdin, asUsage, inputNames, readsOf, runGames } from './run-games.js';
import { settingsOf, UNJUDGED, whole } from './settings.js';
import { without } from './shared-options.js';

const COMPARING = 'Comparing:';

const OPTIONS = {
  kind: {
    type: 'string',
    group: COMPARING,
    requiresArg: true,
    describe: `Kinds to report, joined by commas: ${DUPLICATE_KINDS.join(', ')}`,
  },
  'min-moves': {
    type: 'number',
    default: FEWEST_STONES,
    group: COMPARING,
    requiresArg: true,
    describe: 'Moves and setup stones that two games share at least (prefix: twice that)',
  },
  files: {
    type: 'boolean',
    default: false,
    group: COMPARING,
    describe: 'Only names of files in which every game repeats one in another place',
  },
  null: {
    type: 'boolean',
    default: false,
    alias: '0',
    group: COMPARING,
    describe: 'With --files: a zero byte behind each name',
  },
  ...without(
    ...(['rules', 'default-rules', 'komi', 'counting', 'illegal', 'dead', 'estimator'] as const),
    ...(['engine-seconds', 'out', 'score', 'variations', 'resume', 'force'] as const),
    ...(['ignore', 'only', 'max-per-code'] as const),
  ),
  format: DATA_FORMAT_OPTION,
} as const;

type DuplicatesArguments = ArgumentsOf<typeof OPTIONS>;

/** `duplicates INPUT...`: games that are one and the same, in groups. */
export function duplicatesCommand(context: Context): CommandModule<object, DuplicatesArguments> {
  return gameCommand(context, {
    command: 'duplicates [input..]',
    describe: 'Find games that are there twice: same, mirrored, cut short, or told differently',
    options: OPTIONS,
    examples: [
      ['$0 duplicates games/', 'Groups of games that are one'],
      ['$0 duplicates games/ --kind result', 'Same moves, another result'],
    ],
    run: duplicates,
  });
}

async function duplicates(args: DuplicatesArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  whole('min-moves', args['min-moves'], 1);
  if (args.null && !args.files) throw new UsageError('--null goes with --files');
  const kinds = kindsOf(args.kind);
  const format = formatFor(args, args.output, io);
  const names = [...(await inputNames(args, io))];
  const reads = readsOf(args, names, io);
  return claimed({ output: args.output }, reads, () => compared(args, { names, kinds, format, context }));
}

async function compared(
  args: DuplicatesArguments,
  {
    names,
    kinds,
    format,
    context,
  }: {
    readonly names: readonly string[];
    readonly kinds: ReadonlySet<DuplicateKind>;
    readonly format: DataFormat;
    readonly context: Context;
  },
): Promise<ExitCode> {
  const { io } = context;
  const fewest = args['min-moves'];
  const run = { ...args, input: names, 'files-from': undefined };
  // What can be read only once is held, as there may be a second look.
  const held = names.includes('-') ? await allOfStdin(io) : [];
  const again = (): Context => ({ ...context, io: { ...io, stdin: Readable.from(held) } });
  const { options } = settingsOf({ ...args, ...UNJUDGED });
  const settings = { options, ignore: [], dead: undefined };
  const comparison = createComparison(fewest, kinds);
  let rows: Target | undefined;

  const code = await runGames(run, again(), {
    settings: { ...settings, duplicates: { fewest } },
    writes: 'claimed',
    open(files): Output[] {
      const data = dataOutputs({ sink: 'csv', file: args.output, format: 'csv', quiet: args.quiet }, files);
      rows = data[0]!.target;
      return [{ sink: 'csv', target: comparison.keys, frame: NO_FRAME }, ...data.slice(1)];
    },
    finish: () => undefined,
  });
  if (code === 130 || !rows) return code;
  const question = comparison.question();
  if (question) {
    const second = await runGames(run, again(), {
      settings: { ...settings, duplicates: { fewest, sought: question.sought } },
      only: question.isIn,
      writes: 'claimed',
      open: () => [{ sink: 'csv', target: comparison.beginnings, frame: NO_FRAME }],
      finish: () => undefined,
    });
    if (second === 130) return second;
  }
  if (args.files) {
    await writeFiles(rows, comparison, args.null ? '\0' : '\n').catch(asUsage);
    return code;
  }
  const frame = frameAround(format, duplicatesHead(format));
  const copies = await writeRows(framed(rows, frame, context.version), comparison, format).catch(asUsage);
  if (!args.quiet) io.stderr.write(`${copies} of ${comparison.games()} games repeat others\n`);
  return code;
}

/** Throws UsageError. */
function kindsOf(text: string | undefined): ReadonlySet<DuplicateKind> {
  if (text === undefined) return new Set(DUPLICATE_KINDS);
  const kinds = new Set<DuplicateKind>();
  for (const word of text.split(',').map((one) => one.trim())) {
    const kind = DUPLICATE_KINDS.find((one) => one === word);
    if (!kind)
      throw new UsageError(
        `--kind: there is no kind ${word}${suggestion(word, DUPLICATE_KINDS) || `; known: ${DUPLICATE_KINDS.join(', ')}`}`,
      );
    kinds.add(kind);
  }
  return kinds;
}

/** Characters written at a time. */
const BLOCK = 64 * 1024;

async function writeRows(target: Target, comparison: Comparison, format: DataFormat): Promise<number> {
  let text = '';
  let copies = 0;
  for (const row of comparison.rows()) {
    if (row.kind !== 'first') copies++;
    text += duplicateLine(format, row, comparison.nameOf);
    if (text.length < BLOCK) continue;
    await target.write(Buffer.from(text));
    text = '';
  }
  await target.write(Buffer.from(text));
  await target.end();
  return copies;
}

async function writeFiles(target: Target, comparison: Comparison, end: string): Promise<void> {
  const files = comparison.needlessFiles();
  await target.write(Buffer.from(files.map((name) => name + end).join('')));
  await target.end();
}
