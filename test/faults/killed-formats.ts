import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is killed, and how often. */
export interface KilledFormats {
  /** The built command. */
  readonly command: string;
  /** Folder with SGF files, which are copied over and over. */
  readonly samples: string;
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
  /** Files that were neither the old nor the new one, over all kills. */
  readonly broken: number;
  /** Temporary files that stand in the folder after a last run that nobody kills. */
  readonly leftovers: number;
}

/** Rewrites a folder again and again, each time from the old files, with SIGKILL at a random moment. */
export async function killedFormats(request: KilledFormats): Promise<Killed> {
  const { command, folder, random, tell } = request;
  const olds = sourcesOf(request);
  const argv = [command, 'format', folder, '--write', '--quiet'];
  const writeOld = (): void => {
    for (const [path, bytes] of olds) writeFileSync(path, bytes);
  };

  for (const path of olds.keys()) mkdirSync(dirname(path), { recursive: true });
  writeOld();
  const started = performance.now();
  const whole = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  const wholeMs = performance.now() - started;
  if (whole.status !== 0) throw new Error(`format ended with ${String(whole.status)}: ${whole.stderr}`);
  const news = new Map([...olds.keys()].map((path) => [path, readFileSync(path)]));
  const alike = [...olds].filter(([path, old]) => news.get(path)!.equals(old)).length;
  if (alike > 0) throw new Error(`${String(alike)} files would not change: nothing could be told from them`);
  tell(`${String(olds.size)} files, uninterrupted ${(wholeMs / 1000).toFixed(1)} s`);

  let midway = 0;
  let broken = 0;
  for (let kill = 1; kill <= request.kills; kill++) {
    writeOld();
    const after = random() * wholeMs;
    await killedAfter(argv, after);
    const counts = { old: 0, new: 0, broken: 0 };
    for (const [path, old] of olds) {
      const now = readFileSync(path);
      counts[now.equals(old) ? 'old' : now.equals(news.get(path)!) ? 'new' : 'broken']++;
    }
    if (counts.old > 0 && counts.new > 0) midway++;
    broken += counts.broken;
    tell(
      `kill ${String(kill)} after ${(after / 1000).toFixed(2)} s: ${String(counts.old)} old, ${String(counts.new)} new, ${String(counts.broken)} broken, ${String(temporaryFiles(folder))} temporary`,
    );
  }
  const last = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  if (last.status !== 0) throw new Error(`the last run ended with ${String(last.status)}: ${last.stderr}`);
  for (const [path, bytes] of news) if (!readFileSync(path).equals(bytes)) broken++;
  return { kills: request.kills, midway, broken, leftovers: temporaryFiles(folder) };
}

/** Samples that the command changes, under new names, in ten folders. */
function sourcesOf({ samples, folder, files }: KilledFormats): Map<string, Buffer> {
  const texts = readdirSync(samples, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sgf'))
    .sort()
    .map((name) => readFileSync(join(samples, name)))
    // A line feed before the game is what a rewriting always takes away.
    .map((bytes) => Buffer.concat([Buffer.from('\n\n'), bytes]));
  const sources = new Map<string, Buffer>();
  for (let i = 0; i < files; i++)
    sources.set(join(folder, String(i % 10), `${String(i)}.sgf`), texts[i % texts.length]!);
  return sources;
}

async function killedAfter(argv: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, argv, { stdio: 'ignore' });
  const over = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await over;
  clearTimeout(timer);
}

function temporaryFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))
    .length;
}
