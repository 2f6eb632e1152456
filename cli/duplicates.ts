import { Readable } from 'node:stream';
import { createComparison, type Comparison } from '../src/toolkit/duplicates/find-duplicates.js';
import { NO_FRAME, type Output, type Target } from '../src/run/merge/output.js';
import { DUPLICATE_KINDS, type DuplicateKind } from '../src/toolkit/duplicates/game-keys.js';
import { type DataFormat, duplicateLine, duplicatesHead, rowFrame } from '../src/report/output/rows.js';
import { type Arguments, type Command, type Context, type ExitCode, INPUT } from './command.js';
import { claimed } from './files.js';
import { allOfStdin, inputNames } from './input-names.js';
import { readsOf, runGames } from './run-games.js';
import { judgingOf, OptionError } from '../src/options/read.js';
import { formatFor, framed, listOutputs } from './output.js';

type DuplicatesArguments = Arguments<'duplicates'>;

/** `duplicates INPUT...`: groups of equal games. */
export const duplicates: Command<'duplicates'> = {
  ...INPUT,
  name: 'duplicates',
  about: 'Find duplicate games: identical, mirrored, cut short, or recorded differently',
  examples: [
    ['$0 duplicates games/', 'Groups of duplicates'],
    ['$0 duplicates games/ --kind result', 'Same moves, different results'],
  ],
  run: compare,
};

async function compare(args: DuplicatesArguments, context: Context): Promise<ExitCode> {
  const { io } = context;
  if (args.null && !args.files) throw new OptionError('null', 'needs --files');
  const kinds = new Set(args.kind ?? DUPLICATE_KINDS);
  const format = formatFor(args, io);
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
  // Standard input can be read only once; it is held for the second pass.
  const held = names.includes('-') ? await allOfStdin(io) : [];
  const again = (): Context => ({ ...context, io: { ...io, stdin: Readable.from(held) } });
  const { options } = judgingOf({ limit: args.limit, score: false, estimator: 'none' });
  const settings = { options, ignore: [], dead: undefined };
  const comparison = createComparison(fewest, kinds);
  let rows: Target | undefined;

  const code = await runGames(run, again(), {
    settings: { ...settings, duplicates: { fewest } },
    writes: 'claimed',
    open(files): Output[] {
      const list = listOutputs(args, files, io);
      rows = list.rows;
      return [{ sink: 'csv', target: comparison.keys, frame: NO_FRAME }, ...list.others];
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
    await writeFiles(rows, comparison, args.null ? '\0' : '\n');
    return code;
  }
  const frame = rowFrame(format, () => duplicatesHead(format));
  const copies = await writeRows(framed(rows, frame, context.version), comparison, format);
  if (!args.quiet) io.stderr.write(`${copies} of ${comparison.games()} games repeat others\n`);
  return code;
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
