import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { FileFindings } from '../parts/findings.js';
import { gamesText, tallyOf } from '../parts/games.js';
import { GamesView } from '../parts/games-view.js';
import { addressOf, DOWNLOADS, type Download, type Run } from './backend.js';
import { GamePage } from './game-page.js';

interface RunViewProps {
  readonly run: Run;
  /** The number of the game that is open. */
  readonly open: number | undefined;
}

/** A run: its progress, what was found, and its games. */
export function RunView({ run, open }: RunViewProps): JSX.Element {
  const { rows, status } = run;
  const count = rows.length;
  const tally = useMemo(() => tallyOf(rows), [rows, count]);
  const isOver = status.state !== 'running' && status.state !== 'waiting' && status.state !== 'uploading';
  return (
    <GamesView
      rows={rows}
      tally={tally}
      codesTitle="Findings, games with each"
      open={open === undefined ? undefined : rows[open - 1]}
      hrefOf={(row) => addressOf(run.id, row?.row)}
      gameOf={(row) => <GamePage run={run} row={row} />}
    >
      <div class="headline">
        <h1>
          <bdi>{run.title}</bdi>
        </h1>
        {isOver && count > 0 && <Downloads run={run} />}
      </div>
      <Progress run={run} isOver={isOver} />
      <FileFindings all={run.fileFindings} />
      {status.state === 'done' && count === 0 && <p class="quiet">No game was found in these files.</p>}
    </GamesView>
  );
}

function Progress({ run, isOver }: { readonly run: Run; readonly isOver: boolean }): JSX.Element {
  const { state, games, done, problem } = run.status;
  if (isOver) {
    return (
      <p class={state === 'done' ? 'quiet' : 'problem'} role="status">
        {ENDED[state] ?? state}: {gamesText(run.rows.length)}
        {problem === '' ? '' : `: ${problem}`}
      </p>
    );
  }
  return (
    <div class="card progress">
      <progress value={done} max={1} aria-label="Progress" />
      <span role="status">
        {state === 'running' ? `${Math.round(done * 100)}%` : state}, {gamesText(games)}
      </span>
      <button onClick={() => run.cancel()}>Cancel</button>
    </div>
  );
}

const ENDED: Readonly<Record<string, string>> = { done: 'Done', cancelled: 'Cancelled', failed: 'Failed' };

function Downloads({ run }: { readonly run: Run }): JSX.Element {
  const save = async (what: Download): Promise<void> => {
    const address = URL.createObjectURL(await run.download(what));
    const link = document.createElement('a');
    link.href = address;
    link.download = what;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <div class="downloads screen">
      {DOWNLOADS.map((what) => (
        <button key={what} onClick={() => void save(what)}>
          ↓ {what}
        </button>
      ))}
    </div>
  );
}
