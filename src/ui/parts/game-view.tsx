import type { JSX, ComponentChildren } from 'preact';
import { useMemo, useEffect, useState, useRef } from 'preact/hooks';
import type { Point } from '../../core/point.js';
import type { Picture } from '../../report/picture/picture.js';
import { formatHalves, visible } from '../../core/text.js';
import { leadOf, type SheetGame } from '../../report/output/outcomes.js';
import { sheetShape } from '../../report/output/ruling-sheet.js';
import type { Label, Words } from '../../core/words/words.js';
import { nameOr, type GameRow, type Judgments, type ShownGame } from './games.js';
import {
  endingName,
  LanguageSelect,
  shownWords,
  shownNumber,
  termed,
  translated,
  useIsPrinted,
  useWords,
  words,
} from './common.js';
import { decisionWords } from '../../report/output/decision-words.js';
import { komiDecided } from '../../referee/judge/ruled-result.js';
import { messageOf, misprintBefore, type BoardSize } from '../../core/findings/finding.js';
import { movesOf } from '../../report/output/html/report-data.js';
import { pictureAfter } from '../../report/output/game-picture.js';
import { proposalMarks } from '../../referee/repair/repair-text.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { RulesetSource } from '../../go/rules/ruleset.js';
import type { ViewedTree } from '../../sgf/viewed-tree.js';
import { AccountPanel, Score } from './account.js';
import { Board, StoneColors, vnodeOf } from './board.js';
import { Badge, Findings, questionOf } from './findings.js';
import { commentsOf, nodeOf } from './game-line.js';
import {
  BoardPanel,
  legendText,
  moveText,
  NotesPanel,
  type PlaceAddresses,
  useViewer,
  WrongLink,
} from './viewer.js';

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
  const { black, white, event, date, result_declared: declared, difference: table } = row;
  const komi = game.score ? formatHalves(game.score.komiHalves) : row.komi;
  const tableQuestion = row.needs_ruling === 'table-differs' ? row.question : (row.differed ?? '');
  return {
    ...game,
    ahead: leadOf(row.ahead, row.ahead_range),
    record: { ...game.record, black, white, event, date },
    komi,
    declared,
    tableQuestion,
    table,
  };
}

interface GameViewProps extends Judgments {
  readonly row: GameRow;
  /** Called with the point of the counted board that was clicked. */
  readonly onPoint?: (point: Point) => void;
  /** Shown below the facts. */
  readonly links?: ComponentChildren;
  /** Shown in the score: the results under further rulesets. */
  readonly rulings?: ComponentChildren;
  /** The form to decide: after the question where somebody has to decide, else below. */
  readonly decide?: ComponentChildren;
  readonly isAsked?: boolean;
  /** Shown below the score. */
  readonly children?: ComponentChildren;
  /** The addresses of the game and of its ruling sheet, and the sheet that is open. */
  readonly addresses: GameAddresses;
}

/** The addresses of a game and its ruling sheets; `sheet`: the open sheet, about a move or the most severe finding. */
export interface GameAddresses extends PlaceAddresses {
  readonly game: string;
  readonly sheetOf: (move: number | undefined) => string;
  readonly sheet: { readonly move: number | undefined } | undefined;
}

/** One game, or its ruling sheet. */
export function GameView(props: GameViewProps): JSX.Element {
  const { row, first, addresses } = props;
  const { sheet, game, placeOf } = addresses;
  if (sheet) {
    const back = sheet.move === undefined ? game : placeOf({ move: sheet.move, path: '' });
    return <SheetView row={row} game={first} move={sheet.move} back={back} />;
  }
  return <OneGame {...props} />;
}

