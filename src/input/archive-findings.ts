import { crc32 } from 'node:zlib';
import type { Limits } from '../core/limits.js';
import { finding, type Finding } from '../findings/finding.js';
import { baseName } from './file-names.js';
import { trouble, type TroubleItem } from './item.js';
import type { ArchiveBytes } from './zip-directory.js';
import type { ZipPlace } from './zip-place.js';

/** What is told of bytes around a zip: of two joined ones, as of a damaged one, games are lost. */
export function extraBytes(bytes: ArchiveBytes, { start, end }: ZipPlace): Finding | undefined {
  const after = bytes.size - end;
  if (start === 0 && after === 0) return undefined;
  const isZipAt = (position: number): boolean => bytes.read(position, 2).toString('latin1') === 'PK';
  if ((start > 0 && isZipAt(0)) || isZipAt(end))
    return finding('archive/damaged', {
      reason: 'it is several joined, or not whole; only the last is read',
    });
  return finding('archive/extra-bytes', { before: start, after });
}

export function damaged(name: string, reason: string): TroubleItem {
  return trouble(name, finding('archive/damaged', { reason }));
}

export function skipped(
  archive: string,
  entry: string,
  reason: string,
  severity: 'warning' | 'error' = 'warning',
): TroubleItem {
  return trouble(
    `${archive}!/${baseName(entry) === '' ? 'unnamed' : shortened(entry)}`,
    finding('archive/entry-skipped', { entry: shortened(entry), reason }, {}, severity),
  );
}

export function repeated(archive: string, entry: string): TroubleItem {
  const name = `${archive}!/${shortened(entry)}`;
  return trouble(name, finding('archive/name-again', { entry: shortened(entry) }));
}

/** Names of hostile archives have up to 64 KiB. */
function shortened(name: string): string {
  return name.length > 300 ? `${name.slice(0, 300)}…` : name;
}

export function tooMany(name: string, limits: Limits): TroubleItem {
  return trouble(name, finding('sgf/limit', { limit: 'archiveEntries', value: limits.archiveEntries }));
}

/** Names that came before; eight bytes a name. Two names are taken for one when 53 bits of hashes agree, which chance does not do. */
export interface NameSet {
  readonly add: (name: string) => 'new' | 'again';
}

/** Open addressing. */
export function createNameSet(): NameSet {
  let keys = new Float64Array(256);
  let count = 0;

  function place(key: number): number {
    const mask = keys.length - 1;
    let slot = key & mask;
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  return {
    add(name) {
      const key = keyOf(name);
      const slot = place(key);
      if (keys[slot] === key) return 'again';
      keys[slot] = key;
      if (++count * 2 > keys.length) {
        const before = keys;
        keys = new Float64Array(before.length * 2);
        for (const one of before) if (one !== 0) keys[place(one)] = one;
      }
      return 'new';
    },
  };
}

const LOW_BITS = 21;

function keyOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  const low = (hash ^ (hash >>> 15)) & ((1 << LOW_BITS) - 1);
  return crc32(name) * (1 << LOW_BITS) + low + 1;
}
