import { docsPage, DOCS_POLICY, type OpenApi } from './docs-page.js';
import { JSON_TYPE, once } from './once.js';
import { TAGS } from './open-api.js';
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
