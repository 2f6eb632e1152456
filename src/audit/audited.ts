import { FIRST_NON_MOVE } from '../core/line.js';
import type { MainLine } from '../core/line.js';
import type { Finding } from '../findings/finding.js';
import type { GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import type { Ruleset, RulesetSource } from '../rules/ruleset.js';

export interface AuditSettings {
  readonly rulesetSource: RulesetSource;
}

/** One game as the families of checks see it. */
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
