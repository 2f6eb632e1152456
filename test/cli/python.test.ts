import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, ROOT } from '../support/documents.js';
import { withProgram } from '../support/programs.js';
import { makePlace } from './harness.js';

const BIN = join(ROOT, 'dist/cli/bin.js');
const place = makePlace();
const [command = '', service = '', gtp = ''] = blocksOf('docs/python.md').map(({ text }) => text);

/** What a program of the page prints, with the command along PATH and the samples beside it. */
function python(program: string): string {
  const env = { ...process.env, PATH: `${place.path}:${process.env['PATH'] ?? ''}` };
  const ran = spawnSync('python3', ['-'], { cwd: place.path, input: program, encoding: 'utf8', env });
  expect(ran.stderr).toBe('');
  return ran.stdout;
}

withProgram('python3', () => {
  let server: ChildProcess;
  let address = '';
  beforeAll(async () => {
    const script = join(place.path, 'sgf-referee');
    writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
    chmodSync(script, 0o755);
    symlinkSync(join(ROOT, 'samples'), join(place.path, 'samples'));
    server = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--data', join(place.path, 'data')]);
    address = await new Promise((resolve) => {
      let said = '';
      const read = (text: Buffer): void => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec((said += text.toString()));
        if (found) resolve(found[0]);
      };
      server.stdout?.on('data', read);
      server.stderr?.on('data', read);
    });
  });
  afterAll(() => {
    server.kill();
    place.remove();
  });

  test('docs/python.md has ten lines for the command and the service', () => {
    expect((command + service).trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  });

  test('the command as JSON lines', () => {
    const lines = python(command).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines)
      expect(line).toMatch(
        /^samples\/scored\/.* (confirmed|explained|unsure|winner-only|contradicted|not-\w+) \[/,
      );
  });

  test('the service', () => {
    expect(python(service.replace('http://127.0.0.1:8361', address))).toBe(
      'aga 1 move/superko-situational\n',
    );
  });

  test('a game move by move', () => {
    expect(python(gtp)).toBe(
      '=\n=\n= no move/occupied: Move 2 (White E5) is on a point where a black stone stands; Japanese 1989, article 3: stones are played on empty points\n=\n',
    );
  });
});
