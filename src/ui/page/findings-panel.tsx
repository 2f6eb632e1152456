import type { JSX } from 'preact';
import { explain } from '../../findings/catalogue.js';
import { messageOf } from '../../findings/messages.js';
import type { GameReport, PlacedFinding } from '../../referee/report.js';
import { useIsPrinted } from './use-is-printed.js';

interface FindingsPanelProps {
  readonly report: GameReport;
  readonly picked: PlacedFinding | undefined;
  readonly onPick: (found: PlacedFinding) => void;
}

export const RANK = { error: 0, warning: 1, note: 2 } as const;
export const SIGNS = { error: '✕', warning: '!', note: 'i' } as const;
const MOST = 100;

/** What was found, in words, with the rule that each rests on; a finding about a move shows its board. */
export function FindingsPanel({ report, picked, onPick }: FindingsPanelProps): JSX.Element {
  const isPrinted = useIsPrinted();
  const found = [...report.findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  return (
    <section class="card">
      <h2>Findings</h2>
      {found.length === 0 && <p class="quiet">Nothing was found.</p>}
      <ul class="findings">
        {found.slice(0, MOST).map((one, i) => (
          <li key={i} class={`${one.severity} ${one === picked ? 'picked' : ''}`}>
            <button aria-pressed={one === picked} onClick={() => onPick(one)}>
              <span class={`badge ${one.severity}`}>{SIGNS[one.severity]}</span>
              <span>
                <bdi>{messageOf(one, report.record)}</bdi>
                <span class="code">{one.code}</span>
              </span>
            </button>
            {(one === picked || isPrinted) && <Rule found={one} />}
          </li>
        ))}
      </ul>
      {found.length > MOST && <p class="quiet">and {found.length - MOST} more, in findings.csv</p>}
    </section>
  );
}

function Rule({ found }: { readonly found: PlacedFinding }): JSX.Element {
  const { means, rule, todo } = explain(found.code);
  return (
    <dl class="rule">
      <dt>means</dt>
      <dd>{means}</dd>
      <dt>rule</dt>
      <dd>
        {found.rule !== undefined && <strong>{found.rule}. </strong>}
        {rule}
      </dd>
      {found.ruleSource !== undefined && (
        <>
          <dt>read in</dt>
          <dd>{found.ruleSource}</dd>
        </>
      )}
      <dt>what to do</dt>
      <dd>{todo}</dd>
    </dl>
  );
}
