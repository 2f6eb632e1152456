import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import type { Finding, Place } from '../../core/findings/finding.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replayed.js';
import type { Ruleset, RulesetSource } from '../../go/rules/ruleset.js';

export interface AuditSettings {
  readonly rulesetSource: RulesetSource;
}

/** A game, as the checks get it. */
export interface Audited {
  readonly record: GameRecord;
  readonly replay: Replay;
  /** `undefined`: unknown; then only what holds under every ruleset is checked. */
  readonly ruleset: Ruleset | undefined;
  readonly settings: AuditSettings;
}

/** A family of checks: adds what it finds, in the order of the record. */
export type Family = (game: Audited, found: Finding[]) => void;

/** Index of the first B or W action of the line; -1 when there is none. */
export function firstMoveOf(line: MainLine): number {
  for (let i = 0; i < line.count; i++) if (line.kinds[i]! < FIRST_NON_MOVE) return i;
  return -1;
}

/** Place of a header value: its byte offset, or none when the record lacks it. */
export function headerPlace(offset: number): { readonly offset?: number } {
  return offset < 0 ? {} : { offset };
}

/** Place of the record's last move; its number is the replay's count of moves. */
export function placeOfLastMove(record: GameRecord, replay: Replay): Place {
  const { line } = record;
  for (let i = line.count - 1; i >= 0; i--) {
    if (line.kinds[i]! < FIRST_NON_MOVE) return placeAt(line, i, replay.moves);
  }
  return {};
}

/** Place of the first play that follows at least that many passes in a row. */
export function placeOfPlayAfterPasses(record: GameRecord, passes: number): Place {
  const { line } = record;
  let run = 0;
  let move = 0;
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    if (kind >= FIRST_NON_MOVE) continue;
    move++;
    if (kind === ACTION.passBlack || kind === ACTION.passWhite) run++;
    else if (run >= passes) return placeAt(line, i, move);
    else run = 0;
  }
  return {};
}

/** Place of the move that is action `index` of the line. */
export function placeAt(line: MainLine, index: number, move: number): Place {
  const kind = line.kinds[index]!;
  const node = line.nodes[index]!;
  const offset = line.offsets[index]!;
  const color = (kind & 1) === 0 ? 'black' : 'white';
  const isPlay = kind === ACTION.playBlack || kind === ACTION.playWhite;
  return isPlay ? { node, move, color, offset, point: line.points[index]! } : { node, move, color, offset };
}
