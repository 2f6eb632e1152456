import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../cli/run.js';
import { optionsOf } from '../../src/options/read.js';
import { BUILT_COMMAND, inTerminal } from '../support/terminal.js';

const piped = (...words: readonly string[]): string =>
  spawnSync(process.execPath, [BUILT_COMMAND, ...words], { encoding: 'utf8' }).stdout;

const widest = (text: string): number => Math.max(...text.split(/\r?\n/).map((line) => line.length));

/** The options that a help lists, in its order. */
const listed = (text: string): string[] =>
  [...text.split('\nExamples:')[0]!.matchAll(/^ +(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name!);

/** Those of the command itself. */
const own = (text: string): string[] => listed(text).filter((name) => name !== 'help' && name !== 'version');

describe.each(COMMAND_NAMES)('the help of %s', (name) => {
  const help = piped(name, '--help');
  const all = piped(name, '--help', 'all');
  const names = new Set(optionsOf(name).map((row) => row.name));

  test('shows what is common, and --help all every option with those first', () => {
    expect(new Set(own(all))).toEqual(names);
    expect(own(all).slice(0, own(help).length)).toEqual(own(help));
    const isShort = names.size <= 12;
    expect(own(help).length < own(all).length).toBe(!isShort);
    const more = names.size - own(help).length;
    expect(help.includes(`${String(more)} more options: sgf-referee ${name} --help all`)).toBe(!isShort);
    expect(all).not.toContain('more options');
    expect(piped('help', name)).toBe(help);
    expect(piped('help', name, 'all')).toBe(all);
  });

  test('has an example, and fits into 80 columns', () => {
    expect(help).toMatch(/^Examples:\n {2}\S*.*sgf-referee/m);
    expect(widest(all)).toBeLessThanOrEqual(80);
  });
});

test.each([
  [60, 60],
  [80, 80],
  [140, 140],
  [200, 140],
])('in a terminal of %i columns the help takes %i', async (columns, width) => {
  const { text } = await inTerminal('sgf-referee audit --help all', { cwd: '.', columns });
  expect(widest(text)).toBeLessThanOrEqual(width);
  expect(widest(text)).toBeGreaterThan(width - 5);
});

test('without a command the same list is on standard error, and after it what is missing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_COMMAND], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.startsWith(piped('--help'))).toBe(true);
  expect(stderr).toMatch(/^sgf-referee: which command\? It is the first word: .*\nTry: .*\n$/m);
});

test('the list of all commands has a heading for each purpose', () => {
  const groups = piped('--help')
    .split('\n\n')
    .filter((group) => group.includes('\n  sgf-referee '))
    .map((group) => [
      group.split('\n')[0],
      [...group.matchAll(/^ {2}sgf-referee (\w+)/gm)].map(([, one]) => one),
    ]);
  expect(groups).toEqual([
    ['Referee games:', ['audit', 'score', 'convert', 'check', 'crosscheck', 'ruling']],
    ['Look at records and rewrite them:', ['format', 'show', 'list', 'duplicates', 'compare']],
    ['Look up rules, findings and settings:', ['rules', 'explain', 'config', 'completion']],
    ['For other programs:', ['gtp', 'conformance']],
    ['Many machines, and a server:', ['plan', 'work', 'merge', 'queue', 'cache', 'serve']],
  ]);
});

test('--null stands beside --files', () => {
  for (const name of ['list', 'duplicates']) {
    const group = piped(name, '--help', 'all')
      .split(/^(?=[A-Z])/m)
      .find((one) => /--null/.test(one))!;
    expect(group.split('\n')[0]).toBe({ list: 'Listing:', duplicates: 'Comparing:' }[name]);
  }
});
