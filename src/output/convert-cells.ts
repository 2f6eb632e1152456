import type { ConversionReport, Converted, GameReport } from '../referee/report.js';
import type { Color } from '../core/color.js';
import { BASES, type Conversion, KOMI_TO_SOURCES } from '../score/convert.js';
import { column, filled, namesOf, type Column } from '../columns/column-table.js';
import { SHARED, type Cell } from '../columns/columns.js';
import { notesOf } from './convert-notes.js';
import { formatResult } from '../columns/numbers.js';
import { confidenceOf } from '../columns/cells.js';

const YES_NO = ['yes', 'no'] as const;

/** Points of an item: what the difference of the margins is made of. */
function item(about: string): Column {
  return column('number', `Points for Black by ${about}`);
}

/** The table of `convert`: one row a game and basis. */
export const CONVERT_TABLE = {
  file: SHARED.file,
  game: SHARED.game,
  black: SHARED.black,
  white: SHARED.white,
  from_ruleset: filled(
    'text',
    'The ruleset converted from; unknown where the record names none that is known',
  ),
  to_ruleset: filled('text', 'The ruleset converted into'),
  basis: column(BASES, 'Whether our own count is converted, or the declared margin'),
  margin_from: column('number', 'Final margin under the ruleset converted from, Black less White'),
  result_from: column('text', 'Result under the ruleset converted from'),
  margin_to: column('number', 'Final margin under the ruleset converted into, Black less White'),
  result_to: column('text', 'Result under the ruleset converted into'),
  winner_flips: column(YES_NO, 'Whether the winner changes with the rules'),
  parity: item('who played last'),
  early_passes: item('passes before the end'),
  pass_stones: item('pass stones'),
  komi: item('komi'),
  handicap_compensation: item('handicap compensation'),
  seki_points: item('points in seki'),
  dead_in_seki: item('dead stones in seki'),
  unfilled_dame: item('dame that were not filled'),
  ties: item('the rule for ties'),
  residue: column('number', 'What the items do not explain: 0, or the program is at fault'),
  to_low: column('number', 'Least margin under the ruleset converted into, were an odd dame filled'),
  to_high: column('number', 'Largest margin under the ruleset converted into, were an odd dame filled'),
  dead_source: SHARED.deadSource,
  confidence: SHARED.confidence,
  agrees_with_declared: column(YES_NO, 'Whether computed and declared margin agree'),
  note: column('text', 'What was assumed, and what is missing'),
  group_tax: item('group tax'),
  komi_from: column('number', 'Komi under the ruleset converted from'),
  komi_to: column('number', 'Komi under the ruleset converted into'),
  komi_to_source: column(KOMI_TO_SOURCES, 'Where that komi comes from'),
} as const;

/** Its columns in their permanent order. */
export const CONVERT_COLUMNS = namesOf(CONVERT_TABLE);

/** The rows of one game, each in the order of CONVERT_COLUMNS; one row without numbers where nothing can be converted. */
export function convertRows(report: GameReport): Cell[][] {
  const { conversion } = report;
  if (!conversion) return [];
  return conversion.to.flatMap((converted) => {
    const bases = basesOf(conversion, converted);
    return bases.length === 0
      ? [rowOf(report, conversion, converted, undefined)]
      : bases.map((one) => rowOf(report, conversion, converted, one));
  });
}

/** The accounts of a game; none when its own ruleset is unknown, as there is nothing to convert from. */
export function basesOf(conversion: ConversionReport, { bases }: Converted): readonly Conversion[] {
  return conversion.from ? bases : [];
}

const NO_NUMBERS: readonly Cell[] = new Array<Cell>(18).fill('');

function rowOf(
  report: GameReport,
  conversion: ConversionReport,
  converted: Converted,
  one: Conversion | undefined,
): Cell[] {
  const { record, score } = report;
  const note = notesOf(report, conversion, converted, one).join('; ');
  return [
    report.file,
    report.game,
    record.black,
    record.white,
    conversion.from?.name ?? 'unknown',
    converted.to.name,
    ...(one ? numbersOf(one) : NO_NUMBERS),
    ...(score ? [score.life.source, confidenceOf(score)] : ['', '']),
    yesNo(one?.agrees),
    note,
    ...(one
      ? [points(one.items.groupTax), points(one.komiFromHalves), points(one.komiToHalves), one.komiToSource]
      : ['', '', '', '']),
  ];
}

function numbersOf(one: Conversion): Cell[] {
  const { items } = one;
  return [
    one.basis,
    points(one.marginFromHalves),
    resultText(one.marginFromHalves, one.winnerFrom),
    points(one.marginToHalves),
    resultText(one.marginToHalves, one.winnerTo),
    one.flips ? 'yes' : 'no',
    points(items.parity),
    points(items.earlyPasses),
    points(items.passStones),
    points(items.komi),
    points(items.handicapCompensation),
    points(items.sekiPoints),
    points(items.deadInSeki),
    points(items.unfilledDame),
    points(items.ties),
    points(one.residueHalves),
    points(one.toLowHalves),
    points(one.toHighHalves),
  ];
}

export function yesNo(value: boolean | undefined): Cell {
  if (value === undefined) return '';
  return value ? 'yes' : 'no';
}

const PLACES = 1e6;

/** Half points as points; komi of odd fractions leave no rounding errors behind. */
export function points(halves: number): number {
  return Math.round((halves / 2) * PLACES) / PLACES || 0;
}

/** `B+3.5`; `B+` for a tie that the rules give to Black. */
export function resultText(halves: number, winner: Color | 'jigo'): string {
  if (Math.round(halves * PLACES) !== 0) return formatResult(points(halves) * 2);
  if (winner === 'jigo') return '0';
  return winner === 'black' ? 'B+' : 'W+';
}
