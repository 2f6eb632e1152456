import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plural, visible } from '../src/core/text.js';
import type { FindingCode } from '../src/findings/catalogue.js';
import { parseBaseline } from '../src/referee/baseline.js';
import { BaselineText } from '../src/referee/baseline-text.js';
import { BaselineUse } from '../src/run/known-findings.js';
import { NO_FRAME, type Output } from '../src/run/output.js';
import { temporaryName } from '../src/run/rewrite.js';
import type { RunResult } from '../src/run/run.js';
import { type Arguments, UsageError } from './command.js';
import { attempt } from './files.js';

/** The baseline of a run. */
export interface RunBaseline {
  /** Learns what is met of a baseline that is read. */
  readonly use?: BaselineUse;
  /** Collects a baseline that is written. */
  readonly outputs: readonly Output[];
  /** Writes or prunes the file of a complete run. Returns lines for standard error. Throws AccessError. */
  readonly finish: (result: RunResult, unread: number) => string;
}

type BaselineArguments = Pick<
  Arguments<'check'>,
  'baseline' | 'write-baseline' | 'prune-baseline' | 'resume' | 'since' | 'changed'
>;

/** The baseline that the options name; `undefined` for none. `ignored`: codes that the run does not look for. Throws UsageError. */
export function baselineOf(
  command: string,
  args: BaselineArguments,
  ignored: readonly FindingCode[],
): RunBaseline | undefined {
  const { baseline, 'write-baseline': written, 'prune-baseline': isPruned, resume } = args;
  if (isPruned && !baseline) throw new UsageError('--prune-baseline: give --baseline FILE');
  if (!baseline && written === undefined) return undefined;
  if (baseline && written !== undefined)
    throw new UsageError(
      '--baseline reads known findings and --write-baseline writes them: give one of them',
    );
  if (resume) throw new UsageError('--resume: a run with a baseline starts from the beginning');
  const isPart = args.changed || args.since !== undefined;
  if (isPart && (isPruned || written !== undefined))
    throw new UsageError(
      'a baseline is written and pruned by a run over all files, without --since and --changed',
    );
  if (!baseline) return writing(command, written!);
  return reading(command, baseline, { isPruned, isPart, ignored });
}

function reading(
  command: string,
  { file, baseline }: BaselineArguments['baseline'] & object,
  {
    isPruned,
    isPart,
    ignored,
  }: { readonly isPruned: boolean; readonly isPart: boolean; readonly ignored: readonly FindingCode[] },
): RunBaseline {
  const isOwn = baseline.command === command;
  if (isPruned && !isOwn)
    throw new UsageError(`--prune-baseline: ${file} was written by ${baseline.command}, not by ${command}`);
  const use = new BaselineUse(baseline);
  return {
    use,
    outputs: [],
    finish(result, unread) {
      const unmet = Object.entries(use.unmet(ignored)).sort(([, a], [, b]) => b - a);
      // Another command reports other findings, and what was not read may have them still.
      if (!isOwn || isPart || unread > 0 || result.interrupted === 'yes' || unmet.length === 0) return '';
      const count = unmet.reduce((sum, [, number]) => sum + number, 0);
      const codes = unmet.slice(0, 5).map(([code, number]) => `${String(number)} ${code}`);
      const which = `${plural(count, 'known finding')} (${codes.join(', ')}${unmet.length > 5 ? ', ...' : ''})`;
      if (!isPruned) return `${visible(file)}: ${which} no longer found; --prune-baseline removes them\n`;
      replace(file, use.pruned(ignored));
      return `${visible(file)}: ${which} removed\n`;
    },
  };
}

function writing(command: string, file: string): RunBaseline {
  if (existsSync(file) && !parseBaseline(attempt(file, () => readFileSync(file, 'utf8'))).ok)
    throw new UsageError(`--write-baseline: ${file} exists and is not a baseline; nothing was written`);
  const text = new BaselineText();
  const target = {
    write: (bytes: Uint8Array) => text.add(Buffer.from(bytes).toString('utf8')),
    end: () => undefined,
  };
  return {
    outputs: [{ sink: 'baseline', target, frame: NO_FRAME }],
    finish({ interrupted, counts }) {
      if (interrupted === 'yes') return '';
      replace(file, text.text(command));
      const count = Object.values(counts.known).reduce((sum, number) => sum + number, 0);
      return `${plural(count, 'known finding')} in ${visible(file)}\n`;
    },
  };
}

/** The file is the old or the new one at any time. Throws AccessError. */
function replace(file: string, text: string): void {
  const temporary = join(dirname(file), temporaryName());
  attempt(file, () => {
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, file);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}
