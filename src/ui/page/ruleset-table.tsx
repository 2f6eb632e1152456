import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { resultOf } from '../../columns/games.js';
import { formatHalves } from '../../columns/numbers.js';
import { RULESETS } from '../../rules/rulesets.js';
import type { ShownGame } from '../parts/games.js';

interface RulesetTableProps {
  /** As it was judged, and as the reader has decided; the same where nothing was decided. */
  readonly first: ShownGame;
  readonly now: ShownGame;
}

/** Shown to a reader who has chosen nothing, after the record's own rules. */
const USUAL = ['japanese', 'aga', 'chinese'];

/** The result under the rulesets that the reader chooses, before and after a flip. */
export function RulesetTable({ first, now }: RulesetTableProps): JSX.Element {
  const own = RULESETS.filter(({ name }) => name === first.ruleset?.name).map(({ name }) => name);
  const [chosen, setChosen] = useState<readonly string[]>(() => [...new Set([...own, ...USUAL])]);
  const isDecided = first !== now;
  const named = (game: ShownGame, name: string) => game.scores?.find(({ ruleset }) => ruleset?.name === name);
  return (
    <>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">rules</th>
              <th scope="col" class="text">
                counting
              </th>
              <th scope="col">komi</th>
              {isDecided && <th scope="col">before</th>}
              <th scope="col">result</th>
            </tr>
          </thead>
          <tbody>
            {chosen.map((name) => {
              const { ruleset, score, notScoredBecause = '' } = named(now, name) ?? {};
              const before = named(first, name)?.score;
              const earlier = before ? resultOf(before) : '';
              const result = score ? resultOf(score) : notScoredBecause;
              return (
                <tr key={name}>
                  <th scope="row" title={ruleset?.title}>
                    {name}
                  </th>
                  <td>{score?.counting}</td>
                  <td class="number">{score && formatHalves(score.komiHalves)}</td>
                  {isDecided && <td class="number quiet">{earlier}</td>}
                  <td class={`number ${isDecided && earlier !== result ? 'changed' : ''}`}>{result}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <details class="screen">
        <summary>Choose rulesets</summary>
        <div class="choices">
          {RULESETS.map(({ name, title }) => (
            <label key={name} class="check" title={title}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
              {name}
            </label>
          ))}
        </div>
      </details>
    </>
  );
}
