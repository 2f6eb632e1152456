import { spawn } from 'node:child_process';
import { failure, success, type Outcome } from '../core/outcome.js';
import { reasonOf } from '../core/reason.js';

/** A running engine. One command at a time. */
export interface GtpProcess {
  /** Sends a command and waits for the answer: the text behind `=`, or why there is none. */
  readonly send: (command: string) => Promise<Outcome<string, string>>;
  /** Ends the process; a command that waits gets this reason, and so do all later ones. */
  readonly kill: (reason: string) => void;
  readonly isAlive: () => boolean;
  /** Ended from here and not by itself. */
  readonly wasKilled: () => boolean;
}

/** More than any answer to what is asked here; an engine that writes more has gone wrong. */
const LONGEST_ANSWER = 64 * 1024;

/**
 * Starts an engine. It gets a process group of its own, so that helpers it started end with it, and so that an
 * interrupt from the terminal is handled by this program alone.
 */
export function startGtp(command: readonly string[]): GtpProcess {
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
  child.stdin.on('error', () => undefined); // the end of the process tells more
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
    send: (line) =>
      new Promise((resolve) => {
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
    wasKilled: () => wasKilled,
  };
}

/** From the first line on that begins an answer: some engines also write of what they do. */
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
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
