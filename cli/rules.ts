import type { CommandModule } from 'yargs';
import { compareRulesets, describeRuleset } from '../src/rules/describe.js';
import { RULESETS } from '../src/rules/rulesets.js';
import type { Ruleset } from '../src/rules/ruleset.js';
import { paragraph } from './paragraph.js';
import type { Context } from './run.js';
import { rulesetOf } from './settings.js';

interface Arguments {
  readonly name: string | undefined;
  readonly other: string | undefined;
}

/** `rules`: the table; `rules NAME`: one in full with its sources; `rules NAME OTHER`: both side by side. */
export function rulesCommand({ io, finish }: Context): CommandModule<object, Arguments> {
  return {
    command: 'rules [name] [other]',
    describe: 'The table of rulesets; one in full with its sources; two side by side',
    builder: (y) =>
      y
        .positional('name', { type: 'string', describe: 'A ruleset, or a JSON file with one' })
        .positional('other', { type: 'string', describe: 'Another, to compare' }),
    handler: ({ name, other }) => {
      if (name === undefined) io.stdout.write(table());
      else if (other === undefined) io.stdout.write(inFull(rulesetOf(name)));
      else io.stdout.write(sideBySide(rulesetOf(name), rulesetOf(other)));
      finish(0);
    },
  };
}

const LABEL = 25;
const VALUE = 25;

function table(): string {
  const rows = RULESETS.map((ruleset) => [
    ruleset.name,
    ruleset.countings.join(', ') || ruleset.scoring,
    ruleset.superko,
    ruleset.selfCapture,
    ruleset.komiEven[0] === undefined ? '-' : String(ruleset.komiEven[0].halves / 2),
    ruleset.title,
  ]);
  const head = ['name', 'counting', 'superko', 'self-capture', 'komi', 'title'];
  const widths = head.map((title, i) =>
    Math.max(...[head, ...rows].map((row) => row[i]!.length), title.length),
  );
  return [head, ...rows].map((row) => line(row, widths)).join('');
}

function line(row: readonly string[], widths: readonly number[]): string {
  return `${row
    .map((cell, i) => cell.padEnd(widths[i]!))
    .join('  ')
    .trimEnd()}\n`;
}

function inFull(ruleset: Ruleset): string {
  let text = `${ruleset.name}: ${ruleset.title}\n\n`;
  for (const { label, value, sources, doubt } of describeRuleset(ruleset)) {
    const source = sources.length === 0 ? '' : `  [${sources.join('; ')}]`;
    text += `${label.padEnd(LABEL)} ${value}${source}\n`;
    if (doubt !== '') text += paragraph(`open: ${doubt}`, '    ');
  }
  return text;
}

/** Fields that differ are marked with `*`. */
function sideBySide(one: Ruleset, other: Ruleset): string {
  let text = line(['', one.name, other.name], [LABEL + 2, VALUE, VALUE]);
  for (const { label, values, differs } of compareRulesets(one, other)) {
    text += line([`${differs ? '*' : ' '} ${label}`, ...values], [LABEL + 2, VALUE, VALUE]);
  }
  return text;
}