/** One game: its board move by move, its findings, its count, and the result under other rules. */
function OneGame(props: GameViewProps): JSX.Element {
  const { row, first, now, onPoint, links, rulings, children, decide, isAsked, addresses } = props;
  const questions = useMemo(() => questionsOf(first.findings), [first]);
  const start = questions[0];
  const [picked, setPicked] = useState<PlacedFinding | undefined>(start);
  const viewer = useViewer(first, addresses, start?.move ?? first.last);
  const { tree } = viewer;
  const jump = useRef(viewer.jump);
  jump.current = viewer.jump;
  const isPrinted = useIsPrinted();
  const facts = (
    <div class="card">
      <Facts row={row} game={first} />
      {/* A report may have the row of a game alone. */}
      {(first.line || first.findings.length > 0) && (
        <p class="screen">
          <a class="button" href={addresses.sheetOf(picked && isQuestion(picked) ? picked.move : undefined)}>
            {translated('Print a ruling sheet')}
          </a>
        </p>
      )}
      {links}
    </div>
  );
  // A step of the board draws nothing of this again.
  const judged = useMemo(
    () => (
      <>
        {isAsked && <Asked row={row} game={first} picked={picked} />}
        {!isPrinted && picked && isRepetition(picked) && <QuestionBoards game={first} question={picked} />}
        {isAsked && decide}
        <Findings
          row={row}
          game={first}
          picked={picked}
          onPick={(found) => {
            setPicked(found);
            if (found.move !== undefined) jump.current(nodeOf(tree, found.variation ?? ''), found.move);
          }}
        />
        {!isPrinted && facts}
        <Score first={first} now={now}>
          {rulings}
        </Score>
        {children}
        {!isAsked && decide}
        {now.score && <AccountPanel first={first} now={now} />}
      </>
    ),
    [row, first, now, tree, picked, isPrinted, rulings, children, decide, isAsked, links, addresses],
  );
  return (
    <>
      <StoneColors />
      <Players row={row} />
      {isPrinted && facts}
      {isPrinted && <PaperBoards game={first} counted={now.counted} questions={questions} />}
      {isPrinted && tree && <PaperComments tree={tree} size={first.record} />}
      <WrongLink viewer={viewer} />
      <div class={first.line ? 'columns' : ''}>
        {first.line && !isPrinted && (
          <div class="left">
            <BoardPanel
              viewer={viewer}
              row={row}
              counted={now.counted}
              picked={picked}
              onFlip={now.score && onPoint}
            />
          </div>
        )}
        <div>
          {first.line && <NotesPanel viewer={viewer} />}
          {judged}
        </div>
      </div>
    </>
  );
}

interface AskedProps {
  readonly row: GameRow;
  readonly game: ShownGame;
  readonly picked: PlacedFinding | undefined;
}

/** The question that somebody has to decide, unless the boards of the repeated position have it. */
function Asked({ row, game, picked }: AskedProps): JSX.Element | null {
  const question = game.decisions.length > 0 ? '' : questionOf(row);
  const isShown = picked && isRepetition(picked) && messageOf(picked, game.record, shownWords()) === question;
  if (question === '' || isShown) return null;
  return (
    <p class="card asked screen">
      <strong>{words().question}:</strong> <bdi>{question}</bdi>
    </p>
  );
}

/** The heading; it takes the focus, so that screen readers start there. */
function Players({ row: { black, white, file } }: { readonly row: GameRow }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus({ preventScroll: true }), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {black === '' && white === '' ? (
        <bdi>{visible(file)}</bdi>
      ) : (
        <>
          <bdi>{nameOr(visible(black))}</bdi> – <bdi>{nameOr(visible(white))}</bdi>
        </>
      )}
    </h1>
  );
}

const LONGEST = 300;

