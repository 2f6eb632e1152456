import { COLORS } from '../../core/color.js';
import { type Check, isFlag, isObject, isText, listOf, must, oneOf, whole } from '../../core/checks.js';
import { formatHalves } from '../../core/text.js';
import {
  COMPENSATIONS,
  COUNTINGS,
  DEAD_STONE_RULES,
  DOUBLE_MOVE_RULES,
  ILLEGAL_MOVE_CLAIMS,
  ILLEGAL_MOVE_RULES,
  REPETITION_SETTLEMENTS,
  RESUMPTION_RULES,
  RULE_TOPICS,
  SCORINGS,
  SELF_CAPTURE_RULES,
  SUPERKO_RULES,
  UNLIMITED_HANDICAP,
  type KomiRow,
  type RuleField,
  type Ruleset,
  type RuleTopic,
} from './ruleset.js';
import { rulesetByName, RULESET_NAMES, RULESETS } from './rulesets.js';
import { failure, success, type Outcome } from '../../core/outcome.js';

/** What is known about a field besides its type: one row serves both `rules` and a user's own rulesets. */
interface Field<Value> {
  readonly label: string;
  readonly check: Check;
  /** The value for a reader. */
  readonly format: (value: Value, ruleset: Ruleset) => string;
  /** A ruleset may leave it out. */
  readonly isOptional?: boolean;
}

const NOT_STATED = '-';
const MAX_PASSES = 10;
const LARGEST_SIZE = 52;
const LAST_YEAR = 9999;
const MAX_KOMI_HALVES = 2 * UNLIMITED_HANDICAP;

const TIES = ['jigo', ...COLORS] as const;
const tie = (ties: Ruleset['ties']): string => (ties === 'jigo' ? 'jigo' : `${ties} wins`);

/** Every field in the order in which it is shown. */
const FIELDS: { readonly [F in RuleField]: Field<Ruleset[F]> } = {
  basicKo: flag('basic ko'),
  superko: choice('superko', SUPERKO_RULES),
  literalSuperko: {
    ...choice('superko to the letter', SUPERKO_RULES),
    format: (value, { superko }) => value ?? superko,
    isOptional: true,
  },
  literalSuperkoText: {
    label: 'its sentence',
    check: isText,
    format: (value) => value ?? NOT_STATED,
    isOptional: true,
  },
  repetitionByAgreement: choice('repetition may become', REPETITION_SETTLEMENTS, {
    'no-result': 'no result by agreement',
    jigo: 'a draw by agreement',
    referee: "the referee's decision",
    none: NOT_STATED,
  }),
  bothLose: flag('both can lose'),
  startCounts: flag('start position counts'),
  selfCapture: choice('self-capture', SELF_CAPTURE_RULES, { multi: 'two stones or more' }),
  illegalMove: choice('illegal move', ILLEGAL_MOVE_RULES, {
    'taken-back-as-pass': 'taken back, counts as a pass',
    refused: 'refused by the server',
    loses: 'loses the game',
  }),
  illegalMoveClaim: choice('can be claimed until', ILLEGAL_MOVE_CLAIMS, {
    reply: 'the opponent moves',
    result: 'the result is confirmed',
  }),
  doubleMove: choice('of two moves in a row', DOUBLE_MOVE_RULES, {
    both: 'both are taken back',
    second: 'the second is void',
  }),
  penaltiesFrom: {
    label: 'penalties of 2 points since',
    check: whole(1, LAST_YEAR),
    format: (value) => (value === undefined ? NOT_STATED : String(value)),
    isOptional: true,
  },
  sizes: list('board sizes', whole(1, LARGEST_SIZE), 'any'),
  scoring: choice('scoring', SCORINGS),
  countings: list('countings', oneOf(COUNTINGS), NOT_STATED),
  passesToEnd: passes('passes to end'),
  resumption: choice('resumed by', RESUMPTION_RULES, {
    'opponent-of-last-passer': 'opponent of last passer',
    'opponent-of-requester': 'opponent of who asks',
    'by-agreement': 'agreement',
    never: 'nobody',
  }),
  deadStones: choice('dead stones come off', DEAD_STONE_RULES, {
    agreement: 'by agreement',
    confirmation: 'by confirmation, no threats',
    'playing-out': 'by play only',
    stay: 'never',
  }),
  passesAllAlive: passes('passes, all alive'),
  secondStopAllAlive: { ...flag('all alive at second stop'), isOptional: true },
  passStones: flag('pass stones'),
  whitePassesLast: flag('White passes last'),
  sekiPoints: flag('points in seki count'),
  zi: flag('written in zi too'),
  komiEven: komiTable('komi'),
  komiHandicap: komiTable('komi with handicap'),
  komiAlsoSeen: { label: 'komi also seen', check: listOf(komi), format: points },
  komiHandicapAlsoSeen: {
    label: 'also with handicap',
    check: listOf(komi),
    format: points,
    isOptional: true,
  },
  komiByFirstPass: flag('komi by first pass'),
  ties: { label: 'ties', check: oneOf(TIES), format: tie },
  tiesHandicap: {
    label: 'ties with handicap',
    check: oneOf(TIES),
    format: (value, { ties }) => tie(value ?? ties),
    isOptional: true,
  },
  compensation: choice('handicap compensation', COMPENSATIONS, {
    'n-1': 'N-1 points under area',
    n: 'N points under area',
  }),
  compensationFrom: {
    label: 'compensation from',
    check: whole(0, UNLIMITED_HANDICAP),
    format: (value, { compensation }) =>
      compensation === 'none' ? NOT_STATED : `${String(value)} ${value === 1 ? 'stone' : 'stones'}`,
  },
  handicapPlacement: choice('handicap placement', ['fixed', 'free', 'either']),
  placementSizes: list('points named for', whole(1, LARGEST_SIZE), 'any size'),
  oneStoneIsPlaced: flag('one stone is placed'),
  oneStoneKomi: choice('komi with one stone', ['handicap', 'either'], {
    handicap: 'as with handicap',
    either: NOT_STATED,
  }),
  handicapMax: {
    label: 'most handicap stones',
    check: whole(0, UNLIMITED_HANDICAP),
    format: (value) => (value >= UNLIMITED_HANDICAP ? NOT_STATED : String(value)),
  },
  predecessor: {
    label: 'earlier rules',
    check: earlierRules,
    format: (value) => (value ? `before ${String(value.beforeYear)} ${value.name}` : NOT_STATED),
    isOptional: true,
  },
};

