import type { ConversionReport, Converted } from '../account-types.js';
import type { Color } from '../core/color.js';
import type { Conversion } from '../score/convert.js';
import type { Cell } from './columns.js';
import { notesOf } from './convert-notes.js';
import { formatResult } from './numbers.js';
import type { GameReport } from './report.js';
import { confidenceOf } from './cells.js';

/** The columns of `convert` in their permanent order: one row a game and basis; new ones go to the end. */
export const CONVERT_COLUMNS = [
  'file',
  'game',
  'black',
  'white',
  'from_ruleset',
  'to_ruleset',
  'basis',
  'margin_from',
  'result_from',
  'margin_to',
  'result_to',
  'winner_flips',
  'parity',
  'early_passes',
  'pass_stones',
  'komi',
  'handicap_compensation',
  'seki_points',
  'dead_in_seki',
  'unfilled_dame',
  'ties',
  'residue',
  'to_low',
  'to_high',
  'dead_source',
  'confidence',
  'agrees_with_declared',
  'note',
  'group_tax',
  'komi_from',
  'komi_to',
  'komi_to_source',
] as const;

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
