import { expect, test } from 'vitest';
import { drawBoard, type Shape, STEP } from '../../src/report/picture/drawing.js';

/** Coordinates of a path of absolute points. */
function pointsOf({ attributes }: Shape): readonly (readonly [number, number])[] {
  return [...String(attributes['d']).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
}

function shapesOf(shape: Shape): readonly Shape[] {
  return [shape, ...shape.children.flatMap((child) => (typeof child === 'string' ? [] : shapesOf(child)))];
}

test.each([
  [19, 19],
  [9, 9],
  [13, 26],
  [52, 52],
])('coordinates keep clear of flagged stones on the edge, on %i x %i', (width, height) => {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  for (const flagged of corners) {
    const stones = new Uint8Array(width * height);
    stones[flagged] = 1;
    const shapes = shapesOf(drawBoard({ width, height, stones, flagged, title: '', captions: [] }));
    const label = shapes.find(({ attributes }) => attributes['class'] === 'label')!;
    const {
      x,
      y,
      width: side,
    } = shapes.find(({ attributes }) => attributes['class'] === 'flag')!.attributes as unknown as {
      readonly x: number;
      readonly y: number;
      readonly width: number;
    };
    const distances = pointsOf(label).map(([px, py]) =>
      Math.hypot(Math.max(x - px, 0, px - x - side), Math.max(y - py, 0, py - y - side)),
    );
    // The square's line is 3.2 thick, that of a letter 1.1.
    expect(Math.min(...distances)).toBeGreaterThan(STEP / 8 + 1.6 + 0.55);
  }
});
