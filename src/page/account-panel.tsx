import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Converted } from '../account-types.js';
import { basesOf, resultText } from '../report/convert-cells.js';
import { accountLines } from '../report/convert-reasons.js';
import { formatHalves, signed } from '../report/numbers.js';
import type { GameReport } from '../report/report.js';
import { RULESETS } from '../rules/rulesets.js';
import type { Conversion } from '../score/convert.js';

interface AccountPanelProps {
  readonly first: GameReport;
  readonly report: GameReport;
  readonly isDecided: boolean;
}

/** The account of conversion into another ruleset; with a flipped group, both accounts beside each other. */
export function AccountPanel({ first, report, isDecided }: AccountPanelProps): JSX.Element | null {
  const from = first.ruleset;
  const [to, setTo] = useState(from?.name === 'aga' ? 'japanese' : 'aga');
  if (!from) {
    return (
      <section class="card">
        <h2>Account</h2>
        <p class="quiet">
          The record names no rules to convert from; choose rules for it where files are dropped.
        </p>
      </section>
    );
  }
  const now = accountOf(report, to);
  const before = isDecided ? accountOf(first, to) : undefined;
  const labels = [...new Set([...(before?.lines.keys() ?? []), ...(now?.lines.keys() ?? [])])];
  return (
    <section class="card">
      <h2>
        Account from {from.name} to{' '}
        <select
          aria-label="Ruleset to convert into"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        >
          {RULESETS.filter(({ name }) => name !== from.name).map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </h2>
      {now ? (
        <div class="scroll">
          <table class="account">
            {before && (
              <thead>
                <tr>
                  <td />
                  <th scope="col">before</th>
                  <th scope="col">now</th>
                </tr>
              </thead>
            )}
            <tbody>
              <Line
                label={`${now.one.from}, komi ${formatHalves(now.one.komiFromHalves)}`}
                cells={both(before, now, ({ one }) => signed(one.marginFromHalves))}
              />
              {labels.map((label) => (
                <Line
                  key={label}
                  label={label}
                  cells={both(before, now, ({ lines }) => lines.get(label) ?? '')}
                />
              ))}
              {labels.length === 0 && <Line label="nothing differs" cells={both(before, now, () => '0')} />}
              <Line
                label={`${now.one.to}, komi ${formatHalves(now.one.komiToHalves)}`}
                cells={both(before, now, ({ one }) => signed(one.marginToHalves))}
                isSum
              />
              <Line
                label="result"
                cells={both(before, now, ({ one }) => resultText(one.marginToHalves, one.winnerTo))}
                isSum
              />
            </tbody>
          </table>
          {now.one.flips && <p class="problem">The winner changes with the rules.</p>}
        </div>
      ) : (
        <p class="quiet">Nothing can be converted here.</p>
      )}
    </section>
  );
}

interface Account {
  readonly one: Conversion;
  readonly lines: ReadonlyMap<string, string>;
}

function both(
  before: Account | undefined,
  now: Account,
  cell: (account: Account) => string,
): readonly string[] {
  return before ? [cell(before), cell(now)] : [cell(now)];
}

/** The account on the computed basis: that is the one which a flipped group changes. */
function accountOf({ conversion }: GameReport, to: string): Account | undefined {
  const converted: Converted | undefined = conversion?.to.find((one) => one.to.name === to);
  if (!conversion || !converted) return undefined;
  const one = basesOf(conversion, converted).find(({ basis }) => basis === 'computed');
  if (!one) return undefined;
  const lines = accountLines(conversion, converted, one);
  return { one, lines: new Map(lines.map(({ reason, halves }) => [reason, signed(halves)])) };
}

interface LineProps {
  readonly label: string;
  readonly cells: readonly string[];
  readonly isSum?: true;
}

function Line({ label, cells, isSum }: LineProps): JSX.Element {
  const isChanged = cells.length === 2 && cells[0] !== cells[1];
  return (
    <tr class={isSum ? 'sum' : ''}>
      <th scope="row">{label}</th>
      {cells.map((cell, i) => (
        <td key={i} class={`number ${isChanged && i === 1 ? 'changed' : ''}`}>
          {cell}
        </td>
      ))}
    </tr>
  );
}
