import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

/** What is killed, and how often. */
export interface KilledFormats {
  /** The built command. */
  readonly command: string;
  /** An empty folder. */
  readonly folder: string;
  readonly files: number;
  readonly kills: number;
  readonly random: () => number;
  readonly tell: (line: string) => void;
}

export interface Killed {
  readonly kills: number;
  /** Kills that left some files old and some new. */
  readonly midway: number;
  /** Files that were neither the old nor the new one, over all kills and the runs after them. */
  readonly broken: number;
  /** Temporary files that the kills left, all together. */
  readonly temporary: number;
  /** Temporary files that were taken for games afterwards, or that the run after a kill did not remove. */
  readonly leftovers: number;
}

/** Part of the files that are new when the kill comes: between these two, so that no kill comes too late. */
const EARLIEST = 0.02;
const LATEST = 0.95;
/** A rewriting takes a few milliseconds: the kill comes at any moment within one. */
const LATER_MS = 4;

/**
 * Rewrites a folder again and again, each time from the old files. SIGKILL comes when a drawn number of files is seen to be new,
 * and a little later. Then all files are looked at, the folder is listed, and a run that nobody kills does the rest.
 */
export async function killedFormats(request: KilledFormats): Promise<Killed> {
  const { command, folder, random, tell } = request;
  const olds = sourcesOf(request);
  const run = [command, 'format', folder, '--write', '--quiet'];
  const writeOld = (): void => {
    for (const [path, bytes] of olds) writeFileSync(path, bytes);
  };
  const finish = (): void => {
    const { status, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`format ended with ${String(status)}: ${stderr}`);
  };

  for (const path of olds.keys()) mkdirSync(dirname(path), { recursive: true });
  writeOld();
  finish();
  const news = new Map([...olds.keys()].map((path) => [path, readFileSync(path)]));
  const alike = [...olds].filter(([path, old]) => news.get(path)!.equals(old)).length;
  if (alike > 0) throw new Error(`${String(alike)} files would not change: nothing could be told from them`);

  const found = { kills: request.kills, midway: 0, broken: 0, temporary: 0, leftovers: 0 };
  for (let kill = 1; kill <= request.kills; kill++) {
    writeOld();
    const wanted = Math.ceil((EARLIEST + random() * (LATEST - EARLIEST)) * olds.size);
    await killedAfter(run, [...olds.keys()], wanted, random() * LATER_MS);
    const counts = { old: 0, new: 0, broken: 0 };
    for (const [path, old] of olds) {
      const now = readFileSync(path);
      counts[now.equals(old) ? 'old' : now.equals(news.get(path)!) ? 'new' : 'broken']++;
    }
    const temporary = temporaryFiles(folder);
    const listed = listedFiles(command, folder);
    const strange = [...listed].filter((path) => !olds.has(path)).length;
    finish();
    const left = temporaryFiles(folder);
    for (const [path, bytes] of news) if (!readFileSync(path).equals(bytes)) found.broken++;

    if (counts.old > 0 && counts.new > 0) found.midway++;
    found.broken += counts.broken + (olds.size - (listed.size - strange));
    found.temporary += temporary;
    found.leftovers += strange + left;
    tell(
      `kill ${String(kill)}: ${String(counts.old)} old, ${String(counts.new)} new, ${String(counts.broken)} broken; ` +
        `${String(temporary)} temporary, ${String(left)} after the next run`,
    );
  }
  return found;
}

/**
 * One game a file, each another one, in ten folders. The white space before it, the old FF and the long property names are
 * what a rewriting always changes; the length goes from one block to many.
 */
function sourcesOf({ folder, files }: KilledFormats): Map<string, Buffer> {
  const sources = new Map<string, Buffer>();
  for (let i = 0; i < files; i++) {
    const moves: string[] = [];
    for (let move = 0; move < 20 + (i % 300); move++) {
      const at = (move * 7 + i) % 361;
      const point = String.fromCharCode(97 + (at % 19), 97 + Math.floor(at / 19));
      moves.push(`;${move % 2 === 0 ? 'Black' : 'White'}[${point}]`);
    }
    const remark = `Game ${String(i)}. `.repeat(i % 100 === 0 ? 5000 : 3);
    const text = `\n\n(;FileFormat[3]GaMe[1]SiZe[19]GameName[Game ${String(i)}]Comment[${remark}]\n${moves.join('\n')})\n`;
    sources.set(join(folder, String(i % 10), `${String(i)}.sgf`), Buffer.from(text));
  }
  return sources;
}

/** The files that the command takes for games of a folder. */
function listedFiles(command: string, folder: string): Set<string> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'list', folder, '--files', '--quiet'],
    { encoding: 'utf8', maxBuffer: 1e9 },
  );
  if (status !== 0) throw new Error(`list ended with ${String(status)}: ${stderr}`);
  return new Set(stdout.split('\n').filter((line) => line !== ''));
}

/** Runs the command and kills it `laterMs` after `wanted` of the files were replaced. */
async function killedAfter(
  run: readonly string[],
  paths: readonly string[],
  wanted: number,
  laterMs: number,
): Promise<void> {
  const before = new Map(paths.map((path) => [path, statSync(path).ino]));
  // In the order of the run, so that only a few files need be looked at each time.
  const waiting = [...paths].sort();
  let seen = 0;
  const child = spawn(process.execPath, run, { stdio: 'ignore' });
  const over = new Promise((resolve) => child.once('exit', resolve));
  while (seen < wanted && child.exitCode === null) {
    for (let i = 0; i < Math.min(LOOKED_AT, waiting.length) && seen < wanted;) {
      const path = waiting[i]!;
      if (statSync(path).ino === before.get(path)) i++;
      else {
        waiting.splice(i, 1);
        seen++;
      }
    }
    await after(1);
  }
  await after(laterMs);
  child.kill('SIGKILL');
  await over;
}

/** More than are written at a time. */
const LOOKED_AT = 16;

function temporaryFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))
    .length;
}
