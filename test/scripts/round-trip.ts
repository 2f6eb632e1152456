import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { formatFile } from '../../src/toolkit/format/format-file.js';
import { FAITHFUL } from '../../src/toolkit/format/format-types.js';
import { byOwnTree, bySabaki } from '../support/same-trees.js';

const SAME = 'same tree by both readers, second rewriting the same bytes';
/** Files that are named for each sort of outcome. */
const NAMED = 5;

/**
 * Rewrites every record of the folders given, reads the result, and compares the trees by two readers; rewrites it once more
 * and compares the bytes. Prints how many files had which outcome, and exits with 1 where a tree or a byte differs.
 */
const counts = new Map<string, string[]>();
let files = 0;
let games = 0;
const started = Date.now();
for (const folder of process.argv.slice(2)) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(sgf|gib|ngf|mgt)$/iu.test(name),
  );
  for (const name of names.sort()) {
    files++;
    const outcome = outcomeOf(readFileSync(path.join(folder, name)));
    const named = counts.get(outcome.sort) ?? [];
    counts.set(outcome.sort, named);
    named.push(outcome.detail === '' ? name : `${name}: ${outcome.detail}`);
  }
}
const seconds = ((Date.now() - started) / 1000).toFixed(0);
console.log(`${String(files)} files, ${String(games)} games, ${seconds} s`);
for (const [sort, named] of [...counts].sort()) {
  console.log(`${String(named.length).padStart(7)} ${sort}`);
  if (sort !== SAME) for (const one of named.slice(0, NAMED)) console.log(`          ${one}`);
}
process.exitCode = [...counts.keys()].some((sort) => sort.startsWith('DIFFERENT')) ? 1 : 0;

interface Outcome {
  readonly sort: string;
  readonly detail: string;
}

function outcomeOf(bytes: Uint8Array): Outcome {
  const first = formatFile(bytes, FAITHFUL);
  games += first.games.length;
  if (first.games.length === 0) return { sort: 'no game', detail: '' };
  const result = first.refused ? formatFile(bytes, { ...FAITHFUL, lossy: 'allowed' }) : first;
  const again = formatFile(result.text, FAITHFUL);
  if (Buffer.compare(result.text, again.text) !== 0)
    return { sort: 'DIFFERENT: the second rewriting', detail: first.refused ? 'refused at first' : '' };
  if (first.refused) {
    const kinds = [...new Set(first.losses.map(({ kind }) => kind))].sort();
    const { line, column, what } = first.losses[0]!;
    return {
      sort: `refused: ${kinds.join(', ')}`,
      detail: `line ${String(line)}, column ${String(column)}: ${JSON.stringify(what)}`,
    };
  }
  const own = byOwnTree(bytes, result.text);
  if (own !== '') return { sort: 'DIFFERENT: own tree', detail: own };
  const sabaki = bySabaki(bytes, result.text);
  if (sabaki !== '') return { sort: 'DIFFERENT: @sabaki/sgf', detail: sabaki };
  return { sort: SAME, detail: '' };
}
