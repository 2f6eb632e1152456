/**
 * Runs every command, format and route of the built program on the samples and on seeded games, and compares the outputs,
 * byte for byte, with those of the last run with `--write`. Digests are in `expected.json`; the outputs themselves are
 * kept in `reports/golden`, so that a difference can be shown. Arguments select cases: those whose names contain them all.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import pLimit from 'p-limit';
import { filesOf } from './games.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXPECTED = join(ROOT, 'test/golden/expected.json');
const KEPT = join(ROOT, 'reports/golden');
const BIN = join(ROOT, 'dist/cli/bin.js');
const write = process.argv.includes('--write');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const place = mkdtempSync(join(tmpdir(), 'sgf-referee-golden-'));
const EVENTS = join(ROOT, 'samples/events');
cpSync(join(ROOT, 'samples'), join(place, 'samples'), {
  recursive: true,
  filter: (path) => path !== EVENTS,
});
cpSync(EVENTS, join(place, 'events'), { recursive: true });
mkdirSync(join(place, 'seeded'));
for (const { name, bytes } of filesOf(20261122, 60)) writeFileSync(join(place, 'seeded', name), bytes);
writeFileSync(join(place, 'list.txt'), 'samples/ko\nsamples/endings/resumed.sgf\n');

const ENV = {
  PATH: process.env.PATH,
  HOME: place,
  XDG_DATA_HOME: join(place, 'data'),
  XDG_CACHE_HOME: join(tmpdir(), 'sgf-referee-golden-cache'),
  COLUMNS: '100',
  NO_COLOR: '1',
  LANG: 'C.UTF-8',
};

/** A message without the time that the run took. */
const timeless = (bytes) => bytes.toString().replaceAll(/in [\d.]+ s \([\d,.]+ games\/s\)/g, 'in TIME');

/** The lines in the deflated data of a report: their packing changes with zlib. */
const inflated = (data) =>
  data
    .split('\n')
    .map((line) => inflateRawSync(Buffer.from(line, 'base64')).toString('latin1'))
    .join('');

/** A report without its script, its style and their digests, which change with every build; its data as lines. */
const codeless = (bytes) =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replaceAll(/<(script|style)>[^]*?<\/\1>/g, '<$1></$1>')
      .replaceAll(/'sha256-[\w+/=]+'/g, 'DIGEST')
      .replace(/(id="data">\n)([\w+/=\n]+)\n(<)/, (_, start, data, end) => start + inflated(data) + end),
    'latin1',
  );

/** Standard output, and the exit code and standard error after it. */
function ran(argv) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [BIN, ...argv], {
      cwd: place,
      env: ENV,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out = [];
    const err = [];
    child.stdout.on('data', (bytes) => out.push(bytes));
    child.stderr.on('data', (bytes) => err.push(bytes));
    child.on('close', (code) =>
      done(Buffer.concat([...out, Buffer.from(`\n-- exit ${code}\n${timeless(Buffer.concat(err))}`)])),
    );
  });
}

/** Files of a folder as one text. */
function folderText(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Buffer.concat(
    names.flatMap((name) => [Buffer.from(`\n-- ${name.slice(folder.length)}\n`), readFileSync(name)]),
  );
}

const cases = new Map();
const command = (...argv) => cases.set(argv.join(' '), () => ran(argv));
/** What a command writes into files; OUT in its words is a folder of its own. */
const files = (...argv) =>
  cases.set(argv.join(' '), async () => {
    const out = mkdtempSync(join(place, 'out-'));
    const said = await ran(argv.map((word) => word.replace('OUT', out)));
    const text = Buffer.concat([
      Buffer.from(said.toString('latin1').replaceAll(out, 'OUT'), 'latin1'),
      folderText(out),
    ]);
    rmSync(out, { recursive: true });
    return text;
  });

const COMMANDS = [
  'audit',
  'score',
  'convert',
  'format',
  'check',
  'show',
  'list',
  'duplicates',
  'compare',
  'crosscheck',
  'rules',
  'explain',
  'serve',
];
command('--help');
for (const name of COMMANDS) command(name, '--help');
for (const input of ['samples', 'seeded']) {
  for (const format of ['csv', 'jsonl', 'json', 'sarif', 'junit', 'text']) {
    command('audit', input, '--format', format);
    command('check', input, '--format', format);
  }
  for (const format of ['csv', 'jsonl', 'json', 'text']) {
    command('score', input, '--rules', 'auto,japanese,aga', '--format', format);
    command('convert', input, '--to', 'aga', '--format', format);
    command('list', input, '--format', format);
    command('duplicates', input, '--format', format);
  }
  command('audit', input, '--no-score', '--jobs', '2');
  command('audit', input, '--variations', '--illegal', 'pass', '--format', 'jsonl');
  command('audit', input, '--illegal', 'stop', '--estimator', 'none');
  command('audit', input, '--rules', 'new-zealand', '--komi', '7', '--estimator', 'none');
  command('convert', input, '--table', 'japanese,chinese,aga,tromp-taylor');
  command('check', input, '--strict');
  command('check', input, '--lenient');
  command('format', input, '--check');
  command('format', input, '--diff');
  command('list', input, '--columns', 'file,PB,PW,RE,moves,verdict', '--where', 'size=19', '--sort=-moves');
  files('audit', input, '--out', 'OUT/report');
  files('score', input, '--out', 'OUT/report');
  files('format', input, '--out', 'OUT/formatted');
}
const league = ['events/online-league/games', '--table', 'events/online-league/league.csv'];
const nicks = ['--aliases', 'events/online-league/nicks.csv'];
for (const format of ['csv', 'jsonl', 'json', 'text'])
  command('crosscheck', ...league, ...nicks, '--format', format);
