import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GameReport, RuledScore } from '../../referee/report.js';
import { resultOf } from '../../columns/games.js';
import { formatHalves } from '../../columns/numbers.js';
import { RULESETS } from '../../rules/rulesets.js';

interface RulesetsPanelProps {
  readonly first: GameReport;
  readonly report: GameReport;
  readonly isDecided: boolean;
}

/** What a reader compares who has chosen nothing: the record's own rules come before them. */
const USUAL = ['japanese', 'aga', 'chinese'];

/** The count under the rulesets that the reader chooses, side by side; before and after a flip. */
export function RulesetsPanel({ first, report, isDecided }: RulesetsPanelProps): JSX.Element {
  const own = first.ruleset?.name;
  const [chosen, setChosen] = useState<readonly string[]>(() => [
    ...new Set([...(own !== undefined && RULESETS.some(({ name }) => name === own) ? [own] : []), ...USUAL]),
  ]);
  if (!first.score) {
    return (
      <section class="card">
        <h2>Score</h2>
        <p class="quiet">Not scored: {first.notScoredBecause}</p>
      </section>
    );
  }
  const byName = new Map((report.scores ?? []).map((one) => [one.ruleset?.name, one]));
  const scores = chosen.flatMap((name) => byName.get(name) ?? []);
  const before = new Map((first.scores ?? []).map((one) => [one.ruleset?.name, one]));
  return (
    <section class="card">
      <h2>Score</h2>
      <Verdict report={first} when={isDecided ? 'at first' : ''} />
      <Count first={first} report={report} isDecided={isDecided} />
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Rules</th>
              <th scope="col">counting</th>
              <th scope="col" class="number">
                komi
              </th>
              {isDecided && (
                <th scope="col" class="number">
                  before
                </th>
              )}
              <th scope="col" class="number">
                result
              </th>
            </tr>
          </thead>
          <tbody>
            {scores.map((one) => (
              <RulesetRow
                key={one.ruleset?.name}
                one={one}
                before={isDecided ? before.get(one.ruleset?.name) : undefined}
                isDecided={isDecided}
              />
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>Choose rulesets</summary>
        <div class="choices">
          {RULESETS.map(({ name, title }) => (
            <label key={name} class="check" title={title}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name),
                  )
                }
              />
              {name}
            </label>
          ))}
        </div>
      </details>
    </section>
  );
}

interface RulesetRowProps {
  readonly one: RuledScore;
  readonly before: RuledScore | undefined;
  readonly isDecided: boolean;
}

function RulesetRow({ one, before, isDecided }: RulesetRowProps): JSX.Element {
  const { ruleset, score, notScoredBecause } = one;
  const earlier = before?.score ? resultOf(before.score) : '';
  const now = score ? resultOf(score) : notScoredBecause;
  return (
    <tr>
      <th scope="row" title={ruleset?.title}>
        {ruleset?.name ?? 'unknown'}
      </th>
      <td>{score?.counting ?? ''}</td>
      <td class="number">{score ? formatHalves(score.komiHalves) : ''}</td>
      {isDecided && <td class="number quiet">{earlier}</td>}
      <td class={`number ${isDecided && earlier !== now ? 'changed' : ''}`}>{now}</td>
    </tr>
  );
}

interface VerdictProps {
  readonly report: GameReport;
  /** Said before the result, where it is no longer that of the board. */
  readonly when: string;
}

function Verdict({ report, when }: VerdictProps): JSX.Element | null {
  const { settlement, score } = report;
  if (!settlement || !score) return null;
  return (
    <p>
      <span class={`verdict ${settlement.verdict}`}>{settlement.verdict}</span> {when}{' '}
      <strong>{resultOf(score)}</strong> by {score.counting} counting
      {score.inferredCounting ? ', as komi suggests' : ''}; dead stones {score.life.source}, confidence{' '}
      {score.confidence.toFixed(2)}
      {settlement.explanation === '' ? '' : `; ${settlement.explanation}`}
    </p>
  );
}

/** Both countings of the board, by color. */
function Count({ first, report, isDecided }: RulesetsPanelProps): JSX.Element | null {
  const { score } = report;
  const old = first.score;
  if (!score || !old) return null;
  const rows: readonly (readonly [string, readonly [number, number], readonly [number, number]])[] = [
    ['living stones and points (area)', area(old), area(score)],
    ['points, captured and dead (territory)', territory(old), territory(score)],
    ['stones dead', [old.black.dead, old.white.dead], [score.black.dead, score.white.dead]],
  ];
  return (
    <div class="scroll">
      <table class="count">
        <thead>
          <tr>
            <td />
            <th scope="col">Black</th>
            <th scope="col">White</th>
            {isDecided && <th scope="col">before</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, before, now]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number">{now[0]}</td>
              <td class="number">{now[1]}</td>
              {isDecided && (
                <td class="number quiet">
                  {before[0]} : {before[1]}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Score = NonNullable<GameReport['score']>;

function area({ black, white }: Score): [number, number] {
  return [black.stones - black.dead + black.territory, white.stones - white.dead + white.territory];
}

function territory({ black, white }: Score): [number, number] {
  return [black.territory + black.prisoners + white.dead, white.territory + white.prisoners + black.dead];
}
