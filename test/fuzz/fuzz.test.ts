import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { inputAt, KINDS } from './inputs.js';
import { faultOf } from './oracles.js';
import { closeService } from './requests.js';
import { shrink } from './shrink.js';

const samples = readdirSync('samples', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sgf'))
  .sort()
  .map((name) => readFileSync(path.join('samples', name)));

const SEED = 20261121;
const INPUTS = 1600;

describe(`hostile inputs (seed ${String(SEED)})`, () => {
  it.each(KINDS)('%s', async (kind) => {
    for (let index = KINDS.indexOf(kind); index < INPUTS; index += KINDS.length) {
      const input = inputAt(SEED, index, samples);
      expect(`${String(index)}: ${await faultOf(input, index)}`).toBe(`${String(index)}: `);
    }
  });

  it('the same seed and number give the same input', () => {
    for (let index = 0; index < 64; index++) {
      expect(inputAt(7, index, samples)).toEqual(inputAt(7, index, samples));
    }
    expect(inputAt(7, 0, samples)).not.toEqual(inputAt(8, 0, samples));
  });
});

afterAll(closeService);

/** Shrunken inputs that once failed; what `npm run fuzz` finds goes there when it is mended. */
const kept = readdirSync('test/fuzz/regressions').sort();

describe('inputs that failed once', () => {
  it.each(kept)('%s', async (name) => {
    const bytes = readFileSync(path.join('test/fuzz/regressions', name));
    // The number of an input decides on the options: each sort of them once.
    for (let index = 0; index < 48; index++) {
      expect(await faultOf({ kind: 'mutated', bytes }, index)).toBe('');
    }
  });
});

describe('the harness', () => {
  it('tells an error that a reader throws', async () => {
    expect(await faultOf({ kind: 'ruleset', bytes: Buffer.from('{') }, 0)).toContain('SyntaxError');
  });

  it('shrinks a failing input to the byte that matters', async () => {
    const found = await shrink(Buffer.from('some text with x in it'), (bytes) =>
      Promise.resolve(bytes.includes(120)),
    );
    expect(Buffer.from(found).toString()).toBe('x');
  });
});

describe('many archives in one process', () => {
  it.runIf(process.platform === 'linux')('leave no file open', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    await faultOf(inputAt(SEED, KINDS.indexOf('archive'), samples), 0);
    const before = open();
    for (let i = 1; i <= 20; i++)
      await faultOf(inputAt(SEED, i * KINDS.length + KINDS.indexOf('archive'), samples), 0);
    await setTimeout(50);
    expect(open() - before).toBeLessThan(5);
  });
});
