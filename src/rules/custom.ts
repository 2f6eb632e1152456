import { COLORS } from '../core/color.js';
import { failure, success, type Outcome } from '../core/outcome.js';
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
  type RuleField,
  type Ruleset,
  SCORINGS,
  SELF_CAPTURE_RULES,
  SUPERKO_RULES,
} from './ruleset.js';
import { RULESET_NAMES, rulesetByName } from './rulesets.js';

/** Says what is wrong with a value, as the end of "expected ..."; `undefined` when it is right. */
type Check = (value: unknown) => string | undefined;

type Json = Readonly<Record<string, unknown>>;

const MOST_PASSES = 10;
const MOST_STONES = 361;
const LARGEST_SIZE = 52;
const LAST_YEAR = 9999;
const MOST_KOMI_HALVES = 2 * MOST_STONES;

const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const text: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'a text that is not empty';
const komi: Check = (value) =>
  Number.isInteger(value) && Math.abs(value as number) <= MOST_KOMI_HALVES
    ? undefined
    : `a whole number of half points from -${String(MOST_KOMI_HALVES)} to ${String(MOST_KOMI_HALVES)}`;

const CHECKS: { readonly [F in RuleField]: Check } = {
  basicKo: flag,
  superko: oneOf(SUPERKO_RULES),
  literalSuperko: oneOf(SUPERKO_RULES),
  literalSuperkoText: text,
  repetitionByAgreement: oneOf(REPETITION_SETTLEMENTS),
  bothLose: flag,
  startCounts: flag,
  selfCapture: oneOf(SELF_CAPTURE_RULES),
  illegalMove: oneOf(ILLEGAL_MOVE_RULES),
  illegalMoveClaim: oneOf(ILLEGAL_MOVE_CLAIMS),
  doubleMove: oneOf(DOUBLE_MOVE_RULES),
  sizes: listOf(whole(1, LARGEST_SIZE)),
  scoring: oneOf(SCORINGS),
  countings: listOf(oneOf(COUNTINGS)),
  passesToEnd: whole(0, MOST_PASSES),
  resumption: oneOf(RESUMPTION_RULES),
  deadStones: oneOf(DEAD_STONE_RULES),
  passesAllAlive: whole(0, MOST_PASSES),
  secondStopAllAlive: flag,
  passStones: flag,
  whitePassesLast: flag,
  sekiPoints: flag,
  zi: flag,
  komiEven: komiTable,
  komiHandicap: komiTable,
  komiAlsoSeen: listOf(komi),
  komiHandicapAlsoSeen: listOf(komi),
  komiByFirstPass: flag,
  ties: oneOf(['jigo', ...COLORS]),
  tiesHandicap: oneOf(['jigo', ...COLORS]),
  compensation: oneOf(COMPENSATIONS),
  compensationFrom: whole(0, MOST_STONES),
  handicapPlacement: oneOf(['fixed', 'free', 'either']),
  placementSizes: listOf(whole(1, LARGEST_SIZE)),
  oneStoneIsPlaced: flag,
  oneStoneKomi: oneOf(['handicap', 'either']),
  handicapMax: whole(0, MOST_STONES),
  predecessor: earlierRules,
};

const OPTIONAL: readonly string[] = [
  'literalSuperko',
  'literalSuperkoText',
  'komiHandicapAlsoSeen',
  'secondStopAllAlive',
  'tiesHandicap',
  'predecessor',
];
const FIELDS = Object.keys(CHECKS);
/** What `articles` may cite. */
const SUBJECTS: readonly string[] = [...FIELDS, ...RULE_TOPICS];
const DESCRIBING: readonly string[] = ['name', 'title', 'base', 'articles'];

/**
 * A user's own ruleset from JSON: an object with `name`, optionally `title`, and either every field of `Ruleset`
 * or `"base"`, the name of a ruleset here, and the fields that differ from it. Komi values are in half points.
 * `articles` says where the text has a field or one of RULE_TOPICS: `{ "basicKo": "Club rules, section 3" }`.
 * Fields that are overridden have the source `custom` and lose the articles and doubts of the base.
 * Fails with one sentence for each thing that is wrong.
 */
