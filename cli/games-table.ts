import { plural, thousands } from '../src/core/text.js';
import {
  CLEAN_RANK,
  gameTable,
  legendOf,
  LINE_BREAK,
  linesOf,
  type Terminal,
} from '../src/report/output/text.js';
import type { Target } from '../src/run/merge/output.js';

/** How many games are shown on a terminal at most. */
const MAX_GAMES = 100;

/**
 * Collects rows of a `GameTable`. At the end, writes the head, the most severe games first, and the number of games left out.
 * Games of equal rank stay in input order. `isNewOnly`: games without a finding that is new are only counted.
 */
export function gravestFirst(target: Target, terminal: Terminal, isNewOnly: boolean): Target {
  const ranks: string[][] = Array.from({ length: CLEAN_RANK }, () => []);
  let games = 0;
  let known = 0;
  let open = '';
  return {
    write(bytes) {
      const rows = (open + Buffer.from(bytes).toString('utf8')).split('\n');
      open = rows.pop()!;
      games += rows.length;
      for (const row of rows) {
        const isClean = Number(row[0]) === CLEAN_RANK;
        if (isClean) known++;
        if (isClean && isNewOnly) continue;
        const rank = ranks[isClean ? CLEAN_RANK - 1 : Number(row[0])]!;
        if (rank.length < MAX_GAMES) rank.push(row.slice(1).replace(LINE_BREAK, '\n'));
      }
      return undefined;
    },
    async end() {
      const shown = ranks.flat().slice(0, MAX_GAMES);
      const more = games - shown.length - (isNewOnly ? known : 0);
      const tail = more === 0 ? '' : `and ${more} more; --out FOLDER or --format csv writes them all\n`;
      const left =
        isNewOnly && known > 0
          ? `${plural(known, 'game')} without anything new left out of this table\n`
          : '';
      const { head } = gameTable(terminal);
      const table = shown.length > 0 ? `${head}${linesOf(shown)}${tail}` : '';
      if (games > 0) await target.write(Buffer.from(`${table}${left}${legendOf(shown, terminal.columns)}`));
      await target.end();
    },
  };
}

/** Most lines about files with one code that a terminal shows. */
const MAX_FILES = 5;

const CODE_AT_END = /\[[^[\]]+\]$/;

/** Holds lines about files until the games are written, so that they do not push these away, and groups them by their codes. */
export function afterGames(target: Target): Target {
  const groups = new Map<string, string[]>();
  const counts = new Map<string, number>();
  let open = '';
  return {
    write(bytes) {
      const lines = (open + Buffer.from(bytes).toString('utf8')).split('\n');
      open = lines.pop()!;
      for (const line of lines) {
        const code = CODE_AT_END.exec(line)?.[0] ?? '';
        const shown = groups.get(code) ?? [];
        groups.set(code, shown);
        if (shown.length < MAX_FILES) shown.push(line);
        counts.set(code, (counts.get(code) ?? 0) + 1);
      }
      return undefined;
    },
    async end() {
      for (const [code, shown] of groups) {
        const more = counts.get(code)! - shown.length;
        const left = `and ${thousands(more)} more ${code}; --out FOLDER writes them all to findings.csv`;
        await target.write(Buffer.from(linesOf(more > 0 ? [...shown, left] : shown)));
      }
      await target.end();
    },
  };
}
