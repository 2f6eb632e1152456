import { compareCells } from '../../report/list/where.js';
import type { Cell } from '../../report/columns/column.js';
import type { GameGroup, Grouping } from '../../report/columns/lists.js';
import { GroupedGames } from '../../report/list/list-games.js';
import type { Target, Output } from './output.js';
import { type Crosschecking, crosscheckFacts } from '../../toolkit/event/crosscheck.js';
import { conditionsOf } from '../../toolkit/event/table.js';
import type { GameFacts } from '../../toolkit/event/game-facts.js';
import type { WorkSettings } from '../tasks/task.js';

/** How the rows of a list are ordered and cut before they are written. */
export interface RowOrder {
  /** One entry per column to sort by. */
  readonly descending: readonly boolean[];
  /** Most rows to write. */
  readonly limit: number;
  /** `dropped`: a row equal to the previous one is left out, as for file names. */
  readonly repeats: 'kept' | 'dropped';
  /** Text after each row. */
  readonly end: string;
  /** Called when no further row is needed. */
  readonly onFull: () => void;
}

type Keyed = readonly [row: string, ...keys: Cell[]];

/** Rows written at a time. */
const BLOCK = 1024;

/**
 * Sorts keyed rows and cuts them to the limit. Without columns to sort by, rows are passed on at once; otherwise all are
 * held until the end.
 */
export function orderedTarget(target: Target, order: RowOrder): Target {
  const { descending, limit } = order;
  const held: Keyed[] = [];
  let written = 0;
  let last: string | undefined;
  let open = '';

  async function write(rows: readonly Keyed[]): Promise<void> {
    let text = '';
    let count = 0;
    for (const [row] of rows) {
      if (written >= limit) break;
      if (order.repeats === 'dropped' && row === last) continue;
      last = row;
      written++;
      text += row + order.end;
      if (++count % BLOCK === 0) {
        await target.write(Buffer.from(text));
        text = '';
      }
    }
    if (text !== '') await target.write(Buffer.from(text));
    if (written >= limit) order.onFull();
  }

  function compare(a: Keyed, b: Keyed): number {
    for (let i = 0; i < descending.length; i++) {
      const [x, y] = [a[i + 1]!, b[i + 1]!];
      const by = compareCells(x, y);
      if (by === 0) continue;
      // Empty cells stay last in both directions.
      return descending[i] === true && x !== '' && y !== '' ? -by : by;
    }
    return 0;
  }

  return {
    async write(bytes) {
      const lines = (open + Buffer.from(bytes).toString('utf8')).split('\n');
      open = lines.pop()!;
      const rows = lines.map((line) => JSON.parse(line) as Keyed);
      if (descending.length === 0) await write(rows);
      else for (const row of rows) held.push(row);
    },
    async end() {
      if (descending.length > 0) await write(held.sort(compare));
      await target.end();
    },
  };
}

/** Sums keyed rows, whose keys are those of `groupedColumns`, and writes one row per group at the end, for the `limit` largest. */
export function groupedTarget(
  target: Target,
  by: Grouping,
  { limit, rowOf }: { readonly limit: number; readonly rowOf: (group: GameGroup) => string },
): Target {
  const games = new GroupedGames(by);
  let open = '';
  return {
    write(bytes) {
      const lines = (open + Buffer.from(bytes).toString('utf8')).split('\n');
      open = lines.pop()!;
      for (const line of lines) {
        const [, ...cells] = JSON.parse(line) as Keyed;
        games.add(cells);
      }
      return undefined;
    },
    async end() {
      for (const group of games.groups().slice(0, limit)) await target.write(Buffer.from(rowOf(group)));
      await target.end();
    },
  };
}

export type GamesToCrosscheck = ReturnType<typeof gamesToCrosscheck>;

/** The games of a run, kept until all of them are known. Memory grows by some hundred bytes a game. */
export function gamesToCrosscheck(crosschecking: Crosschecking) {
  const games: GameFacts[] = [];
  return {
    /** Takes the facts of games. */
    output: factsOutput((bytes) => {
      const lines = Buffer.from(bytes).toString('utf8').trimEnd().split('\n');
      for (const line of lines) if (line !== '') games.push(JSON.parse(line) as GameFacts);
    }),
    checked: () => crosscheckFacts(crosschecking, games),
    /** Settings whose conditions, if any, take missing values from the results table, provided there is exactly one. */
    withConditions<T extends Pick<WorkSettings, 'event'>>(settings: T): T {
      const [table, ...others] = crosschecking.tables;
      if (!settings.event || !table || others.length > 0) return settings;
      return { ...settings, event: { ...conditionsOf(table), ...settings.event } };
    },
  };
}

/** The output of a run that takes the facts of games: lines of JSON, one a game. */
export function factsOutput(take: (bytes: Uint8Array) => void): Output {
  const write = (bytes: Uint8Array): undefined => {
    take(bytes);
  };
  return { sink: 'facts', target: { write, end: () => undefined } };
}
