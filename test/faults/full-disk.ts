import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Stopped, StoppedRuns } from './stopped-runs.js';

const SMALLEST_BYTES = 64 * 1024;

/** A disk of its own in memory (tmpfs); mounting takes the rights of root. */
export interface SmallDisk {
  readonly folder: string;
  readonly grow: (bytes: number) => void;
  readonly remove: () => void;
}

/** Mounts one of the smallest size as a folder of `place`. */
export function mountSmallDisk(place: string): SmallDisk {
  const folder = join(place, 'disk');
  mkdirSync(folder, { recursive: true });
  const mount = (options: string): void => {
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`cannot mount a tmpfs: ${stderr}`);
  };
  mount(`size=${String(SMALLEST_BYTES)}`);
  return {
    folder,
    grow: (size) => mount(`remount,size=${String(size)}`),
    remove() {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs an audit onto a disk that is smaller than its output, `neededBytes`, and goes on with it each time that the disk is full and
 * has been made larger by a random step. A run that ends otherwise than by a full disk is an error.
 */
export function runOnFullDisk(request: StoppedRuns, disk: SmallDisk, neededBytes: number): Stopped {
  const { script, inputs, out, options, keptMs, random, most = 12 } = request;
  rmSync(out, { recursive: true, force: true });
  let resumed = 0;
  let size = SMALLEST_BYTES;
  for (let stops = 0; ; stops++) {
    size = stops < most ? size + Math.ceil((random() * neededBytes) / 4) : neededBytes * 4;
    disk.grow(size);
    const words = [script, String(keptMs), 'audit', ...inputs, '--out', out, '--resume', ...options];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== null && status <= 1) return { stops, resumed };
    if (status !== 2 || !stderr.includes('the disk is full')) {
      throw new Error(`exit ${String(status)} of a full disk: ${stderr.slice(-500)}`);
    }
    if (existsSync(join(out, 'run.parts'))) resumed++;
  }
}
