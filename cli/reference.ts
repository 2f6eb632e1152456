import { existsSync } from 'node:fs';
import { formatHalves, visible } from '../src/core/text.js';
import {
  explain as explanationOf,
  pageOf,
  severityOf,
  codeAdvice,
  codesNamed,
  FINDING_CODES,
  type FindingCode,
} from '../src/core/findings/finding.js';
import { BadValue, rulesetOf, type Row, type Source } from '../src/options/kinds.js';
import { CONFIG_OPTIONS, OPTIONS_BY_FILE, optionsOf } from '../src/options/read.js';
import { OPTIONS } from '../src/options/table.js';
import { linesOf, wrapped } from '../src/report/output/text.js';
import { articlesOf, SOURCE_TEXTS } from '../src/go/rules/citation.js';
import { compareRulesets, describeRuleset, describeTopics } from '../src/go/rules/fields.js';
import type { Ruleset } from '../src/go/rules/ruleset.js';
import { RULESETS } from '../src/go/rules/rulesets.js';
import { CONVENTIONS, type Convention } from '../src/referee/score/conventions.js';
import type { Command, ExitCode } from './command.js';
import { UsageError } from './errors.js';
import { Configuration } from './configuration.js';
import { optionFiles } from './files.js';

/** `rules`: the table; `rules NAME`: one in full with its sources; `rules NAME OTHER`: both side by side. */
export const rules: Command = {
  name: 'rules',
  about: 'List rulesets; show one in full with its sources, or two side by side',
  operands: '[name] [other]',
  operand: {
    name: { type: 'string', describe: 'A ruleset, or a JSON file with one' },
    other: { type: 'string', describe: 'Another, to compare' },
  },
  run({ input }, { io }) {
    const source = optionFiles();
    const [one, other] = input.map((word) => named(word, source));
    io.stdout.write(!one ? table() : !other ? inFull(one) : sideBySide(one, other));
    return 0;
  },
};

/** Throws UsageError. */
function named(word: string, source: Source): Ruleset {
  try {
    return rulesetOf(word, source);
  } catch (error) {
    throw error instanceof BadValue ? new UsageError(error.message) : error;
  }
}

const LABEL = 25;
const VALUE = 25;

function table(): string {
  const rows = RULESETS.map((ruleset) => [
    ruleset.name,
    ruleset.countings.join(', ') || ruleset.scoring,
    ruleset.superko,
    ruleset.selfCapture,
    ruleset.komiEven[0] === undefined ? '-' : formatHalves(ruleset.komiEven[0].halves),
    ruleset.compensation,
  ]);
  const head = ['name', 'counting', 'superko', 'self-capture', 'komi', 'handicap'];
  return aligned([head, ...rows]);
}

/** Rows in columns as wide as their widest cells. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) => line(row, widths)).join('');
}

function line(row: readonly string[], widths: readonly number[]): string {
  return `${row
    .map((cell, i) => cell.padEnd(widths[i]!))
    .join('  ')
    .trimEnd()}\n`;
}

function inFull(ruleset: Ruleset): string {
  const used = new Set<string>();
  let text = `${ruleset.name}: ${ruleset.title}\n\n`;
  for (const { label, value, article, sources, doubt } of describeRuleset(ruleset)) {
    for (const source of sources) used.add(source);
    const texts = [article, ...sources].filter((text) => text !== '');
    const cited = texts.length === 0 ? '' : `  [${texts.join('; ')}]`;
    text += paragraph(`${label.padEnd(LABEL)} ${value}${cited}`, '', ' '.repeat(LABEL + 1));
    if (doubt !== '') text += paragraph(`open: ${doubt}`, '    ');
  }
  for (const { label, article, sources } of describeTopics(ruleset)) {
    for (const source of sources) used.add(source);
    const cited = [article, ...sources].filter((text) => text !== '').join('; ');
    if (cited !== '') text += paragraph(`${label.padEnd(LABEL)} [${cited}]`, '', ' '.repeat(LABEL + 1));
  }
  const texts = [...used].filter((key) => SOURCE_TEXTS[key] !== undefined).sort();
  if (texts.length === 0) return text;
  text += '\nSources\n';
  for (const key of texts) text += paragraph(`${key.padEnd(3)} ${SOURCE_TEXTS[key]!}`, '', '    ');
  return text;
}

/** Fields that differ are marked with `*`. */
function sideBySide(one: Ruleset, other: Ruleset): string {
  let text = line(['', one.name, other.name], [LABEL + 2, VALUE, VALUE]);
  for (const { label, values, differs } of compareRulesets(one, other)) {
    const cells = values.map((value) => wrapped(value, '', '', VALUE));
    const rows = Math.max(...cells.map(({ length }) => length));
    for (let row = 0; row < rows; row++) {
      const name = row === 0 ? `${differs ? '*' : ' '} ${label}` : '';
      text += line([name, ...cells.map((cell) => cell[row] ?? '')], [LABEL + 2, VALUE, VALUE]);
    }
  }
  return text;
}

