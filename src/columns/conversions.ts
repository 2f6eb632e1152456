import type { ConversionReport, Converted, GameReport } from '../referee/report.js';
import { BASES, type Conversion, type ItemName, KOMI_TO_SOURCES } from '../score/convert.js';
import { basesOf, notesOf } from './account.js';
import {
  type Cell,
  cellsOf,
  column,
  type Column,
  columnsOf,
  type Named,
  pick,
  type StatedKind,
} from './column.js';
import { GAME_TABLE, type Tally, tally } from './games.js';
import { points, resultText } from '../core/text.js';

/** What a row is made of: a game, one ruleset that it is converted into, and an account if there is one. */
interface ConvertedReport extends GameReport {
  readonly conversion: ConversionReport;
  readonly converted: Converted;
  readonly account: Conversion | undefined;
}

type ConvertColumn = Column<ConvertedReport, Tally>;

/** A column of the account, empty where there is none. */
function ofAccount<Value extends Cell>(
  kind: StatedKind,
  about: string,
  of: (account: Conversion) => Value,
): Column<Pick<ConvertedReport, 'account'>, unknown, Value | ''> {
  return column(kind, about, ({ account }) => (account ? of(account) : ''));
}

/** Points of an item: what the difference of the margins is made of. */
function item(name: ItemName, about: string): ReturnType<typeof ofAccount<number>> {
  return ofAccount('number', `Points for Black by ${about}`, ({ items }) => points(items[name]));
}

const YES_NO = ['yes', 'no'] as const;

