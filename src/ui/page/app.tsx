import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { TokenNeeded, type Backend, type Run, type RunOptions } from './backend.js';
import { GameView } from './game-view.js';
import { Home } from './home.js';
import { addressOf, useRoute } from './route.js';
import { RunView } from './run-view.js';

/** The whole page: files are dropped, then refereed, then read game by game. */
export function App({ backend }: { readonly backend: Backend }): JSX.Element {
  const route = useRoute();
  const [run, setRun] = useState<Run>();
  const [problem, setProblem] = useState('');
  const [asksToken, setAsksToken] = useState(false);
  const [, setVersion] = useState(0);

  const fail = useCallback((error: unknown) => {
    if (error instanceof TokenNeeded) setAsksToken(true);
    else setProblem(error instanceof Error ? error.message : String(error));
  }, []);

  useEffect(() => {
    if (route.run === undefined || run?.id === route.run) return;
    backend.open(route.run).then(setRun, (error: unknown) => {
      location.hash = '';
      fail(error);
    });
  }, [route.run, run, backend, fail]);

  useEffect(() => run?.subscribe(() => setVersion((version) => version + 1)), [run]);

  const start = (files: readonly File[], options: RunOptions): void => {
    setProblem('');
    backend.start(files, options).then((started) => {
      setRun(started);
      location.hash = addressOf(started.id);
    }, fail);
  };

  const current = route.run !== undefined && run?.id === route.run ? run : undefined;
  const row = route.row === undefined ? undefined : current?.rows[route.row - 1];

  return (
    <>
      <header class="top">
        <a href="#" class="brand">
          <img src={new URL('./icon.svg', import.meta.url).href} alt="" width="28" height="28" />
          <span>sgf-referee</span>
        </a>
        <span class="motto">a referee for Go game records</span>
        {backend.kind === 'server' && (
          <a href="./docs" class="docs">
            API
          </a>
        )}
      </header>
      <main>
        {problem !== '' && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {asksToken ? (
          <TokenForm
            onToken={(token) => {
              backend.setToken(token);
              setAsksToken(false);
            }}
          />
        ) : route.run === undefined ? (
          <Home backend={backend} onStart={start} onFail={fail} />
        ) : current === undefined ? (
          <h1 class="quiet">Opening…</h1>
        ) : row ? (
          <GameView key={row.row} run={current} row={row} />
        ) : (
          <RunView run={current} />
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
      <h1>This server asks for a token</h1>
      <label>
        API token
        <input
          type="password"
          autocomplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button class="main" disabled={token.trim() === ''}>
        Go on
      </button>
    </form>
  );
}
