import { COLORS, opponent, type Color } from '../core/color.js';
import { ACTION, FIRST_NON_MOVE } from '../core/line.js';
import { finding, type Finding } from '../findings/finding.js';
import type { GameRecord, TimeSystem } from '../record/record.js';
import type { Replay } from '../replay/replay.js';
import { didMove, MOVED, placeOf, PlayerClock, type Shown } from './player-clock.js';

/** What the record says about the time. */
export interface Clock {
  readonly system: TimeSystem | undefined;
  /** The last reading of each player. */
  readonly black: Shown | undefined;
  readonly white: Shown | undefined;
  /** The longest time in seconds that a move is known to have taken at least, and its number. */
  readonly longest: { readonly seconds: number; readonly move: number } | undefined;
}

/** The clock of a game, and what was found about it. */
export interface ClockAudit {
  readonly clock: Clock | undefined;
  readonly findings: readonly Finding[];
}

const NO_TIME: ClockAudit = { clock: undefined, findings: [] };

/**
 * The clocks of a game: `time/*`, apart from what the header and the single values say, which reading them has reported.
 * Each player's clock is followed from move to move under the time limit of the record. Nothing is checked over a gap in the
 * readings, after setup in mid-game, or where overtime is not stated or not understood.
 */
export function auditClock(record: GameRecord, replay: Replay): ClockAudit {
  const { time, clocks } = record;
  if (clocks.length > 0 && record.isGo) return followClocks(record, replay);
  if (time === undefined) return NO_TIME;
  const clock = { system: time, black: undefined, white: undefined, longest: undefined };
  return { clock, findings: NO_TIME.findings };
}

function followClocks(record: GameRecord, replay: Replay): ClockAudit {
  const found: Finding[] = [];
  const players = {
    black: new PlayerClock('black', record, found),
    white: new PlayerClock('white', record, found),
  };
  const shown = shownBy(record);
  for (const one of shown) players[one.color].read(one);
  for (const color of COLORS) players[color].end();
  checkSides(shown, record, replay, found);
  checkLoss(record, replay, players, found);
  return { clock: summary(record.time, players), findings: found };
}

type Players = Readonly<Record<Color, PlayerClock>>;

function summary(system: TimeSystem | undefined, { black, white }: Players): Clock {
  const both = [black.longest, white.longest].filter((one) => one !== undefined);
  const longest = both.sort((a, b) => b.seconds - a.seconds || a.move - b.move)[0];
  return { system, black: black.last, white: white.last, longest };
}

/** The readings, with the moves of the line up to their nodes. */
function shownBy({ clocks, line }: GameRecord): readonly Shown[] {
  const shown: Shown[] = [];
  let black = 0;
  let white = 0;
  let edits = 0;
  let next = 0;
  let node = -1;
  /** Of the present node. */
  let movers = 0;
  let action = -1;
  for (const { color, node: at, offset, left, count } of clocks) {
    if (at !== node) {
      node = at;
      movers = 0;
      action = -1;
    }
    for (; next < line.count && line.nodes[next]! <= node; next++) {
      const kind = line.kinds[next]!;
      if (kind < FIRST_NON_MOVE) {
        const isWhite = (kind & 1) === 1;
        if (isWhite) white++;
        else black++;
        if (line.nodes[next] !== node) continue;
        movers |= isWhite ? MOVED.white : MOVED.black;
        action = next;
      } else if (kind <= ACTION.addEmpty && black + white > 0) edits++;
    }
    const own = color === 'black' ? black : white;
    shown.push({ color, node, offset, left, count, action, move: black + white, own, movers, edits });
  }
  return shown;
}

/** For each wrong node at least this many have the clock of the player who moved: otherwise it is a habit of the writer. */
const USUAL = 5;
/** Moves of each player from which on it is odd that only one has a clock. */
const MANY_MOVES = 10;

/** `time/wrong-side`. Nodes that have both clocks, or no move of one player alone, say nothing. */
function checkSides(shown: readonly Shown[], { line }: GameRecord, replay: Replay, found: Finding[]): void {
  const readings = { black: 0, white: 0 };
  const wrong: Shown[] = [];
  shown.forEach((one, i) => {
    if (didMove(one)) readings[one.color]++;
    else if (one.movers > 0 && shown[i - 1]?.node !== one.node && shown[i + 1]?.node !== one.node)
      wrong.push(one);
  });
  const [first] = wrong;
  if (first && wrong.length * USUAL <= readings.black + readings.white) {
    const args = { player: first.color, of: 'node', readings: wrong.length } as const;
    found.push(finding('time/wrong-side', args, placeOf(first, line)));
  }
  const moves = {
    black: replay.playsBlack + replay.passesBlack,
    white: replay.playsWhite + replay.passesWhite,
  };
  for (const player of COLORS) {
    const other = opponent(player);
    if (readings[player] < MANY_MOVES || moves[other] < MANY_MOVES) continue;
    if (shown.some(({ color }) => color === other)) continue;
    const args = { player, of: 'game', readings: readings[player] } as const;
    found.push(finding('time/wrong-side', args, {}, 'note'));
  }
}

/** `time/loss-with-time` and `time/loser-to-move`: what the loser's clock showed last, where the game was lost on time. */
function checkLoss({ result, line }: GameRecord, replay: Replay, players: Players, found: Finding[]): void {
  if (result.kind !== 'ended' || result.by !== 'time') return;
  const player = opponent(result.winner);
  const last = players[player].last;
  const left = players[player].remaining();
  if (last === undefined || left === undefined || left <= 0) return;
  if (replay.lastMove === result.winner) {
    const args = { player, left, since: last.move };
    found.push(finding('time/loss-with-time', args, placeOf(last, line)));
  } else if (last.move === replay.moves && didMove(last) && replay.trailingPasses === 0) {
    const args = { player, left, result: result.raw };
    found.push(finding('time/loser-to-move', args, placeOf(last, line)));
  }
}
