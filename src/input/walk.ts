import { readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { finding } from '../findings/finding.js';
import { displayName, onDisk, trouble, UNASKED, type BytePath, type TroubleItem } from './item.js';
import { reasonOf } from '../core/outcome.js';
import { opened } from './item-reader.js';
import { isWanted, kindOf } from './file-names.js';

/** A regular file found in a folder. */
export interface FoundFile {
  readonly kind: 'found';
  readonly path: BytePath;
  /** UNASKED for an SGF file where sizes are not wanted. */
  readonly size: number;
}

/**
 * The files of a folder and its subfolders that are SGF or archives by name, in byte order of their names.
 * Links to folders are followed once, and never into a folder that contains them. What cannot be read is a finding.
 */
export function* walk(
  root: BytePath,
  sizes: 'known' | 'unasked' = 'known',
): Generator<FoundFile | TroubleItem> {
  const linked = new Set<string>();
  const stack: { entries: string[]; next: number; path: BytePath; id: string; files: Map<string, Dirent> }[] =
    [];
  const ancestors = new Set<string>();

  const top = enter(root);
  if ('finding' in top) yield top;
  else push(top);

  while (stack.length > 0) {
    const folder = stack[stack.length - 1]!;
    if (folder.next === folder.entries.length) {
      ancestors.delete(folder.id);
      stack.pop();
      continue;
    }
    const name = folder.entries[folder.next++]!;
    const entry = folder.files.get(name)!;
    const path = folder.path.endsWith('/') ? folder.path + name : `${folder.path}/${name}`;
    if (entry.isFile()) {
      if (!isWanted(name)) continue;
      if (sizes === 'unasked' && kindOf(name) === 'sgf') {
        yield { kind: 'found', path, size: UNASKED };
        continue;
      }
    } else if (entry.isDirectory()) {
      const inner = enter(path);
      if ('finding' in inner) yield inner;
      else push(inner);
      continue;
    } else if (!entry.isSymbolicLink() && !isWanted(name)) continue;
    const stats = statOf(path);
    if ('finding' in stats) {
      if (isWanted(name)) yield stats;
    } else if (stats.isFile()) {
      if (isWanted(name)) yield { kind: 'found', path, size: stats.size };
    } else if (stats.isDirectory()) {
      const id = identity(stats);
      if (ancestors.has(id)) yield unreadable(path, 'a symbolic link to a folder that holds it');
      else if (!linked.has(id)) {
        linked.add(id);
        const inner = enter(path);
        if ('finding' in inner) yield inner;
        else push(inner);
      }
    } else if (isWanted(name)) {
      yield unreadable(path, 'not a regular file');
    }
  }

  function push(folder: { entries: string[]; path: BytePath; id: string; files: Map<string, Dirent> }): void {
    ancestors.add(folder.id);
    stack.push({ ...folder, next: 0 });
  }
}

/** Names as bytes; the overload with buffers would make an object for each name. */
const LATIN1: BufferEncoding = 'latin1';

type Folder = { entries: string[]; path: BytePath; id: string; files: Map<string, Dirent> };

function enter(path: BytePath): Folder | TroubleItem {
  try {
    const id = identity(statSync(onDisk(path)));
    const listed = opened(() => readdirSync(onDisk(path), { withFileTypes: true, encoding: LATIN1 }));
    const files = new Map(listed.map((entry) => [entry.name, entry]));
    // By UTF-16 units, which are bytes here.
    return { entries: [...files.keys()].sort(), path, id, files };
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
