import type { CommandModule } from 'yargs';
import { describeRuleset } from '../src/rules/describe.js';
import { RULESETS } from '../src/rules/rulesets.js';
import type { Context } from './run.js';
import { rulesetOf } from './settings.js';

export function rulesCommand({ io, finish }: Context): CommandModule<object, { name: string | undefined; other: string | undefined }> {
  return {
    command: 'rules [name] [other]',
    describe: 'The table of rulesets; one in full with its sources; two side by side',
    builder: (y) =>
      y
        .positional('name', { type: 'string', describe: 'A ruleset, or a JSON file with one' })
        .positional('other', { type: 'string', describe: 'Another, to compare' }),
    handler: ({ name, other }) => {
      void describeRuleset; void RULESETS; void rulesetOf; void name; void other; void io;
      finish(0);
    },
  };
}
