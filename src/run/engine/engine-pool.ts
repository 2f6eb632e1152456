import { spawn } from 'node:child_process';
import pLimit from 'p-limit';
import { BLACK, EMPTY, WHITE } from '../../core/color.js';
import { failure, type Outcome, reasonOf, success } from '../../core/outcome.js';
import { formatPoint, parsePoint, type Point } from '../../core/point.js';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type GtpProcess = ReturnType<typeof startGtp>;

/** Longer than any valid answer to these commands. */
const LONGEST_ANSWER = 64 * 1024;

/**
 * Starts an engine, which takes one command at a time. It gets a process group of its own, so that helpers it started end with it, and so that an
 * interrupt from the terminal is handled by this program alone.
 */
export function startGtp(command: readonly string[]) {
  const [program = '', ...args] = command;
  const grouped = process.platform !== 'win32';
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: grouped,
    windowsHide: true,
  });
  let text = '';
  let ended: string | undefined;
  let wasKilled = false;
  let waiting: ((answer: Outcome<string, string>) => void) | undefined;

  function answer(found: Outcome<string, string>): void {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(found);
  }

  function end(reason: string): void {
    ended ??= reason;
    answer(failure(ended));
  }

  /** Ends the process; a pending command fails with this reason, and so do all later ones. */
  function kill(reason: string): void {
    if (ended !== undefined) return;
    wasKilled = true;
    end(reason);
    child.stdin.destroy();
    child.stdout.destroy();
    try {
      if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      return; // it has ended by itself
    }
  }

  child.on('error', (error) => end(`it could not be started: ${reasonOf(error)}`));
  child.on('close', (code, signal) =>
    end(signal === null ? `it stopped with exit code ${String(code)}` : `it was stopped by ${signal}`),
  );
  child.stdin.on('error', () => undefined); // the end of the process gives the reason
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (more: string) => {
    text = waiting === undefined ? '' : withoutChatter(text + more.replaceAll('\r', ''));
    if (text.length > LONGEST_ANSWER) kill('its answer does not end');
    const length = text.indexOf('\n\n');
    if (length < 0) return;
    const content = text.slice(1, length).trim();
    answer(text.startsWith('=') ? success(content) : failure(`it refused: ${quoted(content)}`));
  });

  return {
    /** Sends a command and waits for the answer: the text after `=`, or why there is none. */
    send: (line: string) =>
      new Promise<Outcome<string, string>>((resolve) => {
        if (ended !== undefined) {
          resolve(failure(ended));
          return;
        }
        waiting = resolve;
        text = '';
        child.stdin.write(`${line}\n`);
      }),
    kill,
    isAlive: () => ended === undefined,
    /** Ended by `kill`, not by itself. */
    wasKilled: () => wasKilled,
  };
}

/** The text from the first line that begins an answer: some engines write logs too. */
function withoutChatter(text: string): string {
  let start = 0;
  while (start < text.length && text[start] !== '=' && text[start] !== '?') {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return text.slice(start);
}

/** What an engine wrote, cut and on one line, in double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** A final position; `stones` holds one byte per point. */
export interface FinalPosition {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
}

/** A running engine, and the commands that it knows. */
interface Engine {
  readonly process: GtpProcess;
  readonly commands: ReadonlySet<string>;
}

/** The stones that the engine calls dead, or why there is no answer. */
async function askDead(
  { process, commands }: Engine,
  position: FinalPosition,
): Promise<Outcome<readonly Point[], string>> {
  const { width, height } = position;
  if (width !== height && !commands.has('rectangular_boardsize'))
    return failure('it supports only square boards');
  for (const command of setUp(position, commands)) {
    const done = await process.send(command);
    if (!done.ok) return failure(process.isAlive() ? `${command}: ${done.error}` : done.error);
  }
  const answer = await process.send('final_status_list dead');
  return answer.ok ? readPoints(answer.value, position) : answer;
}

/**
 * Commands that give an engine the position, whatever it had before. The stones are played one by one: a chain that is
 * not complete yet touches an empty point, a complete one has its final liberties, so nothing is captured on the way and
 * every order is legal. Colors alternate as long as both have stones left.
 */
function* setUp({ width, height, stones }: FinalPosition, commands: ReadonlySet<string>): Generator<string> {
  yield width === height ? `boardsize ${width}` : `rectangular_boardsize ${width} ${height}`;
  yield 'clear_board';
  // Earlier positions must not change an answer.
  if (commands.has('clear_cache')) yield 'clear_cache';
  if (commands.has('set_random_seed')) yield 'set_random_seed 1';
  const black = pointsOf(stones, BLACK);
  const white = pointsOf(stones, WHITE);
  for (let i = 0; i < Math.max(black.length, white.length); i++) {
    if (i < black.length) yield `play B ${formatPoint(black[i]!, width, height)}`;
    if (i < white.length) yield `play W ${formatPoint(white[i]!, width, height)}`;
  }
}

function pointsOf(stones: Uint8Array, content: number): Point[] {
  const points: Point[] = [];
  for (let p = 0; p < stones.length; p++) if (stones[p] === content) points.push(p);
  return points;
}

/** Points separated by white space; anything else, or a point without a stone, invalidates the whole answer. */
function readPoints(text: string, position: FinalPosition): Outcome<readonly Point[], string> {
  const points: Point[] = [];
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const point = parsePoint(word, position.width, position.height);
    if (point === undefined) return failure(`unexpected answer ${quoted(text)}, expected points`);
    if (position.stones[point] === EMPTY) return failure(`it calls the empty point ${word} dead`);
    points.push(point);
  }
  return success(points);
}

