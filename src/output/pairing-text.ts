import { visible } from '../core/text.js';
import type { Crosscheck } from '../event/crosscheck.js';
import { PAIRING_VERDICTS, type PairingVerdict } from '../event/table.js';
import { plural } from '../columns/numbers.js';
import { linesOf, padEnd, shorten, shortenLeft } from './text.js';

/** Columns of a terminal: 80 with the blanks between them. */
const HEAD: readonly (readonly [name: string, width: number])[] = [
  ['round', 5],
  ['black', 17],
  ['white', 17],
  ['result', 7],
  ['verdict', 11],
  ['file', 18],
];

const WORDS: Readonly<Record<PairingVerdict, string>> = {
  agrees: 'agree',
  differs: 'differ',
  'no-record': 'without a record',
  'cannot-tell': 'undecided',
};

/** Pairings for a terminal, each reason on a line of its own, and how many agree. */
export function pairingText({ rows }: Crosscheck): string {
  const lines = [rowOf(HEAD.map(([name]) => name)), rowOf(HEAD.map(([, width]) => '-'.repeat(width)))];
  for (const { round, black, white, resultTable, verdict, file, reason } of rows) {
    lines.push(rowOf([String(round || ''), black, white, resultTable, verdict, file]));
    if (reason !== '') lines.push(`      ${visible(reason)}`);
  }
  const tallies = PAIRING_VERDICTS.map((verdict) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return `${String(count)} ${WORDS[verdict]}`;
  });
  return linesOf([...lines, `${plural(rows.length, 'pairing')}: ${tallies.join(', ')}`]);
}

function rowOf(cells: readonly string[]): string {
  const line = HEAD.map(([name, width], i) => {
    const text = visible(cells[i]!);
    return padEnd(name === 'file' ? shortenLeft(text, width) : shorten(text, width), width);
  });
  return line.join(' ').trimEnd();
}
