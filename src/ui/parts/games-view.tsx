import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { SEVERITIES } from '../../core/findings/finding.js';
import { ENDINGS } from '../../referee/record/record.js';
import { byGravity, needWords } from '../../referee/judge/report.js';
import { VERDICTS } from '../../referee/score/score-types.js';
import { Badge, headlineOf, questionOf } from './findings.js';
import { GameTable } from './game-table.js';
import {
  ALL,
  commonFolder,
  type Facet,
  FACETS,
  type Filter,
  type GameRow,
  gamesText,
  nameOr,
  GRADES,
  ofGames,
  shownRows,
  type Sort,
  type Tally,
  within,
  worstOf,
} from './games.js';
import {
  Choice,
  Problem,
  rulesName,
  useIsPrinted,
  useKept,
  useListener,
  endingName,
  termed,
  translated,
  translatedCount,
  colon,
} from './common.js';
import type { Label } from '../../core/words/words.js';

interface WorklistProps {
  readonly rows: readonly GameRow[];
  readonly hrefOf: (row: GameRow) => string;
}

/** The folder of all games; rows are only ever added. */
function useFolder(rows: readonly GameRow[]): string {
  return useMemo(() => commonFolder(rows.map(({ file }) => file)), [rows, rows.length]);
}

/** Most games listed on the screen; paper has them all. */
const MAX = 25;

/** The games that need a ruling, the most severe first; nothing if there are none. */
export function Worklist({ rows, hrefOf }: WorklistProps): JSX.Element | null {
  const isPrinted = useIsPrinted();
  const folder = useFolder(rows);
  const open = rows
    .flatMap((row) => (row.needs_ruling === '' ? [] : [{ row, need: row.needs_ruling }]))
    .sort(byGravity);
  if (open.length === 0) return null;
  const shown = isPrinted ? open : open.slice(0, MAX);
  return (
    <section class="card worklist">
      <h2>
        {translatedCount('{games} needs a ruling|{games} need a ruling', open.length).replace(
          '{games}',
          gamesText(open.length),
        )}
      </h2>
      <ol>
        {shown.map(({ row, need }) => (
          <li key={row.row}>
            <span class={`need ${need}`}>{translated(needWords(need) as Label)}</span>
            <span>
              <a href={hrefOf(row)}>
                <bdi>{nameOr(row.black)}</bdi> – <bdi>{nameOr(row.white)}</bdi>
              </a>
              {colon()}
              <bdi>{questionOf(row)}</bdi>
              <a class="code" href={hrefOf(row)}>
                <bdi title={row.file}>{within(folder, row.file)}</bdi>
                {row.game > 1 && ` #${String(row.game)}`}
              </a>
            </span>
          </li>
        ))}
      </ol>
      {shown.length < open.length && (
        <p class="quiet">
          {translatedCount(
            'and {n} more: choose the severity “that need a ruling” below',
            open.length - shown.length,
          )}
        </p>
      )}
    </section>
  );
}

/** That a link names a game that there is not. */
export function NoSuchGame({
  wanted,
  rows,
}: Pick<GamesViewProps, 'rows'> & { readonly wanted: number | undefined }): JSX.Element {
  const isThere = wanted === undefined || rows[wanted - 1] !== undefined;
  const text = 'The link names a game that is not among these: here are all of them.';
  return <Problem text={isThere ? '' : translated(text)} />;
}

