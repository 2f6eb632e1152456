import type { JSX, RenderableProps } from 'preact';
import { useState } from 'preact/hooks';
import {
  type AccountColumn,
  accountsOf,
  countOf,
  statementOf,
  uncounted,
} from '../../report/columns/account.js';
import { chanceText, formatHalves, marginText, signed, visible } from '../../core/text.js';
import { decidedResultText } from '../../referee/judge/decisions.js';
import { conversionInto } from '../../referee/judge/scoring.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName, RULESETS } from '../../go/rules/rulesets.js';
import type { Conversion, ConvertOptions } from '../../referee/score/convert.js';
import { rulesetKomi } from '../../referee/score/margins.js';
import type { Judgments, ShownGame, ShownScore } from './games.js';
import { VerdictBadge } from './findings.js';
import { Choice, colon, notScored, Numbers, rulesName, termed, translated, words } from './common.js';

type KomiTo = ConvertOptions['komiToHalves'];

interface Wanted {
  readonly from: Ruleset;
  readonly to: Ruleset;
  readonly komi: KomiTo;
}

/** The result under another ruleset, which the reader chooses, with every item of the difference. */
export function AccountPanel({ first, now }: Judgments): JSX.Element {
  const applied = first.ruleset;
  const own = applied && rulesetByName(applied.name) !== applied ? [applied] : [];
  const known = [...own, ...RULESETS].filter(({ scoring }) => scoring !== 'first-capture');
  const named = (name: string): Ruleset | undefined => known.find((one) => one.name === name);
  const [fromName, setFrom] = useState(applied?.name ?? '');
  const [toName, setTo] = useState(applied?.scoring === 'territory' ? 'aga' : 'japanese');
  const [komi, setKomi] = useState<KomiTo>();
  const [from, to] = [named(fromName), named(toName)];
  const names = known.map(({ name }) => [name, rulesName(name)] as const);
  const columns = from && to ? columnsOf(first, now, { from, to, komi }) : [];
  const last = columns.at(-1)?.one;
  const standard = to && now.score && rulesetKomi(to, now.score.basis);
  return (
    <section class="card account">
      <h2>{translated('Under other rules')}</h2>
      <p class="choose">
        <Choice
          label={translated('From')}
          name="from"
          value={fromName}
          options={from ? names : [['', translated('choose')], ...names]}
          onChange={setFrom}
        />
        <Choice label={translated('To')} name="to" value={toName} options={names} onChange={setTo} />
        {to && last && (
          <KomiChoice to={to} account={last} standardHalves={standard} komi={komi} onChange={setKomi} />
        )}
      </p>
      {!from && (
        <p>
          {translated('The record names no known ruleset: choose the one that the game was played under.')}
        </p>
      )}
      {from && to && columns.length === 0 && (
        <p class="quiet">
          {translated('There is nothing to convert into {name}.', { name: termed(to.name) })}
        </p>
      )}
      {columns.length > 0 && <Account columns={columns} />}
      <OtherKomi game={now} columns={columns} />
    </section>
  );
}

/** Heads of the accounts of a game before a decision, and with it; the others have the basis of theirs. */
type State = 'before' | 'now';

/** A head, or a sentence with the state that it holds for, in the language of the page. */
function stated(english: string): string {
  const [, state, sentence = ''] = /^(before|now)(?:: (.*))?$/s.exec(english) ?? [];
  if (state === undefined) return termed(english);
  return translated(state as State) + (sentence === '' ? '' : colon() + termed(sentence));
}

/** The accounts on both bases; after a decision, the computed one before and now, as only that changes. */
function columnsOf(first: ShownGame, now: ShownGame, wanted: Wanted): readonly AccountColumn[] {
  if (first === now) return accountsIn(now, wanted);
  const computed = (game: ShownGame, head: State): AccountColumn[] =>
    accountsIn(game, wanted)
      .filter(({ one }) => one.basis === 'computed')
      .map((column) => ({ ...column, head }));
  return [...computed(first, 'before'), ...computed(now, 'now')];
}

function accountsIn(game: ShownGame, { from, to, komi }: Wanted): readonly AccountColumn[] {
  const { record, score, decisions } = game;
  if (!score) return [];
  const options = komi === undefined ? {} : { komiToHalves: komi };
  const conversion = conversionInto([to], { record, score, basis: score.basis, from, decisions }, options);
  const counted = { ...game, score: { ...score, owner: game.counted?.owner } };
  return conversion.to.flatMap((converted) => accountsOf(counted, conversion, converted));
}