const CONVENTION = 'convention/';

/** `explain CODE`: what a finding or a convention of a server means; for a family or without a code, the list. */
export const explain: Command = {
  name: 'explain',
  about: 'Explain a finding (meaning, rule, example, what to do) or a convention of a server; or list all',
  operands: '[code]',
  operand: {
    code: { type: 'string', describe: 'A code such as move/ko, or a family such as komi/ or convention/' },
  },
  run({ input: [code = '*'] }, { io }) {
    const wanted = code.toLowerCase();
    const conventions = CONVENTIONS.filter(({ name }) => `${CONVENTION}${name}`.startsWith(wanted));
    if (wanted.startsWith(CONVENTION) && conventions.length > 0) {
      io.stdout.write(conventions.map(conventionText).join('\n'));
      return 0;
    }
    const named = codesNamed(wanted);
    const codes = named.length > 0 ? named : codesAbout(wanted);
    if (codes.length === 0) throw new UsageError(`there is no finding code ${code}${codeAdvice(code)}`);
    if (codes[0] === wanted) io.stdout.write(text(codes[0]));
    else
      io.stdout.write(
        codes.map(listed).join('') + (wanted === '*' ? CONVENTIONS.map(conventionLine).join('') : ''),
      );
    return 0;
  },
};

/** The codes that have a word among theirs, or in their titles. */
function codesAbout(word: string): readonly FindingCode[] {
  const words = (text: string): string[] => text.toLowerCase().split(/[^a-z]/);
  return FINDING_CODES.filter((code) => words(`${code} ${explanationOf(code).title}`).includes(word));
}

function conventionLine({ name, title }: Convention): string {
  return `${`${CONVENTION}${name}`.padEnd(30)} ${''.padEnd(8)} ${title}\n`;
}

/** A convention with its servers and its evidence. */
function conventionText({ name, title, means, origins, withoutRules, evidence }: Convention): string {
  const whose = origins
    ? `Records of ${Object.values(origins).join(' and ')}${withoutRules ? ' that name no rules' : ''}, unless --rules names others`
    : 'Records that end with dame open and without two passes, but for servers that record no passes';
  const where = `${whose}; --conventions none counts without it.`;
  return [
    `${CONVENTION}${name}: ${title}\n\n`,
    paragraph(means),
    `\nWhere\n${paragraph(where, '  ')}`,
    `\nEvidence\n${paragraph(evidence, '  ')}`,
  ].join('');
}

function listed(code: FindingCode): string {
  return `${code.padEnd(30)} ${severityOf(code).padEnd(8)} ${explanationOf(code).title}\n`;
}

function text(code: FindingCode): string {
  const { title, means, rule, example, todo } = explanationOf(code);
  return [
    `${code} (${severityOf(code)}): ${title}\n\n`,
    paragraph(means),
    `\nRule\n${paragraph(rule, '  ')}`,
    articles(code),
    `\nExample\n${paragraph(example, '  ')}`,
    `\nWhat to do\n${paragraph(todo, '  ')}`,
    `\nPage of the documentation\n  ${pageOf(code)}\n`,
  ].join('');
}

/** The articles of the rulesets that cover a finding; '' if there are none. */
function articles(code: FindingCode): string {
  const found = articlesOf(code, RULESETS);
  if (found.length === 0) return '';
  const lines = found.map(({ article, rulesets }) =>
    paragraph(`${article} (${rulesets.join(', ')})`, '  ', '    '),
  );
  return `\nArticles\n${lines.join('')}`;
}

/** Text in lines of at most 80 columns, broken at blanks; existing line breaks stay. `hanging` indents continued lines. */
export function paragraph(text: string, indent = '', hanging = indent): string {
  const lines = text.split('\n').flatMap((given) => {
    const broken = wrapped(given, hanging, indent);
    return [...broken.slice(0, -1), broken.at(-1)!.trimEnd()];
  });
  return linesOf(lines);
}

/** `config FILE`: the options that configurations set for a file, and where each value comes from. */
export const config: Command<'config'> = {
  name: 'config',
  about: 'Show what configurations set for a file, and where each value comes from',
  operands: '[file]',
  operand: { file: { type: 'string', describe: 'File or folder; default: the current folder' } },
  examples: [
    ['$0 config games/fox/1.sgf', 'Every option that applies to the file'],
    ['$0 config --format json', 'For other programs'],
  ],
  run({ input, config: named, format }, { io }) {
    const [file = 'games.sgf'] = input;
    if (input.length > 0 && !existsSync(file.split('!/')[0]!))
      throw new UsageError(`there is no file ${file}`);
    const configuration = new Configuration(named, io, [file]);
    const applied = appliedTo(file, configuration);
    const excluded = configuration.isExcluded(file);
    io.stdout.write(
      format === 'json'
        ? `${JSON.stringify({ file, excluded, options: applied }, undefined, 2)}\n`
        : textOf(applied) + (excluded ? `${visible(file)} is excluded: it is not read\n` : ''),
    );
    return 0;
  },
};

