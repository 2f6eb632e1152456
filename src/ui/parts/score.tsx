import type { ComponentChildren, JSX } from 'preact';
import { formatHalves, formatResult, resultText, signed } from '../../columns/numbers.js';
import { translated, words } from './labels.js';
import type { ShownGame, ShownScore } from './games.js';

interface ScoreProps {
  /** The original judgment, and the reader's; the same where the reader changed nothing. */
  readonly first: ShownGame;
  readonly now: ShownGame;
  readonly children: ComponentChildren;
}

/** The count of a game, compared with the declared result. */
export function Score({ first, now, children }: ScoreProps): JSX.Element {
  if (!first.score || !now.score) {
    return (
      <section class="card">
        <h2>{translated('Score')}</h2>
        <p class="quiet">Not scored: {first.notScoredBecause || 'the report does not say why'}</p>
      </section>
    );
  }
  return (
    <section class="card count">
      <h2>{translated('Score')}</h2>
      <Verdict game={first} score={first.score} when={first === now ? '' : 'at first'} />
      <Sides before={first === now ? undefined : first.score} now={now.score} />
      {children}
      <Countings score={now.score} />
    </section>
  );
}

interface VerdictProps {
  readonly game: ShownGame;
  readonly score: ShownScore;
  /** Precedes the result, where the board has changed since. */
  readonly when: string;
}

function Verdict({ game: { settlement }, score, when }: VerdictProps): JSX.Element {
  return (
    <p>
      {settlement && <span class={`verdict ${settlement.verdict}`}>{settlement.verdict}</span>} {when}{' '}
      <strong>{resultText(score.resultHalves, score.winner)}</strong> by {score.counting} counting
      {score.inferredCounting === true ? ', as komi suggests' : ''}; dead stones {score.life.source},
      confidence {score.confidence.toFixed(2)}
      {settlement && settlement.explanation !== '' ? `; ${settlement.explanation}` : ''}
    </p>
  );
}

/** Shown even where both numbers are 0. */
const ALWAYS = 'stones on the board';

/** The count of the final board, by color. */
function Sides({
  before,
  now,
}: {
  readonly before: ShownScore | undefined;
  readonly now: ShownScore;
}): JSX.Element {
  const old = before && sidesOf(before);
  const rows = sidesOf(now)
    .map(([label, ...numbers], i) => ({ label, numbers, earlier: old?.[i]?.slice(1) }))
    .filter(
      ({ label, numbers, earlier = [] }) => label === ALWAYS || [...numbers, ...earlier].some((n) => n !== 0),
    );
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{words().black}</th>
            <th scope="col">{words().white}</th>
            {old && <th scope="col">{translated('before')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, numbers, earlier }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="number">{numbers[0]}</td>
              <td class="number">{numbers[1]}</td>
              {earlier && <td class="number quiet">{earlier.join(' : ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sidesOf({
  black,
  white,
}: ShownScore): readonly (readonly [label: string, black: number, white: number])[] {
  return [
    [ALWAYS, black.stones, white.stones],
    ['of these, dead', black.dead, white.dead],
    ['points surrounded', black.territory, white.territory],
    ['of these, in seki', black.sekiPoints - black.fills, white.sekiPoints - white.fills],
    ['of these, to be filled', black.fills, white.fills],
    ['stones captured in play', black.prisoners, white.prisoners],
    ['passes', black.passes, white.passes],
    [
      'area: living stones and points',
      black.stones - black.dead + black.territory,
      white.stones - white.dead + white.territory,
    ],
    [
      'territory: points, captured and dead stones',
      black.territory + black.prisoners + white.dead,
      white.territory + white.prisoners + black.dead,
    ],
  ];
}

const KOMI_WORDS = {
  file: 'of the file',
  option: 'given',
  ruleset: 'of the ruleset',
  assumed: 'assumed',
} as const;

/** Both countings of the board, each to its result. */
function Countings({ score }: { readonly score: ShownScore }): JSX.Element {
  const { basis, territoryHalves } = score;
  const komi = signed(-score.komiHalves || 0);
  const rows = [
    ['Black less White', signed(score.areaHalves), signed(2 * basis.territory)],
    ['passes and seki', '0', signed(territoryHalves - 2 * basis.territory)],
    ['handicap', signed(-score.compensationHalves || 0), '0'],
    [`komi ${KOMI_WORDS[score.komiSource]}`, komi, komi],
    ['result', formatResult(score.resultAreaHalves), formatResult(score.resultTerritoryHalves)],
  ] as const;
  return (
    <details>
      <summary>
        Both countings; komi {formatHalves(score.komiHalves)}, {score.dame} dame
      </summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <td />
              {(['area', 'territory'] as const).map((counting) => (
                <th key={counting} scope="col">
                  {counting}
                  {score.counting === counting ? ' (applied)' : ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, area, territory]) => (
              <tr key={label} class={label === 'result' ? 'sum' : ''}>
                <th scope="row">{label}</th>
                <td class="number">{area}</td>
                <td class="number">{territory}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
