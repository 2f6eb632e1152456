import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BUILT_COMMAND } from '../support/terminal.js';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/** Runs the built command within a limit that the shell sets first. */
function within(limit: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const script = `${limit}; exec "$@"`;
  const argv = ['-c', script, 'bash', process.execPath, BUILT_COMMAND, ...words];
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(
      'bash',
      argv,
      { cwd: SAMPLES, env: { ...process.env, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });
}

const NO_RESERVES = { NODE_OPTIONS: '--disable-wasm-trap-handler' };
const judging = ['audit', '.', '--format', 'csv', '--quiet', '--fail-on', 'never'];

// Kilobytes: no room for WebAssembly; for the two kernels that judge; for those and parts of others.
it.each(['2000000', '26000000', '34000000', '36000000'])(
  'replays without kernels where addresses are limited to %s',
  async (most) => {
    const words = [...judging, '--no-score'];
    const [limited, free] = [await within(`ulimit -v ${most}`, words), await within('true', words)];
    expect(limited).toEqual(free);
    expect(free.code).toBe(0);
  },
);

it.each(['26000000', '34000000', '36000000'])('judges where addresses are limited to %s', async (most) => {
  const [limited, free] = [await within(`ulimit -v ${most}`, judging), await within('true', judging)];
  expect(limited).toEqual(free);
  expect(free.code).toBe(0);
});

it.each([
  ['audit', '.'],
  ['score', '.'],
  ['list', '.', '--columns', 'verdict'],
  ['show', 'ko/after-two-passes-aga.sgf'],
])('says what is missing to judge: %s %s %s %s', async (...words) => {
  const { code, out, err } = await within('ulimit -v 2000000', words);
  expect({ code, out }).toMatchObject({ code: 2 });
  expect(err).toContain('sgf-referee: judging dead stones needs WebAssembly');
});

it('judges within any limit where WebAssembly reserves nothing', async () => {
  const limited = await within('ulimit -v 4000000', judging, NO_RESERVES);
  expect(limited).toEqual(await within('true', judging));
});

it.each([
  ['audit', '.', '--no-score', '--jobs', '16'],
  ['audit', '.', '--jobs', '16'],
  ['list', '.', '--jobs', '16'],
  ['duplicates', '.', '--jobs', '16'],
  ['format', '.', '--check'],
])('reads everything with few descriptors: %s %s %s %s %s', async (...words) => {
  const [limited, free] = [await within('ulimit -n 32', words), await within('true', words)];
  expect(limited.out).toBe(free.out);
  expect(limited.code).toBe(free.code);
});
