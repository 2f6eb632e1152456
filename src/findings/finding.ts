import { type Color, playerName } from '../core/color.js';
import { formatPoint, type Point } from '../core/point.js';
import { type FindingArgs, type FindingCode, sentenceOf, severityOf } from './catalogue.js';
import type { Severity, Where } from './family.js';

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
  /** The applied rules do not say. */
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
  /** `decided by A. Referee on 2026-11-22: both players agreed`, where a referee accepted it. */
  readonly decided?: string;
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

export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

function subjectOf(place: Place, size: BoardSize): string {
  if (place.move === undefined) return place.node === undefined ? 'The record' : `Node ${place.node}`;
  const words: string[] = [];
  if (place.color !== undefined) words.push(playerName(place.color));
  if (place.point !== undefined) words.push(formatPoint(place.point, size.width, size.height));
  return `Move ${place.move}${words.length > 0 ? ` (${words.join(' ')})` : ''}`;
}

function earlierOf(repeats: number | undefined): string {
  if (repeats === undefined) return 'an earlier position';
  return repeats === 0 ? 'the starting position' : `the position after move ${repeats}`;
}

/**
 * The sentence of a finding: what was found and what was expected, with move number and point if it has them.
 * One line, without a full stop. `size`: columns and rows of the game's board, for point names.
 */
export function messageOf(f: Finding, size: BoardSize): string {
  const aside = f.variation === undefined ? '' : ` in variation ${f.variation}`;
  const where: Where = {
    subject: subjectOf(f, size) + aside,
    setup: ((f.move ?? 0) > 0 ? `Setup after move ${f.move!}` : 'Setup before play') + aside,
    earlier: earlierOf(f.repeatsMove),
    player: f.color === undefined ? 'the player' : playerName(f.color),
    board: `${size.width}x${size.height}`,
  };

  return sentenceOf(f.code, f.args, where) + outcomeOf(f);
}

const DISPOSITION_WORDS: Readonly<Record<Disposition, string>> = {
  accepted: 'it stands: the opponent replied',
  'last-move': 'the opponent did not reply, so it was never accepted',
  'as-pass': 'taken back and counted as a pass',
  stopped: 'the replay stops here',
  forfeit: 'under these rules it loses the game',
  conditional: 'under these rules it would lose the game, unless a pass is missing from the record',
  decided: 'an earlier illegal move had already lost the game',
  void: 'under these rules it is void and counts as a pass, but the record continues from it',
  refused: 'a server with these rules refuses it',
  doubtful: 'its consequence cannot be determined, because the record itself is faulty',
  unstated: 'the applied rules do not state its consequence',
};
/** Of two moves in a row only the second is void, and it does not count as a pass. */
const VOID_SECOND = 'under these rules the second move is void, but the record continues from it';

/** What became of an illegal move, to follow the sentence; '' without a disposition. */
function outcomeOf({ code, disposition, dispositionRule, decided }: Finding): string {
  if (decided !== undefined) return `; accepted, ${decided}`;
  if (disposition === undefined) return '';
  const isSecond = disposition === 'void' && code === 'move/out-of-turn';
  const rule = dispositionRule === undefined ? '' : ` (${dispositionRule})`;
  return `; ${isSecond ? VOID_SECOND : DISPOSITION_WORDS[disposition]}${rule}`;
}
