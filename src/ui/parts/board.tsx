import { h, type JSX, type VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { columnName, type Point } from '../../core/point.js';
import { boardSize, gridOf, MARGIN, marksOf, STEP, type Shape } from '../../report/picture/drawing.js';
import { lookOf, starPoints, type Picture } from '../../report/picture/picture.js';

/** Largest scale of the drawing. */
const LARGEST = 2.6;
/** What is cut off the margin of the drawing, and where coordinates stand in the rest. */
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

type Label = readonly [text: string, style: string];

interface BoardProps {
  readonly picture: Picture;
  /** What the board shows, in words. */
  readonly title: string;
  /** Letters and numbers on points. */
  readonly labels?: ReadonlyMap<Point, Label>;
  readonly onPoint?: (point: Point) => void;
  /** Called with 1 or -1 when the wheel or a finger goes on or back. */
  readonly onStep?: (steps: number) => void;
}

/** A board of wood, on paper a plain one, as wide as its place. A step draws only the points that differ. */
export function Board({ picture, title, labels, onPoint, onStep }: BoardProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn[]>([]).current;
  const ground = useMemo(() => groundOf(picture), [picture.width, picture.height]);
  useSteps(place, onStep);
  const { width, height } = boardSize(picture);
  const [across, down] = [width - 2 * CUT, height - 2 * CUT];
  picture.stones.forEach((_, point) => {
    drawn[point] = drawnAt(picture, point, labels?.get(point), drawn[point]);
  });
  const onClick = ({ clientX, clientY }: MouseEvent): void => {
    const box = place.current!.getBoundingClientRect();
    const placeAt = (offset: number, places: number): number =>
      Math.max(0, Math.min(places - 1, Math.round(((offset / box.width) * across + CUT - MARGIN) / STEP)));
    const x = placeAt(clientX - box.left, picture.width);
    onPoint?.(placeAt(clientY - box.top, picture.height) * picture.width + x);
  };
  return (
    <div
      class="goban"
      ref={place}
      style={{ '--ratio': across / down, '--most': `${String(across * LARGEST)}px` }}
      onClick={onPoint && onClick}
    >
      <svg class="board" viewBox={[CUT, CUT, across, down].join(' ')} role="img">
        <title>{title}</title>
        {ground}
        <g>{drawn.map(({ shadow }) => shadow)}</g>
        <g>{drawn.map(({ marks }) => marks)}</g>
      </svg>
    </div>
  );
}

/** From the light on a stone to its edge. */
const STONES = { black: ['#777', '#2c2c2e', '#060607'], white: ['#fff', '#f4f2ec', '#bdb9ae'] };

/** The colors of stones, once for all boards of a page. */
export function StoneColors(): JSX.Element {
  return (
    <svg class="spoken" aria-hidden="true">
      {Object.entries(STONES).map(([name, colors]) => (
        <radialGradient key={name} id={`stone-${name}`} cx="0.36" cy="0.32" r="0.72">
          {colors.map((color, i) => (
            <stop key={color} offset={i ** 1.4 / 2.64} stop-color={color} />
          ))}
        </radialGradient>
      ))}
    </svg>
  );
}

function at(line: number): number {
  return MARGIN + line * STEP;
}

function groundOf(picture: Picture): VNode {
  const { width, height } = picture;
  const size = boardSize(picture);
  const font = Math.min(10, 3 + Math.max(width, height) * 0.37);
  const label = (x: number, y: number, text: string): VNode => h('text', { x, y }, text) as VNode;
  return (
    <>
      <path class="line" d={gridOf(picture)} />
      {starPoints(width, height).map((star) => (
        <circle key={star} class="star" cx={at(star % width)} cy={at(Math.floor(star / width))} r={2.8} />
      ))}
      <g class="coordinates" aria-hidden="true" font-size={font}>
        {Array.from({ length: width }, (_, x) =>
          [LABEL_AT, size.height - LABEL_AT].map((y) => label(at(x), y, columnName(x))),
        )}
        {Array.from({ length: height }, (_, y) =>
          [LABEL_AT, size.width - LABEL_AT].map((x) => label(x, at(y), String(height - y))),
        )}
      </g>
    </>
  );
}

/** What a point looks like, kept until it changes: the same elements are not compared again. */
interface Drawn {
  readonly look: string;
  readonly shadow: VNode | null;
  readonly marks: VNode | null;
}

function drawnAt(picture: Picture, point: Point, label: Label | undefined, known: Drawn | undefined): Drawn {
  const { stone, is, owner, doubt, isLast, isFlagged, mark } = lookOf(picture, point);
  const look = `${String(stone)} ${String(is)} ${String(owner)} ${doubt} ${isLast} ${isFlagged} ${mark} ${String(label)}`;
  if (known?.look === look) return known;
  const y = Math.floor(point / picture.width);
  const [cx, cy] = [at(point - y * picture.width), at(y)];
  // A number or letter takes the place of the ring.
  const marks = marksOf(label ? { ...picture, lastMove: undefined } : picture, point).map((shape) => {
    const isStone = shape.tag === 'circle' && stone && String(shape.attributes['class']).startsWith(stone);
    return vnodeOf(isStone ? { ...shape, attributes: { ...shape.attributes, ...WOODEN[stone] } } : shape);
  });
  if (label) {
    const [text, style] = label;
    const on = `on-${stone ?? 'wood'}`;
    if (!stone || isLast)
      marks.push(<circle class={stone ? `ring ${on}` : `under ${style}`} cx={cx} cy={cy} r={10} />);
    marks.push(
      <text class={`sign ${on}`} x={cx} y={cy} font-size={Math.min(13, 26 / text.length)}>
        {text}
      </text>,
    );
  }
  const isWhole = stone && is !== 'dead';
  return {
    look,
    shadow: isWhole ? <circle key={point} class="shadow" cx={cx + 0.9} cy={cy + 1.5} r={11.6} /> : null,
    marks: marks.length > 0 ? <g key={point}>{marks}</g> : null,
  };
}

/** A style of the element, as those of its class are plain. */
const WOODEN = { black: { style: 'fill:url(#stone-black)' }, white: { style: 'fill:url(#stone-white)' } };

/** Steps by wheel and finger. Browsers make no click of a touch that moves. */
function useSteps(place: { readonly current: HTMLElement | null }, onStep: BoardProps['onStep']): void {
  const latest = useRef(onStep);
  latest.current = onStep;
  useEffect(() => {
    const board = place.current!;
    let rest = 0;
    let from: { readonly x: number; readonly y: number } | undefined;
    board.onwheel = (event) => {
      if (event.ctrlKey || event.deltaY === 0 || !latest.current) return;
      event.preventDefault();
      // A notch of a wheel is a step; a touch pad sends many small parts.
      const part = Math.min(WHEEL_STEP, Math.abs(event.deltaY) * (event.deltaMode === 0 ? 1 : WHEEL_STEP));
      rest = (rest * event.deltaY < 0 ? 0 : rest) + Math.sign(event.deltaY) * part;
      if (Math.abs(rest) < WHEEL_STEP) return;
      latest.current(Math.sign(rest));
      rest = 0;
    };
    board.onpointerdown = ({ pointerType, clientX: x, clientY: y }) => {
      from = pointerType === 'touch' ? { x, y } : undefined;
    };
    board.onpointermove = ({ clientX: x, clientY: y }) => {
      const across = from ? x - from.x : 0;
      if (Math.abs(across) < SWIPE_STEP || Math.abs(across) < Math.abs(y - from!.y)) return;
      from = { x, y };
      latest.current?.(-Math.sign(across));
    };
    board.onpointerup = board.onpointercancel = () => (from = undefined);
  }, []);
}
