import { readdirSync, readFileSync } from 'node:fs';
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

/** Serves the built page. Its files are read once, at the start: no request opens a file. */
export function addPage(app: App, folder: string | undefined): void {
  if (folder === undefined) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    const isPage = path === 'index.html';
    const headers = {
      'content-type': type,
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      // Names of the other files hold a hash of what is in them.
      'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
    };
    app.get(isPage ? '/' : `/${path}`, (c) => c.body(bytes, 200, headers));
  }
}
