import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../cli/run.js';
import { GAME_COMMAND_NAMES } from '../../src/options/commands.js';
import { configSchema, optionsPage } from '../docs/options.js';
import { BadValue, type Row, type Source } from '../../src/options/kinds.js';
import { CONFIG_OPTIONS, queryOptions, readOptions, readQuery } from '../../src/options/read.js';
import { COMMON_OPTIONS, OPTIONS } from '../../src/options/table.js';
import { ROOT } from '../support/documents.js';

const NO_FILES: Source = {
  json: (word) => (word.startsWith('{') ? word : undefined),
  dead: () => {
    throw new BadValue('no file');
  },
  bytes: (text) => new TextEncoder().encode(text),
};
const ROWS: readonly Row[] = OPTIONS;

test.each([
  ['docs/options.md', optionsPage()],
  ['docs/config.schema.json', `${JSON.stringify(configSchema(), undefined, 2)}\n`],
])('%s is of this table (UPDATE=1 writes it)', (name, text) => {
  const path = join(ROOT, name);
  if (process.env['UPDATE'] === '1') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a command has an option once, and every option has commands that are there', () => {
  const pairs = ROWS.flatMap(({ name, on }) => on.map((command) => `${command} --${name}`));
  expect(pairs.filter((pair, i) => pairs.indexOf(pair) !== i)).toEqual([]);
  expect(ROWS.flatMap(({ on }) => on).filter((name) => !COMMAND_NAMES.includes(name))).toEqual([]);
  expect(COMMON_OPTIONS.filter((name) => !ROWS.some((row) => row.name === name))).toEqual([]);
  for (const name of GAME_COMMAND_NAMES) expect(queryOptions(name).length).toBeGreaterThan(5);
});

describe('a value', () => {
  test.each([
    ['a flag that is missing is off', 'audit', {}, 'quiet', false],
    ['a flag that is on by default', 'audit', {}, 'score', true],
    ['a default', 'audit', {}, 'max-per-code', 100],
    ['an option without a default', 'audit', {}, 'out', undefined],
    ['komi in half points', 'audit', { komi: '6.5' }, 'komi', 13],
    ['komi in quarter points', 'audit', { komi: '3.75' }, 'komi', 7.5],
    ['a word instead of points', 'convert', { 'komi-to': 'same' }, 'komi-to', 'same'],
    [
      'codes of a list given twice',
      'audit',
      { ignore: ['move/ko', 'komi/missing'] },
      'ignore',
      ['move/ko', 'komi/missing'],
    ],
    [
      'words in letters of another case',
      'format',
      { strip: 'Comments, markup' },
      'strip',
      ['comments', 'markup'],
    ],
    ['all words', 'format', { normalize: 'all' }, 'normalize', ['DT', 'RE', 'KM', 'RU', 'HA', 'TM', 'rank']],
    ['an estimator', 'audit', { estimator: 'none' }, 'estimator', 'none'],
  ] as const)('%s', (_, command, given, name, value) => {
    expect(readOptions(command, given, NO_FILES)).toHaveProperty(name, value);
  });

  test('a ruleset by its name, as JSON, and as RU says', () => {
    const { rules } = readOptions('score', { rules: 'auto,AGA' }, NO_FILES);
    expect(rules.map((one) => (one === 'auto' ? one : one.name))).toEqual(['auto', 'aga']);
    const json = JSON.stringify({ name: 'mine', base: 'aga', title: 'Mine', passStones: false });
    expect(readOptions('audit', { rules: json }, NO_FILES).rules).toHaveProperty('name', 'mine');
  });

  test.each([
    ['twice', 'audit', { rules: ['aga', 'japanese'] }, 'rules', 'may be given only once'],
    ['no whole number', 'audit', { jobs: 1.5 }, 'jobs', 'must be a whole number from 1 to 256'],
    ['a word for a number', 'audit', { jobs: 'two' }, 'jobs', 'must be a number'],
    ['below the range', 'list', { top: 0 }, 'top', 'must be a whole number from 1'],
    ['a number for a flag', 'audit', { quiet: 1 }, 'quiet', 'must be true or false'],
    ['no points', 'audit', { komi: '6.3' }, 'komi', 'must be a number of points, not 6.3'],
    ['no such choice', 'audit', { counting: 'aera' }, 'counting', 'aera is not known; did you mean area?'],
    [
      'no such ruleset',
      'audit',
      { rules: 'jap' },
      'rules',
      'there is no ruleset jap; did you mean japanese?',
    ],
    ['an empty list of rulesets', 'score', { rules: ',' }, 'rules', 'must name rulesets'],
    ['no such code', 'audit', { only: 'ko' }, 'only', 'there is no finding code ko; did you mean move/ko?'],
    ['no such limit', 'audit', { limit: 'dept=3' }, 'limit', 'there is no limit dept; did you mean depth?'],
    [
      'an engine that is not there',
      'audit',
      { estimator: 'gtp:/no/such' },
      'estimator',
      'gtp:/no/such: there is no program /no/such',
    ],
    [
      'an engine for a list',
      'list',
      { estimator: 'gtp:x' },
      'estimator',
      'gtp:x is not known; there are playouts, none',
    ],
    [
      'time without end',
      'audit',
      { 'engine-seconds': 1e9 },
      'engine-seconds',
      'must be a number of seconds above 0 and at most 86400',
    ],
  ] as const)('%s is refused', (_, command, given, option, message) => {
    const read = (): unknown => readOptions(command, given, NO_FILES);
    expect(read).toThrow(expect.objectContaining({ option, message }) as Error);
  });
});

