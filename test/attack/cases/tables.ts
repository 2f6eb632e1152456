import { TOKENS, type AttackedServer } from '../attacked-server.js';
import { playersOf, tinyGame, zipOfGames } from '../bodies.js';
import type { AttackCase } from '../case.js';
import { send } from '../sockets.js';

/** Longest time in which all of a case must be answered, in seconds. */
const MAX_SECONDS = 150;
const TYPE = { 'content-type': 'multipart/form-data; boundary=b' };

interface Part {
  readonly field: string;
  readonly filename?: string;
  readonly contents: string | Uint8Array;
}

function form(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ field, filename, contents }) => {
    const name = filename === undefined ? '' : `; filename="${filename}"`;
    const head = `--b\r\ncontent-disposition: form-data; name="${field}"${name}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(contents), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from('--b--\r\n')]);
}

function table(pairings: number, nameOf: (i: number) => string): Part {
  const rows = Array.from({ length: pairings }, (_, i) => `1,${nameOf(2 * i)},${nameOf(2 * i + 1)},B+`);
  return { field: 'table', filename: 't.csv', contents: `round,white,black,result\n${rows.join('\n')}\n` };
}

const GAME: Part = { field: 'file', filename: 'a.sgf', contents: tinyGame('A') };
const GAMES: Part = { field: 'file', filename: 'a.zip', contents: zipOfGames(playersOf('unknown', 1000)) };
const BRACKETS = '('.repeat(2000);

function decided(name: string): Part {
  const one = { game: '0'.repeat(16), name, date: '2026-11-23', reason: 'x', komi: 1 };
  return { field: 'decisions', contents: JSON.stringify({ decisions: [one] }) };
}

/** What a tenant sends to stop the others, each with its path. */
const BODIES: readonly (readonly [path: string, parts: () => readonly Part[]])[] = [
  ['/v1/crosscheck', () => [GAMES, table(3000, (i) => `Player ${String(i)} Family`)]],
  ['/v1/crosscheck', () => [GAME, table(3000, (i) => BRACKETS + String(i))]],
  ['/v1/crosscheck', () => [GAMES, table(20_000, (i) => `abab${String(i)} baba${String(i * 7)} abba baab`)]],
  ['/v1/audit', () => [GAME, decided(`${'a '.repeat(50_000)}\n`)]],
  ['/v1/jobs?command=crosscheck', () => [GAME, table(20_000, (i) => 'x'.repeat(1500) + String(i))]],
  ['/v1/jobs?command=crosscheck', () => [GAMES, table(20_000, (i) => `Li ${String(i)}`)]],
];

async function sendAll(server: AttackedServer, token: string): Promise<string> {
  for (const [path, parts] of BODIES) {
    const asked = { token, headers: TYPE, body: form(parts()), mostMs: MAX_SECONDS * 1000 };
    const { status, text } = await send(server, path, asked);
    if (![200, 202, 400, 408, 413, 503].includes(status))
      return `${path}: ${String(status)} ${text.slice(0, 200)}`;
  }
  return '';
}

/** What results tables and options cost. */
export const CASES: readonly AttackCase[] = [
  {
    name: 'two tenants with results tables and decisions that take long: the server answers',
    by: 'tenant',
    mostMb: 1500,
    async attack({ serve }) {
      const server = await serve();
      const fell = await Promise.all([TOKENS.alice, TOKENS.bob].map((token) => sendAll(server, token)));
      const asked = { token: TOKENS.alice, body: Buffer.from(tinyGame('alice')) };
      const { status } = await send(server, '/v1/audit?format=jsonl', asked);
      return fell.find((one) => one !== '') ?? (status === 200 ? '' : `alice got ${String(status)}`);
    },
  },
];