export function parseRuleset(json: unknown): Outcome<Ruleset, string[]> {
  if (!isObject(json))
    return failure([`Unexpected ${kindOf(json)}, expected an object with the fields of a ruleset`]);
  const errors: string[] = [];
  const base = baseOf(json, errors);
  checkText(json, 'name', errors);
  if (json['title'] !== undefined) checkText(json, 'title', errors);
  checkKeys(json, errors);
  checkArticles(json['articles'], errors);
  for (const field of FIELDS) {
    if (Object.hasOwn(json, field)) report(field, json[field], CHECKS[field as RuleField], errors);
    else if (!base && json['base'] === undefined && !OPTIONAL.includes(field)) {
      errors.push(`Missing field "${field}", expected it or a "base" ruleset`);
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
  if (!base) errors.push(`Unexpected base ${show(name)}, expected one of ${RULESET_NAMES.join(', ')}`);
  return base;
}

function checkText(json: Json, key: string, errors: string[]): void {
  report(key, json[key], text, errors);
  if (key === 'name' && typeof json[key] === 'string' && rulesetByName(json[key])) {
    errors.push(`Unexpected name ${show(json[key])}, expected one that no ruleset here has`);
  }
}

function checkKeys(json: Json, errors: string[]): void {
  for (const key of Object.keys(json)) {
    if (DESCRIBING.includes(key) || FIELDS.includes(key)) continue;
    errors.push(
      `Unexpected field ${show(key)}, expected ${DESCRIBING.join(', ')} or one of ${FIELDS.join(', ')}`,
    );
  }
}

function checkArticles(articles: unknown, errors: string[]): void {
  if (articles === undefined) return;
  if (!isObject(articles)) {
    errors.push(`Unexpected articles ${show(articles)}, expected an object with a text for each subject`);
    return;
  }
  for (const [subject, article] of Object.entries(articles)) {
    if (SUBJECTS.includes(subject)) report(`articles.${subject}`, article, text, errors);
    else
      errors.push(`Unexpected subject ${show(subject)} in articles, expected one of ${SUBJECTS.join(', ')}`);
  }
}

function report(key: string, value: unknown, check: Check, errors: string[]): void {
  const expected = check(value);
  if (expected !== undefined) errors.push(`Unexpected ${key} ${show(value)}, expected ${expected}`);
}

function build(json: Json, base: Ruleset | undefined): Ruleset {
  const own = Object.fromEntries(
    FIELDS.filter((field) => Object.hasOwn(json, field)).map((field) => [field, json[field]]),
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

/** Fields that are right by themselves and impossible together. */
function contradictions(ruleset: Ruleset): string[] {
  const errors: string[] = [];
  const counted = ruleset.scoring === 'territory' || ruleset.scoring === 'area';
  if (counted && ruleset.countings[0] !== ruleset.scoring) {
    errors.push(
      `Unexpected countings ${show(ruleset.countings)}, expected ${show(ruleset.scoring)} first, as the field scoring says`,
    );
  }
  if (!counted && ruleset.countings.length > 0) {
    errors.push(
      `Unexpected countings ${show(ruleset.countings)}, expected none with scoring ${show(ruleset.scoring)}`,
    );
  }
  return errors;
}

function oneOf(values: readonly string[]): Check {
  const expected = values.map(show).join(', ');
  return (value) => (typeof value === 'string' && values.includes(value) ? undefined : `one of ${expected}`);
}

function whole(least: number, most: number): Check {
  return (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `a whole number from ${String(least)} to ${String(most)}`;
}

function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return 'a list';
    const wrong = value.map(check).find((expected) => expected !== undefined);
    return wrong === undefined ? undefined : `a list, each entry ${wrong}`;
  };
}

/** `[{ "fromYear": 2004, "halves": 15 }, { "fromYear": 0, "halves": 11 }]`, newest first. */
function komiTable(value: unknown): string | undefined {
  const form = 'a list of { "fromYear", "halves" } with the newest year first';
  if (!Array.isArray(value)) return form;
  const year = whole(0, LAST_YEAR);
  let last = Infinity;
  for (const row of value as unknown[]) {
    if (!isObject(row) || Object.keys(row).some((key) => key !== 'fromYear' && key !== 'halves')) return form;
    const fromYear = row['fromYear'];
    if (year(fromYear) !== undefined || (fromYear as number) >= last) return form;
    const expected = komi(row['halves']);
    if (expected !== undefined) return `halves to be ${expected}`;
    last = fromYear as number;
  }
  return undefined;
}

/** `{ "beforeYear": 2008, "name": "japanese" }`. */
function earlierRules(value: unknown): string | undefined {
  const year = isObject(value) ? value['beforeYear'] : undefined;
  const name = isObject(value) ? value['name'] : undefined;
  return whole(1, LAST_YEAR)(year) === undefined && typeof name === 'string' && rulesetByName(name)
    ? undefined
    : '{ "beforeYear", "name" } with the name of a ruleset here';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
