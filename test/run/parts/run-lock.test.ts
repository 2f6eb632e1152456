import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive, takeLock, thisProcess } from '../../../src/run/parts/run-lock.js';

describe.runIf(process.platform === 'linux')(
  'a process that has ended, and whose parent does not ask',
  () => {
    let folder: string;
    let parent: ChildProcess;
    let pid: number;
    const statOf = (): string[] =>
      readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'lock-'));
      // What replaces the shell does not know of its child.
      parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      pid = await new Promise<number>((resolve) =>
        parent.stdout!.once('data', (text) => resolve(Number(text))),
      );
      await expect.poll(() => readFileSync(`/proc/${String(parent.pid)}/comm`, 'latin1')).toBe('sleep\n');
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => statOf()[0]).toBe('Z');
    });
    afterEach(() => {
      parent.kill();
      rmSync(folder, { recursive: true });
    });

    test('is dead', () => {
      expect(isAlive(parent.pid!)).toBe(true);
      expect(isAlive(pid)).toBe(false);
    });

    test.each(['with its start', 'without'])('leaves a lock, %s, that another takes', (which) => {
      const own = thisProcess();
      const since = which === 'without' ? undefined : { ...own.since!, start: statOf()[19]! };
      const path = join(folder, 'run.lock');
      writeFileSync(path, JSON.stringify({ ...own, pid, since }));
      takeLock(path)();
    });
  },
);
