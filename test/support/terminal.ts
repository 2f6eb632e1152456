import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';

/** The built command, as users run it. */
export const BUILT_COMMAND = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

/** What a run in a terminal left there. */
export interface Shown {
  readonly code: number;
  /** Everything that was written to the terminal, escape sequences included. */
  readonly text: string;
}

export interface TerminalSettings {
  readonly cwd: string;
  readonly columns?: number;
  /** Variables of the environment besides PATH, HOME and TERM. */
  readonly env?: Readonly<Record<string, string>>;
  /** Keys to press, each once the terminal shows a text, or something else has come about. */
  readonly keys?: readonly { readonly after: string | (() => boolean); readonly press: string }[];
}

/** A line of the shell in which `sgf-referee` is the built command. */
export function shellLine(line: string): string {
  const command = `${quoted(process.execPath)} ${quoted(BUILT_COMMAND)}`;
  return line.replaceAll(/\bsgf-referee(?= |$)/g, () => command);
}

const POLL_MS = 50;

/** Runs a line of the shell in a pseudo-terminal of its own. */
export function inTerminal(line: string, settings: TerminalSettings): Promise<Shown> {
  const { cwd, columns = 80, env = {}, keys = [] } = settings;
  const waiting = [...keys];
  return new Promise((resolve) => {
    const terminal = spawn('/bin/sh', ['-c', shellLine(line)], {
      cwd,
      cols: columns,
      rows: 50,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm-256color', ...env },
    });
    let text = '';
    terminal.onData((more) => (text += more));
    const timer = setInterval(() => {
      const [next] = waiting;
      if (!next || !(typeof next.after === 'string' ? text.includes(next.after) : next.after())) return;
      waiting.shift();
      terminal.write(next.press);
    }, POLL_MS);
    terminal.onExit(({ exitCode }) => {
      clearInterval(timer);
      resolve({ code: exitCode, text });
    });
  });
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
