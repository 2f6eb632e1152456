import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatPoint, type Point } from '../../core/point.js';
import { visibleLines } from '../../core/text.js';
import type { BoardSize } from '../../core/findings/finding.js';
import type { Label } from '../../core/words/words.js';
import { boardAt } from '../../referee/replay/replay.js';
import type { LineMove } from '../../report/output/html/report-data.js';
import { meaningsOf } from '../../report/picture/drawing.js';
import type { Picture } from '../../report/picture/picture.js';
import type { PlacedFinding } from '../../referee/judge/report.js';
import type { NodeNotes, ViewedTree } from '../../sgf/viewed-tree.js';
import { Board } from './board.js';
import { translated, useListener, words } from './common.js';
import {
  branchesAt,
  type Branch,
  type GameLine,
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
export interface Viewer {
  /** `undefined`: only the main line is known. */
  readonly tree: ViewedTree | undefined;
  readonly line: GameLine;
  readonly move: number;
  /** A node by which the line is found again; 0 for the main line. */
  readonly node: number;
  /** Shows a move of the line that is shown. */
  readonly step: (move: number) => void;
  /** Shows a move of the line through a node, or of the main line for 0; the back button returns from there. */
  readonly jump: (node: number, move: number) => void;
  readonly jumpTo: (place: Place) => void;
}

/** Time for which a reader stays at a move before the address names it. */
const STAY_MS = 250;

/** The move of a game that is shown, which the address names. `start`: the first one, where the address names none. */
export function useViewer(
  { line, last, tree: read }: ShownGame,
  addresses: PlaceAddresses,
  start: number,
): Viewer {
  const main = useMemo(() => mainLine(line ?? NO_LINE, last, read), [line, last, read]);
  const tree = main.nodes.length > 0 ? read : undefined;
  const addressed = (): readonly [node: number, move: number] | undefined => {
    const place = addresses.place();
    return place && [nodeOf(tree, place.path) ?? 0, place.move];
  };
  const [[node, wanted], setShown] = useState(() => addressed() ?? ([0, start] as const));
  const shown = useMemo(() => (tree && node > 0 ? lineThrough(tree, node) : main), [main, tree, node]);
  const move = Math.max(0, Math.min(shown.last, wanted || 0));
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const address = addresses.placeOf({ move, path: shown.path });
  const note = (): void => {
    clearTimeout(timer.current);
    if (location.hash !== address) history.replaceState(null, '', address);
  };
  useListener('hashchange', () => {
    clearTimeout(timer.current);
    setShown((before) => addressed() ?? before);
  });
  const isMoved = useRef(false);
  useEffect(() => {
    // Browsers allow few changes of the address a second.
    if (isMoved.current) timer.current = setTimeout(note, STAY_MS);
    return () => clearTimeout(timer.current);
  }, [address]);
  const step = (to: number): void => {
    isMoved.current = true;
    setShown([node, Math.max(0, Math.min(shown.last, to))]);
  };
  const jump = (toNode: number, to: number): void => {
    note();
    const line = tree && toNode > 0 ? lineThrough(tree, toNode) : main;
    const next = addresses.placeOf({ move: Math.min(line.last, to), path: line.path });
    if (next !== location.hash) history.pushState(null, '', next);
    isMoved.current = true;
    setShown([toNode, to]);
  };
  const jumpTo = (place: Place): void => jump(nodeOf(tree, place.path) ?? 0, place.move);
  return { tree, line: shown, move, node, step, jump, jumpTo };
}

const NONE = new Uint32Array(0);
const NO_LINE = {
  ...{
    count: 0,
    kinds: new Uint8Array(0),
    points: new Uint16Array(0),
    nodes: NONE,
    offsets: NONE,
    nodeCount: 0,
  },
};

interface BoardPanelProps {
  readonly viewer: Viewer;
  readonly row: GameRow;
  readonly size: BoardSize;
  /** The counted board, where there is one. */
  readonly counted: Picture | undefined;
  /** The finding whose move is marked. */
  readonly picked: PlacedFinding | undefined;
  /** Called with the point of the counted board that was clicked. */
  readonly onFlip: ((point: Point) => void) | undefined;
}

/** The board with its players and controls. */
export function BoardPanel({ viewer, row, size, counted, picked, onFlip }: BoardPanelProps): JSX.Element {
  const { tree, line, move, step, jump } = viewer;
  const { width, height } = size;
  const [isNumbered, setIsNumbered] = useState(false);
  const [isCounted, setIsCounted] = useState(true);
  const isEnd = move === line.last && line.path === '';
  const final = isCounted && isEnd ? counted : undefined;
  const isPicked = picked?.move === move && (picked.variation ?? '') === line.path;
  const flagged = isPicked ? picked.point : undefined;
  const notes = useMemo(() => notesAt(tree, line, move), [tree, line, move]);
  const branches = useMemo(() => branchesAt(tree, line, move), [tree, line, move]);
  const after = useMemo(() => {
    const board = boardAt(line.line, width, height, move);
    const { prisonersBlack: black, prisonersWhite: white } = board;
    const lastMove = line.moves[move - 1]?.point;
    const picture: Picture = {
      width,
      height,
      stones: board.contents(),
      lastMove,
      flagged,
      title: '',
      captions: [],
    };
    const numbers = numbersAt(line, move, width * height);
    return { picture, numbers, prisoners: { black, white } };
  }, [line, move, width, height, flagged]);
  const labels = useMemo(() => {
    const all = new Map<Point, readonly [string, string]>();
    after.numbers.forEach((number, point) => {
      if (isNumbered && number > 0 && after.picture.stones[point] !== 0)
        all.set(point, [String(number), 'number']);
    });
    if (final) return all;
    for (const branch of branches)
      if (branch.move?.point !== undefined) all.set(branch.move.point, [branch.letter, 'next']);
    for (const [point, text] of notes.labels ?? []) all.set(point, [text, 'note']);
    return all;
  }, [after, isNumbered, branches, notes, final]);
  const said = moveText(line.moves, move, size);
  const picture = final ?? after.picture;
  const flip = final && onFlip;
  const tap = (point: Point): void => {
    const number = after.numbers[point]!;
    const branch = branches.find((one) => one.move?.point === point);
    if (after.picture.stones[point] !== 0) {
      if (number > 0) jump(viewer.node, number);
    } else if (branch) jump(branch.node, move + 1);
    else if (line.moves[move]?.point === point) step(move + 1);
  };
  return (
    <>
      <Players row={row} prisoners={after.prisoners} notes={notes} />
      <Board
        picture={picture}
        title={final ? words().final : said}
        labels={labels}
        onPoint={flip ?? tap}
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
          {legendText([picture])}
          {flip && `; ${translated('click a group to flip its life')}`}
        </p>
      )}
    </>
  );
}

