import { type JSX, render } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Crosstables } from '../parts/crosstable.js';
import { FileFindings } from '../parts/findings.js';
import { GamesView, NoSuchGame, Worklist } from '../parts/games-view.js';
import { gamesText, ofGames, tallyOf, type GameRow } from '../parts/games.js';
import {
  Check,
  Problem,
  useHash,
  LanguageSelect,
  provideWords,
  termed,
  translated,
  translatedCount,
  useLanguage,
  colon,
} from '../parts/common.js';
import { loadWords } from './load-words.js';
import '../style.css';
import {
  addressOf,
  MAX_CONVERTED,
  saveFile,
  stateText,
  titleOf,
  TokenNeeded,
  USUAL_RULESETS,
  type Backend,
  type Download,
  type Run,
  type RunOptions,
  type RunState,
  type Dropped,
} from './backend.js';
import { RunDecisions } from './decide.js';
import { GamePage } from './game-page.js';
import { Home } from './home.js';
import { createLocalBackend } from './local-backend.js';
import { createServerBackend } from './server-backend.js';

interface RunViewProps {
  readonly run: Run;
  /** The number of the game that is open. */
  readonly open: number | undefined;
  /** The move of the ruling sheet that is open, '' for the most severe finding. */
  readonly sheet: string | undefined;
}

/** A run: its progress, findings and games. */
function RunView({ run, open, sheet }: RunViewProps): JSX.Element {
  const { rows, status } = run;
  const count = rows.length;
  // A comparison with tables changes rows after they were counted.
  const compared = run.crosstables.length;
  const tally = useMemo(() => tallyOf(rows, run.fileFindings), [rows, count, status.state, compared]);
  const isOver = run.isRead && !isUnderWay(status.state);
  return (
    <GamesView
      rows={rows}
      tally={tally}
      open={open === undefined ? undefined : rows[open - 1]}
      hrefOf={(row) => addressOf(run.id, row?.row)}
      gameOf={(row) => <GamePage key={row.row} run={run} row={row} sheet={sheet} />}
      above={(shown) => (
        <>
          <div class="headline">
            <h1>
              <bdi>{titleOf(run)}</bdi>
            </h1>
            {isOver && (
              <div class="downloads screen">
                {count > 0 && <Downloads run={run} shown={shown} />}
                <a class="button" href="#" onClick={askBefore(run)}>
                  {translated('Start over')}
                </a>
              </div>
            )}
          </div>
          <Progress run={run} isOver={isOver} />
          {isOver && <NoSuchGame wanted={open} rows={rows} />}
          {count > 0 && <RunDecisions run={run} />}
          <Worklist rows={rows} hrefOf={(row) => addressOf(run.id, row.row)} />
          <Crosstables
            tables={run.crosstables}
            rowOf={(file, game) => run.compared.rowOf(file, game)}
            hrefOf={(row) => addressOf(run.id, row.row)}
          />
          {isOver && status.state === 'done' && count === 0 && (
            <p class="none">
              {translated('No game was found in these files.')}{' '}
              <a class="button" href="#">
                {translated('Choose files')}
              </a>
            </p>
          )}
          <FileFindings all={run.fileFindings} isOpen={isOver && count === 0} />
        </>
      )}
    />
  );
}

function isUnderWay(state: RunState): boolean {
  return state === 'running' || state === 'waiting' || state === 'uploading';
}

function Progress({ run, isOver }: { readonly run: Run; readonly isOver: boolean }): JSX.Element {
  const { state, games, done, problem } = run.status;
  const begin = useRef(0);
  if (state === 'running' && begin.current === 0) begin.current = Date.now();
  const elapsed = state === 'running' ? Date.now() - begin.current : 0;
  const left = elapsed < MIN_MEASURED_MS || done === 0 ? 0 : (elapsed / done) * (1 - done);
  if (!run.isRead && !isUnderWay(state)) return <p role="status">{translated('Reading…')}</p>;
  if (isOver) {
    return (
      <p class={state === 'done' ? 'quiet' : 'problem'} role="status">
        {stateText(state) + colon() + gamesText(run.rows.length)}
        {problem === '' ? '' : colon() + termed(problem)}
      </p>
    );
  }
  return (
    <div class="card progress">
      <progress value={done} max={1} aria-label={translated('Progress')} />
      <span role="status">
        {state === 'running' ? `${Math.round(done * 100)}%` : translated('waiting')}, {gamesText(games)}
        {left > 0 && `, ${translated('about {time} left', { time: timeText(left / 1000) })}`}
      </span>
      <button onClick={() => run.cancel()}>{translated('Cancel')}</button>
    </div>
  );
}

/** Time after which the speed of a run is known well enough. */
const MIN_MEASURED_MS = 3000;

function timeText(seconds: number): string {
  return seconds < 90 ? `${String(Math.ceil(seconds))} s` : `${String(Math.round(seconds / 60))} min`;
}

/** What a link away from a run does: it asks where decisions are kept nowhere yet. */
function askBefore(left: Run | undefined) {
  return (event: Event): void => {
    if (!left?.isUnsaved) return;
    const unsaved = translatedCount('{n} decision|{n} decisions', left.decisions.length);
    const question = `${unsaved}${colon()}${translated('not kept yet; save decisions.json')}. ${translated('Start over')}?`;
    if (!confirm(question)) event.preventDefault();
  };
}

