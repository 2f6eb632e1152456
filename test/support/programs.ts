import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';
import { type ProgramName, WITH } from './left-out.js';

/** Debian has a folder for each version of PostgreSQL, and none of them in PATH. */
const POSTGRES = '/usr/lib/postgresql';

/** Where a program is, along PATH and, where that has the programs of the system, in the places of its packages. */
export function pathOfProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const versions = folders.includes('/usr/bin') && existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  const places = versions.map((version) => join(POSTGRES, version, 'bin'));
  return [...folders, ...places].map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Tests that need a program: left out where it is missing, unless CI is set; then they fail. */
export function withProgram(name: ProgramName, tests: () => void): void {
  const isRun = pathOfProgram(name) !== undefined || Boolean(process.env['CI']);
  describe.runIf(isRun)(`${WITH}${name}`, tests);
}
