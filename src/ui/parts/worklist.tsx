import type { JSX } from 'preact';
import { byGravity, needWords } from '../../referee/worklist.js';
import { type GameRow, gamesText } from './games.js';
import { useIsPrinted } from './hooks.js';
import { type Label, translated, translatedCount, words } from './labels.js';

interface WorklistProps {
  readonly rows: readonly GameRow[];
  readonly hrefOf: (row: GameRow) => string;
}

/** Most games listed on the screen; paper has them all. */
const MOST = 25;

/** The games that need a ruling, the gravest first; nothing where there are none. */
export function Worklist({ rows, hrefOf }: WorklistProps): JSX.Element | null {
  const isPrinted = useIsPrinted();
  const open = rows
    .flatMap((row) => (row.needs_ruling === '' ? [] : [{ row, need: row.needs_ruling }]))
    .sort(byGravity);
  if (open.length === 0) return null;
  const shown = isPrinted ? open : open.slice(0, MOST);
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
                <bdi>{row.black || words().black}</bdi> – <bdi>{row.white || words().white}</bdi>
              </a>
              : <bdi>{row.question}</bdi>
              <span class="code">
                <bdi>{row.file}</bdi>
                {row.game > 1 && ` #${String(row.game)}`}
              </span>
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
