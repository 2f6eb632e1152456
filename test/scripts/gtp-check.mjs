// Asks `sgf-referee gtp` and GNU Go the same questions about finished games:
// npm run build && node test/scripts/gtp-check.mjs FILE... (200 of them are taken, evenly; each has one game)
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze, formatPoint } from '../../dist/lib/index.js';

const WANTED = 200;
const BIN = new URL('../../dist/cli/bin.js', import.meta.url).pathname;
const GNUGO = ['/usr/games/gnugo', '/usr/local/bin/gnugo'].find(existsSync) ?? 'gnugo';
/** A verdict of ours with this chance to be right is sure. */
const SURE = 0.95;

/** A program that answers one command at a time. */
function start(program, ...args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let text = '';
  let waiting;
  child.stdout.setEncoding('utf8').on('data', (more) => {
    text += more;
    const end = text.indexOf('\n\n');
    if (end < 0) return;
    const answer = text.slice(0, end).trim();
    text = text.slice(end + 2);
    waiting(answer);
  });
  child.on('close', () => waiting?.('? the program stopped'));
  return {
    pid: child.pid,
    ask(line) {
      const answer = new Promise((resolve) => (waiting = resolve));
      child.stdin.write(`${line}\n`);
      return answer;
    },
    end: () => child.stdin.end('quit\n'),
  };
}

/** Milliseconds of processor time that a process has used, in steps of 10. */
function used(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

const counts = {};
const examples = {};
function count(command, isEqual, example) {
  const row = (counts[command] ??= { asked: 0, equal: 0 });
  row.asked++;
  if (isEqual) row.equal++;
  else (examples[command] ??= []).push(example);
}

const points = (answer) => new Set(answer.replace(/^=\d*/, '').split(/\s+/).filter(Boolean));

async function compare(file, ours, theirs, again) {
  const text = readFileSync(file, 'latin1').replace(/T[BW](\s*\[[^\]]*\])+/g, '');
  // GNU Go ends when it cannot read a file.
  if (!text.trimStart().startsWith('(')) return false;
  const [game] = analyze(Buffer.from(text, 'latin1'), { rules: 'auto' }).games;
  if (game === undefined || game.score === undefined || game.replay.illegal > 0) return false;
  const { width, height } = game.record;
  if (width !== height || width > 19) return false;
  const copy = join(folder, 'game.sgf');
  writeFileSync(copy, text, 'latin1');
  const both = async (line) => Promise.all([ours.ask(line), theirs.ask(line)]);
  await again.ask(`loadsgf ${copy}`);
  const loaded = await both(`loadsgf ${copy}`);
  count('loadsgf', loaded[0][0] === loaded[1][0], `${file}: ${loaded}`);
  const komi = await both('get_komi');
  count(
    'get_komi (GNU Go takes KM[375] by the letter)',
    Number(komi[0].slice(1)) === Number(komi[1].slice(1)),
    `${file}: ${komi}`,
  );
  const turns = ['black', 'white'];
  for (let i = 0; i < 20; i++) {
    const line = `is_legal ${turns[i % 2]} ${formatPoint((i * 7919 + 13) % (width * height), width, height)}`;
    const [mine, other] = await both(line);
    count('is_legal', mine === other, `${file}: ${line}: ${mine}, ${other}`);
  }
  const sure = new Map();
  for (const { point, probability } of game.score.life.chains)
    sure.set(formatPoint(point, width, height), probability >= SURE);
  const [mineDead, otherDead] = (await both('final_status_list dead')).map(points);
  const againDead = points(await again.ask('final_status_list dead'));
  for (const { point, probability } of game.score.life.chains) {
    const name = formatPoint(point, width, height);
    const isSure = probability >= SURE && otherDead.has(name) === againDead.has(name);
    count(
      isSure ? 'final_status_list dead, chains where both are sure' : 'final_status_list dead, other chains',
      mineDead.has(name) === otherDead.has(name),
      `${file}: ${name}`,
    );
  }
  const isSure =
    game.score.life.confidence >= SURE &&
    [...otherDead].every((one) => againDead.has(one)) &&
    otherDead.size === againDead.size;
  const same = mineDead.size === otherDead.size && [...mineDead].every((one) => otherDead.has(one));
  count(
    isSure ? 'final_status_list dead, games where both are sure' : 'final_status_list dead, other games',
    same,
    file,
  );
  const score = (await both('final_score')).map((answer) => answer.slice(1).trim());
  if (same && Number(komi[0].slice(1)) === Number(komi[1].slice(1)))
    count(
      isSure
        ? 'final_score, both sure and same dead stones'
        : 'final_score, others with the same dead stones',
      Number(score[0].slice(2)) === Number(score[1].slice(2)) && score[0][0] === score[1][0],
      `${file}: ${score}`,
    );
  const stones = (await both('showboard')).map((answer) => (answer.match(/[XO](?=[\s)])/g) ?? []).length);
  count('showboard', stones[0] > 0, file);
  return true;
}

const folder = mkdtempSync(join(tmpdir(), 'gtp-check-'));
const files = process.argv.slice(2);
const rules = ['--rules', 'japanese'];
const ours = start(process.execPath, BIN, 'gtp', ...rules);
const theirs = start(GNUGO, '--mode', 'gtp', '--japanese-rules', '--level', '10');
const again = start(GNUGO, '--mode', 'gtp', '--japanese-rules', '--level', '5', '--seed', '7');
let taken = 0;
const step = Math.max(1, Math.floor(files.length / (WANTED * 1.3)));
for (let at = 0; at < files.length && taken < WANTED; at += step) {
  if (await compare(files[at], ours, theirs, again)) taken++;
}
console.log(`${taken} finished games`);
for (const [command, { asked, equal }] of Object.entries(counts)) {
  console.log(`${command.padEnd(60)} ${equal} of ${asked} equal`);
  for (const example of (examples[command] ?? []).slice(0, 5)) console.log(`    ${example}`);
}

// The cost of each answer, by the wall and by the processor, over the same positions.
const times = {};
const file = join(folder, 'game.sgf');
for (const line of [
  `loadsgf ${file}`,
  'play b a1',
  'undo',
  'is_legal w b1',
  'referee-legal w c1',
  'final_status_list dead',
  'final_score',
  'showboard',
  'referee-findings',
  'referee-account japanese aga',
  'kata-get-rules',
]) {
  const spent = [];
  for (let i = 0; i < 50; i++) {
    // A move and its undo, so that nothing is remembered.
    await ours.ask(i % 2 === 0 ? 'play w pass' : 'undo');
    const before = used(ours.pid);
    const from = performance.now();
    await ours.ask(line);
    spent.push([performance.now() - from, used(ours.pid) - before]);
  }
  const wall = spent.map(([one]) => one).sort((a, b) => a - b);
  const cpu = spent.reduce((sum, [, one]) => sum + one, 0) / spent.length;
  times[line.split(' ')[0]] =
    `median ${wall[25].toFixed(1)} ms of wall time, mean ${cpu.toFixed(1)} ms of processor time`;
}
console.log(times);
ours.end();
theirs.end();
again.end();
rmSync(folder, { recursive: true });
