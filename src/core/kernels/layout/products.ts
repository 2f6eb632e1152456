/** Channels of every hidden layer of the net, input planes, and outcomes of its answer. */
export const CHANNELS = 32;
export const PLANES = 20;
export const OUTCOMES = 3;

/** Numbers that the kernel returns for a point; the last is unused. */
export const ANSWER = 4;

/** Side of the square of points that a convolution computes at once, and the planes that this takes. */
export const SIDE = 4;
export const PLANE_COUNT = 36;

/** Rows and output channels that a product computes at once: five sums, their inputs and weights fit the registers. */
export const ROWS = 5;
export const OUT = 4;

/** Bytes of a row of 16-bit integers with their scale, four times. */
export const SHORT_ROW = 2 * CHANNELS + 16;

/** Bytes below this are the kernel's own; then CHANNELS zeros, and from FIRST_FREE on what the caller lays out. */
export const NO_BIAS = 1024;
export const FIRST_FREE = 2048;

/** Bytes for weights and layers of the largest board. */
export const PRODUCT_BYTES = 96 * 65536;