/** What the marks of some boards mean. */
export function legendText(pictures: readonly Picture[]): string {
  return meaningsOf(pictures)
    .map((meaning) => translated(meaning as Label))
    .join('; ');
}

/** `move 12, Black Q16`; `the start` for 0. */
function moveText(moves: readonly LineMove[], number: number, { width, height }: BoardSize): string {
  const move = moves[number - 1];
  if (!move) return translated('the start');
  return translated('move {n}, {color} {point}')
    .replace('{n}', String(number))
    .replace('{color}', move.color === 'Black' ? words().black : words().white)
    .replace('{point}', pointText(move, width, height));
}

function pointText({ kind, point }: LineMove, width: number, height: number): string {
  if (point !== undefined) return formatPoint(point, width, height);
  return translated(kind === 'pass' ? 'pass' : 'without a point');
}

interface PlayersProps {
  readonly row: GameRow;
  readonly prisoners: Readonly<Record<'black' | 'white', number>>;
  readonly notes: NodeNotes;
}

/** Both players with their prisoners and, where the record has them, their clocks. */
function Players({ row, prisoners, notes }: PlayersProps): JSX.Element {
  return (
    <div class="players">
      {(['black', 'white'] as const).map((color) => {
        const [time, left] = color === 'black' ? [notes.BL, notes.OB] : [notes.WL, notes.OW];
        return (
          <div key={color} class={`player of-${color}`}>
            <span class={`stone ${color}`} role="img" aria-label={words()[color]} />
            <bdi class="name">{nameOr(row[color])}</bdi>
            <span class="quiet small taken">
              {translated('prisoners')} <b>{prisoners[color]}</b>
            </span>
            {time !== undefined && (
              <span class="clock" title={translated('time left')}>
                <span class="spoken">{translated('time left')} </span>
                {clockText(time)}
                {left !== undefined && ` (${visibleLines(left).slice(0, LONGEST_COUNT)})`}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

const LONGEST_COUNT = 6;
const MINUTE = 60;

/** Seconds as `1:02:03` or `2:03`; text that is no number as it is. */
function clockText(time: string): string {
  const seconds = Math.floor(Number(time));
  if (!Number.isFinite(seconds) || seconds < 0) return visibleLines(time).slice(0, 2 * LONGEST_COUNT);
  const parts = [
    Math.floor(seconds / MINUTE / MINUTE),
    Math.floor(seconds / MINUTE) % MINUTE,
    seconds % MINUTE,
  ];
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}

interface StepperProps {
  readonly viewer: Viewer;
  readonly said: string;
  readonly children: JSX.Element | readonly (JSX.Element | undefined)[];
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

/** Steps through a game; the arrow keys, Home and End do the same, and up and down choose a variation. */
function Stepper({ viewer, said, children }: StepperProps): JSX.Element {
  const { line, move, step } = viewer;
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
    const { target, key } = event;
    if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const found = steps.find(([, , one]) => one === key);
    if (found) step(found[1]);
    else if (!chooseBeside(viewer, event)) return;
    event.preventDefault();
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
        min={0}
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

/** Up and down: the move before or after this one among those between which the record parts. Returns whether there is one. */
function chooseBeside({ tree, line, move, jump }: Viewer, { key, target }: KeyboardEvent): boolean {
  const turn = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  if (turn === 0 || move === 0 || (target as Element).closest('.scrolls')) return false;
  const branches = branchesAt(tree, line, move - 1);
  const at = branches.findIndex(({ node }) => line.nodes.includes(node));
  const next = at < 0 ? undefined : branches[at + turn];
  if (next) jump(next.node, move);
  return at >= 0;
}

interface NotesPanelProps {
  readonly viewer: Viewer;
  readonly size: BoardSize;
}

/** The comment of the move, the ways on from it, and the tree of all lines; nothing where the record has none of these. */
export function NotesPanel({ viewer, size }: NotesPanelProps): JSX.Element | null {
  const { tree, line, move, jump } = viewer;
  const [hasComments, hasBranches] = useMemo(
    () => [
      [...(tree?.notes.values() ?? [])].some(({ C = '' }) => C.trim() !== ''),
      tree !== undefined && (tree.rootCount > 1 || tree.childCounts.some((count) => count > 1)),
    ],
    [tree],
  );
  if (!tree || !(hasComments || hasBranches)) return null;
  const at = line.counts.lastIndexOf(move);
  const parting = line.nodes.findLastIndex((node) => tree.runs[node] === 0);
  return (
    <section class="card notes screen">
      {hasComments && (
        <>
          <h2>{translated('Comment')}</h2>
          <p class="comment scrolls" tabIndex={0} dir="auto">
            {visibleLines(notesAt(tree, line, move).C ?? '').trim()}
          </p>
        </>
      )}
      {hasBranches && (
        <>
          <h2>{translated('Variations')}</h2>
          <Branches branches={branchesAt(tree, line, move)} viewer={viewer} size={size}>
            {line.path !== '' && (
              <button onClick={() => jump(0, line.counts[parting] ?? 0)}>{translated('Main line')}</button>
            )}
          </Branches>
          <MoveTree
            tree={tree}
            node={line.nodes[at] ?? 0}
            onNode={(node) => {
              const through = lineThrough(tree, node);
              jump(tree.runs[node] === 0 ? 0 : node, through.counts[through.nodes.indexOf(node)]!);
            }}
          />
          {tree.isCut && (
            <p class="quiet small">{translated('The record has more variations than are shown.')}</p>
          )}
        </>
      )}
    </section>
  );
}

interface BranchesProps {
  readonly branches: readonly Branch[];
  readonly viewer: Viewer;
  readonly size: BoardSize;
  readonly children: JSX.Element | false;
}

/** A button for each way on from the move. */
function Branches({ branches, viewer, size, children }: BranchesProps): JSX.Element {
  const { line, move, jump } = viewer;
  return (
    <div class="branches">
      {branches.map(({ node, move: next, letter }) => (
        <button key={node} aria-pressed={line.nodes.includes(node)} onClick={() => jump(node, move + 1)}>
          <b>{letter}</b>{' '}
          {next && (
            <>
              <span
                class={`stone ${next.color.toLowerCase()}`}
                role="img"
                aria-label={next.color === 'Black' ? words().black : words().white}
              />{' '}
              {pointText(next, size.width, size.height)}
            </>
          )}
        </button>
      ))}
      {children}
    </div>
  );
}