export const RULE_FIELDS = Object.keys(FIELDS) as RuleField[];

/** One field of a ruleset for a reader. */
interface FieldRow {
  readonly field: RuleField;
  readonly label: string;
  /** Formatted; '-' where the rules say nothing. */
  readonly value: string;
  /** The article that states it, '' where none is known. */
  readonly article: string;
  /** Keys of the texts it was read from; empty: an assumption or custom, see `doubt`. */
  readonly sources: readonly string[];
  /** Open question about the field, '' when there is none. */
  readonly doubt: string;
}

/** Every field of a ruleset with label, formatted value, sources and doubts. */
export function describeRuleset(ruleset: Ruleset): FieldRow[] {
  return RULE_FIELDS.map((field) => ({
    field,
    label: FIELDS[field].label,
    value: formatField(field, ruleset),
    article: ruleset.articles[field] ?? '',
    sources: ruleset.sources[field] ?? [],
    doubt: ruleset.doubts[field] ?? '',
  }));
}

const TOPICS: Readonly<Record<RuleTopic, string>> = {
  points: 'where stones are played',
  turns: 'whose turn it is',
  life: 'life and death',
};

/** Articles and sources of the topics that are not fields. */
export function describeTopics({
  articles,
  sources,
}: Ruleset): Pick<FieldRow, 'label' | 'article' | 'sources'>[] {
  return RULE_TOPICS.map((topic) => ({
    label: TOPICS[topic],
    article: articles[topic] ?? '',
    sources: sources[topic] ?? [],
  }));
}

/** One field of two rulesets side by side. */
interface FieldPair {
  readonly field: RuleField;
  readonly label: string;
  readonly values: readonly [string, string];
  readonly differs: boolean;
}

/** Two rulesets field by field; `differs` compares what a reader sees. */
export function compareRulesets(one: Ruleset, other: Ruleset): FieldPair[] {
  return RULE_FIELDS.map((field) => {
    const values = [formatField(field, one), formatField(field, other)] as const;
    return { field, label: FIELDS[field].label, values, differs: values[0] !== values[1] };
  });
}

function formatField(field: RuleField, ruleset: Ruleset): string {
  const { format } = FIELDS[field] as { format: (value: unknown, ruleset: Ruleset) => string };
  return format(ruleset[field], ruleset);
}

