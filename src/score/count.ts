import { BLACK, type Color, type Stone, WHITE } from '../core/color.js';
import type { GameRecord } from '../record/record.js';
import type { Played } from '../replay/replay-types.js';
import { passLedger } from '../replay/ledger.js';
import { type ConventionName, conventionsOf } from './conventions.js';
import { countTerritory, type Territory } from './territory.js';
import type { ScoreBasis, SideCount } from './score-types.js';

/** A final board counted both ways, before any ruleset is applied. */
export interface GameCount {
  readonly black: SideCount;
  readonly white: SideCount;
  readonly territory: Territory;
  readonly basis: ScoreBasis;
}

/**
 * Counts a final board (`stones`, `dead`: one byte a point, `y * width + x`) with the prisoners and passes of its replay.
 * Margins are Black minus White in points, before komi and compensation.
 * Not checked: whether `dead` is right, whether the game is finished.
 */
export function countGame(
  record: GameRecord,
  replay: Played,
  stones: Uint8Array,
  dead: Uint8Array,
  conventions: ReadonlySet<ConventionName> = conventionsOf(record),
): GameCount {
  const { width, height, handicap } = record;
  const fillsCount = conventions.has('points-to-fill');
  const territory = countTerritory(stones, dead, width, height, fillsCount ? 'eyes' : 'none');
  const onBoard = [0, 0, 0];
  const off = [0, 0, 0];
  for (let p = 0; p < stones.length; p++) {
    const content = stones[p]!;
    onBoard[content]!++;
    if (dead[p] !== 0) off[content]!++;
  }
  const side = (color: Stone, name: 'Black' | 'White'): SideCount => ({
    stones: onBoard[color]!,
    dead: off[color]!,
    territory: territory[`territory${name}`],
    sekiPoints: territory[`sekiPoints${name}`],
    fills: territory[`fills${name}`],
    prisoners: replay.board[`prisoners${name}`],
    passes: replay[`passes${name}`],
  });
  const black = side(BLACK, 'Black');
  const white = side(WHITE, 'White');
  const basis: ScoreBasis = {
    area: areaOf(black) - areaOf(white),
    territory:
      black.territory + black.prisoners + white.dead - (white.territory + white.prisoners + black.dead),
    sekiPoints: black.sekiPoints - white.sekiPoints,
    deadInSeki: territory.deadInSekiWhite - territory.deadInSekiBlack,
    fills: black.fills - white.fills,
    fillsCount,
    putBlack: replay.playsBlack + replay.setupBlack,
    putWhite: replay.playsWhite + replay.setupWhite,
    setup: replay.setupBlack - replay.setupWhite,
    ledger: passLedger(record, replay),
    handicap: handicap.stones === 0 && handicap.declared === 1 ? 1 : handicap.stones,
    year: record.year,
    firstPass: firstPassOf(replay),
    lastPlay: replay.lastPlay,
    firstCapture: replay.firstCapture,
    tax: territory.taxBlack - territory.taxWhite,
    trailingPasses: replay.trailingPasses,
    stones,
    width,
    height,
  };
  return { black, white, territory, basis };
}

function areaOf(side: SideCount): number {
  return side.stones - side.dead + side.territory;
}

/** Without recorded passes the opponent of the last play passes first. */
function firstPassOf(replay: Played): Color {
  return replay.firstTrailingPass ?? (replay.lastPlay === 'black' ? 'white' : 'black');
}

/**
 * What a conversion of a declared margin needs, where life could not be judged: stones, passes and handicap.
 * Its margins are those of a board without dead stones and without seki; only differences between rulesets mean anything.
 */
export function playBasis(record: GameRecord, replay: Played, stones: Uint8Array): ScoreBasis {
  const { basis } = countGame(record, replay, stones, new Uint8Array(stones.length));
  return { ...basis, sekiPoints: 0, deadInSeki: 0, fills: 0, tax: 0 };
}
