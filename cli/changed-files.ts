import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { type BytePath, bytePath, displayName, onDisk } from '../src/input/item.js';
import type { Inputs } from '../src/input/inputs.js';
import { type Arguments, UsageError } from './command.js';

/** Whether a file is among those that `--since` and `--changed` choose; `undefined` where all are. Throws UsageError. */
export function changedFiles({
  since,
  changed,
}: Pick<Arguments<'list'>, 'since' | 'changed'>): Inputs['isWanted'] {
  if (since === undefined) return changed ? inGit('--changed', 'HEAD') : undefined;
  if (changed) throw new UsageError('--since and --changed both choose files: give one of them');
  const time = DATE.test(since) ? Date.parse(since) : NaN;
  if (Number.isNaN(time)) return inGit('--since', since);
  return (path) => (statSync(onDisk(path), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time;
}

/** A day, or a day and a time; a day begins at midnight UTC. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** Files that differ from a commit, and new ones that git does not ignore. */
function inGit(option: string, commit: string): Inputs['isWanted'] {
  /** By folder: its real path, and the changed files of its work tree. */
  const folders = new Map<BytePath, { readonly path: BytePath; readonly files: ReadonlySet<BytePath> }>();
  const trees = new Map<BytePath, ReadonlySet<BytePath>>();

  function folderAt(folder: BytePath): { readonly path: BytePath; readonly files: ReadonlySet<BytePath> } {
    const known = folders.get(folder);
    if (known) return known;
    const path = realpathSync.native(onDisk(folder), 'latin1');
    const top = git(path, option, ['rev-parse', '--show-toplevel']).slice(0, -1);
    const files = trees.get(top) ?? changedIn(top);
    trees.set(top, files);
    folders.set(folder, { path, files });
    return { path, files };
  }

  function changedIn(top: BytePath): ReadonlySet<BytePath> {
    const since = isEmpty(top) ? EMPTY_TREE : commit;
    const listed =
      git(top, option, ['diff', '--name-only', '--no-renames', '-z', since, '--']) +
      git(top, option, ['ls-files', '--others', '--exclude-standard', '-z']);
    return new Set(listed.split('\0').map((name) => `${top}/${name}`));
  }

  /** A work tree without a commit has no HEAD. */
  function isEmpty(top: BytePath): boolean {
    return (
      commit === 'HEAD' &&
      spawnSync('git', ['rev-parse', '--verify', '-q', 'HEAD'], { cwd: displayName(top) }).status !== 0
    );
  }

  return (path) => {
    const slash = path.lastIndexOf('/');
    const folder = folderAt(slash < 0 ? bytePath('.') : path.slice(0, slash) || '/');
    return folder.files.has(`${folder.path === '/' ? '' : folder.path}/${path.slice(slash + 1)}`);
  };
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** What git prints. Throws UsageError where there is no git, no work tree or no such commit. */
function git(folder: BytePath, option: string, words: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('git', words, {
    cwd: displayName(folder),
    encoding: 'latin1',
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(
      `${option}: ${isMissing ? 'git is not installed' : `cannot run git: ${error.message}`}`,
    );
  }
  if (status === 0) return stdout;
  if (/not a git repository/.test(stderr))
    throw new UsageError(`${option}: ${displayName(folder)} is not in a git work tree`);
  if (/bad revision|ambiguous argument|unknown revision/.test(stderr))
    throw new UsageError(`${option}: there is no commit ${words.at(-2)!}; a date is YYYY-MM-DD`);
  throw new UsageError(`${option}: git: ${stderr.split('\n')[0]!}`);
}
