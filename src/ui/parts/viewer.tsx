import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatPoint, type Point } from '../../core/point.js';
import { visibleLines } from '../../core/text.js';
import type { BoardSize } from '../../core/findings/finding.js';
import type { Label } from '../../core/words/words.js';
import { boardAt } from '../../referee/replay/replay.js';
import type { LineMove } from '../../report/output/html/report-data.js';
import { proposalMarks } from '../../referee/repair/repair-text.js';
import { meaningsOf } from '../../report/picture/drawing.js';
import type { Picture } from '../../report/picture/picture.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { NodeNotes } from '../../sgf/viewed-tree.js';
import { Board } from './board.js';
import { Problem, translated, useListener, words } from './common.js';
import {
  branchesAt,
  type Branch,
  type GameLine,
  lineBeside,
  lineThrough,
  mainLine,
  nodeOf,
  notesAt,
  numbersAt,
} from './game-line.js';
import { type GameRow, nameOr, type ShownGame } from './games.js';
import { MoveTree } from './move-tree.js';

/** A move of a game, on its main line or in the variation with this path. */
export interface Place {
  readonly move: number;
  readonly path: string;
}

/** How the address names the move that is shown. */
export interface PlaceAddresses {
  readonly placeOf: (place: Place) => string;
  /** The place in the address of the window; `undefined`: it has none of this game. */
  readonly place: () => Place | undefined;
}

/** What is shown of a game, and how to show something else. */
export type Viewer = ReturnType<typeof useViewer>;

/** Time for which a reader stays at a move before the address names it: browsers allow few changes a second. */
const STAY_MS = 250;

/** The move of a game that is shown, which the address names. `start`: the first one, where the address names none. */
export function useViewer(
  { line, last, tree: read, record }: ShownGame,
  addresses: PlaceAddresses,
  start: number,
) {
  const main = useMemo(() => mainLine(line, last, read), [line, last, read]);
  const tree = main.nodes.length > 0 ? read : undefined;
  const linesOf = (node: number): GameLine => (tree && node > 0 ? lineThrough(tree, node) : main);
  // `isNamed`: the address names it already, or need not. `isWrong`: it names one that there is not.
  const shownBy = () => {
    const { move, path } = addresses.place() ?? { move: start, path: '' };
    const node = nodeOf(tree, path);
    const { last, path: found } = linesOf(node);
    const isThere = found === path && Number.isInteger(move) && move >= 0 && move <= last;
    const isWrong = addresses.place() !== undefined && !isThere;
    return { node, wanted: Math.trunc(move), isNamed: true, isWrong };
  };
  const [{ node, wanted, isNamed, isWrong }, setShown] = useState(shownBy);
  const current = useMemo(() => linesOf(node), [main, tree, node]);
  const move = Math.max(0, Math.min(current.last, wanted || 0));
  const address = addresses.placeOf({ move, path: current.path });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (!isNamed) timer.current = setTimeout(() => history.replaceState(null, '', address), STAY_MS);
    return () => clearTimeout(timer.current);
  }, [address, isNamed]);
  useListener('hashchange', () => {
    clearTimeout(timer.current);
    setShown((before) => (addresses.place() ? shownBy() : before));
  });
  return {
    /** `undefined`: only the main line is known. */
    tree,
    line: current,
    move,
    isWrong,
    /** A node by which the line is found again; 0 for the main line. */
    node,
    size: record as BoardSize,
    /** Shows a move of the line that is shown. */
    step: (to: number): void =>
      setShown({ node, wanted: Math.max(0, Math.min(current.last, to)), isNamed: false, isWrong: false }),
    /** Shows a move of the line through a node, or of the main line for 0; the back button returns from there. */
    jump: (through: number, to: number): void => {
      const { last: end, path } = linesOf(through);
      const next = addresses.placeOf({ move: Math.min(end, to), path });
      history.replaceState(null, '', address);
      if (next !== address) history.pushState(null, '', next);
      setShown({ node: through, wanted: to, isNamed: true, isWrong: false });
    },
  };
}

