import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cachedRequire } from '../../cli/code-cache.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-code-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { resolve } = createRequire(import.meta.url);
const BUILT = resolve('../../dist/cli/code-cache.cjs');

/** A file of the command that is large enough to be worth it, with an answer of always the same length. */
function write(answer: number): void {
  const filler = `/* ${'x'.repeat(20_000)} */`;
  writeFileSync(
    join(folder, 'big.js'),
    `${filler}\nexports.answer = () => [${String(answer)}].map((x) => x)[0];`,
  );
}

const codeFolder = (): string => join(folder, 'cache/sgf-referee/code');
const keptFiles = (): string[] => (existsSync(codeFolder()) ? readdirSync(codeFolder()) : []);
const onlyKept = (): string => {
  expect(keptFiles()).toHaveLength(1);
  return join(codeFolder(), keptFiles()[0]!);
};

/** A start of the command; `taken`: whether V8 was given code and took it, which is told by the class that it is given to. */
const START = `
  const vm = require('node:vm'), { Script } = vm;
  let taken = 'nothing';
  vm.Script = class extends Script {
    constructor(source, options) {
      super(source, options);
      if (options.cachedData) taken = this.cachedDataRejected ? 'rejected' : 'taken';
    }
  };
  const { answer } = require(process.env.LOADER).cachedRequire(process.env.FOLDER, 'keeps')('./big.js');
  process.stdout.write(JSON.stringify({ answer: answer(), taken }));`;

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  LOADER: BUILT,
  FOLDER: folder,
  XDG_CACHE_HOME: join(folder, 'cache'),
});

const SCRIPT = `process.argv.splice(1, 0, 'bin.js');${START}`;

function start(words: readonly string[] = ['audit'], more = ''): unknown {
  const argv = ['-e', SCRIPT + more, '--', ...words];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', env: environment() }));
}

describe('code that an earlier run kept for this user', () => {
  test('is taken from the second start on', () => {
    write(42);
    expect(start()).toEqual({ answer: 42, taken: 'nothing' });
    expect(start()).toEqual({ answer: 42, taken: 'taken' });
    expect(statSync(onlyKept()).mode & 0o777).toBe(0o600);
    expect(statSync(codeFolder()).mode & 0o777).toBe(0o700);
  });

  test('is not taken for another source of the same length', () => {
    write(42);
    start();
    write(43);
    expect(start()).toEqual({ answer: 43, taken: 'nothing' });
    expect(keptFiles()).toHaveLength(2);
  });

  test.each([
    ['29 days, is kept', 29, 2],
    ['31 days, is removed when other code is kept', 31, 1],
  ])('of an older version, after %s', (_, days, files) => {
    write(42);
    start();
    const then = Date.now() / 1000 - days * 24 * 60 * 60;
    utimesSync(onlyKept(), then, then);
    write(43);
    start();
    expect(keptFiles()).toHaveLength(files);
  });

  test('gains what other commands call', () => {
    write(42);
    for (const words of [['audit'], ['score'], ['audit', '--no-score'], ['score']]) start(words);
    expect(readFileSync(onlyKept(), 'latin1')).toContain('audit,score,legality');
  });

  test.each<[string, (code: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a head alone', (code) => code.subarray(0, 8)],
    ['code that was cut off', (code) => code.subarray(0, code.length >> 1)],
    ['code with a byte changed', (code) => Buffer.from(code).fill(code.at(-1)! ^ 1, code.length - 1)],
  ])('%s in its place is not given to V8, and is made good', (_, damage) => {
    write(42);
    start();
    writeFileSync(onlyKept(), damage(readFileSync(onlyKept())));
    expect(start()).toEqual({ answer: 42, taken: 'nothing' });
    expect(start()).toEqual({ answer: 42, taken: 'taken' });
  });

  test.each<[string, (file: string) => void]>([
    ['that others may write', (file) => chmodSync(file, 0o622)],
    [
      'behind a link',
      (file) => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
    ],
  ])('is not taken from a file %s', (_, change) => {
    write(42);
    start();
    change(onlyKept());
    expect(start()).toEqual({ answer: 42, taken: 'nothing' });
  });

  test('is not kept by a run that changed options of V8: no later start would take it', () => {
    write(42);
    start(['audit'], "require('node:v8').setFlagsFromString('--stack-size=900');");
    expect(keptFiles()).toEqual([]);
  });

  test('is kept by a run over many files, which limits the heap by options of V8', () => {
    write(42);
    const limited =
      "for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=50']) require('node:v8').setFlagsFromString(flag);";
    start(['audit'], limited);
    expect(start(['audit'], limited)).toEqual({ answer: 42, taken: 'taken' });
  });

  test('that V8 does not take, as of another processor, is made good', () => {
    write(42);
    start();
    const kept = readFileSync(onlyKept());
    const start0 = 8 + kept.readUInt32LE(4);
    kept[start0 + 4]! ^= 1;
    kept.writeUInt32LE(crc32(kept.subarray(4)), 0);
    writeFileSync(onlyKept(), kept);
    expect(start()).toEqual({ answer: 42, taken: 'rejected' });
    expect(start()).toEqual({ answer: 42, taken: 'taken' });
  });

  test('is apart for other options of Node', () => {
    write(42);
    start();
    const { NODE_OPTIONS: before = '' } = process.env;
    process.env['NODE_OPTIONS'] = `${before} --max-old-space-size=900`;
    try {
      expect(start()).toEqual({ answer: 42, taken: 'nothing' });
    } finally {
      process.env['NODE_OPTIONS'] = before;
    }
    expect(keptFiles()).toHaveLength(2);
  });

  test('cannot be kept where the folder is none: every start compiles', () => {
    write(42);
    writeFileSync(join(folder, 'cache'), 'a file');
    for (let i = 0; i < 2; i++) expect(start()).toEqual({ answer: 42, taken: 'nothing' });
  });

  test.each([
    ['that failed', 'process.exitCode = 3;'],
    ['that took long', 'process.uptime = () => 6;'],
  ])('is not kept by a run %s', (_, more) => {
    write(42);
    const run = (): unknown => start(['audit'], more);
    if (more.includes('exitCode')) expect(run).toThrow();
    else run();
    expect(keptFiles()).toEqual([]);
  });

  test('is whole when many runs keep it at once', async () => {
    write(42);
    const runs = Array.from({ length: 8 }, () =>
      promisify(execFile)(process.execPath, ['-e', SCRIPT, '--', 'audit'], { env: environment() }),
    );
    for (const { stdout } of await Promise.all(runs))
      expect(JSON.parse(stdout)).toMatchObject({ answer: 42 });
    onlyKept();
    expect(start()).toEqual({ answer: 42, taken: 'taken' });
  });
});

test('files that need each other see one module each', () => {
  writeFileSync(join(folder, 'one.js'), "exports.other = require('./two.js');");
  const two = "exports.back = require('./one.js'); exports.join = require('node:path').join;";
  writeFileSync(join(folder, 'two.js'), two);
  const one = cachedRequire(folder)('./one.js') as { other: { back: unknown; join: unknown } };
  expect(one.other.back).toBe(one);
  expect(one.other.join).toBe(join);
});
