import type { GameScore } from '../score/score-types.js';
import { confidenceOf, countCells, marginCells } from './cells.js';
import type { Cell } from './columns.js';
import { formatHalves } from './numbers.js';
import type { GameReport } from './report.js';

/** The columns of `score` in their permanent order: one row a game and ruleset; new ones go to the end. */
export const SCORE_COLUMNS = [
  'file',
  'game',
  'ruleset',
  'counting',
  'stones_black',
  'stones_white',
  'dead_black',
  'dead_white',
  'territory_black',
  'territory_white',
  'prisoners_black',
  'prisoners_white',
  'seki_points_black',
  'seki_points_white',
  'dame',
  'pass_stones_black',
  'pass_stones_white',
  'handicap_compensation',
  'komi_applied',
  'komi_source',
  'area_margin',
  'territory_margin',
  'result_area',
  'result_territory',
  'result',
  'winner',
  'verdict',
  'explanation',
  'confidence',
  'dead_source',
  'not_scored_because',
  'ruleset_source',
  'result_declared',
] as const;

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
