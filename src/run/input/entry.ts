import { statSync } from 'node:fs';
import { finding } from '../../core/findings/finding.js';
import type { Depth } from './archives.js';
import { itemsOfFile, kindAt } from './file-items.js';
import {
  type BytePath,
  bytePath,
  type Items,
  nameOf,
  oneByOne,
  rowOf,
  trouble,
  type TroubleItem,
} from './item.js';

/** Separates the name of an archive from the name of its entry. */
const ENTRY = '!/';

/** The archive on disk whose entry a name is: `a.zip` of `a.zip!/b.sgf`. */
export function archiveOf(name: string): string | undefined {
  const at = name.indexOf(ENTRY);
  const archive = name.slice(0, Math.max(at, 0));
  return statSync(archive, { throwIfNoEntry: false })?.isFile() === true ? archive : undefined;
}

/** What of the inputs of a run the reading of one needs, as `Inputs` has it. */
interface Watcher {
  readonly onNothing: (name: string, reason: string) => void;
  readonly isWanted?: ((path: BytePath) => boolean) | undefined;
}

/** The entry of an archive with that name; what else is wrong with the archive only if there is none. */
export async function* itemsOfEntry(
  name: string,
  { onNothing, isWanted, ...at }: Depth & Watcher,
): AsyncGenerator<Items> {
  const archive = archiveOf(name)!;
  const path = bytePath(archive);
  if (isWanted?.(path) === false) return;
  const troubles: TroubleItem[] = [];
  let isThere = false;
  for await (const item of oneByOne(itemsOfFile(path, archive, kindAt(path), at))) {
    if (nameOf(item) === name) {
      isThere = true;
      yield item;
    } else if (item.kind === 'trouble') troubles.push(item);
  }
  if (isThere) return;
  const reason = `${archive} has no entry ${name.slice(archive.length + ENTRY.length)}`;
  onNothing(name, reason);
  yield [...troubles, trouble(name, finding('file/unreadable', { reason }))];
}

/** Calls `onNothing` for a file from which nothing could be read. */
export async function* watched(
  name: string,
  rows: AsyncIterable<Items>,
  inputs: Pick<Watcher, 'onNothing'>,
): AsyncGenerator<Items> {
  let good = 0;
  let reason = '';
  for await (const items of rows) {
    good += goodIn(items);
    for (const item of rowOf(items))
      if (item.kind === 'trouble' && 'reason' in item.finding.args) reason = item.finding.args.reason;
    yield items;
  }
  if (good === 0 && reason !== '') inputs.onNothing(name, reason);
}

/** Items that can be read. */
export function goodIn(items: Items): number {
  return rowOf(items).reduce((sum, { kind }) => sum + Number(kind !== 'trouble'), 0);
}