const NO_MOVE = 'The link names a move that this game does not have: this is the nearest one.';

/** That the address names a move that there is not. */
export function WrongLink({ viewer: { isWrong } }: { readonly viewer: Viewer }): JSX.Element {
  return <Problem text={isWrong ? translated(NO_MOVE) : ''} />;
}

interface BoardPanelProps {
  readonly viewer: Viewer;
  readonly row: GameRow;
  /** The counted board, where there is one. */
  readonly counted: Picture | undefined;
  /** The finding whose move is marked. */
  readonly picked: PlacedFinding | undefined;
  /** Called with the point of the counted board that was clicked. */
  readonly onFlip: ((point: Point) => void) | undefined;
}

/** The board with its players and controls. */
export function BoardPanel({ viewer, row, counted, picked, onFlip }: BoardPanelProps): JSX.Element {
  const { tree, line, move, size, step, jump } = viewer;
  const { width, height } = size;
  const [isNumbered, setIsNumbered] = useState(false);
  const [isCounted, setIsCounted] = useState(true);
  const isEnd = move === line.last && line.path === '';
  const final = isCounted && isEnd ? counted : undefined;
  const flagged = isAbout(picked, line, move) ? picked?.point : undefined;
  const misprint = line.path === '' ? picked : undefined;
  const notes = useMemo(() => notesAt(tree, line, move), [tree, line, move]);
  const branches = useMemo(() => branchesAt(tree, line, move), [tree, line, move]);
  const { picture, numbers, prisoners } = useMemo(() => {
    const board = boardAt(line.line, width, height, move);
    const { prisonersBlack: black, prisonersWhite: white } = board;
    const lastMove = line.moves[move - 1]?.point;
    return {
      prisoners: { black, white },
      picture: {
        ...{ width, height, stones: board.contents(), lastMove, flagged, title: '', captions: [] },
        marks: proposalMarks(misprint, move, size),
      },
      numbers: numbersAt(line.line, move, width * height),
    };
  }, [line, move, width, height, flagged, misprint]);
  const labels = labelsOf(isNumbered ? numbers : [], picture, final ? [] : branches, final ? {} : notes);
  const tap = (point: Point): void => {
    const branch = branches.find((one) => one.move?.point === point);
    if (picture.stones[point]) jump(viewer.node, numbers[point]!);
    else if (branch) jump(branch.node, move + 1);
    else if (line.moves[move]?.point === point) step(move + 1);
  };
  const said = moveText(line.moves, move, size);
  return (
    <>
      <Clocks row={row} prisoners={prisoners} notes={notes} />
      <Board
        picture={final ?? picture}
        title={final ? words().final : said}
        labels={labels}
        onPoint={(final && onFlip) ?? tap}
        onStep={(steps) => step(move + steps)}
      />
      <Stepper viewer={viewer} said={said}>
        <button aria-pressed={isNumbered} onClick={() => setIsNumbered(!isNumbered)}>
          {translated('Move numbers')}
        </button>
        {counted && (
          <button
            aria-pressed={final !== undefined}
            onClick={() => {
              setIsCounted(!final);
              if (!isEnd) jump(0, Infinity);
            }}
          >
            {translated('Show the count')}
          </button>
        )}
      </Stepper>
      {(final ?? flagged) !== undefined && (
        <p class="quiet small legend">
          {legendText([final ?? picture])}
          {final && onFlip && `; ${translated('click a group to flip its life')}`}
        </p>
      )}
    </>
  );
}

function isAbout(found: PlacedFinding | undefined, { path }: GameLine, move: number): boolean {
  return found?.move === move && (found.variation ?? '') === path;
}

