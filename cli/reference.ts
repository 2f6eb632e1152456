import { existsSync } from 'node:fs';
import { formatHalves, suggestion, visible } from '../src/core/text.js';
import {
  explain as explanationOf,
  severityOf,
  codeAdvice,
  codesNamed,
  FINDING_CODES,
  type FindingCode,
} from '../src/core/findings/finding.js';
import { BadValue, rulesetOf, type Row, type Source } from '../src/options/kinds.js';
import { CONFIG_OPTIONS, OPTIONS_BY_FILE } from '../src/options/read.js';
import { OPTIONS } from '../src/options/table.js';
import { linesOf, MEANINGS, PAIRING_MEANINGS, QUESTIONS, wrapped } from '../src/report/output/text.js';
import { columnsNamed } from '../src/report/columns/named.js';
import { articlesOf, SOURCE_TEXTS } from '../src/go/rules/citation.js';
import { compareRulesets, describeRuleset, describeTopics } from '../src/go/rules/fields.js';
import type { Ruleset } from '../src/go/rules/ruleset.js';
import { RULESETS } from '../src/go/rules/rulesets.js';
import { CONVENTIONS, type Convention } from '../src/referee/score/conventions.js';
import { RULING_NEEDS } from '../src/referee/judge/report.js';
import { VERDICTS } from '../src/referee/score/score-types.js';
import { PAIRING_VERDICTS } from '../src/toolkit/event/table.js';
import type { Command } from './command.js';
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
  offers: RULESETS.map(({ name }) => name),
  examples: [
    ['$0 rules japanese', 'Every field of the ruleset, with the article of its text'],
    ['$0 rules japanese aga', 'Both side by side'],
  ],
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

/** The columns of that name, written with hyphens or underscores; '' for none. */
function columnText(word: string): string {
  const name = word.replaceAll('-', '_');
  return [...columnsNamed(name)]
    .map(([about, tables]) => paragraph(`${name} (column of ${tables.join(', ')}): ${about}`))
    .join('');
}

/** A verdict of a game or a pairing, a need of a ruling, or all of either; '' for other words. `contradicted` is two of them. */
function wordsNamed(wanted: string): string {
  const pairings = PAIRING_VERDICTS.filter((word) => word === wanted || wanted === 'verdict');
  const verdicts = VERDICTS.filter((word) => word === wanted || wanted === 'verdict');
  const needs = RULING_NEEDS.filter(
    (word) => word === wanted || wanted.replaceAll('-', '_') === 'needs_ruling',
  );
  const next = wanted === 'table-differs' ? ' --table FILE' : '';
  return [
    ...verdicts.map((word) => paragraph(`${word} (verdict): ${MEANINGS[word]}`)),
    ...pairings.map((word) => paragraph(`${word} (verdict of crosscheck): ${PAIRING_MEANINGS[word]}`)),
    ...needs.map((word) => paragraph(`${word} (needs a ruling): ${QUESTIONS[word]}`)),
    ...(needs.length > 0
      ? [
          paragraph(
            `Next: sgf-referee ruling FILE --game N${next} prints the possible outcomes; the decision goes into a file for --decisions`,
          ),
        ]
      : []),
  ].join('\n');
}

/** `explain CODE`: what a finding, a verdict, a need of a ruling, a column or a convention of a server means; for a family or without a code, the list. */
export const explain: Command = {
  name: 'explain',
  about:
    'Explain a finding (meaning, rule, example, what to do), a verdict, a column or a convention of a server; or list all',
  operands: '[code..]',
  operand: {
    code: {
      type: 'string',
      array: true,
      describe:
        'A code such as move/ko, a family such as komi/ or convention/, a verdict, a reason of needs_ruling, or a column',
    },
  },
  offers: [
    ...FINDING_CODES,
    ...VERDICTS,
    ...PAIRING_VERDICTS,
    ...RULING_NEEDS,
    ...CONVENTIONS.map(({ name }) => `${CONVENTION}${name}`),
  ],
  examples: [
    ['$0 explain move/ko', 'Meaning, rule, example, and what to do'],
    ['$0 explain ko', 'Every finding about ko'],
    ['$0 explain move/ko move/occupied', 'Several at once'],
    ['$0 explain unsure', 'A verdict; explain verdict has them all'],
    ['$0 explain to_low', 'A column of a table'],
    ['$0 explain winner-differs', 'What a referee is asked; explain needs_ruling has them all'],
  ],
  run({ input }, { io }) {
    const isEach = input.length > 1 && input.every(isName);
    io.stdout.write((isEach ? input : [input.join(' ') || '*']).map(explained).join('\n'));
    return 0;
  },
};

