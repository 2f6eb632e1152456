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
  /** Keys to press once the terminal shows a text. */
  readonly keys?: readonly { readonly after: string; readonly press: string }[];
}

/** Runs a line of the shell in a pseudo-terminal of its own; `sgf-referee` in it is the built command. */
export function inTerminal(line: string, settings: TerminalSettings): Promise<Shown> {
  const { cwd, columns = 80, env = {}, keys = [] } = settings;
  const command = `${quoted(process.execPath)} ${quoted(BUILT_COMMAND)}`;
  const program = line.replaceAll(/\bsgf-referee(?= |$)/g, () => command);
  const waiting = [...keys];
  return new Promise((resolve) => {
    const terminal = spawn('/bin/sh', ['-c', program], {
      cwd,
      cols: columns,
      rows: 50,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm-256color', ...env },
    });
    let text = '';
    terminal.onData((more) => {
      text += more;
      while (waiting[0] && text.includes(waiting[0].after)) terminal.write(waiting.shift()!.press);
    });
    terminal.onExit(({ exitCode }) => resolve({ code: exitCode, text }));
  });
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
