import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seededRandom } from '../accuracy/random.js';
import { killedFormats } from './killed-formats.js';

it('kill -9 during format --write leaves every file old or new, whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-killed-'));
  const lines: string[] = [];
  try {
    const found = await killedFormats({
      command: fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url)),
      folder,
      files: 300,
      kills: 3,
      random: seededRandom(5),
      tell: (line) => lines.push(line),
    });
    expect(found, lines.join('\n')).toMatchObject({ kills: 3, midway: 3, broken: 0, leftovers: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
