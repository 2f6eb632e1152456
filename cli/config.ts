import { existsSync } from 'node:fs';
import { visible } from '../src/core/text.js';
import { CONFIG_OPTIONS, OPTIONS_BY_FILE } from '../src/options/read.js';
import { OPTIONS } from '../src/options/table.js';
import type { Row } from '../src/options/kinds.js';
import { type Command, UsageError } from './command.js';
import { Configuration } from './configuration.js';

/** `config FILE`: the options that configurations set for a file, and where each value comes from. */
export const config: Command<'config'> = {
  name: 'config',
  about: 'Show what configurations set for a file, and where each value comes from',
  operands: '[file]',
  operand: { file: { type: 'string', describe: 'File or folder; default: the current folder' } },
  examples: [
    ['$0 config games/fox/1.sgf', 'Every option that applies to the file'],
    ['$0 config --format json', 'For other programs'],
  ],
  run({ input, config: named, format }, { io }) {
    const [file = 'games.sgf'] = input;
    if (input.length > 0 && !existsSync(file.split('!/')[0]!))
      throw new UsageError(`there is no file ${file}`);
    const configuration = new Configuration(named, io.cwd);
    const applied = appliedTo(file, configuration);
    const excluded = configuration.isExcluded(file);
    io.stdout.write(
      format === 'json'
        ? `${JSON.stringify({ file, excluded, options: applied }, undefined, 2)}\n`
        : textOf(applied) + (excluded ? `${visible(file)} is excluded: it is not read\n` : ''),
    );
    return 0;
  },
};

/** One option as it applies to a file. */
interface Applied {
  readonly option: string;
  readonly value: unknown;
  readonly source: string;
}

function appliedTo(file: string, configuration: Configuration): Applied[] {
  const own = configuration.valuesFor(file);
  const { base } = configuration;
  return CONFIG_OPTIONS.flatMap((option): Applied[] => {
    if (OPTIONS_BY_FILE.includes(option)) {
      const set = own[option];
      if (set) return [{ option, ...set }];
    } else if (base && base.values[option] !== undefined)
      return [{ option, value: base.values[option], source: base.path }];
    const byDefault = (OPTIONS as readonly Row[]).find(({ name }) => name === option)?.default;
    return byDefault === undefined ? [] : [{ option, value: byDefault, source: 'default' }];
  });
}

function textOf(applied: readonly Applied[]): string {
  const rows = applied.map(({ option, value, source }) => [
    option,
    visible(typeof value === 'string' ? value : JSON.stringify(value)),
    visible(source),
  ]);
  const widths = [0, 1].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map(
      ([option = '', value = '', source = '']) =>
        `${option.padEnd(widths[0]!)}  ${value.padEnd(widths[1]!)}  ${source}\n`,
    )
    .join('');
}
