import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackCase, Place } from '../case.js';

const WHOLE_BOARD = '[aa:ZZ]';
const LONG = 200_000;

/** Records of a few hundred kB, each of which once took minutes or the memory of the process. */
const RECORDS: Readonly<Record<string, string>> = {
  'territory of 60,000 whole boards': `(;SZ[52];B[aa];W[]TB${WHOLE_BOARD.repeat(60_000)})`,
  'setup of 10,000 whole boards in one node': `(;SZ[52]AB${WHOLE_BOARD.repeat(10_000)};W[])`,
  'setup of whole boards in 700 nodes': `(;SZ[52]${`;AB${WHOLE_BOARD}AW${WHOLE_BOARD}`.repeat(700)};W[])`,
  'one liberty on a full board, 20,000 times': `(;SZ[52]AB${WHOLE_BOARD}AE[aa]${';AB[ba]'.repeat(20_000)})`,
  'a komi of digits': `(;KM[%${'0'.repeat(LONG)}x];B[aa])`,
  'ranks of blanks': `(;BR[1${' '.repeat(LONG)}x]WR[9${' -'.repeat(LONG / 2)}];B[aa])`,
  'a result of blanks': `(;RE[B+3${' '.repeat(LONG)}x];B[aa])`,
  'a size of blanks': `(;SZ[19${' '.repeat(LONG)}:];B[aa])`,
  'white space between games': `(;B[aa])${'\n '.repeat(LONG / 2)}x(;B[aa])`,
};

async function endured({ folder, run }: Place, record: string): Promise<string> {
  writeFileSync(join(folder, 'a.sgf'), record);
  for (const words of [['audit', '--format', 'csv'], ['check'], ['format', '--normalize', 'all']]) {
    const { code, err } = await run([...words, 'a.sgf', '--quiet'], { cwd: folder, mostMs: 60_000 });
    if (code > 1) return `${words[0]!} ended with ${String(code)}: ${err.slice(0, 200)}`;
  }
  return '';
}

export const CASES: readonly AttackCase[] = Object.entries(RECORDS).map(([name, record]) => ({
  name,
  by: 'command',
  mostMb: 400,
  attack: (place) => endured(place, record),
}));
