import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { failure, type Outcome, success } from '../core/outcome.js';

/** An outside engine that speaks the Go Text Protocol, and how long it may think about one game. */
export interface EngineSettings {
  /** Program and arguments; no shell sees them. */
  readonly command: readonly string[];
  readonly seconds: number;
}

/** Seconds for one game, unless told otherwise. */
export const ENGINE_SECONDS = 60;

/**
 * Splits a command as a shell does: at white space, with '...', "..." and backslashes. Nothing is expanded.
 * The error says what is wrong with the text.
 */
export function splitCommand(text: string): Outcome<readonly string[], string> {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    const next = text.charAt(i + 1);
    const isEscape =
      letter === '\\' && (quote === '' ? next !== '' : quote === '"' && (next === '"' || next === '\\'));
    if (isEscape) {
      word = (word ?? '') + next;
      i++;
    } else if (quote !== '') {
      if (letter === quote) quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') return failure(`the quote ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  if (words.length === 0 || words[0] === '') return failure('there is no command');
  return success(words);
}

/** Whether a program can be run: a path as it stands, a plain name along `path` (the environment's PATH). */
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
