import type { Kind, Row } from '../../src/options/kinds.js';
import { ANSWER_OPTIONS, COMMON_OPTIONS, OPTIONS } from '../../src/options/table.js';

const ROWS: readonly Row[] = OPTIONS;

/** docs/options.md: every option of every command, configuration files and requests included. */
export function optionsPage(): string {
  const groups = [...new Set(ROWS.map(({ group }) => group))];
  return [
    '# Options\n\n',
    'Every option of the command line, by the headings of `--help all`; `--help` alone shows those in bold. A flag is off unless the table says otherwise, and `--no-NAME` turns it off. ',
    'An option that takes words or codes joined by commas may be given several times.\n\n',
    'A configuration file holds options by these names as one JSON object. The user’s own, `sgf-referee/config.json` in `$XDG_CONFIG_HOME` or `~/.config`, and one that `--config` names may set every option with an entry in the column “config”: `yes` for the run as a whole, `by file` also for some files. ',
    'A `sgf-referee.config.json` that is only found, in the folder or repository of the inputs or above it, may set those with “, found”: what changes how games are judged and shown. [archives.md](archives.md#configuration) says where it is looked for and has `overrides`, `exclude` and `nested`; ',
    '[config.schema.json](config.schema.json) is its JSON schema, for editors: `"$schema": "./node_modules/sgf-referee/docs/config.schema.json"`. ',
    'The command line comes before the file.\n\n',
    'Over HTTP options are query parameters; a flag that is on by default is there as `no-NAME`. A file is never opened for a request: rulesets are names or JSON, dead stones are points or CSV.\n',
    ...groups.map((group) =>
      section(
        group,
        ROWS.filter((row) => row.group === group),
      ),
    ),
    section('Requests only', ANSWER_OPTIONS),
  ].join('');
}

function section(title: string, rows: readonly Row[]): string {
  const head =
    '| option | takes | default | commands | config | HTTP | meaning |\n|---|---|---|---|---|---|---|\n';
  return `\n## ${title}\n\n${head}${rows.map(line).join('')}`;
}

const FOUND = { no: '', yes: ', found', 'by-name': ', found: by name' };

function line(row: Row): string {
  const { name, takes, on, about, config, found, http } = row;
  const cells = [
    COMMON_OPTIONS.includes(name) ? `**\`${name}\`**` : `\`${name}\``,
    takes.words,
    row.defaultWords ?? String(row.default ?? ''),
    on.join(', '),
    { yes: 'yes', no: '', 'by-file': 'by file' }[config] + FOUND[config === 'no' ? 'no' : (found ?? 'no')],
    http === 'no' ? '' : row.default === true ? `\`no-${name}\`` : 'yes',
    typeof http === 'object' && http.about !== undefined ? `${about}. HTTP: ${http.about}` : about,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

const PATTERNS = { type: 'array', items: { type: 'string', minLength: 1 } };

/** docs/config.schema.json: the JSON schema of configuration files. */
export function configSchema(): object {
  const properties: Record<string, object> = { $schema: { type: 'string' } };
  const byFile: Record<string, object> = {
    files: { description: 'Patterns of its files', ...PATTERNS, minItems: 1 },
  };
  for (const row of ROWS) {
    if (row.config === 'no') continue;
    properties[row.name] ??= { description: row.about, ...valueSchema(row) };
    if (row.config === 'by-file') byFile[row.name] ??= properties[row.name]!;
  }
  const override = { type: 'object', properties: byFile, required: ['files'], additionalProperties: false };
  properties['overrides'] = {
    description: 'Options for some files; the last one that matches decides',
    type: 'array',
    items: override,
  };
  properties['nested'] = {
    description: 'Configurations in folders below apply to the files there',
    type: 'boolean',
    default: false,
  };
  properties['exclude'] = { description: 'Patterns of files that are not read', ...PATTERNS };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of sgf-referee',
    type: 'object',
    properties,
    additionalProperties: false,
  };
}

function valueSchema({ takes, ...row }: Row): object {
  const usual = row.defaultWords === undefined && row.default !== undefined && { default: row.default };
  if (!takes.isList) return { ...oneSchema(takes), ...usual };
  return { anyOf: [oneSchema(takes), { type: 'array', items: oneSchema(takes) }], ...usual };
}

function oneSchema({ type, choices, pattern, least, most }: Kind<unknown>): object {
  return {
    type: type === 'number' && least !== undefined ? 'integer' : type,
    ...(choices && { enum: choices }),
    ...(pattern && type === 'string' && { pattern: pattern.source }),
    ...(least !== undefined && { minimum: least }),
    ...(most !== undefined && { maximum: most }),
  };
}
