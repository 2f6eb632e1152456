import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS_POLICY, docsPage, type OpenApi } from './docs-page.js';
import { TAGS } from './open-api.js';
import { JSON_TYPE, once } from './reference-routes.js';
import type { App } from './routes.js';

const DESCRIPTION = `A referee for Go game records: audits, scores and converts them.

Options are query parameters with the names that they have on the command line. The body of a request is a game record or an archive of them, as it is or as \`multipart/form-data\`. Problems are answered as \`application/problem+json\`; their \`type\` is permanent.`;

interface Facts {
  readonly version: string;
  /** Who may ask: everybody on this machine, or whoever has a token. */
  readonly access: 'anybody' | 'tokens';
}

/** `GET /openapi.json`, and `/docs`, which is made of it. To be called when all other routes are described. */
export function addDocuments(app: App, { version, access }: Facts): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of the file that the server was started with: `Authorization: Bearer TOKEN`',
  });
  const info = { title: 'sgf-referee', version, description: DESCRIPTION };
  const document = once(() => ({
    ...app.getOpenAPI31Document({
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      tags: [...TAGS],
      security: access === 'tokens' ? [{ token: [] }] : [{}, { token: [] }],
    }),
    // The generator's types are of OpenAPI 3.0, where a license has no identifier.
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
  }));
  const json = once(() => JSON.stringify(document()));
  const page = once(() => docsPage(document() as unknown as OpenApi));
  app.get('/openapi.json', (c) => c.body(json(), 200, JSON_TYPE));
  app.get('/docs', (c) =>
    c.body(page(), 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DOCS_POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    }),
  );
}

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
