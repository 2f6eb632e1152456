import type { Logistic } from './logistic.js';

/** Chance that every chain is judged right, from the signs of `signs`. Made by test/train/calibrate. */
export const CHAINS_RIGHT: Logistic = {
  bias: 2.5887,
  weights: [-0.0209, 0.1709, 0.2181, -0.7126, -0.018, -1.8251, -0.3019, 0.1806, -0.8191, -0.858, -0.9448],
};

/** Chance that the margin is right, from those signs and the circumstances of `score/confidence`. Made by test/train/calibrate. */
export const MARGIN_RIGHT: Logistic = {
  bias: 3.2439,
  weights: [
    0.1343, -0.0253, 0.1451, -0.6858, -0.0158, -0.9047, -0.2518, 0.2017, 0.0199, -1.943, -0.8964, -1.3772,
    -0.7505, 0.3698, -1.1552, 0.0175, -0.4101, -0.076, 0.729, -1.8138, -0.876, -1.0291,
  ],
};
