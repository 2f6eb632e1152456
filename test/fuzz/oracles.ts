import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { analyze, type AnalyzeOptions, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { parseDeadRows } from '../../src/run/input/dead-rows.js';
import { runBatch } from '../../src/run/merge/run.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { checkFile } from '../../src/toolkit/check/check-file.js';
import { readTables } from '../../src/toolkit/event/read-table.js';
import { formatFile } from '../../src/toolkit/format/format-file.js';
import { FAITHFUL, NORMALIZATIONS } from '../../src/toolkit/format/format-types.js';
import { success } from '../../src/core/outcome.js';
import { parseWhere } from '../../src/report/list/where.js';
import { parseTokens } from '../../src/service/limits.js';
import { FINDING_COLUMNS } from '../../src/report/columns/tables.js';
import { GAME_COLUMNS } from '../../src/report/columns/games.js';
import { FORMATS } from '../../src/report/output/formats.js';
import { parseRuleset } from '../../src/go/rules/fields.js';
import { RULESETS } from '../../src/go/rules/rulesets.js';
import { differences } from '../support/agreement.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { parseTrees } from '../support/stock-trees.js';
import { csvRows } from '../support/csv-rows.js';
import { byOwnTree } from '../support/same-trees.js';
import type { Input } from './inputs.js';
import { faultOfRequest } from './requests.js';

/** Processor time that one input may take; inputs are at most 200 kB. */
const SLOW_MS = 4000;

/** What is wrong with how an input was taken; '' when nothing is. */
export async function faultOf(input: Input, index: number): Promise<string> {
  const started = process.cpuUsage();
  let fault: string;
  try {
    fault = await judged(input, index);
  } catch (error) {
    fault = `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
  const { user, system } = process.cpuUsage(started);
  const spent = (user + system) / 1000;
  return fault === '' && spent > SLOW_MS ? `slow: ${spent.toFixed(0)} ms` : fault;
}

async function judged({ kind, bytes }: Input, index: number): Promise<string> {
  switch (kind) {
    case 'archive':
      return faultOfArchive(bytes);
    case 'dead': {
      parseDeadRows(Buffer.from(bytes).toString());
      return '';
    }
    case 'ruleset': {
      parseRuleset(JSON.parse(Buffer.from(bytes).toString()));
      return '';
    }
    case 'where': {
      parseWhere(Buffer.from(bytes).toString(), success);
      return '';
    }
    case 'tokens': {
      parseTokens(Buffer.from(bytes).toString());
      return '';
    }
    case 'request':
      return faultOfRequest(bytes);
    case 'long-value':
      return faultOfLongValue(bytes);
    case 'table': {
      readTables([{ name: 'table.csv', bytes }]);
      return '';
    }
    case 'mutated':
    case 'grammar':
    case 'broken':
    case 'charset':
    case 'noise':
    case 'foreign':
      return faultOfSgf(bytes, index);
  }
}

function faultOfSgf(bytes: Uint8Array, index: number): string {
  const options: AnalyzeOptions = {
    ...DEFAULT_OPTIONS,
    file: 'fuzz.sgf',
    digest: () => '',
    rules: index % 3 === 0 ? RULESETS[index % RULESETS.length]! : 'auto',
    illegal: (['stands', 'pass', 'stop'] as const)[index % 3]!,
    score: index % 16 < 4,
    estimator: index % 16 === 0 ? 'playouts' : 'none',
    variations: index % 2 === 0,
  };
  const text = rowsOf(bytes, options);
  if (text !== rowsOf(bytes, options)) return 'a second reading says something else';
  const games = countRows(text.slice(0, text.indexOf(SEPARATOR)), GAME_COLUMNS.length);
  if (typeof games === 'string') return `games.csv: ${games}`;
  const found = countRows(text.slice(text.indexOf(SEPARATOR) + SEPARATOR.length), FINDING_COLUMNS.length);
  if (typeof found === 'string') return `findings.csv: ${found}`;
  return faultOfFormat(bytes) || faultOfReaders(bytes, games);
}

/** Only whether every reader of values comes to an end, which the time tells. */
function faultOfLongValue(bytes: Uint8Array): string {
  analyze(bytes, { ...DEFAULT_OPTIONS, file: 'fuzz.sgf', digest: () => '', score: false });
  checkFile(bytes, { file: 'fuzz.sgf' });
  formatFile(bytes, { ...FAITHFUL, normalize: NORMALIZATIONS, komi: 'repaired', lossy: 'allowed' });
  return '';
}

/** A rewriting keeps the tree where it says that it loses nothing, and is its own rewriting. */
function faultOfFormat(bytes: Uint8Array): string {
  const once = formatFile(bytes, { ...FAITHFUL, lossy: 'allowed' });
  const twice = formatFile(once.text, FAITHFUL);
  if (twice.refused) return `format: its own text is refused: ${JSON.stringify(twice.losses[0])}`;
  if (Buffer.compare(once.text, twice.text) !== 0) return 'format: the second rewriting differs';
  if (once.losses.length > 0 || once.games.length === 0) return '';
  const different = byOwnTree(bytes, once.text);
  return different === '' ? '' : `format: ${different}`;
}

const SEPARATOR = '\u0000--\u0000';

/** Both tables of a file as one text. */
function rowsOf(bytes: Uint8Array, options: AnalyzeOptions): string {
  const { games, findings } = analyze(bytes, options);
  const faults = games.flatMap((game) => game.findings).filter(({ code }) => code.startsWith('internal/'));
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  const { csv: table, findings: list } = FORMATS;
  const rows = games.map((game) => table.game(game)).join('');
  return rows + SEPARATOR + list.file('fuzz.sgf', findings) + games.map((game) => list.game(game)).join('');
}

/** How many rows of so many cells a CSV text has, or what is wrong with it. */
function countRows(text: string, width: number): number | string {
  const rows = csvRows(text);
  const odd = rows.find((row) => row.length !== width);
  return odd ? `a row of ${String(odd.length)} cells: ${odd.join(',').slice(0, 200)}` : rows.length;
}

/** The scan against the tree, where the scan finds nothing wrong with the structure. */
function faultOfReaders(bytes: Uint8Array, games: number): string {
  const file = scanFile(bytes);
  if (file.games.length !== games) return `${String(games)} rows for ${String(file.games.length)} games`;
  const hasFaults = file.findings.length > 0 || file.games.some(({ findings }) => findings.length > 0);
  const text = Buffer.from(file.text).toString();
  // The tree parser takes a byte order mark for white space, wherever it stands.
  if (hasFaults || file.charset.used !== 'utf-8' || text.includes('\ufeff')) return '';
  const parsed = parseTrees(text);
  if (!parsed.ok) return '';
  const trees = parsed.value;
  if (trees.length !== games) return `${String(games)} games scanned, ${String(trees.length)} trees`;
  for (const [i, tree] of trees.entries()) {
    const different = differences(file.games[i]!, tree);
    if (different.length > 0) return `scan / tree: ${different.join('; ')}`;
  }
  return '';
}

async function faultOfArchive(bytes: Uint8Array): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sgf-referee-fuzz-'));
  try {
    const names = ['a.zip', 'b.tar.gz', 'c.tar', 'd.sgf.gz'].map((name) => path.join(folder, name));
    for (const name of names) writeFileSync(name, bytes);
    const result = await runBatch({
      inputs: { names, stdin: Readable.from([]), limits: DEFAULT_LIMITS, onNothing: () => undefined },
      settings: {
        options: { ...DEFAULT_OPTIONS, score: false },
        ignore: [],
        dead: undefined,
      },
      outputs: [],
      jobs: 1,
      version: 'fuzz',
    });
    return result.faults > 0 ? `${String(result.faults)} internal faults` : '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}
