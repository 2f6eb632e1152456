import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/documents.js';

test.each([
  ['command', 'dist/cli', 40],
  ['library', 'dist/lib', 4],
])(
  'the %s has the parser of @sabaki/sgf, and not the libraries of charsets that come with it',
  (_, path, files) => {
    const folder = join(ROOT, path);
    expect(readFileSync(join(folder, 'LICENSES.txt'), 'utf8')).toMatch(/^@sabaki\/sgf /m);
    const scripts = readdirSync(folder).filter((name) => /\.c?js$/.test(name));
    expect(scripts.length).toBeGreaterThanOrEqual(files);
    for (const name of scripts) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).not.toMatch(/jschardet|UniversalDetector|iconv-lite|from '@sabaki\/sgf/);
    }
  },
);
