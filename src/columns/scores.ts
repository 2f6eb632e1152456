import type { GameReport, RuledScore } from '../referee/report.js';
import { SCORINGS } from '../rules/ruleset.js';
import { KOMI_SOURCES, WINNERS } from '../score/score-types.js';
import { type Cell, cellsOf, type Column, columnsOf, filled, pick } from './column.js';
import { GAME_TABLE, scored, type Tally, tally } from './games.js';

type RuledReport = GameReport & RuledScore;
type ScoreColumn = Column<RuledReport, Tally>;

/** The table of `score`: one row a game and ruleset. */
export const SCORE_TABLE = {
  ...pick(GAME_TABLE, 'file', 'game'),
  ruleset: {
    ...GAME_TABLE.ruleset,
    about: 'Ruleset counted under; unknown if the record names none that we know',
  },
  counting: scored(SCORINGS, 'Counting that gives the result', ({ counting }) => counting),
  ...pick(GAME_TABLE, 'stones_black', 'stones_white', 'dead_black', 'dead_white'),
  ...pick(GAME_TABLE, 'territory_black', 'territory_white', 'prisoners_black', 'prisoners_white'),
  ...pick(GAME_TABLE, 'seki_points_black', 'seki_points_white', 'dame'),
  ...pick(GAME_TABLE, 'pass_stones_black', 'pass_stones_white', 'handicap_compensation', 'komi_applied'),
  komi_source: scored(KOMI_SOURCES, 'Where the komi comes from', ({ komiSource }) => komiSource),
  ...pick(GAME_TABLE, 'area_margin', 'territory_margin', 'result_area', 'result_territory', 'result'),
  winner: scored(WINNERS, 'Winner under the ruleset', ({ winner }) => winner),
  verdict: filled(GAME_TABLE.verdict),
  ...pick(GAME_TABLE, 'explanation', 'confidence', 'dead_source', 'not_scored_because'),
  ...pick(GAME_TABLE, 'ruleset_source', 'result_declared'),
} satisfies Record<string, ScoreColumn>;

/** Its columns in their permanent order. */
export const SCORE_COLUMNS = columnsOf<ScoreColumn>(SCORE_TABLE);

/** The rows of one game, one for each ruleset. */
export function scoreRows(report: GameReport): Cell[][] {
  return (report.scores ?? []).map((ruled) =>
    cellsOf(SCORE_COLUMNS, { ...report, ...ruled }, tally(report.findings)),
  );
}
