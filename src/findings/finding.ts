import type { Color } from '../core/color.js';
import type { Point } from '../core/point.js';
import { severityOf, type FindingArgs, type FindingCode } from './catalogue.js';
import type { Severity } from './family.js';

export { SEVERITIES, type Severity } from './family.js';

/** What became of an illegal move. */
export const DISPOSITIONS = [
  'accepted',
  'last-move',
  'as-pass',
  'stopped',
  'forfeit',
  /** It would lose the game, unless a pass was left out of the record. */
  'conditional',
  /** An earlier illegal move had lost the game. */
  'decided',
  /** Void by the rules; the record continues from it nevertheless. */
  'void',
  /** A server with these rules refuses it. */
  'refused',
  /** The record itself is faulty, so no player can be ruled against. */
  'doubtful',
  /** The rules applied do not say. */
  'unstated',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** Where a finding is, as far as that is known. */
export interface Place {
  /** 0-based node along the main line, or along the variation's own line from the root. */
  readonly node?: number;
  /** 1-based count of B/W properties, passes included. */
  readonly move?: number;
  readonly color?: Color;
  readonly point?: Point;
  /** Byte offset in the scanned text; the report turns it into line and column. */
  readonly offset?: number;
  /** The rule it is based on, such as `Japanese 1989, article 6: basic ko` or `FF[4] HA`. */
  readonly rule?: string;
  /** The text in which that rule was read. */
  readonly ruleSource?: string;
  /** Move number after which the position stood before; 0 is the start. */
  readonly repeatsMove?: number;
  readonly disposition?: Disposition;
  /** Where the text says what becomes of an illegal move: `Japanese 1989, article 14`. */
  readonly dispositionRule?: string;
  /**
   * Path of a place outside the main line: `12.2/30.3` is the second child of node 12, then the third child of node 30 of that line.
   * Absent on the main line.
   */
  readonly variation?: string;
}

/** Anything reported about a record: a permanent code with typed arguments. `messageOf` gives its sentence. */
export type Finding = {
  [C in FindingCode]: Place & {
    readonly code: C;
    readonly severity: Severity;
    readonly args: FindingArgs[C];
    /** Both 1-based, computed from `offset` by the report; before that, and without a place in the text, 0 or absent. */
    readonly line?: number;
    readonly column?: number;
  };
}[FindingCode];

/** A finding with the severity of the catalogue, or the one given. */
export function finding<C extends FindingCode>(
  code: C,
  args: FindingArgs[C],
  place?: Place,
  severity: Severity = severityOf(code),
): Finding {
  // Most findings have no place, and an object literal takes a tenth of the time of a spread.
  if (place === undefined) return { code, severity, args, line: 0, column: 0 } as unknown as Finding;
  return { ...place, code, severity, args, line: 0, column: 0 } as unknown as Finding;
}
