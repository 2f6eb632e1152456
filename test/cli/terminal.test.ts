import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../cli/run.js';
import { withProgram } from '../support/programs.js';
import { type QueueServer, startQueueServer } from '../support/queue-server.js';
import { inTerminal, shellLine, type Shown } from '../support/terminal.js';
import { gameText } from './harness.js';

/** Counted, with names that are wide on a terminal, in an old charset. */
const GAME =
  '(;GM[1]FF[4]CA[GB18030]SZ[5]RU[Japanese]KM[0.5]PB[黑棋手]PW[白棋手]RE[W+3.5];B[ca];W[da];B[cb];W[db]' +
  ';B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])';

let folder: string;
/** What words of lines mean. */
const places: Record<string, string> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-terminal-'));
  mkdirSync(join(folder, 'games'));
  writeFileSync(join(folder, 'games/counted.sgf'), iconv.encode(GAME, 'gb18030'));
  writeFileSync(join(folder, 'games/legal.sgf'), gameText(1));
  writeFileSync(join(folder, 'games/occupied.sgf'), gameText(2).replace(/;W\[..\]/, ';W[af]'));
  writeFileSync(join(folder, 'table.csv'), 'round,black,white,result\n1,黑棋手,白棋手,W+\n');
  places['IN'] = join(folder, 'games');
  writtenBy('plan IN --chunks 1 --out IN/../job');
  writtenBy('work --plan IN/../job');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs until it is interrupted, and writes nothing to standard output. */
const SERVE = 'serve --port 0 --data data';

/** A line for each command, and more for those that differ by their options; `IN` is the folder with games, `QUEUE` a queue. */
const LINES = [
  'audit IN --fail-on never',
  'audit IN --out report --fail-on never --format jsonl',
  'score IN --rules japanese,aga --fail-on never',
  'convert IN --to aga --fail-on never',
  'format IN/counted.sgf',
  'check IN --fail-on never',
  'crosscheck IN --table IN/../table.csv --fail-on never',
  'plan IN --out job',
  'work --plan IN/../job',
  'merge IN/../job --out merged --fail-on never',
  'queue QUEUE',
  'cache prune --cache IN/../results --days 1',
  'show IN/counted.sgf',
  'ruling IN/counted.sgf',
  'compare IN/counted.sgf IN/counted.sgf',
  'list IN --fail-on never',
  'list IN --needs-ruling --fail-on never',
  'duplicates IN IN/legal.sgf --fail-on never',
  'rules japanese aga',
  'explain',
  'completion bash',
  'config IN/counted.sgf',
  SERVE,
  '--help',
  'help audit',
] as const;

const REDIRECTIONS = [
  '',
  '> out',
  '2> err',
  '> out 2> err',
  '| cat > out',
  '| head -c 1 > out',
  '>&-',
  '2>&-',
];
const STDINS = ['', '< /dev/null', '<&-', '< IN/legal.sgf', 'cat IN/legal.sgf |'];
const WIDTHS = [80, 120, 200];
const ENVIRONMENTS = [{}, { NO_COLOR: '1' }, { TERM: 'dumb' }, { CI: '1' }];

