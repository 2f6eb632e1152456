/** Large SGF files in a plan: ranges of bytes that end where games end, with what a worker must know about the ranges before. */
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Limits } from '../../core/limits.js';
import { opened } from '../input/item-reader.js';
import { itemsOfLargeFile } from '../input/inputs.js';
import {
  type BytePath,
  displayName,
  findingOf,
  onDisk,
  type PartItem,
  type StreamItem,
  trouble,
  type TroubleItem,
} from '../input/item.js';
import type { CharsetEvidence } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';

/** A part of a large file without its bytes. */
export interface PlannedPart {
  readonly kind: 'planned-part';
  readonly path: BytePath;
  readonly size: number;
  readonly row: PartRow;
  /** Its place among the parts of the file. */
  readonly part: number;
  readonly games: number;
  /** What the first part of the file found. */
  readonly charset: CharsetEvidence;
  readonly isLast: boolean;
}

export type PartRow = readonly [
  at: number,
  size: number,
  firstGame: number,
  firstLine: number,
  firstColumn: number,
];

/**
 * Cuts a large SGF file where a run would, and counts its games as a run would. For a file that is read whole, yields only
 * the stream itself.
 */
export async function* partsOf(
  stream: StreamItem,
  limits: Limits,
): AsyncGenerator<PlannedPart | TroubleItem | StreamItem> {
  let held: Omit<PlannedPart, 'isLast'> | undefined;
  let game = 1;
  for await (const item of itemsOfLargeFile(stream.path, limits)) {
    if (item.kind === 'trouble' && held) {
      yield { ...held, isLast: true };
      held = undefined;
      yield item;
      continue;
    }
    if (item.kind !== 'part') {
      yield stream;
      return;
    }
    if (held) yield { ...held, isLast: false };
    const { at, size, firstLine, firstColumn, part } = item;
    const { games, charset } =
      certain(item, game, held?.charset, limits) ?? counted(item, game, held?.charset, limits);
    held = {
      kind: 'planned-part',
      path: stream.path,
      size,
      part,
      games,
      row: [at, size, game, firstLine, firstColumn],
      charset: held?.charset ?? charset,
    };
    game += games;
  }
  if (held) yield { ...held, isLast: true };
}

interface Counted {
  readonly games: number;
  readonly charset: CharsetEvidence;
}

const ESCAPE = 0x1b;

/** The number of games, if cutting determined it and the text is certain to be read as cut; `charset`: of the parts before. */
function certain(
  { bytes, games }: PartItem,
  firstGame: number,
  charset: CharsetEvidence | undefined,
  { gamesPerFile }: Limits,
): Counted | undefined {
  const isPlain = charset?.used === 'utf-8' && isUtf8(bytes) && !bytes.includes(ESCAPE);
  if (!isPlain || games === undefined || firstGame + games > gamesPerFile) return undefined;
  return { games, charset };
}

/** How many games there are, and their charset, by reading them. */
function counted(
  { bytes }: PartItem,
  firstGame: number,
  known: CharsetEvidence | undefined,
  limits: Limits,
): Counted {
  const { games, charset } = scanFile(bytes, { limits, firstGame, lines: 'hold', charset: known });
  return { games: games.length, charset };
}

/** The parts with their bytes; a finding in place of those that cannot be read. */
export function* readParts(
  path: BytePath,
  first: number,
  rows: readonly PartRow[],
): Generator<PartItem | TroubleItem> {
  const name = displayName(path);
  let descriptor: number | undefined;
  try {
    descriptor = opened(() => openSync(onDisk(path), 'r'));
    for (const [i, [at, size, firstGame, firstLine, firstColumn]] of rows.entries()) {
      const bytes = new Uint8Array(size);
      const read = readSync(descriptor, bytes, 0, size, at);
      const place = { at, firstGame, firstLine, firstColumn, part: first + i };
      yield { kind: 'part', name, bytes: bytes.subarray(0, read), size, ...place };
    }
  } catch (error) {
    yield trouble(name, findingOf(error, 'file/unreadable'));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
