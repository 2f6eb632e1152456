import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Counts, headlineOf, VerdictBadge } from './findings.js';
import {
  type Column,
  COLUMNS,
  countedOf,
  type GameRow,
  nameOr,
  nextSort,
  ofGames,
  type Sort,
  verdictOf,
  within,
} from './games.js';
import { notScored, rulesName, useIsPrinted, translated, words, colon } from './common.js';

interface GameTableProps {
  readonly rows: readonly GameRow[];
  /** The folder of all games, which their rows leave out; '' without one. */
  readonly folder: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly hrefOf: (row: GameRow) => string;
  /** The game to focus when the table is shown again. */
  readonly last: GameRow | undefined;
}

/** Extra rows around the visible ones, so that scrolling shows no gaps. */
const SPARE = 8;

/** Most games on paper. */
const MAX_PRINTED = 1000;

/** A table of any number of games; only visible rows are in the document, except on paper. Arrow keys move between rows. */
export function GameTable(props: GameTableProps): JSX.Element {
  return useIsPrinted() ? <PrintedTable {...props} /> : <ScrolledTable {...props} />;
}

function ScrolledTable({ rows, folder, sort, onSort, hrefOf, last: opened }: GameTableProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const { view, measure } = useView(box);
  const [active, setActive] = useState(0);

  const first = Math.max(0, Math.floor(view.top / view.row) - SPARE);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / view.row) + SPARE);
  const current = Math.max(0, Math.min(active, rows.length - 1));

  /** Makes a row active, visible and focused. */
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    const { top, height, row } = measure();
    const least = (next + 1) * row - height;
    if (next * row < top) box.current!.scrollTop = next * row;
    else if (least > top) box.current!.scrollTop = least;
    wantsFocus.current = true;
    setActive(next);
  };

  useEffect(() => {
    if (opened) move(rows.indexOf(opened));
  }, [opened]);

  // The row may be rendered only after the table has scrolled to it.
  useEffect(() => {
    if (!wantsFocus.current) return;
    const link = box.current!.querySelector<HTMLElement>('a[tabindex="0"]');
    if (!link) return;
    wantsFocus.current = false;
    link.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = rowByKey(event.key, current, Math.floor(view.height / view.row));
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };

  return (
    <div
      class="table card"
      ref={box}
      onKeyDown={onKeyDown}
      role="table"
      aria-rowcount={rows.length + 1}
      aria-label={translated('Games')}
    >
      <div class="heads" role="rowgroup">
        <div class="row" role="row" aria-rowindex={1}>
          {COLUMNS.map(({ name, title }) => (
            <Head key={name} name={name} title={title} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div class="rows" role="rowgroup" style={{ height: `${String(rows.length * view.row)}px` }}>
        {rows.slice(first, last).map((row, i) => (
          <Row
            key={row.row}
            row={row}
            folder={folder}
            index={first + i}
            top={(first + i) * view.row}
            isActive={first + i === current}
            href={hrefOf(row)}
          />
        ))}
      </div>
    </div>
  );
}

/** The visible part of a table, in pixels. */
interface View {
  readonly top: number;
  readonly height: number;
  /** Height of a row. */
  readonly row: number;
}

/** Follows the scrolling and the size of a table. */
function useView(box: RefObject<HTMLDivElement>): { readonly view: View; readonly measure: () => View } {
  const [view, setView] = useState<View>({ top: 0, height: 600, row: 38 });

  const measure = (): View => {
    const element = box.current!;
    const row = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row'));
    const head = element.querySelector<HTMLElement>('.heads')!.offsetHeight;
    const now = { top: element.scrollTop, height: element.clientHeight - head, row };
    setView(now);
    return now;
  };

  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  return { view, measure };
}

/** The row that a key moves to; it may be out of range at either end. */
function rowByKey(key: string, current: number, visible: number): number | undefined {
  const page = Math.max(1, visible - 1);
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: Infinity,
  };
  return rows[key];
}

interface RowProps extends Pick<GameTableProps, 'folder'> {
  readonly row: GameRow;
  readonly index: number;
  /** In pixels. */
  readonly top: number;
  readonly isActive: boolean;
  readonly href: string;
}

function Row({ row, folder, index, top, isActive, href }: RowProps): JSX.Element {
  return (
    <div
      class="row"
      role="row"
      aria-rowindex={index + 2}
      style={{ top: `${String(top)}px` }}
      // A click opens the game, unless it ends the selection of a name.
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) location.hash = href;
      }}
    >
      {COLUMNS.map(({ name }) => (
        <span role="cell" key={name} class={`c-${name}`} title={HINTS[name]?.(row)}>
          {name === 'file' ? (
            <a href={href} tabIndex={isActive ? 0 : -1} title={hintOf(row)}>
              {CELLS.file(row, folder)}
            </a>
          ) : (
            CELLS[name](row, folder)
          )}
        </span>
      ))}
    </div>
  );
}

