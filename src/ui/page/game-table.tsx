import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Run, RunRow } from './backend.js';
import type { Sort, SortColumn } from './filter.js';
import { addressOf } from './route.js';
import { useIsPrinted } from './use-is-printed.js';

interface GameTableProps {
  readonly run: Run;
  readonly rows: readonly RunRow[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

const HEADS: readonly (readonly [SortColumn, string])[] = [
  ['file', 'Game'],
  ['black', 'Players'],
  ['date', 'Date'],
  ['ruleset', 'Rules'],
  ['declared', 'Declared'],
  ['result', 'Counted'],
  ['verdict', 'Verdict'],
  ['errors', 'Findings'],
];

/** Rows beyond the visible ones, so that scrolling shows no gaps. */
const SPARE = 8;

/** Most games on paper. */
const MOST_PRINTED = 1000;

/** A table of any number of games, drawn as it scrolls: only the rows in sight are in the document. */
export function GameTable({ run, rows, sort, onSort }: GameTableProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600, row: 44 });
  const [active, setActive] = useState(0);
  const isPrinted = useIsPrinted();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 44;
      setView({ top: element.scrollTop, height: element.clientHeight, row });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const first = isPrinted ? 0 : Math.max(0, Math.floor(view.top / view.row) - SPARE);
  const end = isPrinted ? MOST_PRINTED : Math.ceil((view.top + view.height) / view.row) + SPARE;
  const last = Math.min(rows.length, end);
  const current = Math.min(active, rows.length - 1);

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(next);
    const element = box.current;
    if (!element) return;
    const top = next * view.row;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + view.row * 2 > element.scrollTop + view.height)
      element.scrollTop = top + view.row * 2 - view.height;
  };

  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus();
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / view.row) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    move(to);
  };

  return (
    <div
      class="table card"
      ref={box}
      onKeyDown={onKeyDown}
      role="table"
      aria-rowcount={rows.length + 1}
      aria-label="Games"
    >
      <div class="heads" role="rowgroup">
        <div class="row head" role="row" aria-rowindex={1}>
          {HEADS.map(([by, title]) => (
            <span
              role="columnheader"
              key={by}
              aria-sort={sort.by === by ? (sort.down ? 'descending' : 'ascending') : 'none'}
            >
              <button onClick={() => onSort({ by, down: sort.by === by && !sort.down })}>
                {title}
                {sort.by === by ? (sort.down ? ' ↓' : ' ↑') : ''}
              </button>
            </span>
          ))}
        </div>
      </div>
      <div class="rows" role="rowgroup" style={{ height: `${String(rows.length * view.row)}px` }}>
        {rows.slice(first, last).map((row, i) => (
          <Row
            key={row.row}
            row={row}
            place={first + i + 1}
            href={addressOf(run.id, row.row)}
            top={(first + i) * view.row}
            isActive={first + i === current}
          />
        ))}
      </div>
      {isPrinted && last < rows.length && (
        <p class="quiet">
          The first {last.toLocaleString('en')} of {rows.length.toLocaleString('en')} games.
        </p>
      )}
    </div>
  );
}

interface RowProps {
  readonly row: RunRow;
  readonly href: string;
  /** Its place among the rows shown, from 1. */
  readonly place: number;
  readonly top: number;
  readonly isActive: boolean;
}

/** The link fills its row, so that a click anywhere opens the game. */
function Row({ row, href, place, top, isActive }: RowProps): JSX.Element {
  const slash = row.file.lastIndexOf('/') + 1;
  const hint = [row.file, row.because === '' ? '' : `not scored: ${row.because}`, ...row.codes];
  return (
    <div class="row" role="row" aria-rowindex={place + 1} style={{ top: `${String(top)}px` }}>
      <span role="cell" class="c-game">
        <a href={href} tabIndex={isActive ? 0 : -1} title={hint.filter((line) => line !== '').join('\n')}>
          <span class="folder">
            <bdi>{row.file.slice(0, slash)}</bdi>
          </span>
          <bdi class="name">{row.file.slice(slash)}</bdi>
          {row.game > 1 && <span class="quiet">#{row.game}</span>}
        </a>
      </span>
      <span role="cell" class="c-players">
        <bdi>{row.black || 'Black'}</bdi> <span class="quiet">–</span> <bdi>{row.white || 'White'}</bdi>
      </span>
      <span role="cell" class="c-date">
        <bdi>{row.date}</bdi>
      </span>
      <span role="cell" class="c-rules">
        {row.ruleset}
      </span>
      <span role="cell" class="c-declared">
        <bdi>{row.declared}</bdi>
      </span>
      <span role="cell" class="c-result">
        {row.result}
      </span>
      <span role="cell" class="c-verdict">
        {row.verdict !== '' && <span class={`verdict ${row.verdict}`}>{row.verdict}</span>}
      </span>
      <span role="cell" class="c-findings">
        <Counts row={row} />
      </span>
    </div>
  );
}

function Counts({ row }: { readonly row: RunRow }): JSX.Element {
  const { errors, warnings, notes } = row;
  return (
    <span class="counts">
      <Count count={errors} of="error" sign="✕" />
      <Count count={warnings} of="warning" sign="!" />
      <Count count={notes} of="note" sign="i" />
    </span>
  );
}

interface CountProps {
  readonly count: number;
  readonly of: 'error' | 'warning' | 'note';
  readonly sign: string;
}

function Count({ count, of, sign }: CountProps): JSX.Element | null {
  if (count === 0) return null;
  return (
    <span class={`badge ${of}`}>
      {count} <span aria-hidden="true">{sign}</span>
      <span class="spoken">{count === 1 ? of : `${of}s`}</span>
    </span>
  );
}
