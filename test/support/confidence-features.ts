/** The features of the confidence in an estimate, in the order of the weights of `CHAINS_RIGHT`. */
export const CONFIDENCE_FEATURES = [
  'all',
  'weakest',
  'doubtfulStones',
  'doubtfulPoints',
  'neutral',
  'open',
  'disagreements',
  'kos',
  'ataris',
  'small',
  'difference',
] as const;
