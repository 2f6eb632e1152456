import type { Logistic } from './logistic.js';

/** Chance that every chain is judged right, from the signs of `signs`. Made by test/train/calibrate. */
export const CHAINS_RIGHT: Logistic = {
  bias: 2.5534,
  weights: [0.2436, 0.0002, -0.9259, -0.4809, -0.0356, -1.6605, -0.0251, 0.1743, -0.6393, -0.7245, -0.2695],
};

/** Chance that the margin is right, from those signs and the circumstances of `score/confidence`. Made by test/train/calibrate. */
export const MARGIN_RIGHT: Logistic = {
  bias: 3.0665,
  weights: [
    -0.0536, 0.1979, -1.2455, -1.2758, 0.0075, -1.8255, -0.1033, 0.2051, 0.2213, -1.8111, 0.6154, -1.3857,
    -0.7532, 0.2802, -1.1839, 0.0456, -0.3913, -0.102, 0.5844, -1.8643, -1.0099, -1.0438,
  ],
};
