import { dirname } from 'node:path';
import { bytePath, reasonOf } from '../src/input/items.js';
import { createRewriter } from '../src/run/rewrite.js';
import type { WholeFile } from '../src/input/whole-files.js';
import type { FormatResult } from '../src/format/format-types.js';
import { makeFolder } from './attempt.js';
import { unifiedDiff } from './format-diff.js';
import { gameName, pathBelow, UniquePaths } from './format-names.js';
import type { Destination } from './format-options.js';
import { STDIN_TOKEN, UsageError } from './io.js';

/** Why one file cannot go where it should; the others go on. */
export class CannotWrite extends Error {}

/** Where rewritten files go. */
export interface FormatTarget {
  /** Takes a file that was not refused. Throws CannotWrite. */
  take(file: WholeFile, result: FormatResult, change: 'changed' | 'same'): Promise<void>;
  end(): Promise<void>;
}

/** What the targets need of a run. */
export interface TargetRun {
  readonly inputs: readonly string[];
  readonly print: (bytes: Uint8Array | string) => Promise<void>;
}

export function targetOf(destination: Destination, run: TargetRun): FormatTarget {
  switch (destination.kind) {
    case 'stdout':
      return stdoutTarget(run);
    case 'compare':
      return compareTarget(destination, run);
    case 'write':
      return writeTarget(destination);
    case 'out':
      return folderTarget(destination, run);
    case 'join':
      return joinTarget(destination.file, run);
  }
}

function stdoutTarget({ print }: TargetRun): FormatTarget {
  let only: Uint8Array | undefined;
  return {
    take(_file, { text }) {
      if (only)
        throw new UsageError('several files: give --write, --out DIR, --join FILE, --check or --diff');
      only = text;
      return Promise.resolve();
    },
    end: async () => (only ? print(only) : undefined),
  };
}

function compareTarget(
  { check, diff }: Extract<Destination, { kind: 'compare' }>,
  { print }: TargetRun,
): FormatTarget {
  return {
    async take({ name, bytes }, { text }, change) {
      if (change === 'same') return;
      if (diff === 'yes') await print(unifiedDiff(name, bytes, text));
      else if (check === 'yes') await print(`${name}\n`);
    },
    end: () => Promise.resolve(),
  };
}

function writeTarget({ backup, times }: Extract<Destination, { kind: 'write' }>): FormatTarget {
  const rewriter = createRewriter();
  return {
    async take({ path, bytes: old, name }, { text, source }, change) {
      if (path === undefined)
        throw new CannotWrite(
          name === '-'
            ? 'standard input cannot be replaced: leave --write out'
            : 'an entry of an archive cannot be replaced: extract it first, or give --out DIR',
        );
      if (source !== 'sgf')
        throw new CannotWrite('a record of another format is not replaced by SGF: give --out DIR');
      if (change === 'changed') await written(rewriter.replace({ path, old, bytes: text, backup, times }));
    },
    end: () => rewriter.finish(),
  };
}

function folderTarget(
  { folder, split }: Extract<Destination, { kind: 'out' }>,
  { inputs }: TargetRun,
): FormatTarget {
  const rewriter = createRewriter();
  const paths = new UniquePaths();

  async function create(below: string, bytes: Uint8Array): Promise<void> {
    const path = `${folder}/${paths.unique(below)}`;
    await written(
      Promise.resolve().then(() => {
        makeFolder(dirname(path));
        return rewriter.create(bytePath(path), bytes);
      }),
      path,
    );
  }

  return {
    async take({ name }, { text, games }) {
      const below = pathBelow(inputs, name);
      if (split === undefined) return create(below, text);
      const slash = below.lastIndexOf('/') + 1;
      const file = below.slice(slash).replace(/\.sgf$/, '');
      for (const { number, names, text: game } of games)
        await create(below.slice(0, slash) + gameName(split, { file, game: number, names }), game);
    },
    end: () => rewriter.finish(),
  };
}

function joinTarget(file: string, { print }: TargetRun): FormatTarget {
  const texts: Uint8Array[] = [];
  return {
    take(_file, { text }) {
      texts.push(text);
      return Promise.resolve();
    },
    async end() {
      const bytes = Buffer.concat(texts);
      if (file === '-' || file === STDIN_TOKEN) return print(bytes);
      const rewriter = createRewriter();
      await written(rewriter.create(bytePath(file), bytes), file);
      await rewriter.finish();
    },
  };
}

async function written(writing: Promise<void>, path?: string): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isThere ? 'exists already; nothing is overwritten' : reasonOf(error);
    throw new CannotWrite(path === undefined ? reason : `${path}: ${reason}`);
  }
}
