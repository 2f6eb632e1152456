import type { MainLine } from '../core/line.js';
import { positionAt } from '../replay/position-at.js';
import type { GameScore } from '../score/score-types.js';
import { confidenceOf, resultOf } from './cells.js';
import { COLUMNS, declaredFacts, playersOf, wrapped } from './heading.js';
import { afterWords, movesOf, moveWords, type LineMove } from './line-moves.js';
import { messageOf, type BoardSize } from './messages.js';
import { formatResult, signed } from './numbers.js';
import { uncertainStones, type Picture } from './picture.js';
import type { GameReport } from './report.js';
import { shorten } from './text.js';
import { visible } from './visible.js';

/** The final board with what the score says of it: dead stones, territory, dame, seki, doubt. Needs a report with its final board. */
export function finalPicture(report: GameReport): Picture {
  const { record, score, replay } = report;
  const { width, height } = record;
  const stones = report.finalBoard ?? new Uint8Array(width * height);
  return {
    width,
    height,
    stones,
    dead: score?.life.dead,
    owner: score?.owner,
    seki: score?.life.seki,
    uncertain: score && uncertainStones(stones, width, score),
    lastMove: replay.lastPlayPoint,
    title: titleOf(report),
    captions: [declaredFacts(report), ...scoreCaptions(report)],
  };
}

/**
 * The board after a move (1-based, passes counted; 0: the start) with the findings about that move, and beside it the earlier
 * position that the move restores, if it restores one.
 */
export function movePictures(report: GameReport, move: number): readonly Picture[] {
  const { record, replay, findings } = report;
  const { width, height, line } = record;
  const moves = movesOf(line);
  const point = moves[move - 1]?.point;
  const found = move === 0 ? [] : findings.filter((one) => one.move === move && one.variation === undefined);
  const repeated = found.find(({ repeatsMove }) => repeatsMove !== undefined)?.repeatsMove;
  const isFlagged = repeated !== undefined || found.some(({ severity }) => severity !== 'note');
  const words = moveWords(moves, move, width, height);
  const label = moves[move - 1] ? afterWords(words) : words;
  const now: Picture = {
    width,
    height,
    stones: positionAt(line, width, height, move),
    lastMove: point,
    flagged: isFlagged ? point : undefined,
    title: titleOf(report),
    label,
    captions: [
      declaredFacts(report),
      `${label} (of ${String(replay.moves)} moves)`,
      ...found.flatMap((one) => wrapped(`${one.severity} ${one.code}: ${messageOf(one, record)}`)),
    ],
  };
  return repeated === undefined ? [now] : [now, earlierPicture(line, moves, repeated, { width, height })];
}

function earlierPicture(
  line: MainLine,
  moves: readonly LineMove[],
  move: number,
  { width, height }: BoardSize,
): Picture {
  return {
    width,
    height,
    stones: positionAt(line, width, height, move),
    lastMove: moves[move - 1]?.point,
    title: '',
    label: `the same position ${afterWords(moveWords(moves, move, width, height))}`,
    captions: [],
  };
}

/** Players and result in one line of 80 columns. */
function titleOf(report: GameReport): string {
  const { result } = report.record;
  const computed = report.score ? resultOf(report.score) : '';
  const told = result.kind === 'missing' || result.raw.trim() === '' ? computed : visible(result.raw);
  const end = told === '' ? '' : `, ${shorten(told, 20)}`;
  return shorten(playersOf(report), COLUMNS - end.length) + end;
}

function scoreCaptions({ score, ruleset, notScoredBecause, settlement }: GameReport): string[] {
  if (!score) return wrapped(`not scored: ${notScoredBecause}`);
  const verdict = settlement ? `; declared result ${settlement.verdict}` : '';
  const because = settlement && settlement.explanation !== '' ? ` (${settlement.explanation})` : '';
  const beyond = score.territoryHalves - 2 * score.basis.territory;
  return [
    ...wrapped(
      `area ${areaOf(score.black)} to ${areaOf(score.white)}: ${formatResult(score.resultAreaHalves)}; ` +
        `territory ${territoryOf(score, 'black', 'white')} to ${territoryOf(score, 'white', 'black')}: ` +
        formatResult(score.resultTerritoryHalves) +
        (beyond === 0 ? '' : ` (${signed(beyond)} for passes and seki)`),
    ),
    ...wrapped(
      `${ruleset?.name ?? 'unknown rules'}: ${resultOf(score)}, dead stones ${score.life.source}, ` +
        `confidence ${confidenceOf(score).toFixed(2)}${verdict}${because}`,
    ),
  ];
}

function areaOf({ stones, dead, territory }: GameScore['black']): string {
  return String(stones - dead + territory);
}

/** Points, captured and dead stones of the other color. */
function territoryOf(score: GameScore, own: 'black' | 'white', other: 'black' | 'white'): string {
  return String(score[own].territory + score[own].prisoners + score[other].dead);
}