interface KomiChoiceProps {
  readonly to: Ruleset;
  readonly account: Conversion;
  /** Komi of the target rules; `undefined`: they name none. */
  readonly standardHalves: number | undefined;
  readonly komi: KomiTo;
  readonly onChange: (komi: KomiTo) => void;
}

/** The komi under the other rules: an agreed komi is not silently replaced; the reader decides. */
function KomiChoice({ to, account, standardHalves, komi, onChange }: KomiChoiceProps): JSX.Element {
  const isPoints = typeof komi === 'number';
  return (
    <>
      <Choice
        label={translated('Komi under {name}', { name: termed(to.name) })}
        name="komi"
        value={isPoints ? 'points' : (komi ?? '')}
        options={[
          ['', translated('an agreed komi, else the standard')],
          ...(standardHalves === undefined
            ? []
            : [
                [
                  'standard',
                  translated('the standard of {name}: {komi}', {
                    name: termed(to.name),
                    komi: formatHalves(standardHalves),
                  }),
                ] as const,
              ]),
          ['same', translated('the same: {komi}', { komi: formatHalves(account.komiFromHalves) })],
          ['points', translated('another…')],
        ]}
        onChange={(value) => {
          if (value === 'points') onChange(account.komiToHalves);
          else onChange(value === 'same' || value === 'standard' ? value : undefined);
        }}
      />
      {isPoints && (
        <label>
          {translated('Points')}
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
  const { rows, outcomes, notes } = statementOf(columns);
  // Notes on the state before the decision are outdated.
  const shown = columns.at(-1)!.head === 'now' ? columns.at(-1)!.notes : notes;
  return (
    <>
      <Numbers
        heads={[translated('points for Black'), ...columns.map(({ head }) => stated(head))]}
        rows={rows.map(({ kind, label, cells }) => ({
          label: termed(label),
          isSum: kind === 'to' || kind === 'result',
          cells: cells.map((cell, i) => [
            cell,
            columns[i]!.head === 'now' && cell !== cells[0] ? 'changed' : '',
          ]),
        }))}
      />
      {outcomes.map((outcome) => (
        <p key={outcome}>{stated(outcome)}</p>
      ))}
      {shown.length > 0 && (
        <ul class="notes">
          {shown.map((note) => (
            <li key={note}>
              <bdi>{stated(visible(note))}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Explains both results if the score under the same rules has a different komi from the computed account. A declared margin may rest on
 * another count than the score: then not only komi would make the difference.
 */
function OtherKomi({
  game,
  columns,
}: {
  readonly game: ShownGame;
  readonly columns: readonly AccountColumn[];
}): JSX.Element | null {
  const account = columns.findLast(({ one }) => one.basis === 'computed')?.one;
  const above = game.scores?.find(({ ruleset }) => ruleset?.name === account?.to)?.score;
  if (!account || !above || above.komiHalves === account.komiToHalves) return null;
  return (
    <p class="komi-differs">
      {translated('Two komi, two results under {name}: {above} in the score above, {here} in this account.', {
        name: termed(account.to),
        above: withKomi(marginText(above.resultHalves, above.winner), above.komiHalves),
        here: withKomi(marginText(account.marginToHalves, account.winnerTo), account.komiToHalves),
      })}
    </p>
  );
}

function withKomi(result: string, halves: number): string {
  return translated('{result} with komi {komi}', { result, komi: formatHalves(halves) });
}

/** The count of a game, compared with the declared result. */
export function Score({ first, now, children }: RenderableProps<Judgments>): JSX.Element {
  if (!first.score || !now.score) {
    return (
      <section class="card">
        <h2>{translated('Score')}</h2>
        <p class="quiet">
          {first.settlement && first.notScoredBecause === ''
            ? translated('This report has no room for the details of this game.')
            : notScored(first.notScoredBecause)}
        </p>
      </section>
    );
  }
  return (
    <section class="card count">
      <h2>{translated('Score')}</h2>
      <Verdict game={first} score={first.score} when={first === now ? '' : translated('at first')} />
      <Sides before={first === now ? undefined : first.score} now={now.score} />
      {children}
      <Countings score={{ ...now.score, owner: now.counted?.owner }} />
    </section>
  );
}

interface VerdictProps {
  readonly game: ShownGame;
  readonly score: ShownScore;
  /** Precedes the result if the board has changed since. */
  readonly when: string;
}

function Verdict({ game, score, when }: VerdictProps): JSX.Element {
  const { settlement, decisions } = game;
  const counted = marginText(score.resultHalves, score.winner);
  const decided = decidedResultText(game) || counted;
  const isInferred = score.inferredCounting === true && score.komiSource !== 'assumed';
  const evidence = [
    translated('dead stones {source}', { source: termed(score.life.source) }),
    translated('confidence {number}', { number: chanceText(score.confidence) }),
  ];
  return (
    <p>
      {settlement && <VerdictBadge verdict={decisions.length > 0 ? 'decided' : settlement.verdict} />} {when}{' '}
      <strong>{decided}</strong>
      {decided !== counted && `; ${translated('counted')} ${counted}`}{' '}
      {translated('by {counting} counting', { counting: termed(score.counting) })}
      {isInferred ? `, ${translated('as komi suggests')}` : ''}; {evidence.join(', ')}
      {settlement && settlement.explanation !== '' ? `; ${termed(settlement.explanation)}` : ''}
    </p>
  );
}

/** The count of the final board, by color. */
function Sides({
  before,
  now,
}: {
  readonly before: ShownScore | undefined;
  readonly now: ShownScore;
}): JSX.Element {
  const old = before && countOf(before);
  const rows = countOf(now)
    .map((row, i) => ({ ...row, earlier: old?.[i] }))
    .filter(({ isSaid, earlier }) => isSaid || earlier?.isSaid === true);
  return (
    <Numbers
      heads={['', words().black, words().white, ...(old ? [translated('before')] : [])]}
      rows={rows.map(({ label, black, white, earlier }) => ({
        label: termed(label),
        cells: [
          [black],
          [white],
          ...(earlier ? [[`${String(earlier.black)} : ${String(earlier.white)}`, 'quiet'] as const] : []),
        ],
      }))}
    />
  );
}

const KOMI_WORDS = {
  file: 'komi of the file',
  option: 'komi given',
  ruleset: 'komi of the ruleset',
  assumed: 'komi assumed',
} as const;

/** Both countings of the board, each with its result. */
function Countings({ score }: { readonly score: ShownScore & Parameters<typeof uncounted>[0] }): JSX.Element {
  const { basis, territoryHalves } = score;
  const komi = signed(-score.komiHalves || 0);
  const passes = 2 * (score.passStonesWhite - score.passStonesBlack);
  const seki = territoryHalves - 2 * basis.territory - passes;
  const isTerritory = score.counting === 'territory';
  const charge = isTerritory ? score.resultHalves - score.resultTerritoryHalves : 0;
  const rows = [
    [translated('Black minus White'), signed(score.areaHalves), signed(2 * basis.territory)],
    ...(passes === 0 ? [] : [[translated('stones given for passes'), '0', signed(passes)]]),
    ...(seki === 0 ? [] : [[termed(`${uncounted(score)}, which do not count`), '0', signed(seki)]]),
    ...(charge === 0 || !basis.charge ? [] : [[termed(basis.charge.text), '0', signed(charge)]]),
    [translated('handicap'), signed(-score.compensationHalves || 0), '0'],
    [translated(KOMI_WORDS[score.komiSource]), komi, komi],
    [
      translated('result'),
      marginText(score.resultAreaHalves),
      marginText(isTerritory ? score.resultHalves : score.resultTerritoryHalves),
    ],
  ];
  return (
    <details>
      <summary>
        {translated(
          score.dameInSeki
            ? 'Both countings; komi {komi}, {n} dame, {seki} of them in seki'
            : 'Both countings; komi {komi}, {n} dame',
          { komi: formatHalves(score.komiHalves), n: score.dame, seki: score.dameInSeki ?? 0 },
        )}
      </summary>
      <Numbers
        heads={[
          '',
          ...(['area', 'territory'] as const).map((counting) =>
            score.counting === counting
              ? translated('{counting} (applied)', { counting: termed(counting) })
              : termed(counting),
          ),
        ]}
        rows={rows.map(([label = '', ...cells], i) => ({
          label,
          isSum: i === rows.length - 1,
          cells: cells.map((cell) => [cell]),
        }))}
      />
    </details>
  );
}
