import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failure, type Outcome, success } from '../../core/outcome.js';

/** An external engine that speaks the Go Text Protocol, and how long it may think about one game. */
export interface EngineSettings {
  /** Program and arguments, run without a shell. */
  readonly command: readonly string[];
  readonly seconds: number;
}

/** Seconds for one game by default. */
export const ENGINE_SECONDS = 60;

/** White space, a quoted part, an escaped character, an unclosed quote, or plain text. */
const PART = /(\s+)|'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|\\([^])|(['"])|([^\s'"\\]+|\\)/gu;

/**
 * Splits a command as a shell does: at white space, with '...', "..." and backslashes. Nothing is expanded.
 * The error says what is wrong with the text.
 */
export function splitCommand(text: string): Outcome<readonly string[], string> {
  const words: string[] = [];
  let isInWord = false;
  for (const [, space, single, double, escaped, unclosed, plain = ''] of text.matchAll(PART)) {
    if (unclosed !== undefined) return failure(`the quote ${unclosed} is not closed`);
    if (space !== undefined) {
      isInWord = false;
      continue;
    }
    const part = single ?? double?.replace(/\\(["\\])/gu, '$1') ?? escaped ?? plain;
    words.push(isInWord ? words.pop()! + part : part);
    isInWord = true;
  }
  if (words.length === 0 || words[0] === '') return failure('there is no command');
  return success(words);
}

/** Whether a program can be run: a path, or a plain name along `path` (the environment's PATH). */
export function isProgram(name: string, path: string): boolean {
  if (name.includes('/') || process.platform === 'win32') return process.platform === 'win32' || runs(name);
  return path.split(delimiter).some((folder) => runs(join(folder, name)));
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
