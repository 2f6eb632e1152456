// Reads every file with both readers (the byte scan and the whole tree) and groups what they read differently.
// Usage: npm run compare -- FOLDER|ARCHIVE.zip...   (folders are walked; zips inside folders are opened as well)
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import yauzl from 'yauzl';

const root = process.env['SGF_REFEREE_DIST'] ?? new URL('../../dist-test/', import.meta.url).href;
const { scanFile } = await import(new URL('src/sgf/scan/scan-file.js', root).href);
const { parseTrees } = await import(new URL('test/support/stock-trees.js', root).href);
const { differences } = await import(new URL('test/support/agreement.js', root).href);

const EXAMPLES = 3;
const decoder = new TextDecoder('utf-8');
const counts = {
  files: 0,
  games: 0,
  equal: 0,
  different: 0,
  'no game in both': 0,
  'not parsed as a tree': 0,
};
const reasons = new Map();

if (process.argv.length < 3) {
  console.error('Usage: npm run compare -- FOLDER|ARCHIVE.zip...');
  process.exit(2);
}
for (const name of process.argv.slice(2)) {
  if (statSync(name).isDirectory()) await walk(name);
  else await compareFile(name);
}
console.log(counts);
for (const [reason, { count, examples }] of [...reasons].sort((a, b) => b[1].count - a[1].count)) {
  console.log(`${String(count).padStart(6)}  ${reason}`);
  for (const example of examples) console.log(`        ${example}`);
}
process.exitCode = counts.different > 0 ? 1 : 0;

async function walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await walk(path);
    else await compareFile(path);
  }
}

async function compareFile(path) {
  if (/\.zip$/i.test(path)) await compareArchive(path);
  else compareBytes(path, readFileSync(path));
}

async function compareArchive(path) {
  const archive = await yauzl.openPromise(path, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    if (!/\.(sgf|mgt)$/i.test(entry.fileName)) continue;
    const stream = await archive.openReadStreamPromise(entry);
    const blocks = [];
    for await (const block of stream) blocks.push(block);
    compareBytes(`${path}!/${entry.fileName}`, Buffer.concat(blocks));
  }
}

function compareBytes(path, bytes) {
  counts.files++;
  const file = scanFile(bytes);
  counts.games += file.games.length;
  const trees = parseTrees(decoder.decode(file.text));
  if (!trees.ok) {
    if (trees.error.kind === 'no-game' && file.games.length === 0) counts['no game in both']++;
    else {
      counts['not parsed as a tree']++;
      note(`tree ${trees.error.kind}`, path, trees.error.detail);
    }
    return;
  }
  if (trees.value.length !== file.games.length) {
    counts.different++;
    note('number of games', path, `${file.games.length} / ${trees.value.length}`);
    return;
  }
  const found = file.games.flatMap((game, i) =>
    differences(game, trees.value[i]).map((text) => [game.game, text]),
  );
  if (found.length === 0) counts.equal++;
  else counts.different++;
  for (const [game, text] of found) note(text.split(':')[0], `${path} game ${game}`, text);
}

function note(reason, path, text) {
  const known = reasons.get(reason) ?? { count: 0, examples: [] };
  known.count++;
  if (known.examples.length < EXAMPLES) known.examples.push(`${path}: ${text}`);
  reasons.set(reason, known);
}
