import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GameTable } from './game-table.js';
import { ALL, type Filter, type GameRow, shownRows, type Sort, type Tally } from './games.js';
import { useListener } from './hooks.js';
import { FilterBar, Summary } from './summary.js';

interface GamesViewProps {
  readonly rows: readonly GameRow[];
  readonly tally: Tally;
  /** What the numbers of codes count. */
  readonly codesTitle: string;
  /** The game that is open. */
  readonly open: GameRow | undefined;
  /** The address of a game, or of the table. */
  readonly hrefOf: (row?: GameRow) => string;
  readonly gameOf: (row: GameRow) => JSX.Element;
  /** What stands above the table. */
  readonly children: ComponentChildren;
}

/** The games of a run or report: their numbers, filter and table, or the one that is open. The filter stays while a game is read. */
export function GamesView(props: GamesViewProps): JSX.Element {
  const { rows, tally, codesTitle, open, hrefOf, gameOf, children } = props;
  const [filter, setFilter] = useState<Filter>(ALL);
  const [sort, setSort] = useState<Sort>();
  // Rows are only ever added, so their number tells whether they changed.
  const count = rows.length;
  const shown = useMemo(() => shownRows(rows, filter, sort), [rows, count, filter, sort]);
  const last = useLastOpened(open);
  useListener('keydown', ({ key }) => {
    if (key === 'Escape' && open) location.hash = hrefOf();
  });
  return (
    <>
      <div hidden={open !== undefined}>
        {children}
        {count > 0 && (
          <>
            <Summary tally={tally} codesTitle={codesTitle} filter={filter} onFilter={setFilter} />
            <FilterBar tally={tally} shown={shown.length} of={count} filter={filter} onFilter={setFilter} />
            <GameTable rows={shown} sort={sort} onSort={setSort} hrefOf={hrefOf} last={last} />
            {shown.length === 0 && <p class="none quiet">No game matches.</p>}
          </>
        )}
      </div>
      {open && (
        <article class="game" key={open.row}>
          <Neighbors games={shown} open={open} hrefOf={hrefOf} />
          {gameOf(open)}
        </article>
      )}
    </>
  );
}

/** The game that was closed last, once the table is shown again; the window is scrolled to where it was. */
function useLastOpened(open: GameRow | undefined): GameRow | undefined {
  const last = useRef<GameRow>();
  const scrolled = useRef(0);
  if (open && !last.current) scrolled.current = scrollY;
  if (open) last.current = open;
  useLayoutEffect(() => {
    if (open) scrollTo(0, 0);
    else if (last.current) scrollTo(0, scrolled.current);
  }, [open]);
  const closed = open ? undefined : last.current;
  useEffect(() => {
    if (!open) last.current = undefined;
  }, [open]);
  return closed;
}

interface NeighborsProps {
  readonly games: readonly GameRow[];
  readonly open: GameRow;
  readonly hrefOf: GamesViewProps['hrefOf'];
}

/** Links to the table, and to the games before and after in its order. */
function Neighbors({ games, open, hrefOf }: NeighborsProps): JSX.Element {
  const at = games.indexOf(open);
  const [before, after] = at < 0 ? [] : [games[at - 1], games[at + 1]];
  return (
    <nav aria-label="Games">
      <a href={hrefOf()}>← all games</a>
      <span>
        {before && <a href={hrefOf(before)}>previous</a>} {after && <a href={hrefOf(after)}>next</a>}
      </span>
    </nav>
  );
}
