import { parseConditions } from '../../event/conditions.js';
import { isWanted } from '../../input/file-names.js';

/** Paths of files in dropped folders, which their File objects lack. */
const PATHS = new WeakMap<File, string>();

/** The path inside a dropped or chosen folder, else the name. */
export function pathOf(file: File): string {
  return PATHS.get(file) ?? (file.webkitRelativePath === '' ? file.name : file.webkitRelativePath);
}

/** What was dropped: games, and what they are compared with. */
export interface Dropped {
  readonly games: readonly File[];
  /** Results tables of an event. */
  readonly tables: readonly File[];
  /** Names that players go by elsewhere, as CSV; '' for none. */
  readonly aliases: string;
  /** The text of decisions.json; '' for none. */
  readonly decisions: string;
  /** Conditions of the event, as JSON; '' for none. */
  readonly event: string;
}

const TABLE = /\.(h9|tou|xml|tde|tour|csv)$/i;
/** Reports for the AGA are plain text, as games may be. */
const MAYBE_TABLE = /\.txt$/i;
/** Where SGF begins. */
const SGF = /\(\s*;/;
/** Decisions, or the conditions of an event. */
const JSON_FILE = /\.json$/i;
const ALIASES = /^\ufeff?"?nick"?[,;\t]/i;

/** Tells games from tables, aliases, decisions and conditions, by names and first bytes. Without games all are read as such. */
export async function sorted(files: readonly File[]): Promise<Dropped> {
  const [games, tables]: [File[], File[]] = [[], []];
  let aliases = '';
  let decisions = '';
  let event = '';
  for (const file of files) {
    const name = pathOf(file);
    if (JSON_FILE.test(name)) {
      const text = await file.text();
      if (parseConditions(text).ok) event = text;
      else decisions = text;
      continue;
    }
    const start = TABLE.test(name) || MAYBE_TABLE.test(name) ? await file.slice(0, 4096).text() : '(;';
    if (SGF.test(start)) games.push(file);
    else if (ALIASES.test(start)) aliases = await file.text();
    else tables.push(file);
  }
  return games.length === 0
    ? { games: files, tables: [], aliases: '', decisions: '', event: '' }
    : { games, tables, aliases, decisions, event };
}

function isWantedPath(path: string): boolean {
  return isWanted(path) || TABLE.test(path) || path.endsWith('decisions.json');
}

/** Files of a chosen folder that may hold games or results tables. */
export function wanted(files: readonly File[]): readonly File[] {
  return files.filter((file) => isWantedPath(pathOf(file)));
}

/** What was dropped: files whatever their names, and of folders the files that may hold games or results tables. */
export async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  // All entries are read at once: the list is empty after the event.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.every((entry) => entry.isFile)) return [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

/** Files in the order of their names, without unreadable ones. */
async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(
      () => undefined,
    );
    if (!file || (path.includes('/') && !isWantedPath(path))) return;
    PATHS.set(file, path);
    files.push(file);
    return;
  }
  const inner = await entriesIn((entry as FileSystemDirectoryEntry).createReader());
  for (const one of inner.sort((a, b) => (a.name < b.name ? -1 : 1))) await collect(one, files);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** A reader returns entries in portions, the last one empty. */
async function entriesIn(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
