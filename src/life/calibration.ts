import type { Logistic } from './confidence.js';

/** Chance that every chain is judged right, from the features of `confidence.ts`. Made by test/train/calibrate. */
export const CHAINS_RIGHT: Logistic = {
  bias: 2.655,
  weights: [0.16, 0.0667, -0.7665, -0.5983, -0.0671, -0.4799, -0.117, 0.1799, -0.5054, -0.7768, -0.4577],
};

/** Chance that the margin is right, from those features and the circumstances of `marginConfidence`. Made by test/train/calibrate. */
export const MARGIN_RIGHT: Logistic = {
  bias: 2.5248,
  weights: [
    -0.1088, 0.2302, -1.5103, -1.4531, 0.0666, -1.853, -0.023, 0.1115, 0.3422, -1.5376, 0.8956, -1.4472,
    -0.7144, 0.2737, -0.3938, 0.0781, -0.346, -0.0137, 0.8405, -1.4573, -0.6344, -0.6163,
  ],
};
