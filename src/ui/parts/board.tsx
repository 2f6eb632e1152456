import { h, type JSX, type VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { columnName, type Point } from '../../core/point.js';
import {
  boardSize,
  drawBoards,
  gridOf,
  MARGIN,
  marksOf,
  STEP,
  type Shape,
} from '../../report/picture/drawing.js';
import { lookOf, starPoints, type Picture } from '../../report/picture/picture.js';

/** Largest scale of the drawing. */
const LARGEST = 2.6;
/** What the screen cuts off the margin of the drawing, and where coordinates stand in the rest. */
const CUT = 13;
const LABEL_AT = 24;
/** Pixels of a wheel, and of a finger, for one move. */
const WHEEL_STEP = 40;
const SWIPE_STEP = 32;

/** A drawing as elements. */
export function vnodeOf({ tag, attributes, children }: Shape): VNode {
  const inner = children.map((child) => (typeof child === 'string' ? child : vnodeOf(child)));
  return h(tag, attributes, ...inner) as VNode;
}

/** A board in flat colors, for paper. */
export function FlatBoard({ picture, title }: Pick<BoardProps, 'picture' | 'title'>): JSX.Element {
  const drawing = useMemo(
    () => vnodeOf(drawBoards([{ ...picture, title, label: '' }], 'none')),
    [picture, title],
  );
  return <div class="goban">{drawing}</div>;
}

interface BoardProps {
  readonly picture: Picture;
  /** What the board shows, in words. */
  readonly title: string;
  /** Letters and numbers on points, with the class of each. */
  readonly labels?: ReadonlyMap<Point, Label>;
  readonly onPoint?: ((point: Point) => void) | undefined;
  /** Called with the number of moves that the wheel or a finger goes on or, below 0, back. */
  readonly onStep?: (steps: number) => void;
}

/** A board of wood with its stones, as wide as its container and no higher than the window has space. A step changes only the points that differ. */
export function Board({ picture, title, labels, onPoint, onStep }: BoardProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn[]>([]).current;
  const lines = useRef<DrawnLine[]>([]).current;
  const ground = useMemo(() => groundOf(picture), [picture.width, picture.height]);
  const wasSwiped = useSteps(place, onStep);
  const { width, height } = boardSize(picture);
  const [across, down] = [width - 2 * CUT, height - 2 * CUT];
  for (let y = 0; y < picture.height; y++) lines[y] = lineAt(picture, y, labels, drawn, lines[y]);
  const onClick = ({ clientX, clientY }: MouseEvent): void => {
    if (wasSwiped()) return;
    const box = place.current!.getBoundingClientRect();
    const placeAt = (offset: number, places: number): number =>
      Math.max(0, Math.min(places - 1, Math.round(((offset / box.width) * across + CUT - MARGIN) / STEP)));
    const y = placeAt(clientY - box.top, picture.height);
    onPoint?.(y * picture.width + placeAt(clientX - box.left, picture.width));
  };
  return (
    <div
      class="goban wood"
      ref={place}
      style={{ '--ratio': across / down, '--most': `${String(across * LARGEST)}px` }}
      {...(onPoint ? { onClick } : {})}
    >
      <svg
        class="board"
        viewBox={`${String(CUT)} ${String(CUT)} ${String(across)} ${String(down)}`}
        role="img"
      >
        <title>{title}</title>
        {ground}
        {lines.map(({ shadows }) => shadows)}
        {lines.map(({ marks }) => marks)}
      </svg>
    </div>
  );
}

/** The colors of stones, once for all boards of a page. */
export function StoneColors(): JSX.Element {
  const colors = [
    ['black', '#777', '#2c2c2e', '#060607'],
    ['white', '#fff', '#f4f2ec', '#bdb9ae'],
  ] as const;
  return (
    <svg class="spoken" aria-hidden="true">
      {colors.map(([name, light, middle, edge]) => (
        <radialGradient key={name} id={`stone-${name}`} cx="0.36" cy="0.32" r="0.72">
          <stop stop-color={light} />
          <stop offset="0.38" stop-color={middle} />
          <stop offset="1" stop-color={edge} />
        </radialGradient>
      ))}
    </svg>
  );
}

function groundOf(picture: Picture): VNode {
  const { width, height } = picture;
  const size = boardSize(picture);
  const at = (line: number): number => MARGIN + line * STEP;
  const label = (x: number, y: number, text: string): VNode => h('text', { x, y }, text) as VNode;
  const columns = Array.from({ length: width }, (_, x) =>
    [LABEL_AT, size.height - LABEL_AT].map((y) => label(at(x), y, columnName(x))),
  );
  const rows = Array.from({ length: height }, (_, y) =>
    [LABEL_AT, size.width - LABEL_AT].map((x) => label(x, at(y), String(height - y))),
  );
  return (
    <>
      <path class="line" d={gridOf(picture)} />
      {starPoints(width, height).map((star) => (
        <circle key={star} class="star" cx={at(star % width)} cy={at(Math.floor(star / width))} r={2.8} />
      ))}
      <g class="coordinates" aria-hidden="true" font-size={Math.min(10, 3 + Math.max(width, height) * 0.37)}>
        {columns}
        {rows}
      </g>
    </>
  );
}

type Label = readonly [text: string, style: string];

/** What a point looks like, kept until it changes: the same elements are not compared again. */
interface Drawn {
  readonly look: number;
  readonly label: string | undefined;
  readonly shadow: VNode | null;
  readonly marks: VNode | null;
}

/** The points of a line of the board, kept until one of them changes. */
interface DrawnLine {
  readonly shadows: VNode;
  readonly marks: VNode;
}

function lineAt(
  picture: Picture,
  y: number,
  labels: ReadonlyMap<Point, Label> | undefined,
  drawn: Drawn[],
  known: DrawnLine | undefined,
): DrawnLine {
  let isSame = known !== undefined;
  const first = y * picture.width;
  for (let point = first; point < first + picture.width; point++) {
    const before = drawn[point];
    const now = drawnAt(picture, point, labels?.get(point), before);
    if (now === before) continue;
    isSame = false;
    drawn[point] = now;
  }
  if (isSame) return known!;
  const points = drawn.slice(first, first + picture.width);
  return {
    shadows: <g key={`shadows ${String(y)}`}>{points.map(({ shadow }) => shadow)}</g>,
    marks: <g key={y}>{points.map(({ marks }) => marks)}</g>,
  };
}

function drawnAt(picture: Picture, point: Point, label: Label | undefined, known: Drawn | undefined): Drawn {
  const { stones, dead, seki, owner, uncertain, open, lastMove, flagged } = picture;
  let code = 0;
  for (const bytes of [stones, dead, seki, owner, uncertain, open]) code = code * 8 + (bytes?.[point] ?? 0);
  code = code * 4 + (point === lastMove ? 1 : 0) + (point === flagged ? 2 : 0);
  const labelled = label?.join(' ');
  if (known?.look === code && known.label === labelled) return known;
  const { stone, is, isLast } = lookOf(picture, point);
  // A number takes the place of the ring.
  const shapes = marksOf(label ? { ...picture, lastMove: undefined } : picture, point);
  const y = Math.floor(point / picture.width);
  const [cx, cy] = [MARGIN + (point - y * picture.width) * STEP, MARGIN + y * STEP];
  const isWhole = stone && is !== 'dead';
  const marks = shapes.map((shape) => {
    const isStone = shape.tag === 'circle' && stone && String(shape.attributes['class']).startsWith(stone);
    const style = isStone ? { style: { fill: `url(#stone-${stone})` } } : {};
    return vnodeOf({ ...shape, attributes: { ...shape.attributes, ...style } as Shape['attributes'] });
  });
  if (label) {
    const [text, style] = label;
    const font = Math.min(13, 22 / Math.max(1, text.length));
    const on = `on-${stone ?? 'wood'}`;
    if (isLast) marks.push(h('circle', { class: `ring ${on}`, cx, cy, r: 10 }) as VNode);
    if (!stone) marks.push(h('circle', { class: `under ${style}`, cx, cy, r: 9.5 }) as VNode);
    marks.push(h('text', { class: `sign ${on}`, x: cx, y: cy, 'font-size': font }, text) as VNode);
  }
  return {
    look: code,
    label: labelled,
    shadow: isWhole
      ? (h('circle', { key: point, class: 'shadow', cx: cx + 0.9, cy: cy + 1.5, r: 11.6 }) as VNode)
      : null,
    marks: marks.length > 0 ? (h('g', { key: point }, marks) as VNode) : null,
  };
}

/** Steps by wheel and finger; returns whether the last touch was a swipe, which is no click. */
function useSteps(
  place: { readonly current: HTMLElement | null },
  onStep: BoardProps['onStep'],
): () => boolean {
  const latest = useRef(onStep);
  latest.current = onStep;
  const swiped = useRef(false);
  useEffect(() => {
    const board = place.current;
    if (!board || !onStep) return undefined;
    let rest = 0;
    let from: { readonly x: number; readonly y: number } | undefined;
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      if (rest * event.deltaY < 0) rest = 0;
      // A notch of a wheel is a step; a touch pad sends many small parts.
      rest +=
        Math.sign(event.deltaY) *
        Math.min(WHEEL_STEP, Math.abs(event.deltaY) * (event.deltaMode === 0 ? 1 : WHEEL_STEP));
      if (Math.abs(rest) < WHEEL_STEP) return;
      latest.current?.(Math.sign(rest));
      rest = 0;
    };
    const down = ({ pointerType, clientX, clientY }: PointerEvent): void => {
      swiped.current = false;
      from = pointerType === 'mouse' ? undefined : { x: clientX, y: clientY };
    };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const across = from ? clientX - from.x : 0;
      if (Math.abs(across) < SWIPE_STEP || Math.abs(across) < Math.abs(clientY - from!.y)) return;
      from = { x: clientX, y: clientY };
      swiped.current = true;
      latest.current?.(-Math.sign(across));
    };
    const up = (): void => (from = undefined);
    const listeners = { wheel: turn, pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
    for (const [type, listen] of Object.entries(listeners))
      board.addEventListener(type, listen as EventListener, { passive: false });
    return () => {
      for (const [type, listen] of Object.entries(listeners))
        board.removeEventListener(type, listen as EventListener);
    };
  }, [onStep === undefined]);
  return () => swiped.current;
}
