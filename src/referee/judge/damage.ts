/** Where a record lost moves or has wrong ones, and what can still be said. */
import { lowered } from '../../core/findings/family.js';
import type { Finding } from '../../core/findings/finding.js';
import { TIME_FINDINGS } from '../../core/findings/time.js';
import type { MainLine } from '../../core/line.js';
import { firstMoveOf } from '../audit/audit.js';

/** Findings that mean that moves were lost: the position after them is not the players' position. */
const DAMAGE: ReadonlySet<string> = new Set([
  'sgf/unclosed-value',
  'sgf/value-without-property',
  'sgf/property-without-value',
  'move/malformed',
  'move/off-board',
]);

/** Whether all that was lost are points of moves: the moves themselves are there, in their order. */
export function isOfPoints(found: readonly Finding[], line: MainLine): boolean {
  return (
    firstDamage(
      found.filter(({ code }) => code.startsWith('sgf/')),
      line,
    ) === undefined
  );
}

/** Byte offset of the first place where a move was lost; `undefined` when none was. Damage in the header loses no move. */
export function firstDamage(found: readonly Finding[], line: MainLine): number | undefined {
  let first = Infinity;
  const firstMove = firstMoveOf(line);
  for (const one of found) {
    if (!DAMAGE.has(one.code) || one.offset === undefined || one.offset >= first) continue;
    const isMove =
      one.code === 'sgf/property-without-value'
        ? one.args.ident === 'B' || one.args.ident === 'W'
        : one.offset >= (line.offsets[firstMove] ?? Infinity);
    if (isMove) first = one.offset;
  }
  return first === Infinity ? undefined : first;
}

/** Findings that depend on the order of the moves, such as those about clocks: not reported where moves were lost. */
const BY_ORDER: ReadonlySet<string> = new Set([
  'handicap/first-player',
  'move/resigner-moved-last',
  ...Object.keys(TIME_FINDINGS),
]);

/**
 * Where moves were lost, later legal moves may look illegal: after that place nobody is accused of an error,
 * no move counts as illegal, and nothing is concluded from whose turn it was.
 */
export function withoutDoubtful(found: readonly Finding[], damage: number): readonly Finding[] {
  const kept: Finding[] = [];
  for (const one of found) {
    const isAfter = (one.offset ?? 0) > damage;
    if (BY_ORDER.has(one.code) && (isAfter || one.offset === undefined)) continue;
    const isDoubtful = isAfter && one.code.startsWith('move/');
    kept.push(isDoubtful ? { ...one, severity: lowered(one.severity) } : one);
  }
  return kept;
}

export function illegalBefore(found: readonly Finding[], damage: number): number {
  return found.filter(({ disposition, offset }) => disposition !== undefined && (offset ?? 0) <= damage)
    .length;
}

/** With more illegal moves than this, or with one that nobody can have played, the board is not that of the players. */
const MAX_ILLEGAL = 2;

/** Whether the final board cannot be that of the players. */
export function isOtherBoard(illegal: number, found: readonly Finding[]): boolean {
  return illegal > MAX_ILLEGAL || found.some(isOfOtherBoard);
}

function isOfOtherBoard(one: Finding): boolean {
  // Only a ko threat and its answer are missing.
  if (one.code === 'record/misprint') return one.args.kind !== 'threat';
  return one.code === 'move/occupied' || one.code === 'move/off-board';
}
