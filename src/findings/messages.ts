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
  unstated: 'the rules applied do not state its consequence',
};
/** Of two moves in a row only the second is void, and it does not count as a pass. */
const VOID_SECOND = 'under these rules the second move is void, but the record continues from it';

/** What became of an illegal move, to follow the sentence; '' without a disposition. */
function outcomeOf({ code, disposition, dispositionRule }: Finding): string {
  if (disposition === undefined) return '';
  const isSecond = disposition === 'void' && code === 'move/out-of-turn';
  const rule = dispositionRule === undefined ? '' : ` (${dispositionRule})`;
  return `; ${isSecond ? VOID_SECOND : DISPOSITION_WORDS[disposition]}${rule}`;
}
