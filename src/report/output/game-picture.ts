import { sekiOrFills } from '../../referee/score/margins.js';
import { chargeOf } from '../../referee/score/protective-moves.js';
import { areaOf, territoryOf } from '../columns/account.js';
import { resultOf } from '../columns/games.js';
import { chanceText, marginText, signed, visible } from '../../core/text.js';
import type { MainLine } from '../../core/line.js';
import type { Point } from '../../core/point.js';
import { isProposedAt, proposalMarks, proposalsOf } from '../../referee/repair/repair-text.js';
import { type BoardSize, messageOf } from '../../core/findings/finding.js';
import { openPoints, type Picture, uncertainStones } from '../picture/picture.js';
import type { GameReport } from '../../referee/judge/report.js';
import { cutAfter, positionAt, replay } from '../../referee/replay/replay.js';
import type { IllegalPolicy } from '../../referee/replay/replayed.js';
import { afterWords, type LineMove, movesOf, moveWords } from './html/report-data.js';
import { aheadLines, openRegionLines } from './score-text.js';
import { COLUMNS, declaredFacts, notScored, playersOf, shorten, wrapped } from './text.js';

/**
 * The final board with the marks of its score: dead stones, territory, dame, seki, doubt; without a score, open points.
 * Needs a report with its final board.
 */
export function finalPicture(report: GameReport): Picture {
  const { record, score, ahead, replay } = report;
  const { width, height } = record;
  const stones = report.finalBoard ?? new Uint8Array(width * height);
  return {
    width,
    height,
    stones,
    dead: score?.life.dead,
    owner: score?.owner,
    seki: score?.life.seki,
    uncertain: score && uncertainStones(stones, score, report),
    open: ahead && openPoints(ahead.open, stones.length),
    lastMove: replay.lastPlayPoint,
    title: titleOf(report),
    captions: [declaredFacts(report), ...scoreCaptions(report)],
  };
}

/**
 * The board after a move (1-based, passes counted; 0: the start) with the findings about that move, and beside it the earlier
 * position that the move restores, if any. `illegal`: how the report treated illegal moves.
 */
export function movePictures(report: GameReport, move: number, illegal: IllegalPolicy): readonly Picture[] {
  const { record, replay: executed, findings, ruleset, rulesetSource } = report;
  const { width, height, line } = record;
  const moves = movesOf(line);
  const found = move === 0 ? [] : findings.filter((one) => one.move === move && one.variation === undefined);
  const isTakenBack = found.some(({ disposition }) => disposition === 'as-pass');
  const point = moves[move - 1]?.point;
  const repeated = found.find(({ repeatsMove }) => repeatsMove !== undefined)?.repeatsMove;
  const misprint = findings.find((one) => isProposedAt(one, move));
  const isFlagged =
    (repeated ?? misprint?.move) !== undefined || found.some(({ severity }) => severity !== 'note');
  const words = moveWords(moves, move, width, height);
  const label = moves[move - 1] ? afterWords(words) : words;
  const now: Picture = {
    width,
    height,
    stones: boardAfter(report, move, illegal),
    lastMove: isTakenBack ? undefined : point,
    flagged: isFlagged ? point : undefined,
    marks: proposalMarks(misprint, move, record),
    title: titleOf(report),
    label,
    captions: [
      declaredFacts(report),
      ...(rulesetSource === 'option' || rulesetSource === 'default'
        ? wrapped(`judged under ${ruleset?.name ?? 'unknown rules'}`)
        : []),
      `${label} (of ${String(executed.moves)} moves)`,
      ...found.flatMap((one) => wrapped(`${one.severity} ${one.code}: ${messageOf(one, record)}`)),
      ...(misprint?.code === 'record/misprint' ? proposalsOf(misprint.args) : []).map(
        ({ text, chance }, i) => `${String(i + 1)}: ${text} (chance ${chanceText(chance)})`,
      ),
    ],
  };
  if (repeated === undefined) return [now];
  const earlier = afterWords(moveWords(moves, repeated, width, height));
  return [
    now,
    {
      width,
      height,
      stones: boardAfter(report, repeated, illegal),
      lastMove: moves[repeated - 1]?.point,
      title: '',
      label: isTakenBack ? `the position it would restore, ${earlier}` : `the same position ${earlier}`,
      captions: [],
    },
  ];
}

/** The position after a move under the rules of the report; `illegal`: illegal moves count, become passes, or end the game. */
function boardAfter({ record, ruleset }: GameReport, move: number, illegal: IllegalPolicy): Uint8Array {
  const { board } = replay({ ...record, line: cutAfter(record.line, move) }, ruleset, { illegal });
  const stones = board.contents();
  return stones;
}

/** Players and result in one line of 80 columns. */
function titleOf(report: GameReport): string {
  const { result } = report.record;
  const computed = report.score ? resultOf(report.score) : '';
  const text = result.kind === 'missing' || result.raw.trim() === '' ? computed : visible(result.raw);
  const end = text === '' ? '' : `, ${shorten(text, 20)}`;
  return shorten(playersOf(report), COLUMNS - end.length) + end;
}

function scoreCaptions(report: GameReport): string[] {
  const { score, ruleset, notScoredBecause, settlement } = report;
  if (!score) return [...wrapped(notScored(notScoredBecause)), ...aheadLines(report)];
  const verdict = settlement ? `; declared result ${settlement.verdict}` : '';
  const because = settlement && settlement.explanation !== '' ? ` (${settlement.explanation})` : '';
  const beyond = score.territoryHalves - 2 * score.basis.territory;
  const passes = 2 * (score.passStonesWhite - score.passStonesBlack);
  const why = [...(passes === 0 ? [] : ['passes']), ...(beyond === passes ? [] : [sekiOrFills(score.basis)])];
  const charge = chargeOf(score);
  return [
    ...wrapped(
      `area ${String(areaOf(score.black))} to ${String(areaOf(score.white))}: ${marginText(score.resultAreaHalves)}; ` +
        `territory ${String(territoryOf(score.black, score.white))} to ${String(territoryOf(score.white, score.black))}: ` +
        marginText(score.resultTerritoryHalves) +
        (beyond === 0 ? '' : ` (${signed(beyond)} for ${why.join(' and ')})`),
    ),
    ...wrapped(
      `${ruleset?.name ?? 'unknown rules'}: ${resultOf(score)}` +
        `${charge ? ` (${signed(charge.halves)}: ${charge.text})` : ''}, dead stones ${score.life.source}, ` +
        `confidence ${chanceText(score.confidence)}${verdict}${because}`,
    ),
    ...openRegionLines(report),
  ];
}

/** The board after a move of a line, legal or not; 0: the start. Without a line it is empty. `moves`: the moves of the line. */
export function pictureAfter(
  { width, height }: BoardSize,
  line: MainLine | undefined,
  moves: readonly LineMove[],
  move: number,
  flagged?: Point,
): Picture {
  return {
    width,
    height,
    stones: line ? positionAt(line, width, height, move) : new Uint8Array(width * height),
    lastMove: moves[move - 1]?.point,
    flagged,
    title: '',
    label: afterWords(moveWords(moves, move, width, height)),
    captions: [],
  };
}
