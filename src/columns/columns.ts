import { DISPOSITIONS, SEVERITIES } from '../findings/finding.js';
import { ENDINGS } from '../record/record.js';
import { RULESET_SOURCES } from '../rules/ruleset.js';
import { VERDICTS } from '../score/score-types.js';
import { DEAD_SOURCES } from '../life/position.js';
import { column, decimalsOf, filled, namesOf } from './column-table.js';

const COLORS = ['black', 'white'] as const;

/** Columns that several tables have. */
export const SHARED = {
  file: filled('text', 'Name of the file; an entry of an archive is archive.zip!/inner/path.sgf'),
  game: filled('integer', 'Number of the game in its file, from 1'),
  black: column('text', 'Black, as PB has it'),
  white: column('text', 'White, as PW has it'),
  ruleset: filled('text', 'The ruleset applied; unknown where the record names none that is known'),
  rulesetSource: filled(RULESET_SOURCES, 'Where the ruleset comes from'),
  declared: column('text', 'The declared result, as RE has it'),
  because: column('text', 'Why the game is not scored'),
  deadSource: column(DEAD_SOURCES, 'Who says which stones are dead'),
  confidence: column('number', 'The estimated chance that the margin is right, 0 to 1'),
  deadBlack: column('integer', 'Black stones that are dead'),
  deadWhite: column('integer', 'White stones that are dead'),
  stonesBlack: column('integer', 'Black stones on the final board, dead ones included'),
  stonesWhite: column('integer', 'White stones on the final board, dead ones included'),
  territoryBlack: column('integer', 'Points that Black surrounds'),
  territoryWhite: column('integer', 'Points that White surrounds'),
  prisonersBlack: column('integer', 'White stones captured during play'),
  prisonersWhite: column('integer', 'Black stones captured during play'),
  sekiPointsBlack: column('integer', 'Of the points of Black, those in seki or to be filled'),
  sekiPointsWhite: column('integer', 'Of the points of White, those in seki or to be filled'),
  dame: column('integer', 'Empty points of nobody'),
  passStonesBlack: column('integer', 'Stones that Black gave for passes'),
  passStonesWhite: column('integer', 'Stones that White gave for passes'),
  compensation: column('decimal', 'Points that White gets for handicap stones'),
  komiApplied: column('decimal', 'Komi of the result'),
  areaMargin: column('decimal', 'Area of Black less that of White, before komi and compensation'),
  territoryMargin: column('decimal', 'Territory of Black less that of White, before komi and compensation'),
  resultArea: column('text', 'Result by area counting: B+3.5, W+0.5, or 0'),
  resultTerritory: column('text', 'Result by territory counting: B+3.5, W+0.5, or 0'),
  result: column(
    'text',
    'Result by the counting of the ruleset applied; B+ for a tie that the rules give to Black',
  ),
  verdict: column(VERDICTS, 'How the computed result compares with the declared one'),
  explanation: column('text', 'The hypothesis that the declared result follows from, or what was inferred'),
} as const;

/** games.csv: one row a game. */
export const GAME_TABLE = {
  file: SHARED.file,
  game: SHARED.game,
  sha256: filled('text', "SHA-256 of the game's own bytes, from its first bracket to its last"),
  black: SHARED.black,
  white: SHARED.white,
  event: column('text', 'The event, as EV has it'),
  round: column('text', 'The round, as RO has it'),
  date: column('text', 'The date, as DT has it'),
  size: filled('size', 'Size of the board: 19, or columns x rows as in 9x13'),
  handicap: column('integer', 'Handicap stones: as HA says, else those placed'),
  komi: column('decimal', 'Komi of the record, scaled values repaired'),
  rules_declared: column('text', 'The rules, as RU has them'),
  ruleset: SHARED.ruleset,
  ruleset_source: SHARED.rulesetSource,
  moves: filled('integer', 'B and W properties executed on the main line, passes included'),
  passes_black: filled('integer', 'Passes of Black'),
  passes_white: filled('integer', 'Passes of White'),
  ending: filled(ENDINGS, 'How the game ended; stopped: neither passes nor a declared ending'),
  result_declared: SHARED.declared,
  illegal: filled('integer', 'Moves that the ruleset applied forbids'),
  errors: filled('integer', 'Findings of the severity error'),
  warnings: filled('integer', 'Findings of the severity warning'),
  notes: filled('integer', 'Findings of the severity note'),
  first_code: column('text', 'Code of the gravest finding, the earliest of them'),
  first_move: column('integer', 'Move of that finding'),
  scored: filled(['yes', 'no'], 'Whether the game was scored'),
  not_scored_because: SHARED.because,
  dead_source: SHARED.deadSource,
  confidence: SHARED.confidence,
  dead_black: SHARED.deadBlack,
  dead_white: SHARED.deadWhite,
  stones_black: SHARED.stonesBlack,
  stones_white: SHARED.stonesWhite,
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
  area_margin: SHARED.areaMargin,
  territory_margin: SHARED.territoryMargin,
  result_area: SHARED.resultArea,
  result_territory: SHARED.resultTerritory,
  result: SHARED.result,
  verdict: SHARED.verdict,
  explanation: SHARED.explanation,
  declared_margin: column('decimal', 'The declared margin, Black less White, scaled values repaired'),
} as const;

/** findings.csv: one row a finding. */
export const FINDING_TABLE = {
  file: SHARED.file,
  game: column('integer', 'Number of the game in its file, from 1; empty for a finding about a file'),
  code: filled('text', 'What was found; GET /v1/findings explains every code'),
  severity: filled(SEVERITIES, 'How grave it is'),
  node: column('integer', 'Node along the line, from 0'),
  move: column('integer', 'Move, from 1, passes included'),
  color: column(COLORS, 'Whose move it is'),
  point: column('text', 'Point such as Q16: letters without I, rows from the bottom'),
  rule: column('text', 'The rule that it rests on'),
  repeats_move: column('integer', 'Move after which the position stood before; 0 is the start'),
  disposition: column(DISPOSITIONS, 'What became of an illegal move'),
  line: column('integer', 'Line of the file, from 1'),
  column: column('integer', 'Column of that line, from 1'),
  message: filled('text', 'The finding in words'),
  variation: column('text', 'Path of a place outside the main line'),
  rule_source: column('text', 'The text in which the rule was read'),
} as const;

/** The columns of games.csv and of findings.csv in their permanent order. */
export const GAME_COLUMNS = namesOf(GAME_TABLE);
export const FINDING_COLUMNS = namesOf(FINDING_TABLE);

export const GAME_DECIMALS = decimalsOf(GAME_TABLE);

/** One cell: a string is text of the file or a name; a number is a number in every format; '' is empty. */
export type Cell = string | number;
