import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './routes.js';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
};

/** Nothing but the page's own files; WebAssembly is the estimator of dead stones. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Files of the page that are in the package once, beside its folder: the net, and the report that the page saves. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['assets/weights.js', '../lib/weights.js'],
  ['assets/report.js', '../referee/report.js'],
  ['assets/report.css', '../report/report.css'],
]);

/** Serves the built page. Its files are read once, at the start: no request opens a file. */
export function addPage(app: App, folder: string | undefined): void {
  if (folder === undefined) return;
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  for (const path of new Set([...own, ...SHARED.keys()])) {
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
    const file = join(folder, SHARED.get(path) ?? path);
    if (type === undefined || !existsSync(file)) continue;
    const bytes = new Uint8Array(readFileSync(file));
    const isHashed = path.startsWith('assets/') && !SHARED.has(path);
    const isPage = path === 'index.html';
    const headers = {
      'content-type': type,
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      // Names of most files hold a hash of what is in them.
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    app.get(isPage ? '/' : `/${path}`, (c) => c.body(bytes, 200, headers));
  }
}
