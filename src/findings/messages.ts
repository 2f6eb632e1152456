import { playerName } from '../core/color.js';
import { formatPoint } from '../core/point.js';
import { sentenceOf } from './catalogue.js';
import type { Where } from './family.js';
import type { Disposition, Finding, Place } from './finding.js';

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
 * The sentence of a finding: what was found, what was expected, with move number and point where it has them.
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
  accepted: 'it stands, for the opponent moved on',
  'last-move': 'the opponent made no move after it, so nobody has accepted it',
  'as-pass': 'taken back and counted as a pass',
  stopped: 'the replay stops here',
  forfeit: 'under these rules it loses the game',
  conditional: 'under these rules it would lose the game, unless a pass was left out of the record',
  decided: 'an earlier illegal move had lost the game already',
  void: 'under these rules it is void and counts as a pass, but the record goes on from it',
  refused: 'a server with these rules refuses it',
  doubtful: 'what becomes of it cannot be told, for the record is at fault',
  unstated: 'what becomes of it is not stated by the rules applied',
};
/** Of two moves in a row only the second is void, which is no pass. */
const VOID_SECOND = 'under these rules the second move is void, but the record goes on from it';

/** What became of an illegal move; '' where the finding does not say. */
function outcomeOf({ code, disposition, dispositionRule }: Finding): string {
  if (disposition === undefined) return '';
  const isSecond = disposition === 'void' && code === 'move/out-of-turn';
  const rule = dispositionRule === undefined ? '' : ` (${dispositionRule})`;
  return `; ${isSecond ? VOID_SECOND : DISPOSITION_WORDS[disposition]}${rule}`;
}
