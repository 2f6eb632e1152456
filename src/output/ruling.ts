import { declaredOf } from '../columns/games.js';
import { formatHalves } from '../columns/numbers.js';
import { groupOutcomes } from '../referee/group-outcomes.js';
import type { GameReport } from '../referee/report.js';
import { finalPicture } from './game-picture.js';
import { movesOf } from './html/report-data.js';
import { sheetDocument, type SheetGame, type SheetOptions } from './ruling-sheet.js';

/**
 * One decision as an HTML page to print on A4: the game, the question, the boards before and after with the position that is
 * repeated, the article, the outcomes under both countings, the decisions, and lines for signatures. The page loads nothing and
 * has no script. Labels are in the language; messages, titles of rules and names are as they are. `report`: scored, where the
 * game can be.
 */
export function rulingSheet(report: GameReport, options: SheetOptions = {}): string {
  return sheetDocument(sheetGame(report), options);
}

/** A report as its sheet shows it. */
export function sheetGame(report: GameReport): SheetGame {
  const { record, replay, score, ahead, finalBoard, decisions = [] } = report;
  const { handicap, line, isGo, komi } = record;
  const board = score?.basis.stones ?? finalBoard;
  const declaredKomi = komi.kind === 'komi' ? formatHalves(komi.halves) : '';
  return {
    ...report,
    handicap: handicap.declared ?? handicap.stones,
    komi: score ? formatHalves(score.komiHalves) : declaredKomi,
    declared: declaredOf(record),
    line: isGo ? line : undefined,
    last: replay.stoppedAt > 0 ? replay.stoppedAt : movesOf(line).length,
    counted: board && (score ?? ahead) && finalPicture({ ...report, finalBoard: board }),
    groups: groupOutcomes(report),
    decisions,
  };
}
