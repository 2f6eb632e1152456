import { FIRST_NON_MOVE, ACTION, type MainLine } from '../core/line.js';
import { finding, type Finding, type Place } from '../core/finding.js';
import type { Color } from '../core/color.js';
import type { Ending, GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import { headerPlace, type Audited } from './audited.js';

/**
 * How the record ends: by what RE declares, then by its moves.
 * `passes` means that the game ended by counting: RE has a margin or jigo, territory is marked, or two passes stand at the end.
 * `illegal` also when the replay stopped at an illegal move and RE tells of no other ending.
 */
export function endingOf(record: GameRecord, replay: Replay): Ending {
  const { result } = record;
  if (result.kind === 'ended') return result.by;
  if (result.kind === 'void') return 'void';
  if (replay.stoppedAt > 0 && replay.illegal > 0) return 'illegal';
  if (result.kind === 'margin' || result.kind === 'jigo') return 'passes';
  return replay.trailingPasses >= 2 || record.marks ? 'passes' : 'stopped';
}

/** Passes and results at the end of the record (RULES 5.4): `ending/*`, `move/after-end`, `move/resigner-moved-last`, `result/not-counted`. */
export function checkEnding(game: Audited, found: Finding[]): void {
  const { replay } = game;
  if (replay.moves === 0) return;
  checkAfterEnd(game, found);
  if (replay.stoppedAt > 0) return;
  if (replay.resumedAfter >= 2) {
    found.push(finding('ending/resumed', { passes: replay.resumedAfter }, { rule: 'AGA 10' }));
  }
  if (replay.trailingPasses >= 2) checkPasses(game, found);
  else checkWithoutPasses(game, found);
}

/** At least two passes stand at the end. */
function checkPasses(game: Audited, found: Finding[]): void {
  const { record, replay, ruleset } = game;
  const passes = replay.trailingPasses;
  const last: Place = {
    move: replay.moves,
    ...(replay.lastMove === undefined ? {} : { color: replay.lastMove }),
  };
  const toEnd = ruleset?.passesToEnd ?? 2;
  if (passes >= 4) {
    if (toEnd < 4) {
      const allAlive = (ruleset?.passesAllAlive ?? 0) > 0;
      found.push(finding('ending/four-passes', { passes, allAlive }, last));
    }
  } else if (ruleset?.whitePassesLast === true) {
    if (passes === 2 && replay.lastMove === 'black') {
      found.push(finding('ending/white-last', { implied: true }, { ...last, rule: 'AGA 11' }));
    } else if (passes === 3) {
      found.push(
        replay.lastMove === 'white'
          ? finding('ending/white-last', { implied: false }, { ...last, rule: 'AGA 11' })
          : finding('ending/third-pass', {}, last),
      );
    }
  } else if (passes === 3 && toEnd < 3) {
    found.push(finding('ending/third-pass', {}, last));
  }
  const { result } = record;
  if (result.kind === 'ended' || result.kind === 'winner') {
    found.push(finding('result/not-counted', { value: result.raw }, headerPlace(record.at.RE)));
  }
}

function checkWithoutPasses(game: Audited, found: Finding[]): void {
  const { record, replay } = game;
  const { result } = record;
  if (result.kind === 'margin') {
    if (replay.resumedAfter < 2) found.push(finding('ending/passes-missing', {}));
  } else if (result.kind === 'ended' && (result.by === 'resign' || result.by === 'time')) {
    if (replay.lastMove !== undefined && replay.lastMove !== result.winner && replay.trailingPasses === 0) {
      const place: Place = {
        move: replay.moves,
        color: replay.lastMove,
        ...(replay.lastPlayPoint === undefined ? {} : { point: replay.lastPlayPoint }),
      };
      found.push(finding('move/resigner-moved-last', { result: result.raw }, place));
    }
  }
}

/** Plays after the first capture where that decides the game, and after four passes where those end it for good. */
function checkAfterEnd(game: Audited, found: Finding[]): void {
  const { record, replay, ruleset } = game;
  if (!ruleset) return;
  if (ruleset.scoring === 'first-capture') {
    if (replay.stoppedAt === 0) return;
    const place = moveAt(record, replay.stoppedAt + 1);
    if (place) found.push(finding('move/after-end', { end: 'the first capture' }, place));
  } else if (ruleset.passesAllAlive > 0 && replay.resumedAfter >= ruleset.passesAllAlive) {
    const place = playAfterPasses(record, ruleset.passesAllAlive);
    if (place) found.push(finding('move/after-end', { end: `${ruleset.passesAllAlive} passes` }, place));
  }
}

/** Place of the move with this 1-based number; `undefined` when the line is shorter. */
function moveAt(record: GameRecord, move: number): Place | undefined {
  const { line } = record;
  let seen = 0;
  for (let i = 0; i < line.count; i++) {
    if (line.kinds[i]! < FIRST_NON_MOVE && ++seen === move) return placeOf(line, i, move);
  }
  return undefined;
}

/** Place of the first play that follows at least so many passes in a row. */
function playAfterPasses(record: GameRecord, passes: number): Place | undefined {
  const { line } = record;
  let run = 0;
  let move = 0;
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    if (kind >= FIRST_NON_MOVE) continue;
    move++;
    if (kind === ACTION.passBlack || kind === ACTION.passWhite) run++;
    else if (run >= passes) return placeOf(line, i, move);
    else run = 0;
  }
  return undefined;
}

function placeOf(line: MainLine, index: number, move: number): Place {
  const kind = line.kinds[index]!;
  const color: Color = (kind & 1) === 0 ? 'black' : 'white';
  const place = { node: line.nodes[index]!, move, color, offset: line.offsets[index]! };
  return kind === ACTION.playBlack || kind === ACTION.playWhite
    ? { ...place, point: line.points[index]! }
    : place;
}
