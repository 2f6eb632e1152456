import type { FindingCode } from './catalogue.js';
import type { Explanation } from './explanation.js';
import { FILE_EXPLANATIONS } from './explanations-file.js';
import { HEADER_EXPLANATIONS } from './explanations-header.js';
import { MOVE_EXPLANATIONS } from './explanations-moves.js';
import { RESULT_EXPLANATIONS } from './explanations-result.js';

export type { Explanation } from './explanation.js';

const EXPLANATIONS: { readonly [C in FindingCode]: Explanation } = {
  ...MOVE_EXPLANATIONS,
  ...HEADER_EXPLANATIONS,
  ...RESULT_EXPLANATIONS,
  ...FILE_EXPLANATIONS,
};

/** The full account of a code: its meaning, the rule it rests on, a smallest case, and what to do. */
export function explain(code: FindingCode): Explanation {
  return EXPLANATIONS[code];
}
