import { judgingOf } from '../options/judging.js';
import { summaryText } from '../output/summary.js';
import { GAME_ROW, type GameCommand } from './game-command.js';

/** `audit`: read, replay, judge, score, compare with the declared result, report. */
export const audit: GameCommand<'audit'> = {
  name: 'audit',
  about: 'Referee games: read, replay, judge, score, compare with the result',
  description:
    'Replays every game under its ruleset, reports each violation, scores the games that ended by counting, and compares the count with the declared result. A row a game, with its findings.',
  examples: [
    ['$0 audit games/ --out report', 'A folder, with a report to look at'],
    ['$0 audit archive.zip --no-score', 'Legality only'],
    ['$0 audit games/ --fail-on error,contradicted', 'Exit 1 also where a result does not hold'],
  ],
  judging: judgingOf,
  row: GAME_ROW,
  sinks: () => ({
    ...{ csv: 'csv', jsonl: 'jsonl', json: 'json', text: 'text' },
    ...{ html: 'html', sarif: 'sarif', junit: 'junit' },
  }),
  file: 'games.csv',
  report: 'made',
  summary: (result) => summaryText(result.counts, result),
};
