import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a document of the repository, in order. */
export function blocksOf(path: string): Block[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, inside]) => ({
    language: language!,
    text: inside!,
  }));
}

/** Runs a program as the user of the package would, with the samples beside it, and returns what it prints. */
export function printed(program: string): { readonly out: string; readonly err: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-document-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules', 'sgf-referee'), 'dir');
    symlinkSync(join(ROOT, 'samples'), join(folder, 'samples'), 'dir');
    writeFileSync(join(folder, 'example.mjs'), program);
    const ran = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
    return { out: ran.stdout, err: ran.stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Compares the output that a document shows with the real one. With UPDATE=1 the document is corrected instead:
 * read the diff before you commit it.
 */
export function expectShown(path: string, shown: string, printed: string): void {
  // An empty text is everywhere in a document: nobody knows where the printed one belongs.
  if (process.env['UPDATE'] === '1' && shown !== printed && shown.trim() !== '') {
    const file = join(ROOT, path);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(shown, () => printed),
    );
    return;
  }
  expect(printed).toBe(shown);
}
