import type { Color } from '../core/color.js';
import { finding, type Finding } from '../findings/finding.js';
import type { Ending, GameRecord } from '../record/record.js';
import { isBlackLast, passLedger, totalsOf } from '../replay/ledger.js';
import type { Replay } from '../replay/replay-types.js';
import { tiesFor } from '../rules/ruleset.js';
import { type Audited, headerPlace, placeOfLastMove, placeOfPlayAfterPasses } from './audited.js';

/**
 * How the record ends: by what RE declares, then by its moves.
 * `passes` means that the game ended by counting: RE has a margin or jigo, territory is marked, or there are two passes at the end.
 * `illegal` also when the replay stopped at an illegal move and RE gives no other ending.
 */
export function endingOf(record: GameRecord, replay: Replay): Ending {
  const { result } = record;
  if (result.kind === 'ended') return result.by;
  if (result.kind === 'void') return 'void';
  if (result.kind === 'both-lose') return 'forfeit';
  if (replay.stoppedAt > 0 && replay.illegal > 0) return 'illegal';
  if (result.kind === 'margin' || result.kind === 'jigo') return 'passes';
  return replay.trailingPasses >= 2 || record.marks ? 'passes' : 'stopped';
}

/**
 * Passes and results at the end of the record (RULES 5.4): `ending/*`, `move/resigner-moved-last`, `result/not-counted`.
 * Not checked if the replay stopped early; plays after the end (`move/after-end`) are reported by the replay.
 */
export function checkEnding(game: Audited, found: Finding[]): void {
  const { replay } = game;
  if (replay.moves === 0 || replay.stoppedAt > 0) return;
  if (replay.resumedAfter >= 2) {
    const place = placeOfPlayAfterPasses(game.record, replay.resumedAfter);
    found.push(finding('ending/resumed', { passes: replay.resumedAfter }, place));
  }
  if (game.ruleset?.whitePassesLast === true) checkTotals(game, found);
  if (replay.trailingPasses >= 2) checkPasses(game, found);
  else checkWithoutPasses(game, found);
}

/** Whether White's last pass and equal totals (AGA rule 11) require the same; only if the game was counted. */
function checkTotals({ record, replay }: Audited, found: Finding[]): void {
  const { kind } = record.result;
  if (replay.trailingPasses < 2 && kind !== 'margin' && kind !== 'jigo') return;
  const totals = totalsOf(record, replay);
  if (!totals) return;
  const lastPass = isBlackLast(replay) ? 1 : 0;
  if (totals.black - totals.white === lastPass) return;
  found.push(finding('ending/unequal-totals', { ...totals, lastPass }, placeOfLastMove(record, replay)));
}

/** For a record with at least two passes at the end. */
function checkPasses(game: Audited, found: Finding[]): void {
  const { record, replay, ruleset } = game;
  const passes = replay.trailingPasses;
  const last = placeOfLastMove(record, replay);
  const toEnd = ruleset?.passesToEnd ?? 2;
  if (passes >= 4) {
    if (toEnd < 4) {
      const allAlive = (ruleset?.passesAllAlive ?? 0) > 0;
      found.push(finding('ending/four-passes', { passes, allAlive }, last));
    }
  } else if (ruleset?.whitePassesLast === true) {
    if (passes === 2 && replay.lastMove === 'black' && passLedger(record, replay).impliedWhite > 0) {
      found.push(finding('ending/white-last', { implied: true }, last));
    } else if (passes === 3) {
      found.push(
        replay.lastMove === 'white'
          ? finding('ending/white-last', { implied: false }, last)
          : finding('ending/third-pass', {}, last),
      );
    }
  } else if (passes === 3 && toEnd < 3) {
    found.push(finding('ending/third-pass', {}, last));
  }
  const { result } = record;
  if (result.kind === 'ended' || (result.kind === 'winner' && !mayBeTie(game, result.winner))) {
    found.push(finding('result/not-counted', { value: result.raw }, headerPlace(record.at.RE)));
  }
}

/** A player to whom the rules give a tie wins it without a margin. */
function mayBeTie({ record, ruleset }: Audited, winner: Color): boolean {
  return ruleset !== undefined && tiesFor(ruleset, record.handicap.stones) === winner;
}

function checkWithoutPasses(game: Audited, found: Finding[]): void {
  const { record, replay } = game;
  const { result } = record;
  if (result.kind === 'margin') {
    if (replay.resumedAfter < 2) found.push(finding('ending/passes-missing', {}));
  } else if (result.kind === 'ended' && (result.by === 'resign' || result.by === 'time')) {
    if (replay.lastMove !== undefined && replay.lastMove !== result.winner && replay.trailingPasses === 0) {
      found.push(
        finding('move/resigner-moved-last', { result: result.raw }, placeOfLastMove(record, replay)),
      );
    }
  }
}
