import type { CrosscheckRow } from '../event/crosscheck.js';
import { PAIRING_VERDICTS } from '../event/table.js';
import { column, type Column, columnsOf, filled } from './column.js';
import { formatDecimal } from './numbers.js';

type PairingColumn = Column<CrosscheckRow, undefined>;

/** The table of `crosscheck`: one row a pairing, in the order of the results tables. */
export const PAIRING_TABLE = {
  round: column('integer', 'Round; empty where the table does not say', ({ round }) => round || ''),
  table: column('integer', 'Number of the board', ({ table }) => table ?? ''),
  black: column('text!', 'Black, as the results table has the name', ({ black }) => black),
  white: column('text!', 'White, as the results table has the name', ({ white }) => white),
  handicap: column('integer', 'Handicap in the results table', ({ handicap }) => handicap ?? ''),
  komi: column('decimal', 'Komi of this game in the results table', ({ komi }) =>
    komi === undefined ? '' : formatDecimal(komi),
  ),
  result_table: column(
    'text!',
    'Result in the results table: W+, B+3.5, =, ? (none), 0-0 (both lost), with ! for a default',
    ({ resultTable }) => resultTable,
  ),
  file: column('text', 'File of the record; of several, the first', ({ file }) => file),
  game: column('integer', 'Number of the game in its file, from 1', ({ game }) => game ?? ''),
  result_declared: column('text', 'Declared result of the record (RE)', (row) => row.resultDeclared),
  result_counted: column('text', 'Result by our own count', ({ resultCounted }) => resultCounted),
  confidence: column('number', 'Estimated chance that our margin is right, 0 to 1', ({ confidence }) =>
    confidence === undefined ? '' : Math.round(confidence * 1000) / 1000,
  ),
  verdict: filled(column(PAIRING_VERDICTS, 'Whether table and record agree', ({ verdict }) => verdict)),
  reason: column('text', 'What differs, or why it cannot be told', ({ reason }) => reason),
} satisfies Record<string, PairingColumn>;

/** The columns of pairings.csv in their permanent order. */
export const PAIRING_COLUMNS = columnsOf<PairingColumn>(PAIRING_TABLE);
