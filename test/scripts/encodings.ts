import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { scanFile } from '../../src/sgf/scan/scan-file.js';

/** Samples printed of each row, and header fields in which names stand. */
const SAMPLES = Number(process.env['SAMPLES'] ?? 2);
const NAMES = ['PB', 'PW', 'EV', 'GN', 'PC', 'RE', 'C'];

interface Row {
  files: number;
  lossy: number;
  lost: number;
  readonly samples: string[];
}

/**
 * Reads every record of the folders given, and prints what charset was declared, what was found and how, in how many files, and
 * how many characters could not be read; with samples of names, to look at. Files of nothing but ASCII have no samples.
 */
const rows = new Map<string, Row>();
for (const folder of process.argv.slice(2)) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => /\.(sgf|gib|ngf|mgt)$/iu.test(one)).sort()) add(folder, name);
}
console.log('declared | found | how | files | with characters lost | characters lost');
for (const [kind, { files, lossy, lost, samples }] of [...rows].sort((a, b) => b[1].files - a[1].files)) {
  console.log(`${kind} | ${String(files)} | ${String(lossy)} | ${String(lost)}`);
  for (const sample of samples) console.log(`    ${sample}`);
}

function add(folder: string, name: string): void {
  const file = scanFile(readFileSync(path.join(folder, name)));
  const { declared, used, how, confidence } = file.charset;
  const kind = `${declared ?? '-'} | ${used} | ${how}`;
  const row = rows.get(kind) ?? { files: 0, lossy: 0, lost: 0, samples: [] };
  rows.set(kind, row);
  row.files++;
  const lossy = file.findings.find(({ code }) => code === 'encoding/lossy');
  if (lossy?.code === 'encoding/lossy') {
    row.lossy++;
    row.lost += lossy.args.characters;
  }
  if (row.samples.length >= SAMPLES) return;
  const { header } = file.games[0] ?? {};
  const texts = NAMES.map((ident) => header?.get(ident) ?? '').filter((text) => /[^\p{ASCII}]/u.test(text));
  if (texts.length > 0) {
    row.samples.push(
      `${confidence.toFixed(2)}  ${name}: ${texts.join(' / ').replace(/\s+/gu, ' ').slice(0, 100)}`,
    );
  }
}
