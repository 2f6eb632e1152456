import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { FIRST_NON_MOVE } from '../../core/line.js';
import type { ViewedTree } from '../../sgf/viewed-tree.js';
import { translated } from './common.js';

/** Between two nodes, in pixels. */
const CELL = 20;

/** The kinds of dots, with their colors and sizes: no move, and a stone with its edge. */
const DOTS = [
  ['other', 'currentColor', 7],
  ['black', 'currentColor', 13],
  ['white', 'currentColor', 13],
  ['black', '#1b1b1b', 11],
  ['white', '#fafafa', 11],
] as const;

interface MoveTreeProps {
  readonly tree: ViewedTree;
  /** The node that is shown. */
  readonly node: number;
  readonly onNode: (node: number) => void;
}

/** All lines of a game as a drawing; a click shows a node. The buttons beside it do the same for the keyboard. */
export function MoveTree({ tree, node, onNode }: MoveTreeProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const { columns, rows, size, drawing } = useMemo(() => layOut(tree), [tree]);
  const [x, y] = [middle(columns[node]!), middle(rows[node]!)];
  useLayoutEffect(() => {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = place.current!;
    const isSeen = (at: number, from: number, length: number): boolean =>
      at > from + CELL && at < from + length - CELL;
    if (!isSeen(x, scrollLeft, clientWidth)) place.current!.scrollLeft = x - clientWidth / 2;
    if (!isSeen(y, scrollTop, clientHeight)) place.current!.scrollTop = y - clientHeight / 2;
  }, [x, y]);
  const onClick = ({ offsetX, offsetY }: MouseEvent): void => {
    const [column, row] = [Math.floor(offsetX / CELL), Math.floor(offsetY / CELL)];
    const found = columns.findIndex((one, i) => one === column && rows[i] === row);
    if (found >= 0) onNode(found);
  };
  return (
    <div class="tree scrolls" tabIndex={0} role="region" aria-label={translated('Variations')} ref={place}>
      <svg {...size} aria-hidden="true" onClick={onClick}>
        {drawing}
        <circle cx={x} cy={y} r={CELL * 0.46} />
      </svg>
    </div>
  );
}

function middle(place: number): number {
  return (place + 0.5) * CELL;
}

/** Where nodes are, with their drawing: the main line in the first row, each variation in a row below. */
function layOut({ parents, childCounts, ordinals, firstActions, kinds }: ViewedTree) {
  const columns = new Uint32Array(parents.length);
  const rows = new Uint32Array(parents.length);
  const dots = { black: '', white: '', other: '' };
  const branches = new Map<number, number[]>([[-1, []]]);
  parents.forEach((parent, node) => {
    if (parent >= 0) columns[node] = columns[parent]! + 1;
    if (ordinals[node]! > 1 || parent < 0) branches.set(parent, [...(branches.get(parent) ?? []), node]);
  });
  const waiting = branches.get(-1)!.reverse();
  // The first columns of those lines that a row has so far: lines are placed from the right to the left.
  const starts: number[] = [];
  let lines = '';
  for (let start = waiting.pop(); start !== undefined; start = waiting.pop()) {
    let end = start;
    while (childCounts[end]! > 0) end++;
    const parent = parents[start]!;
    const [from, above] = parent < 0 ? [0, -1] : [columns[parent]!, rows[parent]!];
    let row = above + 1;
    while ((starts[row] ?? Infinity) <= columns[end]! + 1) row++;
    starts[row] = from;
    rows.fill(row, start, end + 1);
    const down = parent < 0 ? '' : `V${middle(row - 1)}l${CELL} ${CELL}`;
    lines += `M${middle(from)} ${middle(parent < 0 ? row : above)}${down}H${middle(columns[end]!)}`;
    for (let node = start; node <= end; node++) {
      waiting.push(...(branches.get(node) ?? []));
      const first = firstActions[node]!;
      const kind = first < firstActions[node + 1]! ? kinds[first]! : FIRST_NON_MOVE;
      const color = kind >= FIRST_NON_MOVE ? 'other' : kind % 2 === 0 ? 'black' : 'white';
      dots[color] += `M${middle(columns[node]!)} ${middle(row)}h.01`;
    }
  }
  const width = (columns.reduce((most, one) => Math.max(most, one), 0) + 1) * CELL;
  const drawing = (
    <>
      <path d={lines} stroke="currentColor" stroke-width={1.5} />
      {DOTS.map(([kind, stroke, size]) => (
        <path key={`${kind} ${size}`} d={dots[kind]} stroke={stroke} stroke-width={size} />
      ))}
    </>
  );
  return { columns, rows, size: { width, height: Math.max(1, starts.length) * CELL }, drawing };
}
