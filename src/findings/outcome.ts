import type { Disposition, Finding } from './finding.js';

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
export function outcomeOf({ code, disposition, dispositionRule }: Finding): string {
  if (disposition === undefined) return '';
  const isSecond = disposition === 'void' && code === 'move/out-of-turn';
  const rule = dispositionRule === undefined ? '' : ` (${dispositionRule})`;
  return `; ${isSecond ? VOID_SECOND : DISPOSITION_WORDS[disposition]}${rule}`;
}
