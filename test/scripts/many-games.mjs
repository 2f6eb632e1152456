// Writes collections of any number of games from zips of games, each with main lines of their own: a copy differs from its
// original in the point of the last move. `node test/scripts/many-games.mjs ZIP... --games 1000000 --out DIR`
import { isUtf8 } from 'node:buffer';
import { mkdirSync, openSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import yauzl from 'yauzl';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string' },
    out: { type: 'string' },
    each: { type: 'string', default: '100000' },
  },
});

/** Games in UTF-8, cut around the point of the last move. */
const games = [];
for (const zip of positionals) for await (const bytes of entriesOf(zip)) keep(bytes);

function keep(bytes) {
  if (!isUtf8(bytes) || bytes[0] !== 0x28) return;
  const text = bytes.toString('latin1').trim();
  if (text.split('(;').length !== 2) return; // one game without variations
  const last = text.lastIndexOf(';');
  const move = /^;[BW]\[([a-s]{2})\]/.exec(text.slice(last));
  if (move) games.push([text.slice(0, last + 3), `${text.slice(last + 5)}\n`, number(move[1])]);
}

function number(point) {
  return (point.charCodeAt(0) - 97) * 19 + point.charCodeAt(1) - 97;
}

async function* entriesOf(path) {
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.sgf')) continue;
    const blocks = [];
    for await (const block of await zip.openReadStreamPromise(entry)) blocks.push(block);
    yield Buffer.concat(blocks);
  }
}

const total = Number(values.games);
const each = Number(values.each);
mkdirSync(values.out, { recursive: true });
for (let written = 0; written < total;) {
  const file = openSync(join(values.out, `${String(written / each).padStart(5, '0')}.sgf`), 'w');
  const end = Math.min(total, written + each);
  for (; written < end;) {
    const block = [];
    for (; block.length < 1000 && written < end; written++) {
      const [before, after, first] = games[written % games.length];
      const point = (first + Math.floor(written / games.length)) % 361;
      block.push(before, String.fromCharCode(97 + Math.floor(point / 19), 97 + (point % 19)), after);
    }
    writeSync(file, Buffer.from(block.join(''), 'latin1'));
  }
  closeSync(file);
}
console.log(`${total} games from ${games.length}`);
