import type { Logistic } from './logistic.js';

/** Chance that every chain is judged right, from the signs of `signs`. Made by test/train/calibrate. */
export const CHAINS_RIGHT: Logistic = {
  bias: 2.2386,
  weights: [0.259, -0.0102, -0.5446, -1.1513, -0.0165, -1.4944, -0.1487, 0.201, -0.7188, -0.9539],
};

/** Chance that the margin is right, from those signs and the circumstances of `score/confidence`. Made by test/train/calibrate. */
export const MARGIN_RIGHT: Logistic = {
  bias: 2.7225,
  weights: [
    0.3651, -0.1324, -0.3158, -0.8835, -0.025, -0.9779, -0.2094, 0.176, 0.0215, -2.1436, -1.3393, -0.7283,
    0.3936, -1.2065, -0.1083, -0.434, -0.0897, 0.8153, -1.7654, -0.8568, -1.0197,
  ],
};
