import { checkFile, type CheckOptions } from '../../../src/toolkit/check/check-file.js';
import { DEFAULT_OPTIONS, type FileReport } from '../../../src/referee/judge/analyze.js';
import type { PlacedFinding } from '../../../src/referee/judge/report.js';

/** Checks a text or bytes as one file. */
export function checked(file: string | Uint8Array, options: Partial<CheckOptions> = {}): FileReport {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return checkFile(bytes, { ...DEFAULT_OPTIONS, file: 'test.sgf', digest: () => '', ...options });
}

/** All findings of a file, those of its games first. */
export function findingsIn(file: string | Uint8Array, options: Partial<CheckOptions> = {}): PlacedFinding[] {
  const report = checked(file, options);
  return [...report.games.flatMap(({ findings }) => findings), ...report.findings];
}

export function codesIn(file: string | Uint8Array, options: Partial<CheckOptions> = {}): string[] {
  return findingsIn(file, options).map(({ code }) => code);
}
