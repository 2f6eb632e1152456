import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { DOWNLOADS, type Download, type Run, type RunRow } from './backend.js';
import { ALL, filtered, sorted, type Filter, type Sort } from './filter.js';
import { GameTable } from './game-table.js';
import { Summary } from './summary.js';
import { useIsPrinted } from './use-is-printed.js';

/** A run: its progress, what was found, and the table of its games. */
export function RunView({ run }: { readonly run: Run }): JSX.Element {
  const [filter, setFilter] = useState<Filter>(ALL);
  const [sort, setSort] = useState<Sort>({ by: 'order', down: false });
  const { rows, status } = run;
  const count = rows.length;
  // Rows only grow, so their number tells whether they changed.
  const shown = useMemo(() => sorted(filtered(rows, filter), sort), [rows, count, filter, sort]);
  const isOver = status.state !== 'running' && status.state !== 'waiting' && status.state !== 'uploading';
  return (
    <div class="run">
      <div class="headline">
        <h1>
          <bdi>{run.title}</bdi>
        </h1>
        {isOver && count > 0 && <Downloads run={run} />}
      </div>
      <Progress run={run} isOver={isOver} />
      {run.fileRows.length > 0 && <FileFindings run={run} />}
      {count > 0 && (
        <>
          <Summary rows={rows} count={count} filter={filter} onFilter={setFilter} />
          <FilterBar rows={rows} count={count} filter={filter} onFilter={setFilter} shown={shown.length} />
          <GameTable run={run} rows={shown} sort={sort} onSort={setSort} />
        </>
      )}
      {status.state === 'done' && count === 0 && <p class="quiet">No game was found in these files.</p>}
    </div>
  );
}

function Progress({ run, isOver }: { readonly run: Run; readonly isOver: boolean }): JSX.Element {
  const { state, games, done, problem } = run.status;
  if (isOver) {
    return (
      <p class={state === 'done' ? 'quiet' : 'problem'} role="status">
        {ENDED[state] ?? state}: {gamesOf(run.rows.length)}
        {problem === '' ? '' : `: ${problem}`}
      </p>
    );
  }
  return (
    <div class="card progress">
      <progress value={done} max={1} aria-label="Progress" />
      <span role="status">
        {state === 'running' ? `${Math.round(done * 100)}%` : state}, {gamesOf(games)}
      </span>
      <button onClick={() => run.cancel()}>Cancel</button>
    </div>
  );
}

const ENDED: Readonly<Record<string, string>> = { done: 'Done', cancelled: 'Cancelled', failed: 'Failed' };

function gamesOf(count: number): string {
  return count === 1 ? '1 game' : `${count.toLocaleString('en')} games`;
}

function Downloads({ run }: { readonly run: Run }): JSX.Element {
  const save = async (what: Download): Promise<void> => {
    const address = URL.createObjectURL(await run.download(what));
    const link = document.createElement('a');
    link.href = address;
    link.download = what;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <div class="downloads">
      {DOWNLOADS.map((what) => (
        <button key={what} onClick={() => void save(what)}>
          ↓ {what}
        </button>
      ))}
    </div>
  );
}

/** What is wrong with files and archives, the gravest first; long lists are cut. */
function FileFindings({ run }: { readonly run: Run }): JSX.Element {
  const all = run.fileRows.flatMap(({ file, findings }) => findings.map((found) => ({ file, ...found })));
  return (
    <details class="card" open={useIsPrinted()}>
      <summary>
        {all.length === 1 ? 'One finding' : `${all.length.toLocaleString('en')} findings`} about files
      </summary>
      <ul class="findings">
        {all.slice(0, 200).map(({ file, severity, code, message }, i) => (
          <li key={i} class={severity}>
            <span class="code">{code}</span> <bdi>{message}</bdi>
            <div class="quiet small">
              <bdi>{file}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FilterBarProps {
  readonly rows: readonly RunRow[];
  readonly count: number;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly shown: number;
}

function FilterBar({ rows, count, filter, onFilter, shown }: FilterBarProps): JSX.Element {
  const codes = useMemo(() => [...new Set(rows.flatMap((row) => row.codes))].sort(), [rows, count]);
  const verdicts = useMemo(() => [...new Set(rows.map((row) => row.verdict))].sort(), [rows, count]);
  return (
    <div class="filters" role="search">
      <input
        type="search"
        placeholder="Search players, files, events"
        aria-label="Search players, files, events"
        value={filter.text}
        onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <select
        aria-label="Severity"
        value={filter.severity}
        onChange={(event) =>
          onFilter({ ...filter, severity: event.currentTarget.value as Filter['severity'] })
        }
      >
        <option value="">any severity</option>
        <option value="error">with errors</option>
        <option value="warning">with errors or warnings</option>
        <option value="none">nothing found</option>
      </select>
      <select
        aria-label="Verdict"
        value={filter.verdict}
        onChange={(event) => onFilter({ ...filter, verdict: event.currentTarget.value })}
      >
        <option value="">any verdict</option>
        {verdicts
          .filter((verdict) => verdict !== '')
          .map((verdict) => (
            <option key={verdict}>{verdict}</option>
          ))}
      </select>
      <select
        aria-label="Finding"
        value={filter.code}
        onChange={(event) => onFilter({ ...filter, code: event.currentTarget.value })}
      >
        <option value="">any finding</option>
        {codes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <span class="quiet" role="status" data-shown={shown}>
        {shown === count ? gamesOf(count) : `${shown.toLocaleString('en')} of ${count.toLocaleString('en')}`}
      </span>
      {filter !== ALL && <button onClick={() => onFilter(ALL)}>Clear</button>}
    </div>
  );
}
