import { createHash, randomBytes } from 'node:crypto';
import { constants, readdirSync, realpathSync, type Stats, statSync, unlinkSync } from 'node:fs';
import { access, copyFile, link, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { type BytePath, onDisk } from '../input/item.js';
import { isAlive, thisProcess } from '../parts/run-lock.js';

/** New contents for one file. */
export interface Replacement {
  readonly path: BytePath;
  /** What was read: a file whose contents have changed since is left as it is. */
  readonly old: Uint8Array;
  readonly bytes: Uint8Array;
  /** Suffix of the name under which the old file is kept. An existing backup is never replaced: a number is appended. */
  readonly backup?: string | undefined;
  /** Whether the new file keeps the times of the old one. */
  readonly times?: 'kept' | undefined;
}

/** The file is not replaced; the message says why and what to do. */
export class NotReplaced extends Error {}

/** The contents changed between reading and writing. */
export class ChangedMeanwhile extends NotReplaced {
  constructor() {
    super('another program changed the file in the meantime');
  }
}

export type Rewriter = ReturnType<typeof createRewriter>;

/** Replaces files atomically: whenever the run ends, each file is either the old or the new one. */
export function createRewriter() {
  const folders = new Set<BytePath>();

  function enter(folder: BytePath): void {
    if (folders.has(folder)) return;
    folders.add(folder);
    removeLeftovers(folder);
  }

  /**
   * Temporary file beside the file, write, fsync, rename. Symbolic links are followed and stay; mode and, where allowed, owner
   * are kept. Throws NotReplaced where the file is read-only or has other names (hard links), which would keep the old
   * contents, and file system errors. Several may be in progress at once.
   */
  async function replace({ path, old, bytes, backup, times }: Replacement): Promise<void> {
    const target = realpathSync.native(onDisk(path), 'latin1');
    const stats = await stat(onDisk(target));
    await checkReplaceable(target, stats, backup);
    await access(onDisk(target), constants.W_OK);
    const folder = folderOf(target);
    enter(folder);
    const temporary = await writeTemporary(folder, bytes, stats);
    try {
      if (times === 'kept') await utimes(onDisk(temporary), stats.atimeMs / 1000, stats.mtimeMs / 1000);
      if (Buffer.compare(await readFile(onDisk(target)), old) !== 0) throw new ChangedMeanwhile();
      if (backup !== undefined) await keep(target, backup);
      await rename(onDisk(temporary), onDisk(target));
    } catch (error) {
      await unlink(onDisk(temporary)).catch(() => undefined);
      throw error;
    }
  }

  /** Writes a new file. Throws EEXIST when it exists. */
  async function create(path: BytePath, bytes: Uint8Array): Promise<void> {
    const folder = folderOf(path);
    enter(folder);
    const temporary = await writeTemporary(folder, bytes, undefined);
    try {
      // A link, unlike a rename, fails where the name is taken.
      await link(onDisk(temporary), onDisk(path)).catch(async (error: unknown) => {
        if (codeOf(error) === 'EEXIST') throw error;
        await copyFile(onDisk(temporary), onDisk(path), constants.COPYFILE_EXCL);
      });
    } finally {
      await unlink(onDisk(temporary)).catch(() => undefined);
    }
  }

  /** Makes the renames durable: fsync of every folder that was written to. */
  async function finish(): Promise<void> {
    for (const folder of folders) await syncFolder(folder);
  }

  return { replace, create, finish };
}

/** Checks what access rights do not show: the superuser may write read-only files, and a file may have other names. */
async function checkReplaceable(target: BytePath, stats: Stats, backup: string | undefined): Promise<void> {
  if ((stats.mode & 0o222) === 0) throw new NotReplaced('it is read-only');
  const isKept = backup !== undefined && (await hasName(stats, target + suffixOf(backup)));
  if (stats.nlink > (isKept ? 2 : 1))
    throw new NotReplaced(
      'it has other names (hard links), which would keep the old contents: copy it first',
    );
}

/** Whether a file has this name too. */
async function hasName({ ino, dev }: Stats, name: BytePath): Promise<boolean> {
  const there = await stat(onDisk(name)).catch(() => undefined);
  return there?.ino === ino && there.dev === dev;
}

async function writeTemporary(
  folder: BytePath,
  bytes: Uint8Array,
  kept: Stats | undefined,
): Promise<BytePath> {
  const path = `${folder}/${temporaryName()}`;
  const file = await open(onDisk(path), 'wx', kept === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (kept) {
      // Only the superuser may change the owner; for others the file becomes theirs, as with any editor.
      await file.chown(kept.uid, kept.gid).catch(() => undefined);
      await file.chmod(kept.mode & 0o7777);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await unlink(onDisk(path)).catch(() => undefined);
    throw error;
  }
  await file.close();
  return path;
}

/** Keeps the file under a second name: a link where the file system supports them, else a copy. */
async function keep(target: BytePath, suffix: string): Promise<void> {
  const stats = await stat(onDisk(target));
  for (let number = 1; ; number++) {
    const name = target + suffixOf(suffix) + (number === 1 ? '' : `.${String(number)}`);
    try {
      await link(onDisk(target), onDisk(name));
      return;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') {
        if (await hasName(stats, name)) return; // left by a run that was stopped before the rename
        continue;
      }
      if (!NO_LINKS.has(codeOf(error))) throw error;
    }
    try {
      await copyFile(onDisk(target), onDisk(name), constants.COPYFILE_EXCL);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function suffixOf(end: string): BytePath {
  return Buffer.from(end, 'utf8').toString('latin1');
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function folderOf(path: BytePath): BytePath {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

/** Not every file system can sync folders; the files are complete in any case. */
async function syncFolder(folder: BytePath): Promise<void> {
  const handle = await open(onDisk(folder), 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const LEFTOVER = /^\.sgf-referee-([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-\d+\.tmp$/;

/** A file of another machine counts as left over after a day without a write. */
const FOREIGN_MS = 24 * 60 * 60 * 1000;

/** Digest of the scope of process numbers: containers with the same host name have their own. */
let hostKnown: string | undefined;

function hostDigest(): string {
  if (hostKnown !== undefined) return hostKnown;
  const { host, since } = thisProcess();
  const place = JSON.stringify([host, since?.boot, since?.namespace]);
  return (hostKnown = createHash('sha256').update(place).digest('hex').slice(0, 8));
}

let thisRun: string | undefined;
let made = 0;

/** A name for a temporary file that identifies its run; short enough for any file system. */
export function temporaryName(): string {
  thisRun ??= randomBytes(4).toString('hex');
  return `.sgf-referee-${hostDigest()}-${String(process.pid)}-${thisRun}-${String(made++)}.tmp`;
}

/** Removes the temporary files of killed runs from a folder and returns how many; those of living runs stay. */
export function removeLeftovers(folder: BytePath): number {
  let removed = 0;
  let names: string[];
  try {
    names = readdirSync(onDisk(folder), 'latin1');
  } catch {
    return 0; // a folder that may be written to but not listed
  }
  for (const name of names) {
    const path = onDisk(`${folder}/${name}`);
    try {
      if (!isLeftover(name, path)) continue;
      unlinkSync(path);
      removed++;
    } catch {
      // Another run removed it first, or we may not.
    }
  }
  return removed;
}

function isLeftover(name: string, path: string | Buffer): boolean {
  const [, host, pid, run] = LEFTOVER.exec(name) ?? [];
  if (host === undefined) return false;
  if (host !== hostDigest()) return Date.now() - statSync(path).mtimeMs > FOREIGN_MS;
  if (Number(pid) === process.pid) return run !== thisRun;
  return !isAlive(Number(pid));
}
