import type { FindingCode } from '../src/core/findings/finding.js';
import { plural, thousands, visible } from '../src/core/text.js';
import { type CodeCounts, type FixedFile, fixFile } from '../src/toolkit/format/fix-file.js';
import { type Inputs, type WholeFile, wholeFiles } from '../src/run/input/inputs.js';
import type { Judging } from '../src/options/read.js';
import { createRewriter, type Rewriter } from '../src/run/tasks/rewrite.js';
import { reasonOf } from '../src/core/outcome.js';
import type { Arguments, ExitCode } from './command.js';
import type { Io } from './io.js';
import { unifiedDiff } from './format-diff.js';
import { inputNames } from './input-names.js';
import { wantedFiles } from './run-games.js';
import { forTerminal } from './output.js';

type FixArguments = Arguments<'check'>;

/** What became of findings that have a repair, by code. */
interface Account {
  files: number;
  failed: number;
  readonly fixed: Partial<Record<FindingCode, number>>;
  readonly unsafe: Partial<Record<FindingCode, number>>;
  readonly left: Partial<Record<FindingCode, number>>;
}

/**
 * Repairs the files of a check; `--diff` only shows the repairs. Replaces files atomically; leaves entries of archives and
 * standard input unchanged. Returns 1 if `--diff` shows a change, 2 if a file cannot be written.
 */
export async function fixFiles(
  args: FixArguments,
  io: Io,
  judge: (args: object) => Judging,
): Promise<ExitCode> {
  const account: Account = { files: 0, failed: 0, fixed: {}, unsafe: {}, left: {} };
  const rewriter = createRewriter();
  const names = await inputNames(args, io);
  const inputs: Inputs = {
    names,
    stdin: io.stdin,
    limits: judge(args).options.limits,
    isWanted: wantedFiles(args),
    onNothing: () => undefined, // the check reports it
  };
  // Standard input is left for the check.
  if ([...names].includes('-')) return 0;
  for await (const file of wholeFiles(inputs)) {
    if (io.signal?.aborted === true) return 130;
    if (file.kind === 'trouble' || file.path === undefined) continue;
    const fixed = fixedOf(file, args, judge);
    for (const kind of ['fixed', 'unsafe', 'left'] as const) addTo(account[kind], fixed[kind]);
    if (!fixed.text) continue;
    account.files++;
    if (args.diff) {
      const diff = unifiedDiff(file.name, file.bytes, fixed.text);
      io.stdout.write(io.stdout.isTTY === true ? forTerminal(diff) : diff);
    } else await replace(file, fixed.text, { rewriter, account, io });
  }
  await rewriter.finish();
  if (!args.quiet) io.stderr.write(textOf(account, args.diff));
  if (account.failed > 0) return 2;
  return args.diff && account.files > 0 ? 1 : 0;
}

function fixedOf(file: WholeFile, args: FixArguments, judge: (args: object) => Judging): FixedFile {
  const { options, ignore, check } = judge(args.byFile?.of(file.name) ?? args);
  return fixFile(file.bytes, args['fix-unsafe'] ? 'unsafe' : 'safe', {
    ...options,
    ignore: new Set(ignore),
    ...(check && { profile: check }),
  });
}

async function replace(
  { path, bytes: old, name }: WholeFile,
  bytes: Uint8Array,
  { rewriter, account, io }: { readonly rewriter: Rewriter; readonly account: Account; readonly io: Io },
): Promise<void> {
  try {
    await rewriter.replace({ path: path!, old, bytes });
  } catch (error) {
    account.failed++;
    io.stderr.write(`sgf-referee: ${visible(name)}: not repaired: ${visible(reasonOf(error))}\n`);
  }
}

function addTo(total: Partial<Record<FindingCode, number>>, counts: CodeCounts): void {
  for (const [code, count] of Object.entries(counts) as [FindingCode, number][])
    total[code] = (total[code] ?? 0) + count;
}

function textOf({ files, fixed, unsafe, left }: Account, isDiff: boolean): string {
  return [
    `${plural(files, 'file')} ${isDiff ? 'would be repaired' : 'repaired'}\n`,
    ...listed(isDiff ? 'would be fixed' : 'fixed', fixed),
    ...listed('only with --fix-unsafe', unsafe),
    ...listed('not repaired: in an unknown form, or the file would lose something or get new findings', left),
  ].join('');
}

function listed(title: string, counts: CodeCounts): string[] {
  const rows = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (rows.length === 0) return [];
  return [`${title}:\n`, ...rows.map(([code, count]) => `  ${thousands(count).padStart(12)}  ${code}\n`)];
}
