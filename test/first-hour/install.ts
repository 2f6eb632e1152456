import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../support/documents.js';

/** The package as a user has it: packed, and installed by npm into a folder that was empty. */
export interface Install {
  readonly folder: string;
  /** Bytes of the packed file, and of all that npm put into the folder. */
  readonly packedBytes: number;
  readonly installedBytes: number;
  /** Runs the installed command there. */
  readonly sgfReferee: (...words: readonly string[]) => Ran;
  readonly command: string;
  readonly remove: () => void;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** `optional`: the packages that may be left out are installed as well, as npm does when it is not told otherwise. */
export function install(optional: 'with' | 'without' = 'with'): Install {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-first-hour-'));
  const npm = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [tarball] = npm(ROOT, 'pack', '--silent', '--pack-destination', folder).trim().split('\n').slice(-1);
  const packed = join(folder, basename(tarball!));
  npm(folder, 'init', '--yes');
  // The other packages come from this checkout, copied as from a registry: the test asks no network.
  const omitted = optional === 'without' ? ['--omit=optional'] : [];
  // Their own scripts of publishing need tools that are not here; from a registry npm runs none of them.
  const flags = ['--offline', '--install-links', '--ignore-scripts', ...omitted];
  npm(folder, 'install', ...flags, packed, ...closure(optional));
  const packedBytes = statSync(packed).size;
  rmSync(packed);
  cpSync(join(ROOT, 'samples'), join(folder, 'games'), { recursive: true });
  const command = join(folder, 'node_modules/.bin/sgf-referee');
  return {
    folder,
    packedBytes,
    installedBytes: bytesIn(join(folder, 'node_modules')),
    command,
    sgfReferee(...words) {
      const env = { ...process.env, COLUMNS: '80', NO_COLOR: '1' };
      const { status, stdout, stderr } = spawnSync(command, words, {
        cwd: folder,
        encoding: 'utf8',
        env,
        timeout: 60_000,
      });
      return { code: status, out: stdout, err: stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Folders of the packages that ours needs, by the lockfile. */
function closure(optional: 'with' | 'without'): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const of = ({ dependencies = {}, optionalDependencies = {} }: Locked): string[] =>
    Object.keys(optional === 'with' ? { ...dependencies, ...optionalDependencies } : dependencies);
  const found = new Set(of(packages['']!));
  for (const name of found) for (const next of of(packages[`node_modules/${name}`]!)) found.add(next);
  return [...found].map((name) => join(ROOT, 'node_modules', name)).filter((path) => existsSync(path));
}

/** As `du` counts: whole blocks of a disk. */
function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const { blocks } = statSync(join(entry.parentPath, entry.name));
    bytes += blocks * 512;
  }
  return bytes;
}
