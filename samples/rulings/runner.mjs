// Puts the rulings to a JavaScript library: node runner.mjs ADAPTER.mjs RULES...
// The adapter exports begin(ruling), which returns { play(color, point), score?(dead) }: play returns whether the library takes
// the move (undefined: it cannot be asked), with color 'B' or 'W' and point { x, y } from the top left, or undefined for a pass;
// score returns Black's margin.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

const pointOf = (name, height) => ({ x: COLUMNS.indexOf(name[0]), y: height - Number(name.slice(1)) });

function play(game, text, height) {
  const [color, name] = text.split(' ');
  return game.play(color, name === 'pass' ? undefined : pointOf(name, height));
}

/** 'right', 'wrong: ...', or 'not asked'. */
function ask(ruling, begin) {
  const { board, moves = [], question, move, answer, dead = [] } = ruling;
  const height = board[1];
  if (question !== 'legal' && question !== 'score') return 'not asked';
  if (ruling.code === 'move/out-of-turn' || move?.endsWith('off')) return 'not asked';
  const game = begin(ruling);
  if (!game || (question === 'score' && (!game.score || ruling.komi === undefined))) return 'not asked';
  for (const text of moves) {
    const taken = play(game, text, height);
    if (taken === undefined || (!taken && question === 'score')) return 'not asked';
    if (!taken) return `wrong: refuses ${text}`;
  }
  if (question === 'legal') {
    const taken = play(game, move, height);
    if (taken === undefined) return 'not asked';
    const said = taken ? 'yes' : 'no';
    return said === answer ? 'right' : `wrong: ${move} ${said}, not ${answer}`;
  }
  const margin = game.score(dead.map((name) => pointOf(name, height)));
  const said = margin === 0 ? '0' : `${margin > 0 ? 'B' : 'W'}+${Math.abs(margin)}`;
  return said === answer ? 'right' : `wrong: ${said}, not ${answer}`;
}

export function compare(begin, rules) {
  const rows = [];
  const faults = [];
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))) {
    const row = { family: file.replace('.jsonl', ''), asked: 0, right: 0 };
    for (const line of readFileSync(FOLDER + file, 'utf8').trimEnd().split('\n')) {
      const ruling = JSON.parse(line);
      if (!rules.includes(ruling.rules)) continue;
      let said;
      try {
        said = ask(ruling, begin);
      } catch (error) {
        said = `wrong: it throws ${error.message}`;
      }
      if (said === 'not asked') continue;
      row.asked++;
      if (said === 'right') row.right++;
      else faults.push(`${ruling.name} ${said} (${ruling.says}; ${ruling.rules})`);
    }
    if (row.asked > 0) rows.push(row);
  }
  return { rows, faults };
}

const [, self, adapter, ...rules] = process.argv;
if (self === fileURLToPath(import.meta.url)) {
  const { begin } = await import(pathToFileURL(resolve(adapter)).href);
  const { rows, faults } = compare(begin, rules);
  console.table(rows);
  console.log(faults.join('\n'));
}