/** The table of `convert`: one row a game and basis. */
export const CONVERT_TABLE = {
  ...pick(GAME_TABLE, 'file', 'game', 'black', 'white'),
  from_ruleset: column(
    'text!',
    'Ruleset converted from; unknown if the record names none that we know',
    ({ conversion }: Pick<ConvertedReport, 'conversion'>) => conversion.from?.name ?? 'unknown',
  ),
  to_ruleset: column('text!', 'Ruleset converted into', ({ converted }) => converted.to.name),
  basis: ofAccount(BASES, 'Whether the computed or the declared margin is converted', ({ basis }) => basis),
  margin_from: ofAccount('number', 'Final margin under from_ruleset, Black minus White', (one) =>
    points(one.marginFromHalves),
  ),
  result_from: ofAccount('text', 'Result under from_ruleset', (one) =>
    resultText(one.marginFromHalves, one.winnerFrom),
  ),
  margin_to: ofAccount('number', 'Final margin under to_ruleset, Black minus White', (one) =>
    points(one.marginToHalves),
  ),
  result_to: ofAccount('text', 'Result under to_ruleset', (one) =>
    resultText(one.marginToHalves, one.winnerTo),
  ),
  winner_flips: ofAccount(YES_NO, 'Whether the winner changes with the rules', ({ flips }) => yesNo(flips)),
  parity: item('parity', 'who played last'),
  early_passes: item('earlyPasses', 'passes before the end'),
  pass_stones: item('passStones', 'pass stones'),
  komi: item('komi', 'komi'),
  handicap_compensation: item('handicapCompensation', 'handicap compensation'),
  seki_points: item('sekiPoints', 'points in seki'),
  dead_in_seki: item('deadInSeki', 'dead stones in seki'),
  unfilled_dame: item('unfilledDame', 'unfilled dame'),
  ties: item('ties', 'the rule for ties'),
  residue: ofAccount('number', 'What the items do not explain: 0', (one) => points(one.residueHalves)),
  to_low: ofAccount('number', 'Smallest margin_to if an odd dame were filled', (one) =>
    points(one.toLowHalves),
  ),
  to_high: ofAccount('number', 'Largest margin_to if an odd dame were filled', (one) =>
    points(one.toHighHalves),
  ),
  ...pick(GAME_TABLE, 'dead_source', 'confidence'),
  agrees_with_declared: ofAccount(YES_NO, 'Whether computed and declared margin agree', ({ agrees }) =>
    yesNo(agrees),
  ),
  note: column('text', 'What was assumed, and what is missing', (row) =>
    notesOf(row, row.conversion, row.converted, row.account).join('; '),
  ),
  group_tax: item('groupTax', 'group tax'),
  komi_from: ofAccount('number', 'Komi under the ruleset converted from', (one) =>
    points(one.komiFromHalves),
  ),
  komi_to: ofAccount('number', 'Komi under the ruleset converted into', (one) => points(one.komiToHalves)),
  komi_to_source: ofAccount(KOMI_TO_SOURCES, 'Source of that komi', ({ komiToSource }) => komiToSource),
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

/** The account that a game is counted by: on the declared basis, which needs no judgement of life, else on the computed one. */
export function mainBasis({ bases }: Converted): Conversion | undefined {
  return bases.find(({ basis }) => basis === 'declared') ?? bases[0];
}

/** One game under every ruleset of `convert --table`. */
export interface ComparedReport extends GameReport {
  readonly conversion: ConversionReport;
  /** The main account for each ruleset; `undefined` where nothing can be converted. */
  readonly accounts: readonly (Conversion | undefined)[];
  /** The first account that there is. */
  readonly account: Conversion | undefined;
}

/** `undefined` if no conversion was requested. */
export function comparedReport(report: GameReport): ComparedReport | undefined {
  const { conversion } = report;
  if (!conversion) return undefined;
  const accounts = conversion.to.map(mainBasis);
  return { ...report, conversion, accounts, account: accounts.find((one) => one !== undefined) };
}

/** Whether the winner is not the same under all rulesets; `undefined` without results. */
export function flips({ accounts, account }: ComparedReport): boolean | undefined {
  return account && new Set(accounts.flatMap((one) => (one ? [one.winnerTo] : []))).size > 1;
}

/** The columns of `convert --table`: a result under each ruleset between the others. */
export function comparedColumns(
  rulesets: readonly string[],
): readonly Named<Column<ComparedReport, Tally>>[] {
  const { from_ruleset, basis, winner_flips: flipping, agrees_with_declared, note } = CONVERT_TABLE;
  return [
    ...columnsOf<Column<ComparedReport, Tally>>({
      ...pick(GAME_TABLE, 'file', 'game', 'black', 'white'),
      ruleset: from_ruleset,
      ...pick(GAME_TABLE, 'result_declared'),
      basis,
    }),
    ...rulesets.map((name, i) => ({
      name,
      ...column('text', `Result under ${name}`, ({ accounts }: ComparedReport) => resultIn(accounts[i])),
    })),
    ...columnsOf<Column<ComparedReport, Tally>>({
      flips: { ...flipping, of: (row) => yesNo(flips(row)) },
      agrees_with_declared,
      note: { ...note, of: (row) => allNotes(row).join('; ') },
    }),
  ];
}

export function comparedColumnsOf({ conversion }: GameReport): ReturnType<typeof comparedColumns> {
  return comparedColumns((conversion?.to ?? []).map(({ to }) => to.name));
}

/** The row of one game; none if no conversion was requested. */
export function comparedRows(report: GameReport): Cell[][] {
  const row = comparedReport(report);
  return row ? [cellsOf(comparedColumnsOf(report), row, tally(report.findings))] : [];
}

export function resultIn(account: Conversion | undefined): string {
  return account ? resultText(account.marginToHalves, account.winnerTo) : '';
}

function allNotes(row: ComparedReport): string[] {
  const { conversion, accounts } = row;
  return [...new Set(conversion.to.flatMap((to, i) => notesOf(row, conversion, to, accounts[i])))];
}

function yesNo(value: boolean | undefined): 'yes' | 'no' | '' {
  if (value === undefined) return '';
  return value ? 'yes' : 'no';
}
