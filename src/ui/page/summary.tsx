import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { severityOf, type FindingCode } from '../../findings/catalogue.js';
import type { RunRow } from './backend.js';
import { ALL, type Filter } from './filter.js';
import { RANK, SIGNS } from './findings-panel.js';

interface SummaryProps {
  readonly rows: readonly RunRow[];
  readonly count: number;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/** Codes that are shown before somebody asks for more. */
const MOST_CODES = 8;

/** Numbers of a run, as bars that filter the table. */
export function Summary({ rows, count, filter, onFilter }: SummaryProps): JSX.Element {
  const { errors, illegal, warned, scored, verdicts, codes } = useMemo(() => tallied(rows), [rows, count]);
  return (
    <section class="summary">
      <div class="tiles">
        <Tile value={count} label="games" />
        <Tile value={errors} label="with errors" kind={errors > 0 ? 'error' : ''} />
        <Tile value={illegal} label={illegalLabel(warned)} kind={illegal > 0 ? 'error' : ''} />
        <Tile value={scored} label="scored" />
      </div>
      <Bars
        title="Verdicts"
        counts={verdicts}
        total={count}
        active={filter.verdict}
        onPick={(verdict) => onFilter({ ...ALL, verdict })}
      />
      <Bars
        title="Findings, games with each"
        counts={codes}
        signOf={(code) => <Sign code={code} />}
        total={count}
        active={filter.code}
        onPick={(code) => onFilter({ ...ALL, code })}
      />
    </section>
  );
}

/** `warned`: games whose illegal moves are warnings, as when it was the other player's turn. */
function illegalLabel(warned: number): string {
  return warned === 0
    ? 'with illegal moves'
    : `with illegal moves, ${warned.toLocaleString('en')} as a warning`;
}

function Tile({
  value,
  label,
  kind = '',
}: {
  readonly value: number;
  readonly label: string;
  readonly kind?: string;
}): JSX.Element {
  return (
    <div class={`tile ${kind}`}>
      <strong>{value.toLocaleString('en')}</strong>
      <span>{label}</span>
    </div>
  );
}

function Sign({ code }: { readonly code: string }): JSX.Element {
  const severity = severityOf(code as FindingCode);
  return <span class={`badge ${severity}`}>{SIGNS[severity]}</span>;
}

interface BarsProps {
  readonly title: string;
  readonly counts: readonly (readonly [string, number])[];
  readonly signOf?: (name: string) => JSX.Element;
  readonly total: number;
  readonly active: string;
  readonly onPick: (name: string) => void;
}

function Bars({ title, counts, signOf, total, active, onPick }: BarsProps): JSX.Element | null {
  if (counts.length === 0) return null;
  const left = counts.length - MOST_CODES;
  return (
    <div class="card bars">
      <h2>{title}</h2>
      {counts.slice(0, MOST_CODES).map(([name, count]) => (
        <button
          key={name}
          class="bar"
          aria-pressed={active === name}
          onClick={() => onPick(active === name ? '' : name)}
        >
          <span class="name">
            {signOf?.(name)} {name}
          </span>
          <meter value={count} min={0} max={total} aria-label={name} />
          <span class="count">{count.toLocaleString('en')}</span>
        </button>
      ))}
      {left > 0 && <p class="quiet small">and {left} more, in the filter below</p>}
    </div>
  );
}

function tallied(rows: readonly RunRow[]): {
  readonly errors: number;
  readonly illegal: number;
  /** Games with illegal moves and no error. */
  readonly warned: number;
  readonly scored: number;
  readonly verdicts: readonly (readonly [string, number])[];
  readonly codes: readonly (readonly [string, number])[];
} {
  const verdicts = new Map<string, number>();
  const codes = new Map<string, number>();
  let errors = 0;
  let illegal = 0;
  let warned = 0;
  let scored = 0;
  for (const row of rows) {
    if (row.errors > 0) errors++;
    if (row.result !== '') scored++;
    if (row.illegal > 0) illegal++;
    if (row.illegal > 0 && row.errors === 0) warned++;
    if (row.verdict !== '') verdicts.set(row.verdict, (verdicts.get(row.verdict) ?? 0) + 1);
    for (const code of row.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const rank = (code: string): number => RANK[severityOf(code as FindingCode)];
  const byGravity = byCount(codes).sort(([a], [b]) => rank(a) - rank(b));
  return { errors, illegal, warned, scored, verdicts: byCount(verdicts), codes: byGravity };
}

function byCount(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
