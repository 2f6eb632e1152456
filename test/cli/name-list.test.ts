import fc from 'fast-check';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inputNames, namesInBytes, namesInFile } from '../../cli/input-names.js';
import { gameText, makePlace, type Place } from './harness.js';

let place: Place;
beforeEach(() => (place = makePlace()));
afterEach(() => place.remove());

/** What one reading of the whole text gives. */
function literally(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '');
}

describe('names in a file', () => {
  test('are its lines, whatever their length and their ends', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('', 'ü.sgf', 'a\rb', '中'.repeat(50), 'x'.repeat(65_535), 'y'.repeat(200_000)),
    );
    const end = fc.constantFrom('\n', '\r\n', '\n\n', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end).map(([text, ending]) => text + ending)), (lines) => {
        const text = lines.join('');
        const path = place.put('list', text);
        const expected = literally(Buffer.from(text).toString('utf8'));
        expect([...namesInFile(path)]).toEqual(expected);
        expect([...namesInBytes(Buffer.from(text))]).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('can be gone through again, and what the run writes behind them is not among them', () => {
    const path = place.put('list', 'a\nb');
    const names = namesInFile(path);
    expect([...names]).toEqual(['a', 'b']);
    appendFileSync(path, '\nc\n');
    expect([...names]).toEqual(['a', 'b']);
  });

  test('come from a pipe too', () => {
    const pipe = join(place.path, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const writer = `printf 'a\\nb\\n' > '${pipe}' &`;
    execFileSync('sh', ['-c', writer], { stdio: 'ignore' });
    const names = namesInFile(pipe);
    expect([...names]).toEqual(['a', 'b']);
    expect([...names]).toEqual(['a', 'b']);
  });

  test('may be more than a call takes arguments', async () => {
    const list = place.put('list', 'game.sgf\n'.repeat(200_000));
    const io = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough(), cwd: '.' };
    const names = await inputNames({ input: ['first.sgf'], 'files-from': list }, io);
    expect([...names]).toHaveLength(200_001);
  });
});

describe('an audit of listed names', () => {
  const audit = (...words: readonly string[]): ReturnType<Place['sgfReferee']> =>
    place.sgfReferee(['audit', '--no-score', '--format', 'jsonl', '--fail-on', 'never', '--quiet', ...words]);

  test('tells the same of files as of the folder that they lie in, and of what is no file where it stands', async () => {
    for (let i = 1; i <= 300; i++) place.put(`games/${String(i).padStart(3, '0')}.sgf`, gameText(i));
    const folder = join(place.path, 'games');
    const names = Array.from({ length: 300 }, (_, i) =>
      join(folder, `${String(i + 1).padStart(3, '0')}.sgf`),
    );
    const whole = await audit(folder);
    const listed = await audit('--files-from', place.put('list', names.join('\n')));
    expect(listed).toEqual(whole);
    names.splice(150, 0, join(place.path, 'missing.sgf'));
    const { code, out, err } = await audit('--files-from', place.put('list', names.join('\n')));
    expect(code).toBe(2);
    expect(err).toContain('missing.sgf: no such file');
    const lines = out.split('\n');
    expect(lines.findIndex((line) => line.includes('missing.sgf'))).toBe(150);
    expect(lines.filter((line) => !line.includes('missing.sgf')).join('\n')).toBe(whole.out);
  });
});
