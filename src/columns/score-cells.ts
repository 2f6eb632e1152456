import { SCORINGS } from '../rules/ruleset.js';
import { KOMI_SOURCES, VERDICTS, WINNERS, type GameScore } from '../score/score-types.js';
import { confidenceOf, countCells, marginCells } from './cells.js';
import { column, decimalsOf, filled, namesOf } from './column-table.js';
import { SHARED, type Cell } from './columns.js';
import { formatHalves } from './numbers.js';
import type { GameReport } from '../referee/report.js';

/** The table of `score`: one row a game and ruleset. */
export const SCORE_TABLE = {
  file: SHARED.file,
  game: SHARED.game,
  ruleset: filled('text', 'The ruleset counted under; unknown where the record names none that is known'),
  counting: column(SCORINGS, 'The counting of the result'),
  stones_black: SHARED.stonesBlack,
  stones_white: SHARED.stonesWhite,
  dead_black: SHARED.deadBlack,
  dead_white: SHARED.deadWhite,
  territory_black: SHARED.territoryBlack,
  territory_white: SHARED.territoryWhite,
  prisoners_black: SHARED.prisonersBlack,
  prisoners_white: SHARED.prisonersWhite,
  seki_points_black: SHARED.sekiPointsBlack,
  seki_points_white: SHARED.sekiPointsWhite,
  dame: SHARED.dame,
  pass_stones_black: SHARED.passStonesBlack,
  pass_stones_white: SHARED.passStonesWhite,
  handicap_compensation: SHARED.compensation,
  komi_applied: SHARED.komiApplied,
  komi_source: column(KOMI_SOURCES, 'Where the komi comes from'),
  area_margin: SHARED.areaMargin,
  territory_margin: SHARED.territoryMargin,
  result_area: SHARED.resultArea,
  result_territory: SHARED.resultTerritory,
  result: SHARED.result,
  winner: column(WINNERS, 'Who wins under the ruleset'),
  verdict: filled(VERDICTS, 'How the computed result compares with the declared one'),
  explanation: SHARED.explanation,
  confidence: SHARED.confidence,
  dead_source: SHARED.deadSource,
  not_scored_because: SHARED.because,
  ruleset_source: SHARED.rulesetSource,
  result_declared: SHARED.declared,
} as const;

/** Its columns in their permanent order. */
export const SCORE_COLUMNS = namesOf(SCORE_TABLE);
export const SCORE_DECIMALS = decimalsOf(SCORE_TABLE);

/** The rows of one game, each in the order of SCORE_COLUMNS. */
export function scoreRows(report: GameReport): Cell[][] {
  const { result } = report.record;
  return (report.scores ?? []).map((ruled) => [
    report.file,
    report.game,
    ruled.ruleset?.name ?? 'unknown',
    ...(ruled.score ? itemCells(ruled.score) : NO_ITEMS),
    ruled.settlement.verdict,
    ruled.settlement.explanation,
    ...(ruled.score ? [confidenceOf(ruled.score), ruled.score.life.source] : ['', '']),
    ruled.notScoredBecause,
    ruled.rulesetSource,
    result.kind === 'missing' ? '' : result.raw,
  ]);
}

const NO_ITEMS: readonly Cell[] = new Array<Cell>(23).fill('');

function itemCells(score: GameScore): Cell[] {
  const { black, white } = score;
  return [
    score.counting,
    black.stones,
    white.stones,
    black.dead,
    white.dead,
    ...countCells(score),
    formatHalves(score.komiHalves),
    score.komiSource,
    ...marginCells(score),
    score.winner,
  ];
}