interface SummaryProps {
  readonly tally: Tally;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

interface FacetWords {
  readonly title: Label;
  readonly label: Label;
  readonly countsOf: (tally: Tally) => Readonly<Record<string, number>>;
  /** Names in the order of the chart; empty: by count. */
  readonly order: readonly string[];
}

const WORDS: Readonly<Record<Facet, FacetWords>> = {
  code: {
    title: 'Findings, games with each',
    label: 'Finding',
    countsOf: ({ codes }) =>
      Object.fromEntries(Object.entries(codes).map(([code, by]) => [code, by.error + by.warning + by.note])),
    order: [],
  },
  verdict: {
    title: 'Declared result',
    label: 'Verdict',
    countsOf: ({ verdicts }) => verdicts,
    order: ['decided', ...VERDICTS],
  },
  ending: { title: 'How games ended', label: 'Ending', countsOf: ({ endings }) => endings, order: ENDINGS },
  ruleset: { title: 'Rules applied', label: 'Rules', countsOf: ({ rulesets }) => rulesets, order: [] },
};

const NAMES = { error: 'error|errors', warning: 'warning|warnings', note: 'note|notes' } as const;

/** The code, whose words stand above, and the games with it by severity where not all have the same: `4 warnings, 1,307 notes`. */
function noteOf(code: string, { codes }: Tally): string {
  const met = SEVERITIES.map((one) => [codes[code]![one], NAMES[one]] as const).filter(([n]) => n > 0);
  const parts = met.map(([n, name]) => `${n.toLocaleString('en')} ${translatedCount(name, n)}`);
  return [code, ...(parts.length > 1 ? parts : [])].join(', ');
}

/** The names that occur, with their counts: codes by their gravest finding, names with an order in that order, others by count. */
function countsOf(facet: Facet, tally: Tally): (readonly [name: string, count: number])[] {
  const { order, countsOf: counts } = WORDS[facet];
  const rank = (name: string): number =>
    facet === 'code' ? SEVERITIES.indexOf(worstOf(name, tally)) : order.indexOf(name);
  return Object.entries(counts(tally))
    .filter(([, count]) => count > 0)
    .sort(([a, m], [b, n]) => rank(a) - rank(b) || n - m || (a < b ? -1 : 1));
}

/** A name of a facet as the page says it. */
function labelOf(facet: Facet, name: string): string {
  if (facet === 'ending') return endingName(name);
  return facet === 'code' ? headlineOf(name) : facet === 'ruleset' ? rulesName(name) : termed(name);
}

/** A number, how many of them belong to no game, and the games to show. */
type Tile = readonly [name: Label, count: number | undefined, outside: number, filter?: Filter];

/** The numbers above the table; clicking a tile or bar filters the table. */
function Summary({ tally, filter, onFilter }: SummaryProps): JSX.Element {
  const { games, files, scored, illegal, severities, ofFiles, verdicts } = tally;
  const tiles: readonly Tile[] = [
    ['game|games', games, 0, ALL],
    ['file|files', files, 0],
    ['scored', scored, 0],
    ['decided|decided', verdicts['decided'], 0, { ...ALL, grade: 'decided' }],
    ['with illegal moves', illegal, 0, { ...ALL, grade: 'illegal' }],
    ['error|errors', severities.error, ofFiles.error, { ...ALL, grade: 'errors' }],
    ['warning|warnings', severities.warning, ofFiles.warning, { ...ALL, grade: 'warnings' }],
    ['note|notes', severities.note, ofFiles.note],
  ];
  return (
    <section class="summary" aria-label={translated('Summary')}>
      <div class="tiles">
        {tiles.map(([name, count, outside, wanted]) => {
          if (count === undefined) return null;
          const words = [
            <strong key="count">{count.toLocaleString('en')}</strong>,
            <span key="name" class="quiet small">
              {translatedCount(name, count)}
              {outside > 0 && `, ${translatedCount('{n} about files', outside)}`}
            </span>,
          ];
          return wanted && count > outside ? (
            <button key={name} class="card tile" onClick={() => onFilter(wanted)}>
              {words}
            </button>
          ) : (
            <div key={name} class="card tile">
              {words}
            </div>
          );
        })}
      </div>
      <div class="charts">
        {FACETS.map((facet) => (
          <Chart
            key={facet}
            title={translated(WORDS[facet].title)}
            labelOf={(name) => labelOf(facet, name)}
            bars={countsOf(facet, tally)}
            signOf={facet === 'code' ? (code) => <Badge severity={worstOf(code, tally)} /> : undefined}
            noteOf={(name) => (facet === 'code' ? noteOf(name, tally) : '')}
            active={filter[facet]}
            onPick={(name) => onFilter({ ...filter, [facet]: name })}
          />
        ))}
      </div>
    </section>
  );
}

interface ChartProps {
  readonly title: string;
  readonly bars: readonly (readonly [name: string, count: number])[];
  readonly labelOf: (name: string) => string;
  readonly signOf: ((name: string) => JSX.Element) | undefined;
  /** Small words below the name. */
  readonly noteOf: (name: string) => string;
  readonly active: string;
  readonly onPick: (name: string) => void;
}

function Chart({ title, bars, labelOf, signOf, noteOf, active, onPick }: ChartProps): JSX.Element {
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => endBetweenRows(card.current!));
  return (
    <section class="card chart" ref={card}>
      <h2>{title}</h2>
      {bars.length === 0 && <p class="quiet">{translated('None.')}</p>}
      {bars.map(([name, count]) => (
        <button
          key={name}
          class="bar"
          aria-pressed={active === name}
          onClick={() => onPick(active === name ? '' : name)}
        >
          <span class="name" title={labelOf(name)}>
            {signOf?.(name)} {labelOf(name)}
            {noteOf(name) && <small class="quiet">{noteOf(name)}</small>}
          </span>
          <meter value={count} min={0} max={most} aria-hidden="true" />
          <span class="number">{count.toLocaleString('en')}</span>
        </button>
      ))}
    </section>
  );
}