interface Case {
  readonly line: string;
  readonly redirection: string;
  readonly stdin: string;
  readonly columns: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Every command meets every value of each dimension, and every redirection every standard input. */
const CASES = LINES.flatMap((line, c) =>
  REDIRECTIONS.map((redirection, i): Case => ({
    line,
    redirection,
    stdin: STDINS[(2 * i + c) % STDINS.length]!,
    columns: WIDTHS[(i + c) % WIDTHS.length]!,
    env: ENVIRONMENTS[(i + c) % ENVIRONMENTS.length]!,
  })),
);

interface Ran extends Shown {
  /** Exit code of the command itself. */
  readonly exit: number;
  /** What went to the file, where the output was redirected. */
  readonly out: Buffer | undefined;
}

let count = 0;

/** Runs a case in a folder of its own. */
async function ran({ line, redirection, stdin, columns, env }: Case): Promise<Ran> {
  const cwd = join(folder, String(count++));
  mkdirSync(cwd);
  const [piped, from] = stdin.endsWith('|') ? [stdin, ''] : ['', stdin];
  // Ctrl-C is for the command; the shell tells its exit code.
  const command = `( trap : 2; sgf-referee ${line} ${from}; echo $? > code )`;
  const shell = `${piped} ${command} ${redirection}`.replaceAll(/\b(?:IN|QUEUE)\b/g, (word) => places[word]!);
  const isReady = (): boolean => existsSync(join(cwd, 'data'));
  const shown = await inTerminal(shell, { cwd, columns, env, keys: [{ after: isReady, press: '\u0003' }] });
  const out = join(cwd, 'out');
  return {
    ...shown,
    exit: Number(readFileSync(join(cwd, 'code'), 'utf8')),
    out: existsSync(out) ? readFileSync(out) : undefined,
  };
}

/** What a line writes without any terminal. */
const written = new Map<string, Buffer>([[SERVE, Buffer.alloc(0)]]);
function writtenBy(line: string): Buffer {
  let bytes = written.get(line);
  if (!bytes) {
    const cwd = join(folder, String(count++));
    mkdirSync(cwd);
    const words = shellLine(`sgf-referee ${line}`).replaceAll(/\b(?:IN|QUEUE)\b/g, (word) => places[word]!);
    bytes = spawnSync('/bin/sh', ['-c', words], { cwd, stdio: ['ignore', 'pipe', 'ignore'] }).stdout;
    written.set(line, bytes);
  }
  return bytes;
}

// eslint-disable-next-line no-control-regex
const ESCAPE = /\u001b/;
// eslint-disable-next-line no-control-regex
const COLOR = /\u001b\[[\d;]*m/;
/** A line of progress that something follows before it is cleared; `2000/svg` is none. */
const TORN = /\d\/s(?!vg\b)(?: \d+ s left| (?!\d))?(?=[^\r ])/;

describe('the built command in a terminal', () => {
  it('is tried with every command', () => {
    const missing = COMMAND_NAMES.filter((name) => !LINES.some((line) => line.startsWith(name)));
    // Programs call these through pipes, as test/cli/gtp.test.ts does.
    expect(missing).toEqual(['gtp', 'conformance']);
  });

  it('meets every value, and every redirection every standard input', () => {
    for (const line of LINES) {
      const own = CASES.filter((one) => one.line === line);
      expect(new Set(own.map(({ columns }) => columns)).size).toBe(WIDTHS.length);
      expect(new Set(own.map(({ stdin }) => stdin)).size).toBe(STDINS.length);
      expect(new Set(own.map(({ env }) => env)).size).toBe(ENVIRONMENTS.length);
    }
    const pairs = new Set(CASES.map(({ redirection, stdin }) => `${redirection} ${stdin}`));
    expect(pairs.size).toBe(REDIRECTIONS.length * STDINS.length);
  });

  const isQueued = ({ line }: Case): boolean => line.includes('QUEUE');
  const tried = (cases: readonly Case[]): void =>
    it.concurrent.each(cases)('$line $redirection, stdin "$stdin", $columns columns, $env', isAsWritten);

  tried(CASES.filter((one) => !isQueued(one)));

  withProgram('redis-server', () => {
    let server: QueueServer;
    beforeAll(async () => {
      server = await startQueueServer();
      places['QUEUE'] = server.url;
      writtenBy('plan IN --chunks 1 --out IN/../queued');
      writtenBy('work --plan IN/../queued --queue QUEUE');
    });
    afterAll(() => server.close());
    tried(CASES.filter(isQueued));
  });
});

async function isAsWritten(one: Case): Promise<void> {
  const { text, exit, out } = await ran(one);
  expect(text).not.toMatch(/internal fault:|^ +at .*:\d+/m);
  expect(exit).toBe(0);
  const { env, redirection, line } = one;
  expect(text).not.toMatch(TORN);
  if ('TERM' in env) expect(text).not.toMatch(ESCAPE);
  if ('NO_COLOR' in env || 'CI' in env) expect(text).not.toMatch(COLOR);
  const all = writtenBy(line);
  if (redirection.includes('head')) expect(out).toEqual(all.subarray(0, 1));
  else if (redirection.includes('> out')) expect(out?.toString()).toBe(all.toString());
}

it('Ctrl-C ends a run that waits for games from the keyboard', async () => {
  const { text } = await inTerminal('( trap : 2; sgf-referee audit -; echo "code $?" )', {
    cwd: folder,
    keys: [{ after: 'Ctrl-D', press: '\u0003' }],
  });
  expect(text).toContain('code 130');
});
