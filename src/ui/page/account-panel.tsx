import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConversionReport, Converted, GameReport } from '../../referee/report.js';
import { conversionInto } from '../../referee/accounts.js';
import { resultOf } from '../../columns/games.js';
import { basesOf } from '../../columns/conversions.js';
import { accountLines, notesOf } from '../../columns/account.js';
import { formatHalves, resultText, signed } from '../../columns/numbers.js';
import type { Ruleset } from '../../rules/ruleset.js';
import { rulesetByName, RULESETS } from '../../rules/rulesets.js';
import type { Conversion, ConvertOptions } from '../../score/convert.js';
import { rulesetKomi } from '../../score/margins.js';

interface AccountPanelProps {
  readonly first: GameReport;
  readonly report: GameReport;
  readonly isDecided: boolean;
}

type KomiTo = ConvertOptions['komiToHalves'];

/** The account of conversion into another ruleset; with a flipped group, both accounts beside each other. */
export function AccountPanel({ first, report, isDecided }: AccountPanelProps): JSX.Element | null {
  const from = first.ruleset && (rulesetByName(first.ruleset.name) ?? first.ruleset);
  const [name, setName] = useState(from?.name === 'aga' ? 'japanese' : 'aga');
  const [komi, setKomi] = useState<KomiTo>();
  const to = rulesetByName(name);
  if (!from || !to) {
    return (
      <section class="card">
        <h2>Account</h2>
        <p class="quiet">
          The record names no rules to convert from; choose rules for it where files are dropped.
        </p>
      </section>
    );
  }
  const now = accountOf(report, { from, to, komi });
  const before = isDecided ? accountOf(first, { from, to, komi }) : undefined;
  return (
    <section class="card">
      <h2>
        Account from {from.name} to{' '}
        <select
          aria-label="Ruleset to convert into"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        >
          {RULESETS.filter((one) => one.name !== from.name).map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </h2>
      {now ? (
        <>
          <KomiChoice to={to} account={now} komi={komi} onChange={setKomi} />
          <Account now={now} before={before} />
          <OtherKomi report={report} account={now} />
        </>
      ) : (
        <p class="quiet">Nothing can be converted here.</p>
      )}
    </section>
  );
}

interface Account {
  readonly one: Conversion;
  readonly lines: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  /** Komi of the rules converted into; `undefined`: they name none. */
  readonly standardHalves: number | undefined;
}

interface Wanted {
  readonly from: Ruleset;
  readonly to: Ruleset;
  readonly komi: KomiTo;
}

/** The account on the computed basis: that is the one which a flipped group changes. */
function accountOf(report: GameReport, { from, to, komi }: Wanted): Account | undefined {
  const { record, score } = report;
  if (!score || report.conversion?.blockedBecause !== '') return undefined;
  const { basis } = score;
  const options = komi === undefined ? {} : { komiToHalves: komi };
  const conversion: ConversionReport = conversionInto([to], { record, score, basis, from }, options);
  const [converted]: readonly Converted[] = conversion.to;
  if (!converted) return undefined;
  const one = basesOf(conversion, converted).find((each) => each.basis === 'computed');
  if (!one) return undefined;
  const lines = accountLines(conversion, converted, one);
  return {
    one,
    lines: new Map(lines.map(({ reason, halves }) => [reason, signed(halves)])),
    notes: notesOf(report, conversion, converted, one),
    standardHalves: rulesetKomi(to, basis),
  };
}

interface KomiChoiceProps {
  readonly to: Ruleset;
  readonly account: Account;
  readonly komi: KomiTo;
  readonly onChange: (komi: KomiTo) => void;
}

/** Which komi the other rules take: what was agreed for a game is not silently replaced, and the reader decides. */
function KomiChoice({ to, account, komi, onChange }: KomiChoiceProps): JSX.Element {
  const { one, standardHalves } = account;
  const from = formatHalves(one.komiFromHalves);
  const value = typeof komi === 'number' ? 'points' : (komi ?? '');
  return (
    <p class="komi">
      <label>
        Komi under {to.name}
        <select
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value;
            if (chosen === 'points') onChange(one.komiToHalves);
            else onChange(chosen === 'same' || chosen === 'standard' ? chosen : undefined);
          }}
        >
          <option value="">an agreed komi, else the standard</option>
          {standardHalves !== undefined && (
            <option value="standard">{`the standard of ${to.name}: ${formatHalves(standardHalves)}`}</option>
          )}
          <option value="same">{`the same: ${from}`}</option>
          <option value="points">another…</option>
        </select>
      </label>
      {typeof komi === 'number' && (
        <label>
          Points
          <input
            type="number"
            step="0.5"
            min="-999"
            max="999"
            value={komi / 2}
            onInput={({ currentTarget }) => {
              if (Number.isFinite(currentTarget.valueAsNumber)) onChange(currentTarget.valueAsNumber * 2);
            }}
          />
        </label>
      )}
    </p>
  );
}

interface AccountProps {
  readonly now: Account;
  readonly before: Account | undefined;
}

function Account({ now, before }: AccountProps): JSX.Element {
  const labels = [...new Set([...(before?.lines.keys() ?? []), ...now.lines.keys()])];
  return (
    <>
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
      </div>
      {now.one.flips && <p class="problem">The winner changes with the rules.</p>}
      {now.notes.length > 0 && (
        <ul class="notes">
          {now.notes.map((note) => (
            <li key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface OtherKomiProps {
  readonly report: GameReport;
  readonly account: Account;
}

/** Where the count above has another komi than the account, both results of the same rules are explained. */
function OtherKomi({ report, account: { one } }: OtherKomiProps): JSX.Element | null {
  const above = report.scores?.find(({ ruleset }) => ruleset?.name === one.to)?.score;
  if (!above || above.komiHalves === one.komiToHalves) return null;
  return (
    <p class="komi-differs">
      Two komi, two results under {one.to}: <strong>{resultOf(above)}</strong> with komi{' '}
      {formatHalves(above.komiHalves)}, as in the score above;{' '}
      <strong>{resultText(one.marginToHalves, one.winnerTo)}</strong> with komi{' '}
      {formatHalves(one.komiToHalves)}, as in this account.
    </p>
  );
}

function both(
  before: Account | undefined,
  now: Account,
  cell: (account: Account) => string,
): readonly string[] {
  return before ? [cell(before), cell(now)] : [cell(now)];
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
