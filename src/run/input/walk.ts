import { readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { finding } from '../../core/findings/finding.js';
import { type BytePath, displayName, type FileItem, onDisk, trouble, type TroubleItem } from './item.js';
import { reasonOf } from '../../core/outcome.js';
import { opened } from './item-reader.js';
import { isWanted } from './file-names.js';

/**
 * The files of a folder and its subfolders that are SGF or archives by name, in byte order of their names. Links to folders
 * are followed once, and never into a folder that contains them. What cannot be read is a finding.
 */
export function* walk(root: BytePath): Generator<FileItem | TroubleItem> {
  const linked = new Set<string>();
  const stack: Folder[] = [];
  const ancestors = new Set<string>();

  const top = enter(root);
  if (top) yield top;
  for (let folder = stack.at(-1); folder; folder = stack.at(-1)) {
    const name = folder.names[folder.next++];
    if (name === undefined) {
      ancestors.delete(folder.id);
      stack.pop();
      continue;
    }
    const path = folder.start + name;
    const found = entryAt(path, name, folder.others.get(name));
    if (found === undefined) continue;
    if (found.kind !== 'folder') {
      yield found;
      continue;
    }
    if (found.id !== undefined && ancestors.has(found.id)) {
      yield unreadable(path, 'a symbolic link to a folder that holds it');
      continue;
    }
    if (found.id !== undefined && linked.has(found.id)) continue;
    if (found.id !== undefined) linked.add(found.id);
    const unread = enter(path);
    if (unread) yield unread;
  }

  /** Puts the folder on the stack, or returns why it cannot be read. */
  function enter(path: BytePath): TroubleItem | undefined {
    const folder = folderAt(path);
    if ('finding' in folder) return folder;
    ancestors.add(folder.id);
    stack.push(folder);
    return undefined;
  }
}

/** A folder among the entries of another. `id`: only if a link leads to it. */
interface FoundFolder {
  readonly kind: 'folder';
  readonly id?: string;
}

/** What an entry of a folder is; `undefined` for what is not wanted. */
function entryAt(
  path: BytePath,
  name: string,
  other: Dirent | undefined,
): FileItem | FoundFolder | TroubleItem | undefined {
  if (other?.isDirectory() === true) return { kind: 'folder' };
  const wanted = isWanted(name);
  if (!wanted && other?.isSymbolicLink() !== true) return undefined;
  const stats = statOf(path);
  if ('finding' in stats) return wanted ? stats : undefined;
  if (stats.isDirectory()) return { kind: 'folder', id: identity(stats) };
  if (!wanted) return undefined;
  return stats.isFile() ? { kind: 'file', path, size: stats.size } : unreadable(path, 'not a regular file');
}

/** Names as bytes; the overload with buffers would make an object for each name. */
const LATIN1: BufferEncoding = 'latin1';

interface Folder {
  /** Its path with a slash at the end: the paths of its entries start with it. */
  readonly start: BytePath;
  readonly id: string;
  /** Entries that are no regular files, by name. */
  readonly others: ReadonlyMap<string, Dirent>;
  /** Names of all entries in order. */
  readonly names: readonly string[];
  /** Index of the name to be read next. */
  next: number;
}

function folderAt(path: BytePath): Folder | TroubleItem {
  try {
    const id = identity(statSync(onDisk(path)));
    const listed = opened(() => readdirSync(onDisk(path), { withFileTypes: true, encoding: LATIN1 }));
    const others = new Map(listed.filter((entry) => !entry.isFile()).map((entry) => [entry.name, entry]));
    // By UTF-16 units, which are bytes here.
    return {
      start: path.endsWith('/') ? path : `${path}/`,
      id,
      others,
      names: listed.map(({ name }) => name).sort(),
      next: 0,
    };
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
}

function statOf(path: BytePath): Stats | TroubleItem {
  try {
    return statSync(onDisk(path));
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
}

function identity(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`;
}

function unreadable(path: BytePath, reason: string): TroubleItem {
  return trouble(displayName(path), finding('file/unreadable', { reason }));
}
