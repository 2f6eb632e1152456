import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomGame } from './random-game.js';

/** Paths of all SGF files below a folder, in order. */
export function sgfFiles(folder: string, into: string[] = []): string[] {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) sgfFiles(path, into);
    else if (/\.sgf$/i.test(name)) into.push(path);
  }
  return into;
}

/** Writes so many seeded random games below a folder, 1,000 a subfolder. */
export function writeGames(folder: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const sub = join(folder, String(Math.floor(i / 1000)));
    if (i % 1000 === 0) mkdirSync(sub, { recursive: true });
    writeFileSync(join(sub, `${String(i)}.sgf`), randomGame(i));
  }
}

/** Every so manieth item, so that at most `most` remain. */
export function sampleOf<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, i) => i % step === 0);
}
