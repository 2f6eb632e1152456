import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parseConditions } from '../src/toolkit/event/conditions.js';
import { blocksOf, expectShown, ROOT } from './support/documents.js';

const blocks = blocksOf('docs/events.md');

it('docs/events.md shows what crosscheck prints', () => {
  const [first = '', ...rest] = blocks.find(({ language }) => language === 'console')!.text.split('\n');
  const words = first.replace('$ sgf-referee ', '').split(' ');
  const env = { ...process.env, COLUMNS: '80', NO_COLOR: '1' };
  const ran = spawnSync(process.execPath, ['dist/cli/bin.js', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  expect(ran.stderr).toBe('');
  expectShown('docs/events.md', rest.join('\n'), ran.stdout);
});

it('docs/events.md shows conditions that are accepted', () => {
  const { text } = blocks.find(({ language }) => language === 'json')!;
  expect(parseConditions(text).ok).toBe(true);
});