interface HeadProps extends Pick<GameTableProps, 'sort' | 'onSort'> {
  readonly name: Column;
  readonly title: (typeof COLUMNS)[number]['title'];
}

function Head({ name, title, sort, onSort }: HeadProps): JSX.Element {
  const direction = sort?.by !== name ? 'none' : sort.down ? 'descending' : 'ascending';
  return (
    <span role="columnheader" class={`c-${name}`} aria-sort={direction}>
      <button onClick={() => onSort(nextSort(sort, name))}>{translated(title)}</button>
    </span>
  );
}

function hintOf({ file, because, codes }: GameRow): string {
  return [file, because === '' ? '' : notScored(because), ...codes].filter((line) => line !== '').join('\n');
}

/** What cells hold that may be cut off. */
const HINTS: Readonly<Partial<Record<Column, (row: GameRow) => string>>> = {
  players: ({ black, white }) => `${nameOr(black)} – ${nameOr(white)}`,
  declared: (row) => row.result_declared,
  findings: (row) => [headlineIn(row), ...row.codes].filter((line) => line !== '').join('\n'),
};

/** Who decided a game, and what the count gave. */
function countedHint({ decided_by: name, result }: GameRow): string {
  const counted = result === '' ? [] : [translated('counted') + colon() + result];
  return [translated('decided by') + colon() + name, ...counted].join('; ');
}

/** Notes that matter more than others. */
const TELLING = ['record/misprint', 'result/winner-differs', 'result/margin-differs', 'dead/uncertain'];

/** The finding that a row names, in words: the most severe one, but of mere notes the one that tells most. */
function headlineIn({ codes, severities }: GameRow): string {
  const [first] = codes;
  if (first === undefined) return '';
  const telling = severities[first] === 'note' ? TELLING.find((code) => codes.includes(code)) : undefined;
  return headlineOf(telling ?? first);
}

/** The cells of a row. Long folder paths are cut off: the file name distinguishes games. */
const CELLS: Readonly<Record<Column, (row: GameRow, folder: string) => JSX.Element | string | number>> = {
  file({ file, game }, folder) {
    const path = within(folder, file);
    const slash = path.lastIndexOf('/') + 1;
    return (
      <>
        <span class="folder">
          <bdi>{path.slice(0, slash)}</bdi>
        </span>
        <bdi class="name">{path.slice(slash)}</bdi>
        {game > 1 && <span class="quiet">#{game}</span>}
      </>
    );
  },
  players: ({ black, white }) => (
    <>
      <bdi>{nameOr(black)}</bdi> <span class="quiet">–</span> <bdi>{nameOr(white)}</bdi>
    </>
  ),
  date: ({ date }) => <bdi>{date}</bdi>,
  ruleset: ({ ruleset }) => rulesName(ruleset),
  moves: ({ moves }) => moves,
  declared: (row) => <bdi>{row.result_declared}</bdi>,
  result: (row) =>
    row.result_decided === '' ? row.result : <bdi title={countedHint(row)}>{countedOf(row)}</bdi>,
  verdict(row) {
    const verdict = verdictOf(row);
    return verdict === '' ? '' : <VerdictBadge verdict={verdict} />;
  },
  findings: (row) => (
    <>
      <Counts errors={row.errors} warnings={row.warnings} notes={row.notes} /> {headlineIn(row)}
    </>
  ),
};

/** A plain table, whose head is repeated on every printed page. */
function PrintedTable({ rows, folder }: GameTableProps): JSX.Element {
  return (
    <>
      <table class="printed">
        <thead>
          <tr>
            {COLUMNS.map(({ name, title }) => (
              <th key={name} scope="col" class={`c-${name}`}>
                {translated(title)}
              </th>
            ))}
            <th scope="col">{words().event}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_PRINTED).map((row) => (
            <tr key={row.row}>
              {COLUMNS.map(({ name }) => (
                <td key={name} class={`c-${name}`}>
                  {CELLS[name](row, folder)}
                </td>
              ))}
              <td class="c-event">
                <bdi>{row.event}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_PRINTED && <p class="quiet">{ofGames(MAX_PRINTED, rows.length)}</p>}
    </>
  );
}
