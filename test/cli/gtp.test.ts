import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { makePlace } from './harness.js';

const BIN = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const { sgfReferee, put, remove } = makePlace();
afterAll(remove);

function gtp(input: string | readonly string[], ...words: string[]): ReturnType<typeof sgfReferee> {
  return sgfReferee(['gtp', ...words], { stdin: [input].flat().map((text) => Buffer.from(text)) });
}

describe('gtp', () => {
  test('answers each line, however its bytes arrive, until quit or the end of input', async () => {
    const text = '1 boardsize 9\r\n2 play b é\n\n3 play b e5\n4 play w E5\n5 quit\n6 name\n';
    const expected = '=1 \n\n?2 invalid color or coordinate\n\n=3 \n\n?4 illegal move\n\n=5 \n\n';
    expect(await gtp(text)).toEqual({ code: 0, out: expected, err: '' });
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    expect((await sgfReferee(['gtp'], { stdin: bytes })).out).toBe(expected);
    expect(await gtp('name')).toEqual({ code: 0, out: '= sgf-referee\n\n', err: '' });
    expect(await gtp('')).toEqual({ code: 0, out: '', err: '' });
  });

  test('a line without an end does not fill the memory', async () => {
    const block = 'x'.repeat(1 << 20);
    const { code, out } = await gtp([block, block, block, '\nname\n']);
    expect({ code, out }).toEqual({ code: 0, out: '? unknown command\n\n= sgf-referee\n\n' });
  });

  test('the rules are those of --rules', async () => {
    const rules = put('own.json', '{"name":"club","base":"japanese","selfCapture":"allowed"}');
    expect((await gtp('kata-get-rules\n', '--rules', 'aga')).out).toContain('"name":"aga"');
    expect((await gtp('kata-get-rules\n', '--rules', rules)).out).toContain('"suicide":true');
    expect((await gtp('name\n', '--rules', 'nonsense')).code).toBe(2);
  });

  test('loadsgf reads files, and says why it cannot', async () => {
    const file = put('a game.sgf', '(;GM[1]SZ[5];B[cc])');
    const { out } = await gtp(
      `loadsgf ${file}\nprintsgf\nloadsgf ${file}x\nloadsgf /\nloadsgf\nloadsgf /dev/zero\n`,
    );
    expect(out.split('\n\n')).toEqual([
      '= ',
      expect.stringContaining('B[cc]') as string,
      '? cannot load file: no such file',
      '? cannot load file: it is no file, or too large for one game',
      '? missing filename',
      '? cannot load file: it is no file, or too large for one game',
      '',
    ]);
  });

  test('a program that writes all its commands at once, and one that stops reading', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `${String(i)} showboard`).join('\n');
    const child = spawn(process.execPath, [BIN, 'gtp'], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(lines);
    let out = '';
    for await (const block of child.stdout.setEncoding('utf8') as AsyncIterable<string>) out += block;
    expect(out.match(/^=\d+ $/gm)).toHaveLength(2000);
    expect(out).toContain('=1999 ');

    const other = spawn(process.execPath, [BIN, 'gtp'], { stdio: ['pipe', 'pipe', 'pipe'] });
    let err = '';
    other.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    other.stdin.on('error', () => undefined);
    other.stdout.once('data', () => other.stdout.destroy());
    other.stdin.end(lines);
    const code = await new Promise((resolve) => other.once('close', resolve));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('conformance', () => {
  test('this program answers every question that it can be asked under its rules', async () => {
    const program = `gtp:${process.execPath} ${BIN} gtp --rules japanese`;
    const { code, out, err } = await sgfReferee(['conformance', program, '--ruled', 'japanese']);
    expect([code, err]).toEqual([0, '']);
    const [, cases, asked, right, wrong] = /^all +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(out)!.map(Number);
    expect([wrong, right]).toEqual([0, asked]);
    expect(asked).toBeGreaterThan(100);
    expect(cases).toBeGreaterThan(1200);
  });

  test.each([
    ['a word that names no program', ['gnugo'], 'gnugo is no program to ask: write gtp: and its command'],
    ['nothing', [], 'conformance: give the program to ask'],
    ['a program that there is not', ['gtp:no-such-program'], 'there is no program no-such-program'],
  ])('%s is refused in a sentence', async (_, words, said) => {
    const { code, err } = await sgfReferee(['conformance', ...words]);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });
});
