import { SCORE_TABLE } from '../columns/scores.js';
import { judgingOf, withoutCopies } from '../options/judging.js';
import { summaryText } from '../output/summary.js';
import type { GameCommand } from './game-command.js';

/** `score`: the count of each game under one or several rulesets, item by item. */
export const score: GameCommand<'score'> = {
  name: 'score',
  about: 'Count games under one or several rulesets, item by item',
  description:
    'Judges life and death once, and counts each game under every ruleset asked for. A row a game and ruleset.',
  examples: [
    ['$0 score game.sgf --rules japanese,aga', 'Both counts beside each other'],
    ['$0 score round-3/ --out report', 'A folder, with its scores in files'],
  ],
  judging({ rules: scoreUnder = ['auto'], ...values }) {
    // One ruleset judges the moves too; several only count.
    const [only] = scoreUnder;
    const rules = scoreUnder.length === 1 && only ? only : 'auto';
    const { options, ...judging } = withoutCopies(judgingOf({ ...values, rules }));
    return { ...judging, options: { ...options, accounts: { scoreUnder } } };
  },
  row: {
    name: 'Score',
    about: 'A game counted under one ruleset',
    columns: SCORE_TABLE,
    findings: 'none',
  },
  sinks: () => ({
    ...{ csv: 'score-csv', jsonl: 'score-jsonl', json: 'score-json' },
    ...{ text: 'score-text', html: 'score-text' },
  }),
  file: 'scores.csv',
  report: 'none',
  summary: (result) => summaryText(result.counts, result),
};