function flag(label: string): Field<boolean | undefined> {
  return { label, check: isFlag, format: (value) => (value ? 'yes' : 'no') };
}

/** One of several words, each shown unchanged unless `shown` has another text for it; `unstated` shows as `-`. */
function choice<V extends string>(
  label: string,
  values: readonly V[],
  shown: { readonly [W in V]?: string } = {},
): Field<V> {
  const format = (value: V): string => shown[value] ?? (value === 'unstated' ? NOT_STATED : value);
  return { label, check: oneOf(values), format };
}

function passes(label: string): Field<number> {
  return {
    label,
    check: whole(0, MAX_PASSES),
    format: (value) => (value > 0 ? String(value) : NOT_STATED),
  };
}

function list(label: string, check: Check, empty: string): Field<readonly unknown[]> {
  return { label, check: listOf(check), format: (values) => values.join(', ') || empty };
}

/** `[{ "fromYear": 2004, "halves": 15 }, { "fromYear": 0, "halves": 11 }]`, newest first; shown as `7.5; before 2004 5.5`. */
function komiTable(label: string): Field<readonly KomiRow[]> {
  const shown = ({ halves }: KomiRow, i: number, rows: readonly KomiRow[]): string =>
    i === 0 ? points([halves]) : `before ${String(rows[i - 1]!.fromYear)} ${points([halves])}`;
  return { label, check: komiRows, format: (rows) => rows.map(shown).join('; ') || NOT_STATED };
}

function points(halves: readonly number[] = []): string {
  return halves.map(formatHalves).join(', ') || NOT_STATED;
}

function komi(value: unknown): string | undefined {
  return Number.isInteger(value) && Math.abs(value as number) <= MAX_KOMI_HALVES
    ? undefined
    : `a whole number of half points from -${String(MAX_KOMI_HALVES)} to ${String(MAX_KOMI_HALVES)}`;
}

function komiRows(value: unknown): string | undefined {
  const form = 'a list of { "fromYear", "halves" } with the newest year first';
  if (!Array.isArray(value)) return form;
  const year = whole(0, LAST_YEAR);
  let last = Infinity;
  for (const row of value as unknown[]) {
    if (!isObject(row) || Object.keys(row).some((key) => key !== 'fromYear' && key !== 'halves')) return form;
    const fromYear = row['fromYear'];
    if (year(fromYear) !== undefined || (fromYear as number) >= last) return form;
    const expected = komi(row['halves']);
    if (expected !== undefined) return `a list whose halves are ${expected}`;
    last = fromYear as number;
  }
  return undefined;
}

/** `{ "beforeYear": 2008, "name": "japanese" }`. */
function earlierRules(value: unknown): string | undefined {
  const { beforeYear, name } = isObject(value) ? value : {};
  return whole(1, LAST_YEAR)(beforeYear) === undefined && typeof name === 'string' && rulesetByName(name)
    ? undefined
    : '{ "beforeYear", "name" } with the name of a ruleset here';
}

type Json = Readonly<Record<string, unknown>>;

/** What `articles` may cite. */
const SUBJECTS: readonly string[] = [...RULE_FIELDS, ...RULE_TOPICS];
const DESCRIBING: readonly string[] = ['name', 'title', 'base', 'articles'];

/** Rulesets whose fields were checked. */
const checked = new WeakSet<object>(RULESETS);

/** Whether a caller's object is a whole ruleset, every field of which has a value that it can have. */
export const isRuleset = must('a ruleset, as rulesetByName or parseRuleset give it', (value) => {
  if (!isObject(value)) return false;
  if (checked.has(value)) return true;
  const describing = isText(value['name']) ?? isText(value['title']);
  const hasRecords = ['articles', 'sources', 'doubts'].every((name) => isObject(value[name]));
  const fits = (field: RuleField): boolean =>
    (value[field] === undefined && FIELDS[field].isOptional === true) ||
    FIELDS[field].check(value[field]) === undefined;
  if (describing !== undefined || !hasRecords || !RULE_FIELDS.every(fits)) return false;
  checked.add(value);
  return true;
});

/**
 * A user's own ruleset from JSON: an object with `name`, optionally `title`, and either every field of `Ruleset`
 * or `"base"`, the name of a built-in ruleset, and the fields that differ from it. Komi values are in half points.
 * `articles` says where the text states a field or one of RULE_TOPICS: `{ "basicKo": "Club rules, section 3" }`.
 * Overridden fields have the source `custom` and lose the articles and doubts of the base.
 * Fails with one sentence for each error.
 */
