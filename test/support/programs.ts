import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';
import { type ProgramName, WITH } from './left-out.js';

/** Where a program is, along PATH. */
export function pathOfProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Tests that need a program: left out where it is missing, unless CI is set; then they fail. */
export function withProgram(name: ProgramName, tests: () => void): void {
  const isRun = pathOfProgram(name) !== undefined || Boolean(process.env['CI']);
  describe.runIf(isRun)(`${WITH}${name}`, tests);
}
