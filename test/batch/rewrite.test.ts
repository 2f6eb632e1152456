import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ChangedMeanwhile,
  createRewriter,
  removeLeftovers,
  type Replacement,
  temporaryName,
} from '../../src/run/tasks/rewrite.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'sgf-referee-rewrite-'));
  file = join(folder, 'a.sgf');
  fs.writeFileSync(file, 'old');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const read = (name: string): string => fs.readFileSync(join(folder, name), 'utf8');

async function replace(more: Partial<Replacement> = {}): Promise<void> {
  const rewriter = createRewriter();
  await rewriter.replace({ path: file, old: Buffer.from('old'), bytes: Buffer.from('new'), ...more });
  await rewriter.finish();
}

describe('replacing', () => {
  it('gives the file new contents, leaves nothing beside it, and keeps its mode', async () => {
    fs.chmodSync(file, 0o640);
    await replace();
    expect(read('a.sgf')).toBe('new');
    expect(fs.readdirSync(folder)).toEqual(['a.sgf']);
    expect(fs.statSync(file).mode & 0o7777).toBe(0o640);
  });

  it('follows a symbolic link, which stays', async () => {
    fs.mkdirSync(join(folder, 'in'));
    const link = join(folder, 'in', 'link.sgf');
    fs.symlinkSync('../a.sgf', link);
    await replace({ path: link });
    expect(fs.readlinkSync(link)).toBe('../a.sgf');
    expect(read('a.sgf')).toBe('new');
    expect(fs.readdirSync(join(folder, 'in'))).toEqual(['link.sgf']);
  });

  it('keeps every older state under a name of its own', async () => {
    await replace({ backup: '.bak' });
    await replace({ backup: '.bak', old: Buffer.from('new'), bytes: Buffer.from('newer') });
    expect([read('a.sgf'), read('a.sgf.bak'), read('a.sgf.bak.2')]).toEqual(['newer', 'old', 'new']);
  });

  it('takes the backup of a run that was stopped before the rename', async () => {
    fs.linkSync(file, `${file}.bak`);
    await replace({ backup: '.bak' });
    expect(fs.readdirSync(folder)).toEqual(['a.sgf', 'a.sgf.bak']);
    expect(read('a.sgf.bak')).toBe('old');
  });

  it('leaves a file alone that has other names than a backup, or is read-only', async () => {
    fs.linkSync(file, join(folder, 'b.sgf'));
    await expect(replace()).rejects.toThrow('hard links');
    fs.linkSync(file, `${file}.bak`);
    await expect(replace({ backup: '.bak' })).rejects.toThrow('hard links');
    fs.unlinkSync(join(folder, 'b.sgf'));
    fs.chmodSync(file, 0o444);
    await expect(replace({ backup: '.bak' })).rejects.toThrow('read-only');
    expect(fs.readdirSync(folder)).toEqual(['a.sgf', 'a.sgf.bak']);
    expect(fs.statSync(file)).toMatchObject({ nlink: 2, mode: 0o100444 });
    expect(read('a.sgf')).toBe('old');
  });

  it.each([
    ['kept', true],
    [undefined, false],
  ] as const)('has the times that are asked for: %s', async (times, isOld) => {
    fs.utimesSync(file, 86_400, 86_400);
    await replace({ times });
    expect(fs.statSync(file).mtimeMs === 86_400_000).toBe(isOld);
  });

  it('leaves a file alone that another program has changed', async () => {
    fs.writeFileSync(file, 'edited');
    await expect(replace()).rejects.toThrow(ChangedMeanwhile);
    expect(read('a.sgf')).toBe('edited');
    expect(fs.readdirSync(folder)).toEqual(['a.sgf']);
  });

  it('replaces a file whose name is as long as names may be, and one that is no UTF-8', async () => {
    const long = join(folder, `${'x'.repeat(251)}.sgf`);
    fs.writeFileSync(long, 'old');
    await replace({ path: long });
    expect(fs.readFileSync(long, 'utf8')).toBe('new');
    const odd = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.sgf')]);
    fs.writeFileSync(odd, 'old');
    await replace({ path: odd.toString('latin1') });
    expect(fs.readFileSync(odd, 'utf8')).toBe('new');
  });
});

describe('new files', () => {
  it('never take the place of one that is there', async () => {
    const rewriter = createRewriter();
    await rewriter.create(join(folder, 'b.sgf'), Buffer.from('b'));
    await expect(rewriter.create(file, Buffer.from('b'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect([read('a.sgf'), read('b.sgf')]).toEqual(['old', 'b']);
    expect(fs.readdirSync(folder)).toEqual(['a.sgf', 'b.sgf']);
  });
});

describe('temporary files that a killed run has left', () => {
  /** The name of a run with this process id. */
  const nameOf = (pid: number): string =>
    temporaryName().replace(/-\d+-([0-9a-f]{8}-\d+\.tmp)$/, `-${String(pid)}-$1`);

  it('are removed by the next run; those of living ones and other files stay', async () => {
    const dead = nameOf(2 ** 22 + 1); // beyond the largest process id of Linux
    const living = [nameOf(process.ppid), temporaryName()];
    const others = ['.sgf-referee.tmp', '.sgf-referee-notes-1-2-3.tmp'];
    for (const name of [dead, ...living, ...others]) fs.writeFileSync(join(folder, name), '');
    await replace();
    expect(fs.readdirSync(folder).sort()).toEqual(['a.sgf', ...living, ...others].sort());
  });

  it('of another machine are removed when they are old', () => {
    const [fresh, old] = [temporaryName(), temporaryName()].map((name) =>
      join(folder, name.replace(/referee-[0-9a-f]{8}/, 'referee-00000000')),
    ) as [string, string];
    for (const path of [fresh, old]) fs.writeFileSync(path, '');
    fs.utimesSync(old, 1, 1);
    expect(removeLeftovers(folder)).toBe(1);
    expect(fs.existsSync(fresh)).toBe(true);
    expect(fs.existsSync(old)).toBe(false);
  });
});
