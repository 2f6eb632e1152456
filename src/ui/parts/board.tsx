import { h, type JSX, type TargetedMouseEvent, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Point } from '../../core/point.js';
import { boardSize, MARGIN, type Shape, STEP } from '../../picture/drawing.js';
import { drawBoards, legendOf } from '../../picture/board-sheet.js';
import type { Picture } from '../../picture/picture.js';

/** Largest scale of the drawing, and largest share of the window's height in percent. */
const LARGEST = 2.6;
const MOST_OF_WINDOW = 82;

interface BoardProps {
  readonly picture: Picture;
  /** Called with the point that was clicked. */
  readonly onPoint?: ((point: Point) => void) | undefined;
}

/** A board as wide as its container, and no higher than the window. */
export function Board({ picture, onPoint }: BoardProps): JSX.Element {
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
  const most = `${String(size.width * LARGEST)}px, ${String((MOST_OF_WINDOW * size.width) / size.height)}vh`;
  return (
    <div class="goban" style={{ width: `min(100%, ${most})` }} {...(onPoint ? { onClick } : {})}>
      {drawing}
    </div>
  );
}

/** A drawing as elements. */
export function vnodeOf({ tag, attributes, children }: Shape): VNode {
  const inner = children.map((child) => (typeof child === 'string' ? child : vnodeOf(child)));
  return h(tag, attributes, ...inner) as VNode;
}

/** The legend of the marks that occur. */
export function legendText(pictures: readonly Picture[]): string {
  return legendOf(pictures).join('; ');
}
