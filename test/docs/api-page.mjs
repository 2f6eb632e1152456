/** Makes `/docs`, the API as a page, from the OpenAPI document of the built server: the last step of `npm run build`. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('../../', import.meta.url);
const { escapeXml } = await import(new URL('dist/src/report/picture/drawing.js', ROOT).href);
const { openService } = await import(new URL('dist/src/service/server.js', ROOT).href);

/** The API as a page, made from its OpenAPI document. */
function apiPage({ info, tags, paths, components }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const ofTag = (tag) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const contents = tags.map(
    ({ name }) =>
      `<li>${name}<ul>${ofTag(name)
        .map(
          ({ path, method, operation }) =>
            `<li><a href="#${operation.operationId}">${route(method, path)}</a></li>`,
        )
        .join('')}</ul></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(info.title)}: API</title>
<link rel="stylesheet" href="./docs.css">
</head>
<body>
<header><h1>${escapeXml(info.title)} ${escapeXml(info.version)}: API</h1>
${prose(info.description)}
<p>A server that was started with tokens wants one in every request but <code>/healthz</code>: <code>Authorization: Bearer TOKEN</code>.
For programs: <a href="./openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Contents"><ul>${contents.join('')}<li><a href="#schemas">schemas</a></li></ul></nav>
<main>
${tags
  .map(
    ({ name, description }) =>
      `<section><h2>${name}</h2>${prose(description)}${ofTag(name)
        .map(({ path, method, operation }) => operationPart(method, path, operation))
        .join('')}</section>`,
  )
  .join('\n')}
<section id="schemas"><h2>schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => schemaPart(name, schema))
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

function route(method, path) {
  return `<code><b>${method}</b> ${escapeXml(path)}</code>`;
}

/** Paragraphs with code in backticks; the descriptions have no other Markdown. */
function prose(text) {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('');
}

function inline(text) {
  return escapeXml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function operationPart(method, path, operation) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody
    ? `<h4>Body</h4>${prose(requestBody.description)}<p>${Object.keys(requestBody.content).map(code).join(' ')}</p>`
    : '';
  return `<article id="${operationId}"><h3>${route(method, path)}</h3>
<p><strong>${inline(summary)}.</strong></p>${prose(description)}
<pre>${escapeXml(curl(method, path, operation))}</pre>
${table(
  'Parameters',
  ['Name', 'Type', 'Meaning'],
  parameters.map((one) => [
    nameCode(one.name) + (one.in === 'path' ? ' in the path' : one.required === true ? ' required' : ''),
    typeOf(one.schema),
    inline(one.description),
  ]),
)}${body}
${table(
  'Answers',
  ['Status', 'Meaning', 'Forms'],
  Object.entries(responses).map(([status, answer]) => [
    code(status),
    inline(answer.description),
    forms(answer.content),
  ]),
)}</article>`;
}

/** The shortest request to try in a shell. */
function curl(method, path, { parameters = [], requestBody }) {
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true);
  const query = needed.map(({ name }) => `${name}=${name.toUpperCase()}`).join('&');
  const url = path.replace(/\{(\w+)\}/g, (_all, name) => name.toUpperCase());
  return [
    'curl',
    ...(method === 'GET' || (method === 'POST' && requestBody) ? [] : ['-X', method]),
    ...(requestBody?.content['application/json']
      ? ["-H 'content-type: application/json'", '--data-binary @decisions.json']
      : requestBody
        ? ["-H 'content-type: application/x-go-sgf'", '--data-binary @game.sgf']
        : []),
    `'http://127.0.0.1:8361${url}${query === '' ? '' : `?${query}`}'`,
  ].join(' ');
}

function schemaPart(name, schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([property, one]) => [
    nameCode(property),
    typeOf(one),
    inline(one.description ?? ''),
  ]);
  return `<article id="${name}"><h3>${name}</h3>${prose(schema.description ?? '')}
${table('', ['Property', 'Type', 'Meaning'], rows)}</article>`;
}

function code(text) {
  return `<code>${escapeXml(text)}</code>`;
}

/** A name that may wrap after an underscore. */
function nameCode(name) {
  return code(name).replaceAll('_', '_<wbr>');
}

function forms(content = {}) {
  return Object.entries(content)
    .map(([type, { schema }]) => `${code(type)}: ${typeOf(schema)}`)
    .join('<br>');
}

/** A schema in words, with links to named schemas. */
function typeOf(schema) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return `<a href="#${name}">${name}</a>`;
  }
  const { anyOf, oneOf, items, format } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(value === '' ? '""' : String(value))).join(' ');
  if (items) return `list of ${typeOf(items)}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything']);
  const named = types.map((type) => (format === undefined || type === 'null' ? type : `${type} (${format})`));
  const { additionalProperties: values } = schema;
  return typeof values === 'object' && values.type !== undefined
    ? `object of ${typeOf(values)} by name`
    : named.join(' or ');
}

function table(title, head, rows) {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  const heading = title === '' ? '' : `<h4>${title}</h4>`;
  return `${heading}<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-docs-'));
try {
  const service = await openService({
    folder,
    workers: 1,
    limits: {},
    guard: { tokens: new Map() },
    version,
  });
  const answer = await service.app.request('/openapi.json', { headers: { host: 'localhost' } });
  writeFileSync(new URL('dist/page/docs.html', ROOT), apiPage(await answer.json()));
  copyFileSync(new URL('api-page.css', import.meta.url), new URL('dist/page/docs.css', ROOT));
  await service.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
