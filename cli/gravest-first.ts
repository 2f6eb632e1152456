import type { Target } from '../src/run/output.js';
import { LINE_BREAK, RANKS } from '../src/output/game-table.js';

/** Games that a terminal shows at most: who has more looks at a report. */
const MOST_GAMES = 100;

/**
 * Takes rows of a `GameTable`, and when all have come writes the head and the gravest games first, each rank in the order of the
 * input. How many are left out is told.
 */
export function gravestFirst(target: Target, head: string): Target {
  const ranks: string[][] = Array.from({ length: RANKS }, () => []);
  let games = 0;
  let open = '';
  return {
    write(bytes) {
      const rows = (open + Buffer.from(bytes).toString('utf8')).split('\n');
      open = rows.pop()!;
      games += rows.length;
      for (const row of rows) {
        const rank = ranks[Number(row[0])]!;
        if (rank.length < MOST_GAMES) rank.push(row.slice(1).replace(LINE_BREAK, '\n'));
      }
      return undefined;
    },
    async end() {
      const shown = ranks.flat().slice(0, MOST_GAMES);
      const more = games - shown.length;
      const tail = more === 0 ? '' : `and ${more} more; --out FOLDER writes them all, as does --format csv\n`;
      if (games > 0)
        await target.write(Buffer.from(`${head}${shown.map((row) => `${row}\n`).join('')}${tail}`));
      await target.end();
    },
  };
}
