// A small GTP engine for tests: `node fake-engine.mjs LOG [HABIT]`. It calls every lone stone dead, one a line.
// Its habit shows when it is asked about a position with a stone on A1, or at the start for habits of starting.
// LOG gets a line `start PID` for each start and `asked` for each question.
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';

const [log, habit = 'answers'] = process.argv.slice(2);
const stones = new Map();
let games = 0;

appendFileSync(log, `start ${process.pid}\n`);
if (habit === 'never-starts') process.exit(4);
if (habit === 'starts-slowly') await sleep(2000);
if (habit === 'greets') process.stdout.write('Welcome to the engine\n');

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const KNOWN = ['list_commands', 'boardsize', 'clear_board', 'play'];
if (habit !== 'knows-no-status') KNOWN.push('final_status_list');

function isLone(point) {
  const x = LETTERS.indexOf(point[0]);
  const y = Number(point.slice(1));
  const near = [
    [x - 1, y],
    [x + 1, y],
    [x, y - 1],
    [x, y + 1],
  ].map(([a, b]) => `${LETTERS[a] ?? ''}${b}`);
  return near.every((other) => stones.get(other) !== stones.get(point));
}

function status() {
  appendFileSync(log, 'asked\n');
  const dead = [...stones.keys()].filter(isLone).join('\r\n');
  if (habit === 'tires' && games > 1) process.exit(7);
  if (!stones.has('A1')) return `= ${dead}`;
  switch (habit) {
    case 'crashes':
      process.exit(3);
      break;
    case 'is-killed':
      process.kill(process.pid, 'SIGSEGV');
      break;
    case 'hangs':
      return undefined;
    case 'answers-prose':
      return '= all the stones';
    case 'names-an-empty-point':
      return '= B2';
    case 'forgets-the-sign':
      return 'A1';
    case 'refuses':
      return '? cannot score';
    case 'never-stops':
      return `= ${'A1\n'.repeat(40_000)}`;
  }
  return `= ${dead}`;
}

function play([color, point]) {
  if (stones.has(point)) return '? illegal move';
  stones.set(point, color);
  return '=';
}

function answerTo(line) {
  const [command, ...words] = line.split(' ');
  switch (command) {
    case 'list_commands':
      return `= ${KNOWN.join('\n')}`;
    case 'boardsize':
      return words.length === 1 && Number(words[0]) <= 19 ? '=' : '? unacceptable size';
    case 'clear_board':
      stones.clear();
      games++;
      return '=';
    case 'play':
      return play(words);
    case 'final_status_list':
      return status();
    default:
      return '? unknown command';
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = answerTo(line);
  if (answer !== undefined) process.stdout.write(`${answer}\r\n\r\n`);
  if (habit === 'chatters' && line.startsWith('final')) process.stdout.write('info: thinking\n');
}
