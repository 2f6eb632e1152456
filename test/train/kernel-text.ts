import { pointwise } from './kernel-points.js';
import { multiply, multiplyPlanes, shorten } from './kernel-products.js';
import { gather, spread, transform } from './kernel-tiles.js';

/**
 * The text of the net's hot loops in WebAssembly, for nets of `channels` channels. Values are point-major (`channels`
 * floats a point) on a board padded by a point on every side, to whole tiles of 4x4.
 *
 * A 3x3 convolution is `spread` (each tile's 6x6 points become 36 numbers, one a plane), `multiplyPlanes` (a product
 * with a matrix on each plane) and `gather` (36 products become the tile's 16 points): a quarter of the multiplications
 * of the definition. `transform` makes those matrices, `shorten` their integers. `multiply` is a product with one
 * matrix; `enter`, `rectify`, `total`, `means`, `finish` and `answer` are what lies between.
 */
export function kernelText(channels: number): string {
  const point = channels * 4;
  return [
    '(module (memory (export "memory") 96)',
    ...spread(point),
    ...multiplyPlanes(channels),
    ...gather(point),
    ...transform(channels),
    ...shorten(channels),
    ...multiply(channels),
    ...pointwise(channels),
    ')',
  ].join('\n');
}
