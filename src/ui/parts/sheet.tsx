import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatHalves } from '../../core/text.js';
import { type SheetGame, sheetShape } from '../../output/ruling-sheet.js';
import { type Language, sheetWords } from '../../output/ruling-words.js';
import { vnodeOf } from './board.js';
import type { GameRow, ShownGame } from './games.js';
import { LanguageSelect, wantedLanguage } from './labels.js';

interface SheetViewProps {
  readonly row: GameRow;
  readonly game: ShownGame;
  /** The move in question; `undefined`: that of the gravest finding. */
  readonly move: number | undefined;
  /** The address of the game. */
  readonly back: string;
}

/** The language that was chosen last for sheets; `undefined`: that of the page. */
let chosen: Language | undefined;

/** A ruling sheet to print, in a language to choose. It is white paper in a dark scheme too. */
export function SheetView({ row, game, move, back }: SheetViewProps): JSX.Element {
  const [language, setLanguage] = useState(chosen ?? wantedLanguage());
  const words = sheetWords(language);
  const sheet = useMemo(
    () => vnodeOf(sheetShape(sheetGame(row, game), { move, language })),
    [row, game, move, language],
  );
  useEffect(() => {
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    dataset['theme'] = 'light';
    scrollTo(0, 0);
    return () => {
      if (theme === undefined) delete dataset['theme'];
      else dataset['theme'] = theme;
    };
  }, []);
  return (
    <>
      <div class="sheet-tools screen" lang={language}>
        <a href={back}>← {words.back}</a>
        <LanguageSelect language={language} onChange={(value) => setLanguage((chosen = value))} />
        <button class="main" onClick={() => print()}>
          {words.print}
        </button>
      </div>
      {sheet}
    </>
  );
}

function sheetGame(row: GameRow, game: ShownGame): SheetGame {
  const { black, white, event, date, result_declared: declared } = row;
  const komi = game.score ? formatHalves(game.score.komiHalves) : row.komi;
  return { ...game, record: { ...game.record, black, white, event, date }, komi, declared };
}
