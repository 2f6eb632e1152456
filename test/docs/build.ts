import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { siteFiles } from './site.js';

/** Writes the documentation site into a folder, which is emptied first. Arguments: the folder (default `out/docs`). */
const folder = process.argv[2] ?? join('out', 'docs');
rmSync(folder, { recursive: true, force: true });
const files = siteFiles(process.cwd());
for (const [path, contents] of files) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, contents);
}
console.log(`${String(files.size)} files in ${folder}`);