interface DownloadsProps {
  readonly run: Run;
  /** The games that pass the filter. */
  readonly shown: readonly GameRow[];
}

/** What can be saved: all games or, of the tables, those alone that are shown. */
function Downloads({ run, shown }: DownloadsProps): JSX.Element {
  const [wantsShown, setWantsShown] = useState(false);
  const count = run.rows.length;
  const isFiltered = shown.length > 0 && shown.length < count;
  const only = isFiltered && wantsShown ? shown : undefined;
  const [saving, setSaving] = useState<Download>();
  const [problem, setProblem] = useState('');
  const save = async (what: Download): Promise<void> => {
    setSaving(what);
    setProblem('');
    try {
      saveFile(what, await run.download(what, only));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setSaving(undefined);
  };
  return (
    <>
      {isFiltered && (
        <Check checked={wantsShown} onChange={setWantsShown}>
          {translated('only what is shown')}
        </Check>
      )}
      <span class="quiet">{only ? ofGames(shown.length, count) : gamesText(count)}:</span>
      {run.downloads
        .filter((what) => !only || !WHOLE.includes(what))
        .map((what) => (
          <button key={what} disabled={saving === what} onClick={() => void save(what)}>
            ↓ {what === 'games.xlsx' ? 'Excel' : what}
          </button>
        ))}
      {(only ?? run.rows).length > MAX_CONVERTED && (
        <span class="quiet">
          {translated('Excel has the results under other rules for at most {n} games; for more:', {
            n: MAX_CONVERTED,
          })}{' '}
          <code>{CONVERT_COMMAND}</code>
        </span>
      )}
      <Problem text={termed(problem)} />
    </>
  );
}

const CONVERT_COMMAND = `sgf-referee convert FOLDER --table ${USUAL_RULESETS.join()} --output games.xlsx`;

/** Files that have always all games. */
const WHOLE: readonly Download[] = ['report.html', 'decisions.json'];

/** Whether this is the static site, which reads files itself, or the page of a server. */
declare const __SITE__: boolean;

const place = document.getElementById('app');
await provideWords(loadWords);
if (place) render(<App backend={__SITE__ ? createLocalBackend() : createServerBackend()} />, place);

/** The whole page: the start page, a run, or one of its games. */
function App({ backend }: { readonly backend: Backend }): JSX.Element {
  const query = new URLSearchParams(useHash().slice(1));
  const id = query.get('run') ?? undefined;
  const open = query.has('row') ? Number(query.get('row')) : undefined;
  const [run, setRun] = useState<Run>();
  const [problem, setProblem] = useState('');
  const [asksToken, setAsksToken] = useState(false);
  const [, setVersion] = useState(0);
  const [words, setLanguage] = useLanguage();

  const fail = useCallback((error: unknown) => {
    if (error instanceof TokenNeeded) setAsksToken(true);
    else setProblem(error instanceof Error ? error.message : String(error));
  }, []);

  useEffect(() => {
    if (id === undefined || run?.id === id) return;
    backend.open(id).then(setRun, (error: unknown) => {
      location.hash = '';
      fail(error);
    });
  }, [id, run, backend, fail]);

  useEffect(() => run?.subscribe(() => setVersion((version) => version + 1)), [run]);

  const start = (dropped: Dropped, options: RunOptions): void => {
    setProblem('');
    backend.start(dropped, options).then((started) => {
      setRun(started);
      location.hash = addressOf(started.id);
    }, fail);
  };

  return (
    <>
      <header class="top">
        <a href="#" class="brand" onClick={askBefore(run?.id === id ? run : undefined)}>
          <img src={new URL('./icon.svg', import.meta.url).href} alt="" width="28" height="28" />
          <span>sgf-referee</span>
        </a>
        <span class="motto">{translated('a referee for Go game records')}</span>
        <LanguageSelect shown={words} onChange={setLanguage} />
        {backend.kind === 'server' && (
          <a href="./docs" class="docs">
            API
          </a>
        )}
      </header>
      <main>
        <Problem text={termed(problem)} />
        {asksToken ? (
          <TokenForm
            onToken={(token) => {
              backend.setToken(token);
              setAsksToken(false);
            }}
          />
        ) : id === undefined ? (
          <Home backend={backend} onStart={start} onFail={fail} />
        ) : run?.id !== id ? (
          <h1 class="quiet">{translated('Opening…')}</h1>
        ) : (
          <RunView key={run.id} run={run} open={open} sheet={query.get('sheet') ?? undefined} />
        )}
      </main>
    </>
  );
}

function TokenForm({ onToken }: { readonly onToken: (token: string) => void }): JSX.Element {
  const [token, setToken] = useState('');
  return (
    <form
      class="card narrow"
      onSubmit={(event) => {
        event.preventDefault();
        onToken(token.trim());
      }}
    >
      <h1>{translated('This server needs a token')}</h1>
      <label>
        {translated('API token')}
        <input
          type="password"
          autocomplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button class="main" disabled={token.trim() === ''}>
        {translated('Continue')}
      </button>
    </form>
  );
}
