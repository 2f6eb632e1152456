import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeLease, thisProcess } from '../../src/run/parts/run-lock.js';
import { makePlace, type Place } from '../cli/harness.js';

let place: Place;
let path: string;
beforeEach(() => {
  place = makePlace();
  path = join(place.path, 'chunk.lock');
});
afterEach(() => {
  vi.useRealTimers();
  place.remove();
});

const here = thisProcess();
const elsewhere = { host: 'elsewhere', pid: process.pid };
const agedBy = (seconds: number): void =>
  fs.utimesSync(path, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);

it.each([
  ['of this process', here, 0, 'held'],
  ['of this process, an hour old', here, 3600, 'held'],
  ['of a dead process', { ...here, pid: 2 ** 22, since: { ...here.since, start: '1' } }, 0, 'free'],
  ['of another machine, renewed 100 seconds ago', elsewhere, 100, 'held'],
  ['of another machine, renewed 121 seconds ago', elsewhere, 121, 'free'],
  [
    'of a container with the same host name, renewed 100 seconds ago',
    { ...here, since: { ...here.since, namespace: 'pid:[1]' } },
    100,
    'held',
  ],
  [
    'of a container with the same host name, renewed 121 seconds ago',
    { ...here, since: { ...here.since, namespace: 'pid:[1]' } },
    121,
    'free',
  ],
])('a lease %s', (_, holder, seconds, expected) => {
  fs.writeFileSync(path, JSON.stringify(holder));
  agedBy(seconds);
  const release = takeLease(path);
  expect(release ? 'free' : 'held').toBe(expected);
  release?.();
  expect(fs.existsSync(path)).toBe(expected === 'held');
  expect(fs.readdirSync(place.path).filter((name) => name !== 'chunk.lock')).toEqual([]);
});

it('a lease is renewed until it is released, unless another process has taken it', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const release = takeLease(path)!;
  const ageAfterRenewal = (): number => {
    agedBy(500);
    vi.advanceTimersByTime(20_000);
    return (Date.now() - fs.statSync(path).mtimeMs) / 1000;
  };
  expect(ageAfterRenewal()).toBeLessThan(400);
  fs.writeFileSync(path, JSON.stringify(elsewhere));
  expect(ageAfterRenewal()).toBeGreaterThan(400);
  release();
  expect(fs.readFileSync(path, 'utf8')).toBe(JSON.stringify(elsewhere));
  expect(vi.getTimerCount()).toBe(0);
});
