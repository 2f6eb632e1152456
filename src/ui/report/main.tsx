import { type JSX, render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Crosstables } from '../parts/crosstable.js';
import { FileFindings } from '../parts/findings.js';
import { type GameAddresses, GameView } from '../parts/game-view.js';
import { aboutGames, plainName, tallyOf, type GameRow } from '../parts/games.js';
import { GamesView, NoSuchGame, Worklist } from '../parts/games-view.js';
import { LanguageSelect, provideWords, translated, useHash, useLanguage, words } from '../parts/common.js';
import { WORDS } from '../../core/words/all.js';
import type { Language } from '../../core/words/languages.js';
import type { Label, Words } from '../../core/words/words.js';
import { noteText } from '../../report/output/summary.js';
import { linesOf } from '../../report/output/html/report-data.js';
import { readStore, type Store } from './store.js';

addEventListener('DOMContentLoaded', () => void show());

/** The words of a language; the bundle has those of all but English as their packed files. */
async function unpackedWords(language: Language): Promise<Words> {
  const words: unknown = WORDS[language];
  return typeof words === 'string' ? (JSON.parse(await linesOf(words)) as Words) : WORDS[language];
}

async function show(): Promise<void> {
  const root = document.getElementById('report')!;
  const data = document.getElementById('data');
  try {
    const store = readStore(await linesOf(data?.textContent ?? ''));
    data?.remove();
    await provideWords(unpackedWords);
    root.textContent = '';
    render(<Report store={store} />, root);
  } catch (error) {
    root.textContent = translated('This report cannot be read: {reason}', {
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

/** The open game, and of it a ruling sheet, or a move with the path of its variation. */
const ADDRESS = /^#game-(\d+)(?:-sheet(?:-(\d+))?|-move-?(.*?)(?:-line-([\w./]+))?)?$/;

/** The report. The address names the open game, so that back and bookmarks work. */
function Report({ store }: { readonly store: Store }): JSX.Element {
  const { rows, totals, files, crosstables, rowOf } = store;
  const hrefOf = (row?: GameRow): string => (row ? `#game-${String(row.row)}` : '#');
  const match = ADDRESS.exec(useHash());
  const open = match ? rows[Number(match[1]) - 1] : undefined;
  const move = match?.[2];
  const [shown, setLanguage] = useLanguage();
  const tally = useMemo(() => ({ ...tallyOf(rows, files), ...totals }), [store]);
  const about = useMemo(() => aboutGames(rows, crosstables), [rows, crosstables]);
  useEffect(() => {
    document.title = about === '' ? 'sgf-referee report' : `${about} – sgf-referee report`;
  }, [about]);
  const sheet = match?.[0].includes('sheet')
    ? { move: move === undefined ? undefined : Number(move) }
    : undefined;
  return (
    <>
      <header class="top screen">
        <a href="#" class="brand">
          sgf-referee
        </a>
        <LanguageSelect shown={shown} onChange={setLanguage} />
        <ThemeButton />
        <button onClick={() => print()}>{words().print}</button>
      </header>
      <GamesView
        rows={rows}
        tally={tally}
        open={open}
        hrefOf={hrefOf}
        gameOf={(row) => (
          <ReportedGame
            store={store}
            row={row}
            addresses={{
              game: hrefOf(row),
              sheetOf: (move) => `${hrefOf(row)}-sheet${move === undefined ? '' : `-${String(move)}`}`,
              sheet,
              placeOf: ({ move, path }) =>
                `${hrefOf(row)}-move-${String(move)}${path === '' ? '' : `-line-${path}`}`,
              place() {
                const [, game, , move, path = ''] = ADDRESS.exec(location.hash) ?? [];
                return game === String(row.row) && move ? { move: Number(move), path } : undefined;
              },
            }}
          />
        )}
        above={() => (
          <>
            <h1>
              {translated('Referee’s report')}
              {about !== '' && <bdi>: {about}</bdi>}
            </h1>
            <NoSuchGame wanted={match ? Number(match[1]) : undefined} rows={rows} />
            {remarksOf(store).map((remark) => (
              <p key={remark} class="quiet">
                {remark}
              </p>
            ))}
            <Worklist rows={rows} hrefOf={hrefOf} />
            <Crosstables tables={crosstables} rowOf={rowOf} hrefOf={hrefOf} />
            <FileFindings all={files} />
            {totals.games === 0 && (
              <p class="none quiet">{translated('There are no games in this report.')}</p>
            )}
          </>
        )}
      />
      <footer class="quiet small screen">
        sgf-referee {totals.version}. {translated('This page loads nothing and sends nothing.')}
      </footer>
    </>
  );
}

/** Remarks on the whole report. */
function remarksOf({ totals: { interrupted, leftOut, configurations = [] } }: Store): readonly string[] {
  const { rows, details, texts } = leftOut;
  const counted = (label: Label, count: number): string =>
    count > 0 ? translated(label, { n: count.toLocaleString('en') }) : '';
  return [
    interrupted ? translated('The run was interrupted: these are the games that were finished.') : '',
    counted('{n} more games are in games.csv only: this page does not hold them.', rows),
    counted('For {n} games this page has the row only; see findings.csv for their findings.', details),
    counted('For {n} games the SGF link gives the main line, not the whole file.', texts),
    ...configurations.map((note) => translated('Configuration {name}.', { name: noteText(note) })),
  ].filter((remark) => remark !== '');
}

const THEMES = ['auto', 'light', 'dark'] as const;

/** Switches between the system's color scheme, light and dark. */
function ThemeButton(): JSX.Element {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('auto');
  return (
    <button
      class="theme"
      onClick={() => {
        const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
        document.documentElement.dataset['theme'] = next;
        setTheme(next);
      }}
    >
      {translated('Colors: {which}', { which: translated(theme) })}
    </button>
  );
}

interface ReportedGameProps {
  readonly store: Store;
  readonly row: GameRow;
  readonly addresses: GameAddresses;
}

function ReportedGame({ store, row, addresses }: ReportedGameProps): JSX.Element {
  const reported = store.rows[row.row - 1]!;
  const game = useMemo(() => store.game(reported), [reported]);
  const isPart = !game.tree && store.totals.leftOut.texts > 0;
  const sgf = useMemo(() => {
    const found = store.sgf(reported);
    return (
      found && {
        ...found,
        url: URL.createObjectURL(new Blob([found.contents], { type: 'application/x-go-sgf' })),
      }
    );
  }, [reported]);
  const link = sgf && (
    <p class="screen">
      <a href={sgf.url} download={`${plainName(row.file)}-${String(row.game)}.sgf`}>
        {translated(sgf.isOriginal ? 'SGF as it was read' : 'SGF of the main line, rewritten')}
      </a>
      {isPart &&
        ` ${translated('This report has the moves only: comments, clocks and variations are in the file.')}`}
    </p>
  );
  return <GameView row={row} first={game} now={game} links={link} addresses={addresses} />;
}