/** The numbers of stones, the labels of the record, and the letters of the ways on. */
function labelsOf(
  numbers: ArrayLike<number>,
  { stones }: Picture,
  branches: readonly Branch[],
  { labels = [] }: NodeNotes,
): ReadonlyMap<Point, readonly [text: string, style: string]> {
  const all = new Map<Point, readonly [text: string, style: string]>();
  for (let point = 0; point < numbers.length; point++)
    if (numbers[point]! > 0 && stones[point] !== 0) all.set(point, [String(numbers[point]), 'number']);
  for (const [point, text] of labels) all.set(point, [text, 'note']);
  // A way on is a button beside the board too: its letter stands where the record has a label of its own.
  for (const { move, letter } of branches)
    if (move?.point !== undefined) all.set(move.point, [letter, 'next']);
  return all;
}

/** What the marks of some boards mean. */
export function legendText(pictures: readonly Picture[]): string {
  return meaningsOf(pictures)
    .map((meaning) => translated(meaning as Label))
    .join('; ');
}

/** `move 12, Black Q16`; `the start` for 0. */
export function moveText(moves: readonly LineMove[], number: number, size: BoardSize): string {
  const move = moves[number - 1];
  if (!move) return translated('the start');
  return translated('move {n}, {play}', { n: number, play: playText(move, size) });
}

/** `Black Q16`; `White passes`. */
function playText({ color: player, kind, point }: LineMove, { width, height }: BoardSize): string {
  const color = player === 'Black' ? words().black : words().white;
  if (kind === 'pass') return translated('{color} passes', { color });
  return `${color} ${point === undefined ? translated('without a point') : formatPoint(point, width, height)}`;
}

interface ClocksProps {
  readonly row: GameRow;
  readonly prisoners: Readonly<Record<'black' | 'white', number>>;
  readonly notes: NodeNotes;
}

