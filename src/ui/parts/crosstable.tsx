import type { JSX } from 'preact';
import type { Crosstable, CrosstablePairing } from '../../report/output/html/report.js';
import type { Label } from '../../core/words/words.js';
import { termed, translated, translatedCount, words, colon } from './common.js';
import type { GameRow } from './games.js';

interface CrosstablesProps {
  readonly tables: readonly Crosstable[];
  /** The game of a file, where the page has it. */
  readonly rowOf: (file: string, game: number) => GameRow | undefined;
  readonly hrefOf: (row: GameRow) => string;
}

type Verdict = CrosstablePairing['verdict'] | 'decided' | 'to-change';

/** The verdict that is shown: that of the comparison, unless a referee has decided the game; a table that has not what was decided is to be changed. */
function shownVerdict(pairing: CrosstablePairing): Verdict {
  if (pairing.resultDecided === undefined) return pairing.verdict;
  return pairing.verdict === 'differs' && !isUpheld(pairing) ? 'to-change' : 'decided';
}

/** Whether the referee decided what the table has, also where the record differs in something else, as in its colors. */
function isUpheld({ resultDecided = '', resultAsRE }: CrosstablePairing): boolean {
  const isWinner = resultAsRE.endsWith('+') && resultDecided.startsWith(resultAsRE);
  return resultDecided !== '' && (resultDecided === resultAsRE || isWinner);
}

/** Signs with distinct shapes, so that no meaning depends on color; words for numbers of pairings. */
const SIGNS: Readonly<
  Record<Verdict, { readonly sign: string; readonly badge: string; readonly words: Label }>
> = {
  agrees: { sign: '✓', badge: 'good', words: 'agrees with its record|agree with their records' },
  differs: { sign: '✕', badge: 'error', words: 'differs from its record|differ from their records' },
  'cannot-tell': { sign: '?', badge: 'warning', words: 'undecided' },
  'no-record': { sign: '–', badge: 'warning', words: 'has no record|have no record' },
  decided: { sign: '§', badge: 'good', words: 'decided|decided' },
  'to-change': { sign: '§', badge: 'warning', words: 'decided, the table is to be changed' },
};

/** The results tables of the event: a row per player and a column per round; each game links to its record. */
export function Crosstables({ tables, ...links }: CrosstablesProps): JSX.Element {
  return (
    <>
      {tables.map((table, i) => (
        <CrosstableCard key={i} table={table} {...links} />
      ))}
    </>
  );
}

interface CrosstableCardProps extends Omit<CrosstablesProps, 'tables'> {
  readonly table: Crosstable;
}

