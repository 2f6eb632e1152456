import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTerminal } from '../support/terminal.js';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sgf-referee-terminal-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** Commands that draw a progress bar, as a newcomer types them. */
it.each([
  'audit SAMPLES --out report --fail-on never',
  'audit SAMPLES --fail-on never > games.csv',
  'score SAMPLES --fail-on never | wc -l',
  'convert SAMPLES --to aga --fail-on never | wc -l',
  'check SAMPLES --fail-on never | wc -l',
  'list SAMPLES | wc -l',
  'duplicates SAMPLES | wc -l',
])('on a terminal: %s', async (line) => {
  const { code, text } = await inTerminal(`sgf-referee ${line.replace('SAMPLES', SAMPLES)}`, { cwd });
  expect(text).not.toContain('internal fault');
  expect(text).toContain('100% ');
  expect(code).toBe(0);
});
