import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/documents.js';

test('the command has the parser of @sabaki/sgf, and not the libraries of charsets that come with it', () => {
  const folder = join(ROOT, 'dist/cli');
  expect(readFileSync(join(folder, 'LICENSES.txt'), 'utf8')).toMatch(/^@sabaki\/sgf /m);
  const scripts = readdirSync(folder).filter((name) => /\.c?js$/.test(name));
  expect(scripts.length).toBeGreaterThan(4);
  for (const name of scripts)
    expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/jschardet|UniversalDetector/);
});
