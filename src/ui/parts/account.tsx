import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { basesOf } from '../../columns/conversions.js';
import { formatHalves, resultText, signed } from '../../columns/numbers.js';
import { accountLines, notesOf } from '../../columns/account.js';
import { visible } from '../../core/text.js';
import { conversionInto } from '../../referee/accounts.js';
import type { Ruleset } from '../../rules/ruleset.js';
import { rulesetByName, RULESETS } from '../../rules/rulesets.js';
import type { Conversion, ConvertOptions } from '../../score/convert.js';
import { rulesetKomi } from '../../score/margins.js';
import type { ShownGame } from './games.js';

interface AccountPanelProps {
  /** As it was judged, and as the reader has decided; the same where nothing was decided. */
  readonly first: ShownGame;
  readonly now: ShownGame;
}

type KomiTo = ConvertOptions['komiToHalves'];

interface Wanted {
  readonly from: Ruleset;
  readonly to: Ruleset;
  readonly komi: KomiTo;
}

const WINS = { black: 'Black wins', white: 'White wins', jigo: 'nobody wins' } as const;

/** The result under another ruleset with every item of the difference; the reader chooses which. */
export function AccountPanel({ first, now }: AccountPanelProps): JSX.Element {
  const applied = first.ruleset;
  const own = applied && rulesetByName(applied.name) !== applied ? [applied] : [];
  const known = [...own, ...RULESETS].filter(({ scoring }) => scoring !== 'first-capture');
  const named = (name: string): Ruleset | undefined => known.find((one) => one.name === name);
  const [fromName, setFrom] = useState(applied?.name ?? '');
  const [toName, setTo] = useState(applied?.scoring === 'territory' ? 'aga' : 'japanese');
  const [komi, setKomi] = useState<KomiTo>();
  const [from, to] = [named(fromName), named(toName)];
  const names = known.map(({ name }) => name);
  const columns = from && to ? columnsOf(first, now, { from, to, komi }) : [];
  return (
    <section class="card account">
      <h2>Under other rules</h2>
      <p class="choose">
        <Choice label="From" names={from ? names : ['', ...names]} value={fromName} onChange={setFrom} />
        <Choice label="To" names={names} value={toName} onChange={setTo} />
        {to && columns[0] && <KomiChoice to={to} account={columns.at(-1)!} komi={komi} onChange={setKomi} />}
      </p>
      {!from && <p>The record names no known ruleset: choose the one that the game was played under.</p>}
      {from && to && columns.length === 0 && <p class="quiet">There is nothing to convert into {to.name}.</p>}
      {columns.length > 0 && <Account columns={columns} />}
      <OtherKomi game={now} account={columns.at(-1)?.one} />
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function Choice({ label, names, value, onChange }: ChoiceProps): JSX.Element {
  return (
    <label>
      {label}
      <select
        name={label.toLowerCase()}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name || 'choose'}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One account: a column of the table. */
interface AccountColumn {
  readonly head: string;
  readonly one: Conversion;
  readonly lines: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  /** Komi of the rules converted into; `undefined`: they name none. */
  readonly standardHalves: number | undefined;
}

/** The accounts on both bases; once the reader has decided, the computed one before and now, which alone changes. */
function columnsOf(first: ShownGame, now: ShownGame, wanted: Wanted): readonly AccountColumn[] {
  if (first === now) return accountsOf(now, wanted);
  const computed = (game: ShownGame, head: string): AccountColumn[] =>
    accountsOf(game, wanted)
      .filter(({ one }) => one.basis === 'computed')
      .map((column) => ({ ...column, head }));
  return [...computed(first, 'before'), ...computed(now, 'now')];
}

function accountsOf(game: ShownGame, { from, to, komi }: Wanted): readonly AccountColumn[] {
  const { record, score } = game;
  if (!score) return [];
  const options = komi === undefined ? {} : { komiToHalves: komi };
  const conversion = conversionInto([to], { record, score, basis: score.basis, from }, options);
  const [converted] = conversion.to;
  if (!converted) return [];
  return basesOf(conversion, converted).map((one) => ({
    head: one.basis,
    one,
    lines: new Map(
      accountLines(conversion, converted, one).map(({ reason, halves }) => [reason, signed(halves)]),
    ),
    notes: notesOf(game, conversion, converted, one),
    standardHalves: rulesetKomi(to, score.basis),
  }));
}

interface KomiChoiceProps {
  readonly to: Ruleset;
  readonly account: AccountColumn;
  readonly komi: KomiTo;
  readonly onChange: (komi: KomiTo) => void;
}

/** Which komi the other rules take: an agreed komi is not silently replaced, and the reader decides. */
function KomiChoice({ to, account, komi, onChange }: KomiChoiceProps): JSX.Element {
  const { one, standardHalves } = account;
  const isPoints = typeof komi === 'number';
  return (
    <>
      <label>
        Komi under {to.name}
        <select
          name="komi"
          value={isPoints ? 'points' : (komi ?? '')}
          onChange={({ currentTarget: { value } }) => {
            if (value === 'points') onChange(one.komiToHalves);
            else onChange(value === 'same' || value === 'standard' ? value : undefined);
          }}
        >
          <option value="">an agreed komi, else the standard</option>
          {standardHalves !== undefined && (
            <option value="standard">{`the standard of ${to.name}: ${formatHalves(standardHalves)}`}</option>
          )}
          <option value="same">{`the same: ${formatHalves(one.komiFromHalves)}`}</option>
          <option value="points">another…</option>
        </select>
      </label>
      {isPoints && (
        <label>
          Points
          <input
            type="number"
            step="0.5"
            min="-999"
            max="999"
            value={komi / 2}
            onInput={({ currentTarget: { valueAsNumber } }) => {
              if (Number.isFinite(valueAsNumber)) onChange(valueAsNumber * 2);
            }}
          />
        </label>
      )}
    </>
  );
}

function Account({ columns }: { readonly columns: readonly AccountColumn[] }): JSX.Element {
  const { from, to, komiFromHalves, komiToHalves } = columns.at(-1)!.one;
  const reasons = [...new Set(columns.flatMap(({ lines }) => [...lines.keys()]))];
  const notes = new Set(
    columns.at(-1)!.head === 'now' ? columns.at(-1)!.notes : columns.flatMap((one) => one.notes),
  );
  const cells = (text: (column: AccountColumn) => string): readonly string[] => columns.map(text);
  return (
    <>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">points for Black</th>
              {columns.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Line
              label={`${from}, komi ${formatHalves(komiFromHalves)}`}
              cells={cells(({ one }) => signed(one.marginFromHalves))}
              columns={columns}
            />
            {reasons.map((reason) => (
              <Line
                key={reason}
                label={reason}
                cells={cells(({ lines }) => lines.get(reason) ?? '')}
                columns={columns}
              />
            ))}
            {reasons.length === 0 && (
              <Line label="nothing differs" cells={cells(() => '0')} columns={columns} />
            )}
            <Line
              label={`${to}, komi ${formatHalves(komiToHalves)}`}
              cells={cells(({ one }) => signed(one.marginToHalves))}
              columns={columns}
              isSum
            />
            <Line
              label="result"
              cells={cells(({ one }) => resultText(one.marginToHalves, one.winnerTo))}
              columns={columns}
              isSum
            />
          </tbody>
        </table>
      </div>
      {outcomesOf(columns).map((outcome) => (
        <p key={outcome}>{outcome}</p>
      ))}
      {notes.size > 0 && (
        <ul class="notes">
          {[...notes].map((note) => (
            <li key={note}>
              <bdi>{visible(note)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface LineProps {
  readonly label: string;
  readonly cells: readonly string[];
  readonly columns: readonly AccountColumn[];
  readonly isSum?: true;
}

function Line({ label, cells, columns, isSum }: LineProps): JSX.Element {
  return (
    <tr class={isSum ? 'sum' : ''}>
      <th scope="row">{label}</th>
      {cells.map((cell, i) => (
        <td key={i} class={`number ${columns[i]!.head === 'now' && cell !== cells[0] ? 'changed' : ''}`}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** Who wins under each ruleset, said once where all accounts agree. */
function outcomesOf(columns: readonly AccountColumn[]): string[] {
  const outcomes = columns.map(({ one }) => {
    const before = resultText(one.marginFromHalves, one.winnerFrom);
    const after = resultText(one.marginToHalves, one.winnerTo);
    const winner = one.flips ? `the winner changes: ${WINS[one.winnerTo]}` : 'the same winner';
    return `${before} under ${one.from} is ${after} under ${one.to}: ${winner}`;
  });
  return new Set(outcomes).size === 1
    ? outcomes.slice(0, 1)
    : outcomes.map((outcome, i) => `${columns[i]!.head}: ${outcome}`);
}

interface OtherKomiProps {
  readonly game: ShownGame;
  readonly account: Conversion | undefined;
}

/** Where the score under the same rules has another komi than the account, both results are explained. */
function OtherKomi({ game, account }: OtherKomiProps): JSX.Element | null {
  const above = game.scores?.find(({ ruleset }) => ruleset?.name === account?.to)?.score;
  if (!account || !above || above.komiHalves === account.komiToHalves) return null;
  return (
    <p class="komi-differs">
      Two komi, two results under {account.to}:{' '}
      <strong>{resultText(above.resultHalves, above.winner)}</strong> with komi{' '}
      {formatHalves(above.komiHalves)}, as in the score above;{' '}
      <strong>{resultText(account.marginToHalves, account.winnerTo)}</strong> with komi{' '}
      {formatHalves(account.komiToHalves)}, as in this account.
    </p>
  );
}
