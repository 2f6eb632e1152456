import { compareCells } from '../../report/list/where.js';
import type { Cell } from '../../report/columns/column.js';
import type { GameGroup, Grouping } from '../../report/columns/lists.js';
import { GroupedGames, listedBy, openQuery, type ListQuery } from '../../report/list/list-games.js';
import type { Target, Output } from './output.js';
import { type Crosschecking, crosscheckFacts } from '../../toolkit/event/crosscheck.js';
import { nameKey } from '../../toolkit/event/names.js';
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

/** Takes lines of JSON in blocks of any size, and holds their rows unless `take` is given. */
function byLines<Row>(held: Row[], take?: (rows: readonly Row[]) => Promise<void>): Target['write'] {
  let open = '';
  return (bytes) => {
    const lines = (open + Buffer.from(bytes).toString('utf8')).split('\n');
    open = lines.pop()!;
    for (const line of lines) held.push(JSON.parse(line) as Row);
    return take?.(held.splice(0));
  };
}

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
    write: byLines(held, descending.length === 0 ? write : undefined),
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
  return {
    write: byLines<Keyed>([], (rows) => {
      for (const [, ...cells] of rows) games.add(cells);
      return Promise.resolve();
    }),
    async end() {
      for (const group of games.groups().slice(0, limit)) await target.write(Buffer.from(rowOf(group)));
      await target.end();
    },
  };
}

/**
 * Compares games with results tables at the end, answers a query with the differences as questions, and passes keyed rows on. Takes
 * lines of JSON with the facts of a game and its cells for the open query (`openQuery`).
 */
export function comparedTarget(
  target: Target,
  tables: Crosschecking,
  query: ListQuery,
  rowOf: (file: string, cells: readonly Cell[]) => string,
): Target {
  const { columns: names } = openQuery(query);
  const held: (readonly [facts: GameFacts, ...cells: Cell[]])[] = [];
  const end = async (): Promise<void> => {
    const all = held.map(([facts]) => facts);
    const { questions } = crosscheckFacts(tables, all);
    for (const [{ file, game }, ...cells] of held) {
      const found = questions.find((one) => one.file === file && one.game === game);
      const asked = found ? { needs_ruling: found.need, question: found.text } : {};
      const cellOf = (name: string): Cell => asked[name as keyof typeof asked] ?? cells[names.indexOf(name)]!;
      const listed = listedBy(query, cellOf);
      const row = listed && JSON.stringify([rowOf(file, listed.cells), ...listed.keys]);
      if (row !== undefined) await target.write(Buffer.from(`${row}\n`));
    }
    await target.end();
  };
  return { write: byLines(held), end };
}

export type GamesToCrosscheck = ReturnType<typeof gamesToCrosscheck>;

/** The games of a run, kept until all of them are known. Memory grows by some hundred bytes a game. */
export function gamesToCrosscheck(crosschecking: Crosschecking) {
  const games: GameFacts[] = [];
  return {
    /** Takes the facts of games. */
    output: { sink: 'facts', target: { write: byLines(games), end: () => undefined } } satisfies Output,
    checked: () => crosscheckFacts(crosschecking, games),
    /** The aliases whose name no record has. */
    unusedAliases(): string[] {
      const met = new Set(games.flatMap(({ black, white }) => [nameKey(black), nameKey(white)]));
      return crosschecking.aliases.map(([nick]) => nick).filter((nick) => !met.has(nameKey(nick)));
    },
    crosschecking,
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
