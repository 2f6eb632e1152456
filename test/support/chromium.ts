import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-stream';

/** A browser that playwright can launch, and the environment that it needs. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

const PACKAGE = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));
const UNPACKED = join(PACKAGE, 'unpacked');

/** The package holds a program for this platform alone. */
const PACKAGE_SERVES = process.platform === 'linux' && process.arch === 'x64' && existsSync(PACKAGE);

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  ...process.env['PATH']!.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser of the tests: the one that CHROMIUM names, else that of the package that `npm ci` installed, so that it is the
 * same on every machine, else an installed one where the package does not serve. An error where there is none: the tests
 * of pages are never left out.
 */
export function findChromium(): Chromium {
  const named = process.env['CHROMIUM'];
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  if (named !== undefined && named !== '') return { executablePath: existing(named), env };
  if (PACKAGE_SERVES) {
    const libraries = [join(UNPACKED, 'al2023/lib'), env['LD_LIBRARY_PATH'] ?? []].flat().join(delimiter);
    return {
      executablePath: existing(join(UNPACKED, 'chromium')),
      env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(UNPACKED, 'fonts.conf') },
    };
  }
  const installed = PLACES.find((place) => existsSync(place));
  if (installed === undefined)
    throw new Error('no Chromium or Chrome found: install one, or name one by CHROMIUM');
  return { executablePath: installed, env };
}

function existing(path: string): string {
  if (!existsSync(path)) throw new Error(`no browser at ${path}`);
  return path;
}

/** Unpacks the browser of the package, once for each install. Whole or not at all: a stopped run leaves nothing half made. */
export async function unpackChromium(): Promise<void> {
  if (!PACKAGE_SERVES || process.env['CHROMIUM'] || existsSync(UNPACKED)) return;
  const folder = `${UNPACKED}.${String(process.pid)}`;
  mkdirSync(folder);
  const packed = (name: string) => createReadStream(join(PACKAGE, 'bin', name));
  await pipeline(
    packed('chromium.br'),
    createBrotliDecompress(),
    createWriteStream(join(folder, 'chromium'), { mode: 0o755 }),
  );
  // The libraries that a machine without a desktop lacks.
  for (const name of ['al2023', 'fonts']) {
    const tar = extract();
    const unpacked = pipeline(packed(`${name}.tar.br`), createBrotliDecompress(), tar);
    for await (const entry of tar) {
      const target = join(folder, name, entry.header.name);
      if (entry.header.type === 'file') {
        mkdirSync(dirname(target), { recursive: true });
        await pipeline(entry, createWriteStream(target, { mode: 0o755 }));
      } else entry.resume();
    }
    await unpacked;
  }
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(UNPACKED, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(UNPACKED, 'fonts-cache')}</cachedir>
</fontconfig>`,
  );
  renameSync(folder, UNPACKED);
}