describe('a query', () => {
  test('has the values of the command line', () => {
    const query = {
      rules: 'japanese',
      komi: '6.5',
      variations: '',
      'max-per-code': '3',
      only: 'sgf/',
      format: 'csv',
    };
    const given = { rules: 'japanese', komi: '6.5', variations: true, 'max-per-code': 3, only: 'sgf/' };
    const { format, name, ...values } = readQuery('audit', query, NO_FILES);
    expect([format, name]).toEqual(['csv', undefined]);
    expect(readOptions('audit', given, NO_FILES)).toMatchObject(values);
  });

  test.each([
    ['a flag that is on unless turned off', { 'no-score': 'true' }, 'score', false],
    ['a flag turned off twice over', { 'no-score': 'false' }, 'score', true],
    ['a flag without a value', { variations: '' }, 'variations', true],
  ] as const)('%s', (_, query, name, value) => {
    expect(readQuery('audit', query, NO_FILES)).toHaveProperty(name, value);
  });

  test.each([
    ['an unknown name', { rule: 'aga' }, 'rule', 'there is no such option; did you mean rules?'],
    [
      'a flag by its opposite',
      { score: 'false' },
      'score',
      'there is no such option; did you mean no-score?',
    ],
    ['an option that only the command line has', { out: '/tmp' }, 'out', 'there is no such option'],
    ['an engine', { estimator: 'gtp:x' }, 'estimator', 'gtp:x is not known; there are playouts, none'],
    ['a number in other digits', { 'max-per-code': '0x10' }, 'max-per-code', 'must be a whole number from 0'],
    ['a flag with a value', { variations: 'maybe' }, 'variations', 'must be true or false'],
  ] as const)('%s is refused', (_, query, option, message) => {
    expect(() => readQuery('audit', query, NO_FILES)).toThrow(
      expect.objectContaining({ option, message }) as Error,
    );
  });
});

describe('the schema of configuration files', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(configSchema());

  test.each([
    ['nothing', {}],
    ['a name for editors', { $schema: './config.schema.json' }],
    [
      'every default',
      Object.fromEntries(
        ROWS.filter((row) => row.config === 'yes' && row.default !== undefined).map((row) => [
          row.name,
          row.default,
        ]),
      ),
    ],
    ['lists', { ignore: ['move/ko', 'komi/'], only: 'sgf/', limit: 'depth=50' }],
  ])('takes %s', (_, config) => {
    validate(config);
    expect(validate.errors).toBeNull();
  });

  test.each([
    ['an unknown option', { rule: 'aga' }],
    ['an option of the command line only', { config: 'x' }],
    ['text for a number', { jobs: '2' }],
    ['a number out of range', { jobs: 257 }],
    ['an unknown word', { illegal: 'ignored' }],
    ['no points', { komi: 'six' }],
  ])('refuses %s', (_, config) => {
    expect(validate(config)).toBe(false);
  });

  test('names the options that a file may hold', () => {
    const { properties } = configSchema() as { properties: object };
    expect(Object.keys(properties).filter((name) => name !== '$schema')).toEqual([
      ...CONFIG_OPTIONS,
      'overrides',
      'nested',
      'exclude',
    ]);
  });
});
