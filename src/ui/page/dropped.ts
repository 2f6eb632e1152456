import { isWanted } from '../../input/file-names.js';

/** Paths of files inside a folder that was dropped: the browser does not tell them by the file. */
const PATHS = new WeakMap<File, string>();

/** The path inside a dropped or chosen folder, else the name. */
export function pathOf(file: File): string {
  return PATHS.get(file) ?? (file.webkitRelativePath === '' ? file.name : file.webkitRelativePath);
}

/** Files of a chosen folder that may hold games. */
export function wanted(files: readonly File[]): readonly File[] {
  return files.filter((file) => isWanted(pathOf(file)));
}

/** What was dropped: files whatever their names, and of folders the files that may hold games. */
export async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  // All entries are asked for at once: the list is empty when the event is over.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.every((entry) => entry.isFile)) return [...transfer.files];
  const files: File[] = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

/** Files in the order of their names; an unreadable one is left out, as the browser shows none. */
async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(
      () => undefined,
    );
    if (!file || (path.includes('/') && !isWanted(path))) return;
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

/** A reader gives entries in portions, the last one empty. */
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
