import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ACTION, type MainLine, type TerritoryMarks } from '../../src/core/line.js';
import { pointToSgf } from '../../src/core/point.js';
import type { GameRecord } from '../../src/referee/record/record.js';
import { readRecord } from '../../src/referee/record/read-record.js';
import { replay } from '../../src/referee/replay/replay.js';
import type { Replay } from '../../src/referee/replay/replayed.js';
import { chooseRuleset, DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import type { Ruleset } from '../../src/go/rules/ruleset.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { valueAt } from '../../src/sgf/properties.js';

/** One game with a counted result, ready to be judged. `executed.board` is shared: use `stones`. */
export interface CountedGame {
  readonly archive: string;
  readonly file: string;
  readonly record: GameRecord;
  readonly executed: Replay;
  readonly ruleset: Ruleset | undefined;
  readonly stones: Uint8Array;
  readonly marks: TerritoryMarks | undefined;
  readonly marginHalves: number;
  /** SHA-1 of the moves; its first byte's lowest bit tells the half. */
  readonly movesHash: string;
}

/** Folders of the corpus that hold test files, problems and training games instead of games to be judged by. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'assorted', 'problems', 'studies', 'tsumego-collections', 'counted',
]); // prettier-ignore

/** Fewer moves than this are no game that was played to an end. */
export const MIN_MOVES = 20;

/** SGF files below a folder, in byte order of their names. */
export function* sgfFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sgfFiles(at);
    else if (/\.sgf$/i.test(entry.name)) yield at;
  }
}

/** Hash of a main line's moves, setup left out. */
export function hashOfMoves(line: MainLine, width: number): string {
  const hash = createHash('sha1');
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    if (kind <= ACTION.playWhite) hash.update(pointToSgf(line.points[i]!, width));
    else if (kind <= ACTION.badWhite) hash.update('p');
  }
  return hash.digest('hex');
}

/** Half of the games is for tuning, the other for reporting; every copy of a game falls into the same half. */
export function isReported(movesHash: string): boolean {
  return (Number.parseInt(movesHash.slice(0, 2), 16) & 1) === 1;
}

/** The games with a declared numeric margin in a file (sentinel values are no margins, see `record`). */
export function* countedGames(file: string, archive: string): Generator<CountedGame> {
  const scanned = scanFile(new Uint8Array(readFileSync(file)));
  for (const raw of scanned.games) {
    const record = readRecord(raw);
    if (!record.isGo || record.result.kind !== 'margin') continue;
    if (record.width > 25 || record.height > 25) continue;
    const { ruleset } = chooseRuleset(record, DEFAULT_OPTIONS);
    const executed = replay(record, ruleset, {
      illegal: 'stands',
      valueAt: (offset) => valueAt(scanned.text, offset),
    });
    if (executed.moves < MIN_MOVES) continue;
    const stones = executed.board.contents();
    yield {
      archive,
      file,
      record,
      executed,
      ruleset,
      stones,
      marks: record.marks,
      marginHalves: record.result.marginHalves,
      movesHash: hashOfMoves(record.line, record.width),
    };
  }
}

/** SGF files of each archive (folder directly below); those directly in the folder belong to an archive named `.`. */
export function* filesOf(
  folder: string,
  wanted: (archive: string) => boolean,
): Generator<{ readonly archive: string; readonly file: string }> {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!wanted(entry.name)) continue;
      for (const file of sgfFiles(at)) yield { archive: entry.name, file };
    } else if (/\.sgf$/i.test(entry.name)) yield { archive: '.', file: at };
  }
}

/** The counted games of each archive. */
export function* allCountedGames(
  folder: string,
  wanted: (archive: string) => boolean,
): Generator<CountedGame> {
  for (const { archive, file } of filesOf(folder, wanted)) yield* countedGames(file, archive);
}
