import { type JSX, render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import '../style.css';
import { useHash } from '../parts/hooks.js';
import { addressOf, type Backend, type Run, type RunOptions, TokenNeeded } from './backend.js';
import { Home } from './home.js';
import { createLocalBackend } from './local-backend.js';
import { RunView } from './run-view.js';
import { createServerBackend } from './server-backend.js';

/** Whether this is the static site, which reads files itself, or the page of a server. */
declare const __SITE__: boolean;

const place = document.getElementById('app');
if (place) render(<App backend={__SITE__ ? createLocalBackend() : createServerBackend()} />, place);

/** The whole page: files are dropped, then refereed, then read game by game. */
function App({ backend }: { readonly backend: Backend }): JSX.Element {
  const query = new URLSearchParams(useHash().slice(1));
  const id = query.get('run') ?? undefined;
  const open = query.has('row') ? Number(query.get('row')) : undefined;
  const [run, setRun] = useState<Run>();
  const [problem, setProblem] = useState('');
  const [asksToken, setAsksToken] = useState(false);
  const [, setVersion] = useState(0);

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

  const start = (files: readonly File[], options: RunOptions): void => {
    setProblem('');
    backend.start(files, options).then((started) => {
      setRun(started);
      location.hash = addressOf(started.id);
    }, fail);
  };

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
        ) : id === undefined ? (
          <Home backend={backend} onStart={start} onFail={fail} />
        ) : run?.id !== id ? (
          <h1 class="quiet">Opening…</h1>
        ) : (
          <RunView key={run.id} run={run} open={open} />
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