/** Whether a word is explained by itself beside others: `move/ko unsure repair`, but not `wrong winner`. */
const isName = (word: string): boolean =>
  word.includes('/') || wordsNamed(word.toLowerCase()) !== '' || columnText(word.toLowerCase()) !== '';

/** Throws UsageError for a code that there is not. */
function explained(code: string): string {
  const word = code.toLowerCase();
  const wanted = PLAYERS_WORDS.get(word) ?? word;
  const columns = columnText(word);
  const said = wordsNamed(wanted);
  if (said !== '') return columns + said;
  const named = codesNamed(wanted);
  const titled = named.length > 0 ? named : codesAbout(wanted, titleOf);
  const codes = titled.length > 0 ? titled : codesAbout(wanted, wholeOf);
  const start = wanted.startsWith(CONVENTION) ? wanted : `${CONVENTION}${wanted}`;
  const conventions = CONVENTIONS.filter(({ name }) => `${CONVENTION}${name}`.startsWith(start));
  const isNamed = titled.length === 0 && conventions.some(({ name }) => name === wanted);
  if (conventions.length > 0 && (isNamed || codes.length === 0))
    return columns + conventions.map(conventionText).join('\n');
  if (codes.length === 0 && columns !== '') return columns;
  if (codes.length === 0) {
    const advice = codeAdvice(code) || suggestion(word, explain.offers ?? []);
    throw new UsageError(
      `nothing is called ${code}${advice || '; explain without a word lists all findings'}`,
    );
  }
  const [first] = codes;
  if (first && codes.length === 1 && conventions.length === 0) return columns + text(first);
  const lines = (wanted === '*' ? CONVENTIONS : conventions).map(conventionLine);
  return columns + codes.map(listed).join('') + lines.join('');
}

const titleOf = (code: FindingCode): string => `${code} ${explanationOf(code).title}`;

const wholeOf = (code: FindingCode): string => Object.values(explanationOf(code)).join(' ');

/** Words of players for what the explanations call otherwise. */
const PLAYERS_WORDS: ReadonlyMap<string, string> = new Map([
  ['jigo', 'result/'],
  ['draw', 'result/'],
  ['tie', 'result/'],
  ['dead stones', 'dead/'],
  ['wrong winner', 'winner'],
  ['timeout', 'lost on time'],
  ['time out', 'lost on time'],
  ['byoyomi', 'byo-yomi'],
  ['suicide', 'self-capture'],
  ['illegal', 'move/'],
  ['illegal move', 'move/'],
  ['cycle', 'repetition'],
  ['forfeit', 'default'],
  ['teire', 'protective'],
  ['undecided', 'cannot-tell'],
  ['agree', 'agrees'],
  ['differ', 'differs'],
]);

/** The codes of which a text has a word, or words that follow each other, in any of their forms (`pass`, `passes`, `passing`). */
function codesAbout(word: string, textOf: (code: FindingCode) => string): readonly FindingCode[] {
  const words = (text: string): string =>
    ` ${text
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((one) => /^([a-z]{3,}?)(?:ing|es|ed|e|(?<!s)s)$/.exec(one)?.[1] ?? one)
      .join(' ')} `;
  const wanted = words(word);
  return wanted.trim() === '' ? [] : FINDING_CODES.filter((code) => words(textOf(code)).includes(wanted));
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
