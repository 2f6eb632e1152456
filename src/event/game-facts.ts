/** What a crosscheck needs of a game: plain data, small enough to keep for every game of an event. */
import { FIRST_NON_MOVE } from '../core/line.js';
import type { DeclaredKomi, DeclaredResult, GameRecord } from '../record/record.js';
import type { GameReport } from '../referee/report.js';
import { openQuestion, type RulingNeed } from '../referee/worklist.js';
import type { MatchGame } from './candidates.js';

/** A game as its record tells it, with our count. JSON holds it without loss. */
export interface GameFacts extends MatchGame {
  readonly game: number;
  readonly result: DeclaredResult;
  readonly komi: DeclaredKomi;
  /** HA, and the stones on the board where they differ; absent where White begins and nothing is said. */
  readonly handicap?: readonly [number, ...number[]];
  readonly hasMoves: boolean;
  readonly count?: Pick<NonNullable<GameReport['score']>, 'resultHalves' | 'winner' | 'confidence'>;
  /** Something that is known to make such differences explains the declared result. */
  readonly isExplained: boolean;
  /** Why the record itself needs a ruling. */
  readonly need?: RulingNeed;
  /** A referee has decided the game. */
  readonly isDecided?: true;
}

export function factsOf(report: GameReport): GameFacts {
  const { file, game, record, score, settlement, decisions } = report;
  const { black, white, round, date, result, komi } = record;
  const handicap = handicapOf(record);
  const need = openQuestion(report)?.need;
  return {
    ...{ file, game, black, white, round, date, result, komi, hasMoves: movesOf(record).length > 0 },
    ...(handicap && { handicap }),
    ...(score && {
      count: { resultHalves: score.resultHalves, winner: score.winner, confidence: score.confidence },
    }),
    isExplained:
      settlement?.verdict === 'explained' ||
      (settlement?.verdict === 'not-checked' && settlement.explanation !== ''),
    ...(need && { need }),
    ...(decisions && { isDecided: true }),
  };
}

/** Kinds of the moves of the main line. */
function movesOf({ line }: GameRecord): Uint8Array {
  return line.kinds.subarray(0, line.count).filter((kind) => kind < FIRST_NON_MOVE);
}

function handicapOf(record: GameRecord): readonly [number, ...number[]] | undefined {
  const { declared, stones } = record.handicap;
  if (declared !== undefined) return declared === stones ? [declared] : [declared, stones];
  if (stones > 0) return [stones];
  const moves = movesOf(record);
  // The lowest bit is the color: Black, then White, is how an even game begins.
  return moves.length > 1 && (moves[0]! & 1) === 0 && (moves[1]! & 1) === 1 ? [0] : undefined;
}
