import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachedRequire, placeOfCode } from '../../cli/cached-require.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-code-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

const BUILT = createRequire(import.meta.url).resolve('../../dist/cli/cached-require.cjs');

/** Runs a script in a process of its own, as V8 remembers within one what it compiled. `tool`: the loader as built. */
function inProcess(script: string): string {
  const head = `const tool = require(${JSON.stringify(BUILT)}), folder = ${JSON.stringify(folder)}, loaded = [];`;
  return execFileSync(process.execPath, ['-e', head + script], { encoding: 'utf8' });
}

/** Loads a file and keeps its code, as the build does. */
function keep(name: string): void {
  inProcess(`tool.cachedRequire(folder, loaded)('./${name}');
    for (const one of loaded) require('fs').writeFileSync(tool.placeOfCode(one.path), tool.codeToKeep(one, require));`);
}

/** Loads a file anew; `kept`: whether V8 took the code that was kept. */
function load(name: string): unknown {
  return JSON.parse(
    inProcess(`const exports = tool.cachedRequire(folder, loaded)('./${name}');
      const kept = loaded[0].script.cachedDataRejected === false;
      process.stdout.write(JSON.stringify({ answer: exports.answer(), kept }));`),
  );
}

describe('files of the command with kept code', () => {
  test('kept code is used', () => {
    write('kept.js', 'exports.answer = () => 41 + 1;');
    expect(load('kept.js')).toEqual({ answer: 42, kept: false });
    keep('kept.js');
    expect(load('kept.js')).toEqual({ answer: 42, kept: true });
  });

  test('a source that changed, at the same length, is compiled anew', () => {
    write('changed.js', 'exports.answer = () => 1;');
    keep('changed.js');
    write('changed.js', 'exports.answer = () => 2;');
    expect(load('changed.js')).toEqual({ answer: 2, kept: false });
  });

  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a checksum alone', (kept: Buffer) => kept.subarray(0, 4)],
    ['code that was cut off', (kept: Buffer) => kept.subarray(0, kept.length >> 1)],
    ['code with a byte changed', (kept: Buffer) => Buffer.from(kept).fill(kept.at(-1)! ^ 1, kept.length - 1)],
  ])('%s in place of the code: compiled anew', (_what, damage) => {
    const path = write('damaged.js', 'exports.answer = () => [1, 2, 3].map((one) => one * 2);');
    keep('damaged.js');
    const kept = placeOfCode(path);
    writeFileSync(kept, damage(readFileSync(kept)));
    expect(load('damaged.js')).toEqual({ answer: [2, 4, 6], kept: false });
  });

  test('files that need each other see one module each', () => {
    write('one.js', "exports.other = require('./two.js');");
    write('two.js', "exports.back = require('./one.js'); exports.join = require('node:path').join;");
    const one = cachedRequire(folder)('./one.js') as { other: { back: unknown; join: unknown } };
    expect(one.other.back).toBe(one);
    expect(one.other.join).toBe(join);
  });
});
