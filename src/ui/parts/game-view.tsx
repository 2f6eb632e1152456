import { h, type JSX, type TargetedMouseEvent, type VNode, type ComponentChildren } from 'preact';
import { useMemo, useEffect, useState, useRef } from 'preact/hooks';
import type { Point } from '../../core/point.js';
import { boardSize, MARGIN, STEP, drawBoards, legendOf, type Shape } from '../../report/picture/drawing.js';
import type { Picture } from '../../report/picture/picture.js';
import { formatHalves, visible } from '../../core/text.js';
import { sheetShape, type SheetGame } from '../../report/output/ruling-sheet.js';
import type { Label, Words } from '../../core/words/words.js';
import { nameOr, type GameRow, type Judgments, type ShownGame } from './games.js';
import {
  LanguageSelect,
  shownWords,
  termed,
  translated,
  useIsPrinted,
  useListener,
  useWords,
} from './common.js';
import { messageOf } from '../../core/findings/finding.js';
import { movesOf, moveWords, type LineMove } from '../../report/output/html/report-data.js';
import { pictureAfter } from '../../report/output/game-picture.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import { AccountPanel, Score } from './account.js';
import { Badge, Findings } from './findings.js';

/** Largest scale of the drawing, and largest share of the window's height in percent. */
const LARGEST = 2.6;
const MAX_OF_WINDOW = 82;

interface BoardProps {
  readonly picture: Picture;
  /** Called with the point that was clicked. */
  readonly onPoint?: ((point: Point) => void) | undefined;
}

/** A board as wide as its container, and no higher than the window. */
function Board({ picture, onPoint }: BoardProps): JSX.Element {
  const drawing = useMemo(() => vnodeOf(drawBoards([picture], 'none')), [picture]);
  const size = boardSize(picture);
  const pointAt = (offset: number, places: number): number =>
    Math.max(0, Math.min(places - 1, Math.round((offset - MARGIN) / STEP)));
  const onClick = ({ currentTarget, clientX, clientY }: TargetedMouseEvent<HTMLElement>): void => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const scale = size.width / width;
    const x = pointAt((clientX - left) * scale, picture.width);
    onPoint?.(pointAt((clientY - top) * scale, picture.height) * picture.width + x);
  };
  const most = `${String(size.width * LARGEST)}px, ${String((MAX_OF_WINDOW * size.width) / size.height)}vh`;
  return (
    <div class="goban" style={{ width: `min(100%, ${most})` }} {...(onPoint ? { onClick } : {})}>
      {drawing}
    </div>
  );
}

/** A drawing as elements. */
function vnodeOf({ tag, attributes, children }: Shape): VNode {
  const inner = children.map((child) => (typeof child === 'string' ? child : vnodeOf(child)));
  return h(tag, attributes, ...inner) as VNode;
}

/** The legend of the marks in the pictures. */
function legendText(pictures: readonly Picture[]): string {
  return legendOf(pictures).join('; ');
}

interface SheetViewProps {
  readonly row: GameRow;
  readonly game: ShownGame;
  /** The move in question; `undefined`: that of the most severe finding. */
  readonly move: number | undefined;
  /** The address of the game. */
  readonly back: string;
}

/** The words last chosen for sheets; `undefined`: those of the page. */
let chosen: Words | undefined;