/** Lets a card that scrolls end where a row ends: names take one line or several. */
function endBetweenRows(card: HTMLElement): void {
  card.style.removeProperty('--whole');
  if (card.scrollHeight <= card.clientHeight) return;
  const { top, bottom } = card.getBoundingClientRect();
  const ends = [...card.querySelectorAll('.bar')].map((bar) => bar.getBoundingClientRect().bottom);
  const end = ends.findLast((one) => one + card.scrollTop <= bottom);
  if (end !== undefined)
    card.style.setProperty('--whole', `${String(Math.ceil(end + card.scrollTop - top))}px`);
}

interface FilterBarProps {
  readonly tally: Tally;
  /** The number of games that pass the filter, and of all games. */
  readonly shown: number;
  readonly of: number;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

function FilterBar({ tally, shown, of, filter, onFilter }: FilterBarProps): JSX.Element | null {
  if (useIsPrinted()) {
    const chosen = FACETS.flatMap((facet) => (filter[facet] ? [labelOf(facet, filter[facet])] : []));
    if (filter.grade !== '') chosen.push(translated(GRADES[filter.grade]));
    if (filter.text !== '') chosen.push(filter.text);
    return chosen.length === 0 ? null : <p class="chosen">{`${ofGames(shown, of)}: ${chosen.join(', ')}`}</p>;
  }
  return (
    <div class="filters screen" role="search">
      <label class="search">
        {translated('Search')}
        <input
          type="search"
          placeholder={translated('Players, file, event, date, result')}
          autocomplete="off"
          value={filter.text}
          onInput={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
        />
      </label>
      <Choice
        label={translated('Severity')}
        name="grade"
        value={filter.grade}
        options={[
          ['', translated('any')],
          ...Object.entries(GRADES)
            .filter(([name]) => name !== 'uncounted' || tally.hasEvent)
            .map(([name, grade]) => [name, translated(grade)] as const),
        ]}
        onChange={(grade) => onFilter({ ...filter, grade: grade as Filter['grade'] })}
      />
      {FACETS.map((facet) => (
        <Choice
          key={facet}
          label={translated(WORDS[facet].label)}
          name={facet}
          value={filter[facet]}
          options={[
            ['', translated('any')],
            ...countsOf(facet, tally).map(
              ([name, count]) => [name, `${labelOf(facet, name)} (${count.toLocaleString('en')})`] as const,
            ),
          ]}
          onChange={(name) => onFilter({ ...filter, [facet]: name })}
        />
      ))}
      {filter !== ALL && <button onClick={() => onFilter(ALL)}>{translated('Clear')}</button>}
      <span class="shown quiet" role="status" data-shown={shown}>
        {shown === of ? gamesText(of) : ofGames(shown, of)}
      </span>
    </div>
  );
}

interface GamesViewProps {
  readonly rows: readonly GameRow[];
  readonly tally: Tally;
  /** The open game. */
  readonly open: GameRow | undefined;
  /** The address of a game, or of the table. */
  readonly hrefOf: (row?: GameRow) => string;
  readonly gameOf: (row: GameRow) => JSX.Element;
  /** What is shown above the table, by the games that pass the filter. */
  readonly above: (shown: readonly GameRow[]) => ComponentChildren;
}

/** The games of a run or report: summary, filter and table, or the open game. The filter stays while a game is open. */
export function GamesView(props: GamesViewProps): JSX.Element {
  const { rows, tally, open, hrefOf, gameOf, above } = props;
  const key = location.pathname + hrefOf();
  const [filter, setFilter] = useKept<Filter>(`filter ${key}`, ALL);
  const [sort, setSort] = useKept<Sort | undefined>(`sort ${key}`, undefined);
  // Rows are only ever added, so their number shows whether they changed.
  const count = rows.length;
  const shown = useMemo(() => shownRows(rows, filter, sort), [rows, count, filter, sort]);
  const folder = useFolder(rows);
  const last = useLastOpened(open);
  useListener('keydown', ({ key }) => {
    if (key === 'Escape' && open) location.hash = hrefOf();
  });
  return (
    <>
      <div class="run" hidden={open !== undefined}>
        {count > 0 && (
          <button
            class="skip"
            onClick={() => document.querySelector<HTMLElement>('.rows a[tabindex="0"]')?.focus()}
          >
            {translated('Skip to the games')}
          </button>
        )}
        {above(shown)}
        {count > 0 && (
          <>
            <Summary tally={tally} filter={filter} onFilter={setFilter} />
            <FilterBar tally={tally} shown={shown.length} of={count} filter={filter} onFilter={setFilter} />
            <GameTable
              rows={shown}
              folder={folder}
              sort={sort}
              onSort={setSort}
              hrefOf={hrefOf}
              last={last}
            />
            {shown.length === 0 && <p class="none quiet">{translated('No game matches.')}</p>}
          </>
        )}
      </div>
      {open && (
        <article class="game" key={open.row}>
          <Neighbors games={shown} open={open} hrefOf={hrefOf} />
          {gameOf(open)}
        </article>
      )}
    </>
  );
}

/** The last closed game, once the table is shown again; restores the scroll position. */
function useLastOpened(open: GameRow | undefined): GameRow | undefined {
  const last = useRef<GameRow>();
  const scrolled = useRef(0);
  if (open && !last.current) scrolled.current = scrollY;
  if (open) last.current = open;
  useLayoutEffect(() => {
    if (open) scrollTo(0, 0);
    else if (last.current) scrollTo(0, scrolled.current);
  }, [open?.row]);
  const closed = open ? undefined : last.current;
  useEffect(() => {
    if (!open) last.current = undefined;
  }, [open]);
  return closed;
}

interface NeighborsProps {
  readonly games: readonly GameRow[];
  readonly open: GameRow;
  readonly hrefOf: GamesViewProps['hrefOf'];
}

/** Links to the table, and to the previous and next game in its order. */
function Neighbors({ games, open, hrefOf }: NeighborsProps): JSX.Element {
  const at = games.indexOf(open);
  const [before, after] = at < 0 ? [] : [games[at - 1], games[at + 1]];
  return (
    <nav aria-label={translated('Games')}>
      <a href={hrefOf()}>← {translated('all games')}</a>
      <span>
        {before && <a href={hrefOf(before)}>{translated('previous')}</a>}{' '}
        {after && <a href={hrefOf(after)}>{translated('next')}</a>}
      </span>
    </nav>
  );
}