/** Both players with their prisoners and, where the record has them, their clocks. */
function Clocks({ row, prisoners, notes: { BL, OB, WL, OW } }: ClocksProps): JSX.Element {
  const clocks = { black: clockText(BL, OB), white: clockText(WL, OW) };
  return (
    <div class="players">
      {(['black', 'white'] as const).map((color) => (
        <div key={color} class="player">
          <span class={`stone ${color}`} role="img" aria-label={words()[color]} />
          <bdi class="name">{nameOr(row[color])}</bdi>
          <span class="quiet small">
            {translated('prisoners')} <strong>{prisoners[color]}</strong>
          </span>
          {clocks[color] !== '' && (
            <span class="clock" title={translated('time left')}>
              <span class="spoken">{translated('time left')}</span> {clocks[color]}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Longest text of a clock that is no number. */
const LONGEST = 8;

/** Seconds as `1:02:03` or `2:03`, then the stones or periods that are left; '' without either. */
function clockText(time = '', left = ''): string {
  const seconds = Math.floor(Number(time));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
  const text = parts.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
  const shown = time === '' || !(seconds >= 0) ? time.slice(0, LONGEST) : text;
  return visibleLines(left === '' ? shown : `${shown} (${left.slice(0, LONGEST)})`).trim();
}

/** Pictures of the buttons, 20 wide and high. */
const ICONS = {
  'To the start': 'M4 4h2v12H4zM16 4v12L7 10z',
  'Back ten moves': 'M10 4v12L2 10zM18 4v12l-8-6z',
  'Back one move': 'M14 4v12L5 10z',
  'Forward one move': 'M6 4v12l9-6z',
  'Forward ten moves': 'M2 4v12l8-6zM10 4v12l8-6z',
  'To the end': 'M14 4h2v12h-2zM4 4v12l9-6z',
} as const satisfies Partial<Record<Label, string>>;

interface StepperProps {
  readonly viewer: Viewer;
  /** The move that is shown, in words. */
  readonly said: string;
  readonly children: JSX.Element | readonly (JSX.Element | undefined)[];
}

/**
 * Steps through a game; the arrow keys, Home and End do the same. Up and down change the variation (`lineBeside`).
 */
function Stepper({ viewer, said, children }: StepperProps): JSX.Element {
  const { tree, line, move, step, jump } = viewer;
  const { last } = line;
  const steps: readonly (readonly [label: keyof typeof ICONS, to: number, key?: string])[] = [
    ['To the start', 0, 'Home'],
    ['Back ten moves', move - 10],
    ['Back one move', move - 1, 'ArrowLeft'],
    ['Forward one move', move + 1, 'ArrowRight'],
    ['Forward ten moves', move + 10],
    ['To the end', last, 'End'],
  ];
  useListener('keydown', (event) => {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof Element) || target.matches('select, input, .scrolls')) return;
    if (altKey || ctrlKey || metaKey) return;
    const to = steps.find((one) => one[2] === key)?.[1];
    const turn = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    const next = turn === 0 ? undefined : lineBeside(tree, line, move, turn);
    if (to !== undefined) step(to);
    else if (next) jump(next.node, move);
    if (to !== undefined || next) event.preventDefault();
  });
  return (
    <div class="stepper">
      <div class="buttons">
        {steps.map(([label, to], i) => (
          <button
            key={label}
            aria-label={translated(label)}
            title={translated(label)}
            disabled={move === (i < steps.length / 2 ? 0 : last)}
            onClick={() => step(to)}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={ICONS[label]} />
            </svg>
          </button>
        ))}
      </div>
      <input
        type="range"
        max={last}
        value={move}
        aria-label={translated('Moves')}
        aria-valuetext={said}
        onInput={(event) => step(Number(event.currentTarget.value))}
      />
      <div class="said">
        <output>{said}</output>
        {children}
      </div>
    </div>
  );
}

/** The comment of the move, the ways on from it, and the tree of all lines; nothing where the record has none of these. */
export function NotesPanel({ viewer }: { readonly viewer: Viewer }): JSX.Element | null {
  const { tree, line, move, size, jump } = viewer;
  const hasComments = useMemo(
    () => [...(tree?.notes.values() ?? [])].some(({ C = '' }) => C.trim() !== ''),
    [tree],
  );
  const comment = useRef<HTMLDivElement>(null);
  const said = visibleLines(notesAt(tree, line, move).C ?? '').trim();
  // Each comment is read from its beginning.
  useLayoutEffect(() => comment.current?.scrollTo(0, 0), [said]);
  if (!tree) return null;
  const hasBranches = tree.rootCount > 1 || tree.childCounts.some((count) => count > 1);
  if (!hasComments && !hasBranches) return null;
  const parting = line.nodes.findLastIndex((node) => tree.runs[node] === 0);
  return (
    <section class="card screen">
      {hasComments && <h2>{translated('Comment')}</h2>}
      {hasComments && (
        <div
          class="comment scrolls"
          tabIndex={0}
          role="region"
          aria-label={translated('Comment')}
          dir="auto"
          ref={comment}
        >
          {said}
        </div>
      )}
      {hasBranches && (
        <>
          <h2>{translated('Variations')}</h2>
          <p class="quiet small keys">{translated('Keys: ← and → step, ↑ and ↓ change the variation.')}</p>
          <div class="branches">
            {branchesAt(tree, line, move).map(({ node, move: next, letter }) => (
              <button
                key={node}
                aria-pressed={line.nodes.includes(node)}
                onClick={() => jump(node, move + 1)}
              >
                <strong>{letter}</strong> {next && playText(next, size)}
              </button>
            ))}
            {line.path !== '' && (
              <button onClick={() => jump(0, line.counts[parting] ?? 0)}>{translated('Main line')}</button>
            )}
          </div>
          <MoveTree
            tree={tree}
            node={line.nodes[line.counts.lastIndexOf(move)] ?? 0}
            onNode={(node) => {
              const through = lineThrough(tree, node);
              jump(tree.runs[node] === 0 ? 0 : node, through.counts[through.nodes.indexOf(node)]!);
            }}
          />
        </>
      )}
      {tree.isCut && (
        <p class="quiet small">{translated('The record has more variations than are shown.')}</p>
      )}
    </section>
  );
}