export type EnginePool = ReturnType<typeof createEnginePool>;

/** Time to answer the first command, unless the time for one game is longer. */
const START_SECONDS = 60;
/** Consecutive failed starts after which no more are tried. */
const MAX_FAILED_STARTS = 3;

/**
 * A pool of at most `engines` engines, started when they are needed. An engine that crashes or exceeds the time for a
 * game is ended and the game has no answer; the next game gets a new engine.
 */
export function createEnginePool(request: { readonly engine: EngineSettings; readonly engines: number }) {
  const { command, seconds } = request.engine;
  const limit = pLimit(request.engines);
  const alive = new Set<GtpProcess>();
  const idle: Engine[] = [];
  let failedStarts = 0;
  let lastFailure = '';
  let isClosed = false;

  async function start(): Promise<Outcome<Engine, string>> {
    if (failedStarts >= MAX_FAILED_STARTS) return failure(lastFailure);
    const process = startGtp(command);
    alive.add(process);
    const listed = await within(process, Math.max(START_SECONDS, seconds), process.send('list_commands'));
    const commands = new Set(listed.ok ? listed.value.split(/\s+/) : []);
    // An engine that refuses to list its commands may still know the one that matters.
    if (listed.ok && !commands.has('final_status_list'))
      process.kill('it does not support final_status_list');
    if (process.isAlive()) {
      failedStarts = 0;
      return success({ process, commands });
    }
    alive.delete(process);
    failedStarts++;
    const gone = await process.send('');
    lastFailure = gone.ok ? '' : gone.error;
    return failure(lastFailure);
  }

  async function askOne(engine: Engine, position: FinalPosition): Promise<Outcome<readonly Point[], string>> {
    const found = await within(engine.process, seconds, askDead(engine, position));
    if (engine.process.isAlive()) idle.push(engine);
    else alive.delete(engine.process);
    return found;
  }

  async function answer(position: FinalPosition): Promise<Outcome<readonly Point[], string>> {
    if (isClosed) return failure('the run has ended');
    const used = idle.pop();
    if (used && !used.process.isAlive()) alive.delete(used.process);
    else if (used) {
      const found = await askOne(used, position);
      // Earlier games may have caused the crash: a new engine gets this one once more.
      if (found.ok || used.process.isAlive() || used.process.wasKilled()) return found;
    }
    const started = await start();
    return started.ok ? askOne(started.value, position) : started;
  }

  return {
    /** Points of dead stones, or why there is no answer. */
    ask: (position: FinalPosition) => limit(() => answer(position)),
    /** Ends all engines; pending requests fail. */
    close(): void {
      isClosed = true;
      for (const process of alive) process.kill('the run has ended');
      alive.clear();
    },
  };
}

/** Ends the process when it takes longer. */
export async function within<T>(process: GtpProcess, seconds: number, result: Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.kill(`no answer within ${seconds} seconds`), seconds * 1000);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
  }
}

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
