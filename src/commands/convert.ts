import { comparedColumns, CONVERT_TABLE } from '../columns/conversions.js';
import type { SinkName } from '../output/formats.js';
import { conversionSummary } from '../output/conversion-counts.js';
import { comparedHead } from '../output/conversion-text.js';
import { rowHead } from '../output/rows.js';
import { judgingOf, withoutCopies } from '../options/judging.js';
import { OptionError } from '../options/read.js';
import type { GameCommand } from './game-command.js';

/** `convert`: the result under other rules, and an itemised account of the difference. */
export const convert: GameCommand<'convert'> = {
  name: 'convert',
  about: 'Convert results between rulesets, with an account of every point',
  description:
    'Says what each result would have been under other rules, from our own count and from the declared margin, and what the difference is made of. A row a game, ruleset and basis.',
  examples: [
    ['$0 convert game.sgf --to aga', 'What it would have been under AGA rules, and why'],
    ['$0 convert club/ --table japanese,aga,chinese', 'A result column a ruleset'],
  ],
  judging({ from, to, table, 'komi-from': komi, 'komi-to': komiTo, ...values }) {
    if (to && table) throw new OptionError('table', 'cannot be given with to');
    const convertTo = to ?? table;
    if (!convertTo) throw new OptionError('to', 'expected the ruleset to convert into');
    const { options, ...judging } = withoutCopies(judgingOf({ ...values, rules: from ?? 'auto', komi }));
    const convert = komiTo === undefined ? {} : { komiToHalves: komiTo };
    return { ...judging, options: { ...options, accounts: { convertTo, convert } } };
  },
  row: {
    name: 'Conversion',
    about: 'A result converted into another ruleset, with every item of the difference',
    columns: CONVERT_TABLE,
    findings: 'none',
  },
  sinks({ table }) {
    const sink = (form: 'csv' | 'jsonl' | 'json' | 'text'): SinkName =>
      table ? `convert-table-${form}` : `convert-${form}`;
    return {
      ...{ csv: sink('csv'), jsonl: sink('jsonl'), json: sink('json') },
      ...{ text: sink('text'), html: sink('text') },
    };
  },
  // The columns of its table are rulesets, which no format knows beforehand.
  frame({ table }, form) {
    if (!table || form === 'json' || form === 'jsonl') return undefined;
    const names = table.map(({ name }) => name);
    const head = form === 'csv' ? rowHead('csv', comparedColumns(names)) : comparedHead(names);
    return { head: () => head, separator: '', tail: '' };
  },
  file: 'conversions.csv',
  report: 'none',
  summary({ counts: { conversions, severities } }) {
    const { error } = severities;
    const errors = `${String(error)} ${error === 1 ? 'error' : 'errors'} in the records: audit lists them\n`;
    return conversionSummary(conversions) + (error > 0 ? errors : '');
  },
};