function CrosstableCard({ table, ...links }: CrosstableCardProps): JSX.Element {
  const { title, players, pairings } = table;
  const points = players.map((_, player) => pointsOf(table, player));
  // Without places the table's own order stays: points alone would not give those that were posted.
  const placeOf = (player: number): number => players[player]!.place ?? player + 1;
  const order = players.map((_, player) => player).sort((a, b) => placeOf(a) - placeOf(b) || a - b);
  const places = new Map(order.map((player) => [player, placeOf(player)]));
  const hasRanks = players.some(({ rank }) => rank !== '');
  // Round 0: the table does not say. Its games have a column of their own.
  const rounds = [...new Set([...pairings, ...table.byes].map(({ round }) => round))].sort((a, b) => a - b);
  return (
    <section class="card crosstable">
      <h2>{title === '' ? translated('Results table') : title}</h2>
      <Key pairings={pairings} />
      <div class="scroll" tabIndex={0} role="region" aria-label={translated('Results table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{translated('Player')}</th>
              {hasRanks && <th scope="col">{translated('Rank')}</th>}
              {rounds.map((round) => (
                <th key={round} scope="col">
                  {round === 0 ? translated('Games') : round}
                </th>
              ))}
              <th scope="col">{translated('Points')}</th>
              {table.criteria.map((name, i) => (
                <th key={i} scope="col">
                  {name === '' ? translated('Criterion {n}', { n: i + 1 }) : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((player) => (
              <tr key={player}>
                <td>{places.get(player)}</td>
                <th scope="row">
                  <bdi>{players[player]!.name}</bdi>
                </th>
                {hasRanks && <td>{players[player]!.rank}</td>}
                {rounds.map((round) => (
                  <td key={round}>
                    {pairings
                      .filter((one) => one.round === round && [one.black, one.white].includes(player))
                      .map((one, i) => (
                        <Game key={i} {...{ one, player, places, players }} {...links} />
                      ))}
                    {table.byes
                      .filter((bye) => bye.round === round && bye.player === player)
                      .map((bye, i) => (
                        <span key={i} class="quiet">
                          {translated('bye')} {SCORES[bye.score]}
                        </span>
                      ))}
                  </td>
                ))}
                <td>{points[player]}</td>
                {table.criteria.map((_, i) => (
                  <td key={i}>{players[player]!.criteria?.[i]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Below {...{ table }} {...links} />
    </section>
  );
}

/** How many games agree, differ and so on. */
function Key({ pairings }: Pick<Crosstable, 'pairings'>): JSX.Element {
  return (
    <p class="key">
      {(Object.keys(SIGNS) as Verdict[]).map((verdict) => {
        const count = pairings.filter((one) => shownVerdict(one) === verdict).length;
        if (SIGNS[verdict].sign === '§' && count === 0) return null;
        return (
          <span key={verdict}>
            <Sign verdict={verdict} /> {count} {translatedCount(SIGNS[verdict].words, count)}
          </span>
        );
      })}
    </p>
  );
}

function Below(props: CrosstableCardProps): JSX.Element {
  return (
    <>
      <PointsNote {...props.table} />
      <Reasons {...props} />
    </>
  );
}

/** That points do not change with what was decided, where anything was. */
function PointsNote({ pairings }: Pick<Crosstable, 'pairings'>): JSX.Element | null {
  if (pairings.every(({ resultDecided }) => resultDecided === undefined)) return null;
  return <p class="quiet">{translated('Points are those of the posted table, before the rulings.')}</p>;
}

const SCORES = { won: '+', lost: '−', jigo: '=', unknown: '?' } as const;

interface SignProps {
  readonly verdict: Verdict;
  /** Nothing is missing where there was no game. */
  readonly of?: CrosstablePairing;
}

function Sign({ verdict, of }: SignProps): JSX.Element {
  const { sign, badge, words: what } = SIGNS[verdict];
  return (
    <span class={`badge ${of?.reason === 'not played' ? 'none' : badge}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="spoken">{translatedCount(what, 1)}</span>
    </span>
  );
}

interface GameProps extends Omit<CrosstablesProps, 'tables'> {
  readonly one: CrosstablePairing;
  readonly player: number;
  readonly places: ReadonlyMap<number, number>;
  readonly players: Crosstable['players'];
}

/** One game in the row of a player, as wall lists write it: `3+b`. */
function Game({ one, player, places, players, rowOf, hrefOf }: GameProps): JSX.Element {
  const isBlack = one.black === player;
  const opponent = isBlack ? one.white : one.black;
  const text = `${String(places.get(opponent))}${SCORES[scoreOf(one, player)]}${isBlack ? 'b' : 'w'}${one.byDefault ? '!' : ''}`;
  const said = [one.result, ...saidOf(one)].join('; ');
  const title = `${players[player]!.name} (${isBlack ? words().black : words().white}) – ${players[opponent]!.name}: ${said}`;
  const row = rowOf(one.file, one.game ?? 0);
  return (
    <span class="pairing" title={title}>
      {row ? <a href={hrefOf(row)}>{text}</a> : text} <Sign verdict={shownVerdict(one)} of={one} />
    </span>
  );
}

/** What was decided about a pairing, and what differs. */
function saidOf(pairing: CrosstablePairing): readonly string[] {
  const { ruling = '', reason } = pairing;
  const decided = ruling && translatedCount('decided|decided', 1) + colon() + ruling;
  return [decided, termed(reason)].filter((part) => part !== '');
}

/** What was decided, why pairings differ or cannot be decided, counts in doubt, and games with a result but no record. */
function Reasons({ table, rowOf, hrefOf }: CrosstableCardProps): JSX.Element | null {
  const { players, pairings } = table;
  const open = pairings.filter((one) =>
    one.verdict === 'no-record'
      ? one.reason !== 'not played'
      : shownVerdict(one) !== 'agrees' || one.reason !== '',
  );
  if (open.length === 0) return null;
  return (
    <ul class="reasons">
      {open.map((one, i) => {
        const row = rowOf(one.file, one.game ?? 0);
        const pair = `${players[one.black]!.name} (${words().black}) – ${players[one.white]!.name} (${words().white})`;
        return (
          <li key={i}>
            <Sign verdict={shownVerdict(one)} of={one} />{' '}
            {one.round > 0 && translatedCount('Round {n}', one.round) + colon()}
            <bdi>{row ? <a href={hrefOf(row)}>{pair}</a> : pair}</bdi>, {one.result + colon()}
            <bdi>{saidOf(one).join('; ') || translatedCount(SIGNS[shownVerdict(one)].words, 1)}</bdi>
          </li>
        );
      })}
    </ul>
  );
}

function scoreOf({ outcome, black }: CrosstablePairing, player: number): keyof typeof SCORES {
  switch (outcome) {
    case 'black':
    case 'white':
      return (outcome === 'black') === (black === player) ? 'won' : 'lost';
    case 'both-win':
      return 'won';
    case 'both-lose':
      return 'lost';
    case 'jigo':
      return 'jigo';
    case 'void':
    case 'unknown':
      return 'unknown';
  }
}

const POINTS: Readonly<Record<keyof typeof SCORES, number>> = { won: 1, lost: 0, jigo: 0.5, unknown: 0 };

function pointsOf({ pairings, byes }: Crosstable, player: number): number {
  const played = pairings.filter(({ black, white }) => black === player || white === player);
  return [
    ...played.map((one) => scoreOf(one, player)),
    ...byes.filter((bye) => bye.player === player).map(({ score }) => score),
  ].reduce((sum, score) => sum + POINTS[score], 0);
}