/** One option as it applies to a file. */
interface Applied {
  readonly option: string;
  readonly value: unknown;
  readonly source: string;
}

function appliedTo(file: string, configuration: Configuration): Applied[] {
  const own = configuration.valuesFor(file);
  return CONFIG_OPTIONS.flatMap((option): Applied[] => {
    if (OPTIONS_BY_FILE.includes(option)) {
      const set = own[option];
      if (set) return [{ option, ...set }];
    } else {
      const by = [configuration.base, configuration.own].find((one) => one?.values[option] !== undefined);
      if (by) return [{ option, value: by.values[option], source: by.path }];
    }
    const byDefault = (OPTIONS as readonly Row[]).find(({ name }) => name === option)?.default;
    return byDefault === undefined ? [] : [{ option, value: byDefault, source: 'default' }];
  });
}

function textOf(applied: readonly Applied[]): string {
  return aligned(
    applied.map(({ option, value, source }) => [
      option,
      visible(typeof value === 'string' ? value : JSON.stringify(value)),
      visible(source),
    ]),
  );
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `completion SHELL`: a script that completes commands, options, their words and files. */
export function completionOf(allCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completion',
    about: 'Write the completion script for a shell: bash, zsh or fish',
    operands: '<shell>',
    operand: { shell: { type: 'string', describe: SHELLS.join(', ') } },
    examples: [
      ['eval "$($0 completion bash)"', 'In ~/.bashrc'],
      ['source <($0 completion zsh)', 'In ~/.zshrc, after compinit'],
      ['$0 completion fish | source', 'In ~/.config/fish/config.fish'],
    ],
    async run({ input: [shell = ''] }, { io }): Promise<ExitCode> {
      const known = SHELLS.find((one) => one === shell);
      if (!known) throw new UsageError(`name one of ${SHELLS.join(', ')}, not ${shell.slice(0, 60)}`);
      io.stdout.write(SCRIPTS[known](await allCommands()));
      return 0;
    },
  };
}

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** The form in which an option is given: `--no-NAME` for a flag that is on by default. */
function formOf({ name, takes, ...row }: Row): string {
  return takes.type === 'boolean' && row.default === true ? `--no-${name}` : `--${name}`;
}

/** The options of a command by name, each once. */
function ownOptions(command: string): readonly Row[] {
  const rows = new Map(optionsOf(command).map((row) => [row.name, row]));
  return [...rows.values()];
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map(({ name }) => {
    const rows = ownOptions(name);
    const values = rows.flatMap((row) =>
      row.takes.choices ? [`--${row.name}) words='${row.takes.choices.join(' ')}' ;;`] : [],
    );
    const choices = values.length === 0 ? '' : `case "$prev" in ${values.join(' ')} esac; `;
    return `    ${name}) options='${[...rows.map(formOf), '--help'].join(' ')}'; ${choices};;\n`;
  });
  return `# sgf-referee completion bash
_sgf_referee() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" options='--help --version' words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('')}  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [ "\${cur#-}" != "$cur" ]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _sgf_referee sgf-referee
`;
}

/** In single quotes for a shell, without the characters that are special in zsh's descriptions. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’').replace(/[[\]:\\]/g, ' ')}'`;
}

function zsh(commands: readonly Command[]): string {
  const cases = commands.map(({ name }) => {
    const specs = ownOptions(name).map((row) => {
      const { choices, type } = row.takes;
      const value = type === 'boolean' ? '' : choices ? `:value:(${choices.join(' ')})` : ':value:_files';
      return `'${formOf(row)}[${quoted(row.about).slice(1, -1)}]${value}'`;
    });
    return `    ${name}) _arguments ${[...specs, "'*:file:_files'"].join(' ')} ;;\n`;
  });
  const described = commands.map(({ name, about }) => `'${name}:${quoted(about).slice(1, -1)}'`);
  return `#compdef sgf-referee
_sgf_referee() {
  if (( CURRENT == 2 )); then
    local -a commands=(${described.join(' ')})
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('')}  esac
}
compdef _sgf_referee sgf-referee
`;
}

function fish(commands: readonly Command[]): string {
  const named = commands.map(
    ({ name, about }) =>
      `complete -c sgf-referee -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}\n`,
  );
  const options = commands.flatMap(({ name }) =>
    ownOptions(name).map((row) => {
      const { choices, type } = row.takes;
      const value = type === 'boolean' ? '' : choices ? ` -x -a '${choices.join(' ')}'` : ' -r';
      const seen = `-n '__fish_seen_subcommand_from ${name}'`;
      return `complete -c sgf-referee ${seen} -l ${formOf(row).slice(2)}${value} -d ${quoted(row.about)}\n`;
    }),
  );
  return `# sgf-referee completion fish\n${named.join('')}${options.join('')}`;
}
