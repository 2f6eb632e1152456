import { failure, type Outcome, success } from '../core/outcome.js';
import { type Check, FIELDS, isObject, RULE_FIELDS, text } from './fields.js';
import { RULE_TOPICS, type Ruleset } from './ruleset.js';
import { RULESET_NAMES, rulesetByName } from './rulesets.js';

type Json = Readonly<Record<string, unknown>>;

/** What `articles` may cite. */
const SUBJECTS: readonly string[] = [...RULE_FIELDS, ...RULE_TOPICS];
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
  for (const field of RULE_FIELDS) {
    const { check, isOptional } = FIELDS[field];
    if (Object.hasOwn(json, field)) report(field, json[field], check, errors);
    else if (!base && json['base'] === undefined && isOptional !== true) {
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
    if (DESCRIBING.includes(key) || Object.hasOwn(FIELDS, key)) continue;
    errors.push(
      `Unexpected field ${show(key)}, expected ${DESCRIBING.join(', ')} or one of ${RULE_FIELDS.join(', ')}`,
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

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
