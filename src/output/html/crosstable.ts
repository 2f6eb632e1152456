import type { Crosscheck, CrosscheckRow } from '../../event/crosscheck.js';
import type { Bye, Pairing } from '../../event/table.js';
import { shown } from '../../columns/page-rows.js';
import { fileLine, fileNote, line, shownFile } from './game-lines.js';
import { LINE } from './report-data.js';

/** A results table as the page draws it, with what became of each pairing. */
export interface Crosstable {
  readonly title: string;
  readonly rounds: number;
  readonly players: readonly { readonly name: string; readonly rank: string }[];
  readonly pairings: readonly CrosstablePairing[];
  readonly byes: readonly Bye[];
}

/** Players as indexes into those of the table; `file` is '' where there is no record. */
export interface CrosstablePairing
  extends
    Pick<Pairing, 'round' | 'table' | 'black' | 'white' | 'byDefault'>,
    Pick<CrosscheckRow, 'verdict' | 'reason' | 'file' | 'game'> {
  readonly outcome: Pairing['result']['outcome'];
  readonly result: string;
}

/** Lines for the report: each table, then the findings of tables and games. */
export function crosscheckLines(checked: Crosscheck): string {
  return [
    ...crosstablesOf(checked, shownFile).map((one) => line(LINE.crosstable, one)),
    ...checked.findings.map(({ file, game, finding }) => fileLine(file, [finding], game)),
  ].join('');
}

/** The same for the page, whose rows have the names of files in full. */
export function crosscheckJson(checked: Crosscheck): string {
  return [
    ...crosstablesOf(checked, (file) => file).map((crosstable) => ({ crosstable })),
    ...checked.findings.map(({ file, game, finding }) => fileNote(file, [finding], game)),
  ]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
}

function crosstablesOf({ tables, rows }: Crosscheck, nameOf: (file: string) => string): Crosstable[] {
  return tables.map((table, i): Crosstable => {
    const { name, place, begins, ends, rounds, players, pairings, byes } = table;
    const days = begins === ends ? [begins] : [begins, ends];
    const title = [name, place, days.filter((day) => day !== '').join(' to ')].filter((part) => part !== '');
    return {
      title: shown(title.join(', ')),
      rounds,
      players: players.map((player) => ({ name: shown(player.name), rank: shown(player.rank) })),
      pairings: rows
        .filter(({ of }) => of.table === i)
        .map(({ of, verdict, reason, file, game, resultTable }) => {
          const { round, table: board, black, white, byDefault, result } = pairings[of.pairing]!;
          return {
            ...{ round, table: board, black, white, byDefault, outcome: result.outcome, result: resultTable },
            ...{ verdict, reason: shown(reason), file: nameOf(file), game },
          };
        }),
      byes,
    };
  });
}
