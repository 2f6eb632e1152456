import type { Limits } from '../core/limits.js';
import { finding } from '../findings/finding.js';
import { baseName } from './file-names.js';
import { trouble, type TroubleItem } from './item.js';

/** Why an entry of this name is skipped, or undefined. */
export function nameRefusal(name: string, limits: Limits): string | undefined {
  if (Buffer.byteLength(name) > limits.pathBytes) return 'its name is too long (limit pathBytes)';
  return isUnsafe(name) ? 'the name leaves the archive' : undefined;
}

/** Absolute, or above the archive. Nothing is written to disk, but names go into reports that others use. */
function isUnsafe(name: string): boolean {
  return /^(?:\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\\/i.test(name);
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
