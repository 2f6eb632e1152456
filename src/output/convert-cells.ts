import type { Color } from '../core/color.js';
import { type Cell, cellsOf, column, type Column, columnsOf, filled, pick } from '../columns/column.js';
import { GAME_TABLE, type Tally, tally } from '../columns/games.js';
import { formatResult } from '../columns/numbers.js';
import type { ConversionReport, Converted, GameReport } from '../referee/report.js';
import { BASES, type Conversion, type ItemName, KOMI_TO_SOURCES } from '../score/convert.js';
import { notesOf } from './convert-notes.js';

/** What a row is made of: a game, one ruleset that it is converted into, and an account if there is one. */
interface ConvertedReport extends GameReport {
  readonly conversion: ConversionReport;
  readonly converted: Converted;
  readonly account: Conversion | undefined;
}

type ConvertColumn = Column<ConvertedReport, Tally>;

/** A column of the account, empty where there is none. */
function told<Value extends Cell>(
  kind: Column['kind'],
  about: string,
  of: (account: Conversion) => Value,
): Column<Pick<ConvertedReport, 'account'>, unknown, Value | ''> {
  return column(kind, about, ({ account }) => (account ? of(account) : ''));
}

/** Points of an item: what the difference of the margins is made of. */
function item(name: ItemName, about: string): ReturnType<typeof told<number>> {
  return told('number', `Points for Black by ${about}`, ({ items }) => points(items[name]));
}

const YES_NO = ['yes', 'no'] as const;

/** The table of `convert`: one row a game and basis. */
export const CONVERT_TABLE = {
  ...pick(GAME_TABLE, 'file', 'game', 'black', 'white'),
  from_ruleset: filled(
    column(
      'text',
      'The ruleset converted from; unknown where the record names none that is known',
      ({ conversion }) => conversion.from?.name ?? 'unknown',
    ),
  ),
  to_ruleset: filled(column('text', 'The ruleset converted into', ({ converted }) => converted.to.name)),
  basis: told(BASES, 'Whether our own count is converted, or the declared margin', ({ basis }) => basis),
  margin_from: told('number', 'Final margin under the ruleset converted from, Black less White', (one) =>
    points(one.marginFromHalves),
  ),
  result_from: told('text', 'Result under the ruleset converted from', (one) =>
    resultText(one.marginFromHalves, one.winnerFrom),
  ),
  margin_to: told('number', 'Final margin under the ruleset converted into, Black less White', (one) =>
    points(one.marginToHalves),
  ),
  result_to: told('text', 'Result under the ruleset converted into', (one) =>
    resultText(one.marginToHalves, one.winnerTo),
  ),
  winner_flips: told(YES_NO, 'Whether the winner changes with the rules', ({ flips }) => yesNo(flips)),
  parity: item('parity', 'who played last'),
  early_passes: item('earlyPasses', 'passes before the end'),
  pass_stones: item('passStones', 'pass stones'),
  komi: item('komi', 'komi'),
  handicap_compensation: item('handicapCompensation', 'handicap compensation'),
  seki_points: item('sekiPoints', 'points in seki'),
  dead_in_seki: item('deadInSeki', 'dead stones in seki'),
  unfilled_dame: item('unfilledDame', 'dame that were not filled'),
  ties: item('ties', 'the rule for ties'),
  residue: told('number', 'What the items do not explain: 0, or the program is at fault', (one) =>
    points(one.residueHalves),
  ),
  to_low: told('number', 'Least margin under the ruleset converted into, were an odd dame filled', (one) =>
    points(one.toLowHalves),
  ),
  to_high: told('number', 'Largest margin under the ruleset converted into, were an odd dame filled', (one) =>
    points(one.toHighHalves),
  ),
  ...pick(GAME_TABLE, 'dead_source', 'confidence'),
  agrees_with_declared: told(YES_NO, 'Whether computed and declared margin agree', ({ agrees }) =>
    yesNo(agrees),
  ),
  note: column('text', 'What was assumed, and what is missing', (row) =>
    notesOf(row, row.conversion, row.converted, row.account).join('; '),
  ),
  group_tax: item('groupTax', 'group tax'),
  komi_from: told('number', 'Komi under the ruleset converted from', (one) => points(one.komiFromHalves)),
  komi_to: told('number', 'Komi under the ruleset converted into', (one) => points(one.komiToHalves)),
  komi_to_source: told(KOMI_TO_SOURCES, 'Where that komi comes from', ({ komiToSource }) => komiToSource),
} satisfies Record<string, ConvertColumn>;

/** Its columns in their permanent order. */
export const CONVERT_COLUMNS = columnsOf<ConvertColumn>(CONVERT_TABLE);

/** The rows of one game; one row without numbers where nothing can be converted. */
export function convertRows(report: GameReport): Cell[][] {
  const { conversion, findings } = report;
  if (!conversion) return [];
  const counts = tally(findings);
  return conversion.to.flatMap((converted) => {
    const accounts = basesOf(conversion, converted);
    return (accounts.length === 0 ? [undefined] : accounts).map((account) =>
      cellsOf(CONVERT_COLUMNS, { ...report, conversion, converted, account }, counts),
    );
  });
}

/** The accounts of a game; none when its own ruleset is unknown, as there is nothing to convert from. */
export function basesOf(conversion: ConversionReport, { bases }: Converted): readonly Conversion[] {
  return conversion.from ? bases : [];
}

export function yesNo(value: boolean | undefined): 'yes' | 'no' | '' {
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