export function parseRuleset(json: unknown): Outcome<Ruleset, string[]> {
  if (!isObject(json)) return failure([`A ruleset is an object with its fields, not ${kindOf(json)}`]);
  const errors: string[] = [];
  const base = baseOf(json, errors);
  checkText(json, 'name', errors);
  if (json['title'] !== undefined) checkText(json, 'title', errors);
  checkKeys(json, errors);
  checkArticles(json['articles'], errors);
  for (const field of RULE_FIELDS) {
    const { check, isOptional } = FIELDS[field];
    if (Object.hasOwn(json, field)) report(field, json[field], check, errors);
    else if (!base && json['base'] === undefined && isOptional !== true) {
      errors.push(`The field "${field}" is missing, and no "base" ruleset has it`);
    }
  }
  if (errors.length > 0) return failure(errors);
  const ruleset = build(json, base);
  const clashes = contradictions(ruleset);
  return clashes.length > 0 ? failure(clashes) : success(ruleset);
}

function baseOf(json: Json, errors: string[]): Ruleset | undefined {
  const name = json['base'];
  if (name === undefined) return undefined;
  const base = typeof name === 'string' ? rulesetByName(name) : undefined;
  if (!base) errors.push(`The base ${show(name)} is no ruleset; there are ${RULESET_NAMES.join(', ')}`);
  return base;
}

function checkText(json: Json, key: string, errors: string[]): void {
  report(key, json[key], isText, errors);
  if (key === 'name' && typeof json[key] === 'string' && (rulesetByName(json[key]) ?? json[key] in {})) {
    errors.push(`The name ${show(json[key])} belongs to a ruleset of the program`);
  }
}

function checkKeys(json: Json, errors: string[]): void {
  for (const key of Object.keys(json)) {
    if (DESCRIBING.includes(key) || Object.hasOwn(FIELDS, key)) continue;
    errors.push(`There is no field ${show(key)}; there are ${[...DESCRIBING, ...RULE_FIELDS].join(', ')}`);
  }
}

function checkArticles(articles: unknown, errors: string[]): void {
  if (articles === undefined) return;
  if (!isObject(articles)) {
    errors.push(`articles is ${show(articles)} but must be an object with a text for each subject`);
    return;
  }
  for (const [subject, article] of Object.entries(articles)) {
    if (SUBJECTS.includes(subject)) report(`articles.${subject}`, article, isText, errors);
    else errors.push(`articles has no subject ${show(subject)}; there are ${SUBJECTS.join(', ')}`);
  }
}

function report(key: string, value: unknown, check: Check, errors: string[]): void {
  const expected = check(value);
  if (expected !== undefined) errors.push(`${key} is ${show(value)} but must be ${expected}`);
}

function build(json: Json, base: Ruleset | undefined): Ruleset {
  const own = Object.fromEntries(
    RULE_FIELDS.filter((field) => Object.hasOwn(json, field)).map((field) => [field, json[field]]),
  );
  const name = json['name'] as string;
  const cited = (json['articles'] ?? {}) as Record<string, string>;
  const stays = ([subject]: readonly [string, unknown]): boolean => !Object.hasOwn(own, subject);
  const articles = { ...Object.fromEntries(Object.entries(base?.articles ?? {}).filter(stays)), ...cited };
  const mine = [...Object.keys(own), ...Object.keys(cited)];
  const sources = { ...base?.sources, ...Object.fromEntries(mine.map((subject) => [subject, ['custom']])) };
  const doubts = Object.fromEntries(Object.entries(base?.doubts ?? {}).filter(stays));
  return {
    ...base,
    ...own,
    name,
    title: json['title'] ?? name,
    articles,
    sources,
    doubts,
  } as unknown as Ruleset;
}

/** Fields that are valid alone but contradict each other. */
function contradictions(ruleset: Ruleset): string[] {
  const errors: string[] = [];
  const counted = ruleset.scoring === 'territory' || ruleset.scoring === 'area';
  if (counted && ruleset.countings[0] !== ruleset.scoring) {
    errors.push(
      `countings is ${show(ruleset.countings)} but must begin with ${show(ruleset.scoring)}, as the field scoring says`,
    );
  }
  if (!counted && ruleset.countings.length > 0) {
    errors.push(
      `countings is ${show(ruleset.countings)} but must be empty with scoring ${show(ruleset.scoring)}`,
    );
  }
  return errors;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
