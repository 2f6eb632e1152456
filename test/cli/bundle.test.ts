import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/documents.js';

test.each([
  ['command', 'dist/cli', 40],
  ['library', 'dist/lib', 4],
  ['page', 'dist/page/assets', 4],
  ['static site', 'site/assets', 4],
])('the %s is built without the libraries of charsets that come with @sabaki/sgf', (_, path, files) => {
  const scripts = readdirSync(join(ROOT, path)).filter((name) => /\.c?js$/.test(name));
  expect(scripts.length).toBeGreaterThanOrEqual(files);
  for (const name of scripts) {
    const text = readFileSync(join(ROOT, path, name), 'utf8');
    expect(text, name).not.toMatch(/jschardet|UniversalDetector|iconv-lite|from '@sabaki\/sgf/);
  }
});

test.each(['dist/cli', 'dist/lib'])('the license of the parser of @sabaki/sgf is in %s', (path) => {
  expect(readFileSync(join(ROOT, path, 'LICENSES.txt'), 'utf8')).toMatch(/^@sabaki\/sgf /m);
});