/** The facts of the record, and how it was judged. */
function Facts({ row, game }: { readonly row: GameRow; readonly game: ShownGame }): JSX.Element {
  const { record, ruleset, rulesetSource, handicap, sha256 } = game;
  const komi = komiDecided(game.decisions);
  const facts: readonly (readonly [Label | 'RU' | 'SHA-256', string])[] = [
    ['event', row.event],
    ['round', record.round],
    ['date', row.date],
    ['size', `${String(record.width)}×${String(record.height)}`],
    ['handicap', handicap > 1 ? String(handicap) : ''],
    ['komi', shownNumber(komi === undefined ? row.komi || translated('not given') : String(komi))],
    ['RU', record.rulesRaw ?? translated('not given')],
    ['judged by', ruleset ? ruleset.title + sourceOf(rulesetSource) : translated('what all rules forbid')],
    ['moves', String(row.moves)],
    ['ended by', endingName(row.ending)],
    ['declared', row.result_declared || translated('nothing')],
    ['counted', row.result],
    ['ahead on the board', [aheadOf(row.ahead), row.ahead_range].filter((part) => part !== '').join(': ')],
    [
      'counts in the event',
      [yesOrNo(row.counts), termed(row.counts_because)].filter((part) => part !== '').join(': '),
    ],
    ['to be decided', game.decisions.length > 0 ? '' : questionOf(row)],
    [
      'decided by',
      [row.decided_by, ...game.decisions.map((one) => decisionWords(one, shownWords()))]
        .filter((part) => part !== '')
        .join(': '),
    ],
    ['file', row.game > 1 ? translated('{file}, game {game}', { file: row.file, game: row.game }) : row.file],
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

const SOURCES = { declared: 'declared', option: 'by option', default: 'by default' } as const;

function sourceOf(source: RulesetSource): string {
  return source === 'unknown' ? '' : `, ${translated(SOURCES[source])}`;
}

function aheadOf(color: GameRow['ahead']): string {
  return color === 'black' || color === 'white'
    ? words()[color]
    : color === ''
      ? ''
      : translated('cannot tell');
}

function yesOrNo(answer: GameRow['counts']): string {
  return answer === 'yes' || answer === 'no' ? translated(answer) : answer;
}

/** A finding about a move of the main line. */
type Question = PlacedFinding & { readonly move: number };

function isQuestion(found: PlacedFinding): found is Question {
  return found.move !== undefined && found.move > 0 && found.variation === undefined;
}

function isRepetition(found: PlacedFinding): found is Question {
  return isQuestion(found) && found.repeatsMove !== undefined;
}

/** Most moves shown on paper. */
const MAX_PICTURES = 6;

/** The most severe findings about moves that a board explains, one for each move; errors first, or the misprint that explains the first. */
function questionsOf(findings: readonly PlacedFinding[]): readonly Question[] {
  const byMove = new Map<number, Question>();
  for (const severity of ['error', 'warning', 'note'] as const) {
    for (const found of findings) {
      if (found.severity !== severity || !isQuestion(found) || byMove.has(found.move)) continue;
      const isShown = found.repeatsMove !== undefined || found.code === 'record/misprint';
      if (severity !== 'note' || isShown) byMove.set(found.move, found);
    }
  }
  const gravest = [...byMove.values()];
  const misprint = misprintBefore<PlacedFinding>(gravest[0], findings);
  const others = gravest.filter(({ move }) => move !== misprint?.move);
  return [...(misprint && isQuestion(misprint) ? [misprint] : []), ...others].slice(0, MAX_PICTURES);
}

/** The board after a questioned move, and the earlier position that it repeats. */
function QuestionBoards({
  game,
  question,
}: {
  readonly game: ShownGame;
  readonly question: Question;
}): JSX.Element {
  const { move, point, repeatsMove, severity } = question;
  const pictures = useMemo(() => {
    const marks = proposalMarks(question, move, game.record);
    const now = [
      { ...pictureOf(game, move, point), marks },
      words().after.replace('{move}', String(move)),
    ] as const;
    if (repeatsMove === undefined) return [now];
    const label = repeatsMove === 0 ? words().repeatedStart : words().repeated;
    return [now, [pictureOf(game, repeatsMove), label.replace('{move}', String(repeatsMove))] as const];
  }, [game.line, question, shownWords()]);
  return (
    <section class="card question">
      <h2>
        {translated(repeatsMove === undefined ? 'The move in question' : 'The position that is repeated')}
      </h2>
      <p>
        <Badge severity={severity} /> <bdi>{messageOf(question, game.record, shownWords())}</bdi>
      </p>
      <div class="pair">
        {pictures.map(([picture, label]) => (
          <figure key={label}>
            <Board picture={picture} title={label} />
            <figcaption class="quiet small">{label}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function pictureOf({ record, line }: ShownGame, move: number, flagged?: Point): Picture {
  return pictureAfter(record, line, line ? movesOf(line) : [], move, flagged);
}

interface PaperBoardsProps {
  readonly game: ShownGame;
  readonly counted: Picture | undefined;
  readonly questions: readonly Question[];
}

/** The boards of a printed game: the questioned moves, and the counted board. */
function PaperBoards({ game, counted, questions }: PaperBoardsProps): JSX.Element {
  const isPlain = questions.length === 0 && game.line !== undefined;
  const final = counted ?? (isPlain ? pictureOf(game, game.last) : undefined);
  return (
    <>
      {questions.map((question) => (
        <QuestionBoards key={question.move} game={game} question={question} />
      ))}
      {final && (
        <section class="card question">
          <h2>{translated('The final board')}</h2>
          <Board picture={final} title={words().final} />
          <p class="quiet small">{legendText([final])}</p>
        </section>
      )}
    </>
  );
}

/** The comments of all lines, for paper; a variation is named by its path, as in findings. */
function PaperComments({
  tree,
  size,
}: {
  readonly tree: ViewedTree;
  readonly size: BoardSize;
}): JSX.Element | null {
  const comments = commentsOf(tree);
  if (comments.length === 0) return null;
  return (
    <section class="card">
      <h2>{translated('Comment')}</h2>
      {comments.map(({ line, move, text }, i) => (
        <p key={i} class="comment" dir="auto">
          <strong>
            {moveText(line.moves, move, size)}
            {line.path !== '' && ` (${translated('in variation {path}', { path: line.path })})`}
          </strong>{' '}
          {text}
        </p>
      ))}
    </section>
  );
}