/** A ruling sheet to print, in a language to choose. It is white in a dark color scheme too. */
function SheetView({ row, game, move, back }: SheetViewProps): JSX.Element {
  const [words, setLanguage] = useWords(chosen ?? shownWords());
  if (chosen || words !== shownWords()) chosen = words;
  const sheet = useMemo(
    () => vnodeOf(sheetShape(sheetGame(row, game), move, words)),
    [row, game, move, words],
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
      <div class="sheet-tools screen" lang={words.language}>
        <a href={back}>← {words.sheet.back}</a>
        <LanguageSelect shown={words} onChange={setLanguage} />
        <button class="main" onClick={() => print()}>
          {words.sheet.print}
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

interface GameViewProps extends Judgments {
  readonly row: GameRow;
  /** Called with the point of the counted board that was clicked. */
  readonly onPoint?: (point: Point) => void;
  /** Shown below the facts. */
  readonly links?: ComponentChildren;
  /** Shown in the score: the results under further rulesets. */
  readonly rulings?: ComponentChildren;
  /** Shown below the account. */
  readonly children?: ComponentChildren;
  /** The addresses of the game and of its ruling sheet, and the sheet that is open. */
  readonly addresses: GameAddresses;
}

/** The addresses of a game and its ruling sheets; `sheet`: the open sheet, about a move or the most severe finding. */
export interface GameAddresses {
  readonly game: string;
  readonly sheetOf: (move: number | undefined) => string;
  readonly sheet: { readonly move: number | undefined } | undefined;
}

/** One game, or its ruling sheet. */
export function GameView(props: GameViewProps): JSX.Element {
  const { row, first, addresses } = props;
  const { sheet, game } = addresses;
  if (sheet) return <SheetView row={row} game={first} move={sheet.move} back={game} />;
  return <OneGame {...props} />;
}

/** One game: its board move by move, its findings, its count, and the result under other rules. */
function OneGame(props: GameViewProps): JSX.Element {
  const { row, first, now, onPoint, links, rulings, children, addresses } = props;
  const moves = useMemo(() => (first.line ? movesOf(first.line) : []), [first]);
  const questions = questionsOf(first.findings);
  const start = questions[0];
  const [move, setMove] = useState(start?.move ?? first.last);
  const [picked, setPicked] = useState<PlacedFinding | undefined>(start);
  const isPrinted = useIsPrinted();
  const go = (to: number): void => setMove(Math.max(0, Math.min(first.last, to)));
  const game: Played = { ...first, moves };
  return (
    <>
      <Players row={row} />
      <Facts row={row} game={first} />
      <p class="screen">
        <a class="button" href={addresses.sheetOf(picked && isQuestion(picked) ? picked.move : undefined)}>
          {translated('Print a ruling sheet')}
        </a>
      </p>
      {links}
      {isPrinted && <PaperBoards game={game} counted={now.counted} questions={questions} />}
      <div class={first.line ? 'columns' : ''}>
        {first.line && !isPrinted && (
          <div class="left">
            <BoardPanel
              game={game}
              counted={move === first.last ? now.counted : undefined}
              move={move}
              picked={picked}
              onGo={go}
              onPoint={onPoint}
            />
          </div>
        )}
        <div>
          <Findings
            row={row}
            findings={first.findings}
            size={first.record}
            picked={picked}
            onPick={(found) => {
              setPicked(found);
              if (found.move !== undefined && found.variation === undefined) go(found.move);
            }}
          />
          <Score first={first} now={now}>
            {rulings}
          </Score>
          {now.score && <AccountPanel first={first} now={now} />}
          {children}
        </div>
      </div>
    </>
  );
}

/** The heading; it takes the focus, so that screen readers start there. */
function Players({ row: { black, white } }: { readonly row: GameRow }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus({ preventScroll: true }), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      <bdi>{nameOr(visible(black))}</bdi> – <bdi>{nameOr(visible(white))}</bdi>
    </h1>
  );
}

const LONGEST = 300;

/** The facts of the record, and how it was judged. */
function Facts({ row, game }: { readonly row: GameRow; readonly game: ShownGame }): JSX.Element {
  const { record, ruleset, rulesetSource, handicap, sha256 } = game;
  const facts: readonly (readonly [Label | 'RU' | 'SHA-256', string])[] = [
    ['event', row.event],
    ['round', record.round],
    ['date', row.date],
    ['size', `${String(record.width)}×${String(record.height)}`],
    ['handicap', handicap > 1 ? String(handicap) : ''],
    ['komi', row.komi || 'not given'],
    ['RU', record.rulesRaw ?? 'not given'],
    ['judged by', ruleset ? `${ruleset.title}, ${SOURCES[rulesetSource]}` : 'what all rules forbid'],
    ['moves', String(row.moves)],
    ['ended by', termed(row.ending)],
    ['declared', row.result_declared || 'nothing'],
    ['counted', row.result],
    [
      'ahead on the board',
      [row.ahead.replace('-', ' '), row.ahead_range].filter((part) => part !== '').join(': '),
    ],
    ['counts in the event', [row.counts, row.counts_because].filter((part) => part !== '').join(': ')],
    ['to be decided', termed(row.question)],
    ['decided by', termed(row.decided_by)],
    ['file', row.game > 1 ? `${row.file}, game ${String(row.game)}` : row.file],
    ['SHA-256', sha256],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name === 'RU' || name === 'SHA-256' ? name : translated(name)}</dt>
            <dd>
              <bdi>{visible(value.slice(0, LONGEST))}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

const SOURCES = { declared: 'declared', option: 'by option', default: 'by default', unknown: '' } as const;

/** A game with its moves. */
interface Played extends ShownGame {
  readonly moves: readonly LineMove[];
}

interface BoardPanelProps {
  readonly game: Played;
  /** The counted board, where it is shown. */
  readonly counted: Picture | undefined;
  readonly move: number;
  readonly picked: PlacedFinding | undefined;
  readonly onGo: (move: number) => void;
  readonly onPoint: ((point: Point) => void) | undefined;
}

/** The board with its controls, and the earlier position of a repetition. */
function BoardPanel({ game, counted, move, picked, onGo, onPoint }: BoardPanelProps): JSX.Element {
  const { last, score, record, moves, line } = game;
  const flagged = picked?.move === move ? picked.point : undefined;
  const after = useMemo(() => pictureAfter(record, line, moves, move, flagged), [line, move, flagged]);
  const picture = counted ?? after;
  const flip = counted && score ? onPoint : undefined;
  return (
    <>
      <Board picture={picture} onPoint={flip} />
      <Stepper
        move={move}
        last={last}
        words={moveWords(moves, move, record.width, record.height)}
        onGo={onGo}
      />
      <p class="quiet small legend">
        {legendText([picture])}
        {flip && `; ${translated('click a group to flip its life')}`}
      </p>
      {!counted && score && (
        <p class="small">
          <button onClick={() => onGo(last)}>{translated('Show the count')}</button>
        </p>
      )}
      {picked && isQuestion(picked) && picked.repeatsMove !== undefined && (
        <QuestionBoards game={game} question={picked} />
      )}
    </>
  );
}

interface StepperProps {
  readonly move: number;
  readonly last: number;
  readonly words: string;
  readonly onGo: (move: number) => void;
}

/** Steps through a game; the arrow keys, Home and End do the same. */
function Stepper({ move, last, words, onGo }: StepperProps): JSX.Element {
  const steps: readonly (readonly [sign: string, label: Label, to: number, key?: string])[] = [
    ['|◀', 'To the start', 0, 'Home'],
    ['◀◀', 'Back ten moves', move - 10],
    ['◀', 'Back one move', move - 1, 'ArrowLeft'],
    ['▶', 'Forward one move', move + 1, 'ArrowRight'],
    ['▶▶', 'Forward ten moves', move + 10],
    ['▶|', 'To the end', last, 'End'],
  ];
  useListener('keydown', (event) => {
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    const step = steps.find(([, , , key]) => key === event.key);
    if (!step) return;
    event.preventDefault();
    onGo(step[2]);
  });
  return (
    <div class="stepper">
      <div class="buttons">
        {steps.map(([sign, label, to]) => (
          <button
            key={label}
            aria-label={translated(label)}
            title={translated(label)}
            disabled={to < move ? move === 0 : move === last}
            onClick={() => onGo(to)}
          >
            {sign}
          </button>
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={last}
        value={move}
        aria-label="Move"
        aria-valuetext={words}
        onInput={(event) => onGo(Number(event.currentTarget.value))}
      />
      <output>{words}</output>
    </div>
  );
}

/** A finding about a move of the main line. */
type Question = PlacedFinding & { readonly move: number };

function isQuestion(found: PlacedFinding): found is Question {
  return found.move !== undefined && found.move > 0 && found.variation === undefined;
}

/** Most moves shown on paper. */
const MAX_PICTURES = 6;

/** The most severe findings about moves that a board explains, one for each move; errors first. */
function questionsOf(findings: readonly PlacedFinding[]): readonly Question[] {
  const byMove = new Map<number, Question>();
  for (const severity of ['error', 'warning', 'note'] as const) {
    for (const found of findings) {
      if (found.severity !== severity || !isQuestion(found) || byMove.has(found.move)) continue;
      if (severity !== 'note' || found.repeatsMove !== undefined) byMove.set(found.move, found);
    }
  }
  return [...byMove.values()].slice(0, MAX_PICTURES);
}

/** The board after a questioned move, and the earlier position that it repeats. */
function QuestionBoards({
  game,
  question,
}: {
  readonly game: Played;
  readonly question: Question;
}): JSX.Element {
  const { move, point, repeatsMove, severity } = question;
  const pictures = useMemo(() => {
    const { record, line, moves } = game;
    const now = pictureAfter(record, line, moves, move, point);
    if (repeatsMove === undefined) return [now];
    const earlier = pictureAfter(record, line, moves, repeatsMove);
    return [now, { ...earlier, label: `the same position ${earlier.label ?? ''}` }];
  }, [game.line, question]);
  return (
    <section class="card question">
      <h2>
        {translated(repeatsMove === undefined ? 'The move in question' : 'The position that is repeated')}
      </h2>
      <p>
        <Badge severity={severity} /> <bdi>{messageOf(question, game.record, shownWords())}</bdi>
      </p>
      <div class="pair">
        {pictures.map((picture) => (
          <figure key={picture.label}>
            <Board picture={picture} />
            <figcaption class="quiet small">{picture.label}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

interface PaperBoardsProps {
  readonly game: Played;
  readonly counted: Picture | undefined;
  readonly questions: readonly Question[];
}

/** The boards of a printed game: the questioned moves, and the counted board. */
function PaperBoards({ game, counted, questions }: PaperBoardsProps): JSX.Element {
  const { record, line, moves, last } = game;
  const isPlain = questions.length === 0 && line !== undefined;
  const final = counted ?? (isPlain ? pictureAfter(record, line, moves, last) : undefined);
  return (
    <>
      {questions.map((question) => (
        <QuestionBoards key={question.move} game={game} question={question} />
      ))}
      {final && (
        <section class="card question">
          <h2>{translated('The final board')}</h2>
          <Board picture={final} />
          <p class="quiet small">{legendText([final])}</p>
        </section>
      )}
    </>
  );
}
