/** A chance from signs: one over one plus e to the minus of bias plus the weighted signs. */
export interface Logistic {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** A sign without a weight counts nothing, so that a new sign can be fitted. */
export function chanceBy(model: Logistic, signs: readonly number[]): number {
  let sum = model.bias;
  for (let i = 0; i < signs.length; i++) sum += (model.weights[i] ?? 0) * signs[i]!;
  return 1 / (1 + Math.exp(-sum));
}