for (const table of ['club-swiss/club.xml', 'aga-open/report.txt']) {
  const games = `events/${table.split('/')[0]}/games`;
  files('crosscheck', games, '--table', `events/${table}`, '--out', 'OUT/report');
}
command('audit', '--files-from', 'list.txt', '--jobs', '1');
command('audit', 'samples', '--rules', 'no-such-rules');
command('audit', 'no-such-file');
command('show', 'samples/endings/resumed.sgf');
command('show', 'samples/ko', '--move', '3');
files('show', 'samples/endings/resumed.sgf', '--svg', 'OUT/board.svg');
files('show', 'samples/endings/resumed.sgf', '--png', 'OUT/board.png');
for (const format of ['text', 'json'])
  command('compare', 'samples/scored/s1-aga.sgf', 'samples/scored/s1-japanese.sgf', '--format', format);
command(
  'compare',
  'samples/endings/four-passes-aga.sgf',
  'samples/endings/four-passes-ing.sgf',
  '--merged',
  '-',
);
command('compare', 'samples/scored/s1-aga.sgf', 'samples/ko/triple-ko-aga.sgf');
command('rules');
command('rules', 'japanese');
command('rules', 'japanese', 'aga');
command('explain');
command('explain', 'move/superko-positional');

/** Answers of the server, by method, path, query and body. */
function routes() {
  const send = (name, path, init) =>
    cases.set(`http ${name}`, async () => {
      const answer = await fetch((await server()).url + path, init);
      const type = answer.headers.get('content-type') ?? '';
      return Buffer.concat([
        Buffer.from(`${answer.status} ${type}\n`),
        Buffer.from(await answer.arrayBuffer()),
      ]);
    });
  for (const path of [
    '/openapi.json',
    '/v1/rules',
    '/v1/rules/japanese',
    '/v1/findings',
    '/v1/findings/move/ko',
    '/none',
    '/healthz',
  ])
    send(`GET ${path}`, path);
  const sgf = readFileSync(join(ROOT, 'samples/endings/resumed.sgf'));
  const post = { method: 'POST', body: sgf, headers: { 'content-type': 'application/x-go-sgf' } };
  for (const format of ['json', 'jsonl', 'csv', 'html', 'text', 'sarif'])
    for (const path of ['audit', 'check'])
      send(`POST /v1/${path} ${format}`, `/v1/${path}?format=${format}`, post);
  for (const format of ['json', 'jsonl', 'csv', 'text']) {
    send(`POST /v1/score ${format}`, `/v1/score?rules=japanese,aga&format=${format}`, post);
    send(`POST /v1/convert ${format}`, `/v1/convert?to=aga&format=${format}`, post);
  }
  send('POST unknown option', '/v1/audit?no-such=1', post);
}
routes();

let started;
function server() {
  started ??= new Promise((done, failed) => {
    const child = spawn(process.execPath, [BIN, 'serve', '--port', '0'], {
      cwd: place,
      env: ENV,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (bytes) => {
      const url = /http:\/\/\S+/.exec(String(bytes))?.[0];
      if (url !== undefined) done({ url, stop: () => child.kill() });
    });
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return started;
}

const expected = existsSync(EXPECTED) ? JSON.parse(readFileSync(EXPECTED, 'utf8')) : {};
const chosen = [...cases].filter(([name]) => wanted.every((part) => name.includes(part)));
const limit = pLimit(availableParallelism());
const kept = (folder, name) => join(folder, `${name.replaceAll(/[^\w.,=-]+/g, '_')}.txt`);
let differing = 0;
mkdirSync(KEPT, { recursive: true });
const results = await Promise.all(
  chosen.map(([name, run]) =>
    limit(async () => {
      const text = codeless(await run());
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
      if (!write && expected[name] !== digest) {
        differing++;
        const now = kept(`${KEPT}/now`, name);
        mkdirSync(dirname(now), { recursive: true });
        writeFileSync(now, text);
        process.stdout.write(`differs: ${name}\n${firstDifference(kept(KEPT, name), text)}`);
      } else if (write || !existsSync(kept(KEPT, name))) writeFileSync(kept(KEPT, name), text);
      return [name, digest];
    }),
  ),
);
if (started !== undefined) (await started).stop();
rmSync(place, { recursive: true, force: true });
if (write)
  writeFileSync(
    EXPECTED,
    `${JSON.stringify({ ...(wanted.length > 0 ? expected : {}), ...Object.fromEntries(results) }, null, 1)}\n`,
  );
process.stdout.write(`${results.length} outputs, ${write ? 'written' : `${differing} differ`}\n`);
process.exitCode = differing === 0 ? 0 : 1;

/** The first line that differs from the output kept of the last good run, where there is one. */
function firstDifference(path, text) {
  if (!existsSync(path)) return '';
  const before = readFileSync(path, 'utf8').split('\n');
  const now = text.toString().split('\n');
  const at = now.findIndex((line, i) => line !== before[i]);
  const line = at < 0 ? now.length : at;
  return `  line ${line + 1}\n  - ${(before[line] ?? '').slice(0, 300)}\n  + ${(now[line] ?? '').slice(0, 300)}\n`;
}
