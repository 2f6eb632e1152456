import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { FIRST_NON_MOVE } from '../../core/line.js';
import type { ViewedTree } from '../../sgf/viewed-tree.js';
import { translated } from './common.js';

/** Between two nodes, in pixels. */
const CELL = 20;

/** Where nodes are drawn: the main line in the first row, each variation in a row below. */
interface Layout {
  readonly columns: Uint32Array;
  readonly rows: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Path data: lines, and a dot for each node by what it does. */
  readonly lines: string;
  readonly dots: readonly (readonly [style: string, path: string])[];
}

interface MoveTreeProps {
  readonly tree: ViewedTree;
  /** The node that is shown. */
  readonly node: number;
  readonly onNode: (node: number) => void;
}

/** All lines of a game as a drawing; a click shows a node. The buttons beside it do the same for the keyboard. */
export function MoveTree({ tree, node, onNode }: MoveTreeProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layOut(tree), [tree]);
  const { columns, rows, width, height } = layout;
  const drawing = useMemo(
    () => (
      <>
        <path class="lines" d={layout.lines} />
        {layout.dots.map(([style, path]) => (
          <path key={style} class={style} d={path} />
        ))}
      </>
    ),
    [layout],
  );
  const [x, y] = [middle(columns[node]!), middle(rows[node]!)];
  useLayoutEffect(() => {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = place.current!;
    if (x < scrollLeft + CELL || x > scrollLeft + clientWidth - CELL)
      place.current!.scrollLeft = x - clientWidth / 2;
    if (y < scrollTop + CELL || y > scrollTop + clientHeight - CELL)
      place.current!.scrollTop = y - clientHeight / 2;
  }, [x, y]);
  const onClick = ({ clientX, clientY }: MouseEvent): void => {
    const { left, top } = place.current!.getBoundingClientRect();
    const column = Math.floor((clientX - left + place.current!.scrollLeft) / CELL);
    const row = Math.floor((clientY - top + place.current!.scrollTop) / CELL);
    const found = columns.findIndex((one, i) => one === column && rows[i] === row);
    if (found >= 0) onNode(found);
  };
  return (
    <div class="tree scrolls" tabIndex={0} role="region" aria-label={translated('Variations')} ref={place}>
      <svg width={width} height={height} aria-hidden="true" onClick={onClick}>
        {drawing}
        <circle class="at" cx={x} cy={y} r={CELL * 0.46} />
      </svg>
    </div>
  );
}

function middle(place: number): number {
  return (place + 0.5) * CELL;
}

function layOut(tree: ViewedTree): Layout {
  const { parents, childCounts, ordinals, firstActions, kinds } = tree;
  const { length } = parents;
  const columns = new Uint32Array(length);
  const rows = new Uint32Array(length);
  for (let node = 0; node < length; node++)
    columns[node] = parents[node]! < 0 ? 0 : columns[parents[node]!]! + 1;
  // The first columns of those lines that a row has so far: lines are placed from the right to the left.
  const starts: number[] = [];
  const branches = new Map<number, number[]>();
  parents.forEach((parent, node) => {
    if (ordinals[node]! > 1 || parent < 0) branches.set(parent, [...(branches.get(parent) ?? []), node]);
  });
  const waiting = (branches.get(-1) ?? []).reverse();
  let lines = '';
  for (let start = waiting.pop(); start !== undefined; start = waiting.pop()) {
    let end = start;
    while (childCounts[end]! > 0) end++;
    const parent = parents[start]!;
    const above = parent < 0 ? 0 : rows[parent]! + 1;
    const from = parent < 0 ? 0 : columns[parent]!;
    let row = above;
    while ((starts[row] ?? Infinity) <= columns[end]! + 1) row++;
    starts[row] = from;
    rows.fill(row, start, end + 1);
    const [x, y] = [middle(from), middle(row)];
    lines +=
      parent < 0
        ? `M${String(x)} ${String(y)}`
        : `M${String(x)} ${String(middle(rows[parent]!))}V${String(y - CELL)}l${String(CELL)} ${String(CELL)}`;
    lines += `H${String(middle(columns[end]!))}`;
    for (let node = start; node <= end; node++) waiting.push(...(branches.get(node) ?? []));
  }
  const dots = { black: '', white: '', other: '' };
  for (let node = 0; node < length; node++) {
    const first = firstActions[node]!;
    const kind = first < firstActions[node + 1]! ? kinds[first]! : FIRST_NON_MOVE;
    const color = kind >= FIRST_NON_MOVE ? 'other' : kind % 2 === 0 ? 'black' : 'white';
    dots[color] += `M${String(middle(columns[node]!))} ${String(middle(rows[node]!))}h.01`;
  }
  return {
    ...{ columns, rows, lines },
    width: (columns.reduce((most, one) => Math.max(most, one), 0) + 1) * CELL,
    height: Math.max(1, starts.length) * CELL,
    dots: [
      ['other', dots.other],
      ['black', dots.black],
      ['edge', dots.white],
      ['white', dots.white],
    ],
  };
}
