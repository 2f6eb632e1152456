/** Names by number. */
export interface Names {
  /** Number of a name; the same as before when it is the name of the last call. */
  readonly keep: (name: string) => number;
  readonly text: (number: number) => string;
}

/** Names as UTF-8 in one buffer, each folder once: file names of one folder share most of their text. */
export function createNames(): Names {
  const folders: string[] = [];
  const folderNumbers = new Map<string, number>();
  let bytes = Buffer.alloc(16 * 1024);
  let ends = new Uint32Array(1024);
  let folderOf = new Uint32Array(1024);
  let count = 0;
  let last = '';
  let lastFolder = 0;

  function numberOf(folder: string): number {
    const known = folderNumbers.get(folder);
    if (known !== undefined) return known;
    folderNumbers.set(folder, folders.length);
    return folders.push(folder) - 1;
  }

  return {
    keep(name) {
      if (count > 0 && name === last) return count - 1;
      last = name;
      const cut = name.lastIndexOf('/') + 1;
      const before = folders[lastFolder];
      if (before?.length !== cut || !name.startsWith(before)) lastFolder = numberOf(name.slice(0, cut));
      if (count + 1 >= ends.length) {
        ends = doubled(ends);
        folderOf = doubled(folderOf);
      }
      const start = ends[count]!;
      const most = start + (name.length - cut) * 3;
      if (most > bytes.length) bytes = Buffer.concat([bytes], Math.max(most, bytes.length * 2));
      folderOf[count] = lastFolder;
      ends[count + 1] = start + bytes.write(name.slice(cut), start, 'utf8');
      return count++;
    },
    text(number) {
      return folders[folderOf[number]!]! + bytes.toString('utf8', ends[number], ends[number + 1]);
    },
  };
}

/** A copy of twice the length. */
export function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
