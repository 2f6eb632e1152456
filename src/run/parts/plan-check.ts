/**
 * What a plan may say. A plan is data: whoever changes one by hand, with checksums that are right, must neither make a worker
 * fail nor have it run anything.
 */
import { misfitOf, type Schema } from '../../core/json.js';
import { LIMIT_NAMES } from '../../core/limits.js';
import { EVENT_SCHEMA } from '../../toolkit/event/conditions.js';
import { FINDING_CODES, SEVERITIES } from '../../core/findings/finding.js';
import { ESTIMATORS } from '../../go/life/life.js';
import { parseDecisions } from '../../referee/judge/decisions.js';
import { ILLEGAL_POLICIES } from '../../referee/replay/replayed.js';
import type { RunFacts } from '../../report/output/summary.js';
import { parseRuleset } from '../../go/rules/fields.js';
import { COUNTINGS, type Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import { CONVENTION_CHOICES } from '../../referee/score/conventions.js';
import { charsetOf } from '../../sgf/decode/charset.js';
import { PlanError, type PlannedInputs } from './chunk-inputs.js';
import type { WorkSettings } from '../tasks/task.js';

/** The first line of a plan: what the bytes of a part depend on, besides its chunk. */
export interface PlanHead {
  readonly plan: 1;
  readonly version: string;
  readonly settings: WorkSettings;
  /** The engine of which a plan tells no program: only a worker's own command line can name one to run. */
  readonly engine?: PlannedEngine | undefined;
}

export interface PlannedEngine {
  readonly name: string;
  /** Of the words of its command. */
  readonly digest: string;
  readonly seconds: number;
}

/** The last line. */
export interface PlanTotals {
  readonly chunks: number;
  /** Bytes as listed; zip entries count unpacked. */
  readonly size: number;
  /** Names that gave nothing to read. */
  readonly unread: number;
  readonly configurations?: RunFacts['configurations'];
}

export const TEXT: Schema = { type: 'string' };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
const FLAG: Schema = { enum: [false, true] };
const VALUE: Schema = { anyOf: [TEXT, FLAG, { type: 'number' }] };

/** An object with these properties and no other; those with a question mark may be missing. */
export function shape(properties: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), properties[name]!])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const tuple = (...prefixItems: readonly Schema[]): Schema => ({ type: 'array', prefixItems });
export const word = (words: readonly unknown[]): Schema => ({ enum: words });

/** A finding about a file. */
export const FOUND = shape({
  ...{ code: word(FINDING_CODES), severity: word(SEVERITIES), line: COUNT, column: COUNT, 'offset?': COUNT },
  args: { type: 'object', additionalProperties: VALUE },
});

const OPTIONS = shape({
  ...{ rules: {}, 'defaultRules?': {}, 'komiHalves?': { type: 'integer' }, 'counting?': word(COUNTINGS) },
  ...{ 'conventions?': word(CONVENTION_CHOICES), illegal: word(ILLEGAL_POLICIES), score: FLAG },
  ...{ variations: FLAG, estimator: word(ESTIMATORS), 'maxPerCode?': COUNT },
  limits: shape(Object.fromEntries(LIMIT_NAMES.map((name) => [name, COUNT]))),
});

const HEAD = shape({
  ...{ plan: word([1]), version: TEXT },
  'engine?': shape({ name: TEXT, digest: TEXT, seconds: { type: 'integer', minimum: 1 } }),
  settings: shape({
    ...{ options: OPTIONS, ignore: listOf(word(FINDING_CODES)), 'event?': EVENT_SCHEMA },
    'dead?': listOf(shape({ file: TEXT, game: COUNT, points: TEXT, row: COUNT })),
    'decisions?': shape({ file: TEXT, all: {} }),
    sinks: tuple(word(['csv']), word(['findings']), word(['html'])),
  }),
});

const NOTES = shape({
  sources: { type: 'object', additionalProperties: listOf(TEXT) },
  doubts: { type: 'object', additionalProperties: TEXT },
});

const TOTALS = shape({
  ...{ chunks: COUNT, size: COUNT, unread: COUNT, crc32: TEXT },
  'configurations?': listOf(
    shape({
      ...{ file: TEXT, 'excluded?': COUNT, 'refused?': TEXT },
      'sets?': { type: 'object', additionalProperties: { anyOf: [VALUE, listOf(VALUE)] } },
    }),
  ),
});

/** A file, with the time of its last change or its tag. */
const FILE = tuple(TEXT, { type: 'integer', minimum: -1 }, { anyOf: [COUNT, TEXT] });

export const CHARSET = shape({
  'declared?': TEXT,
  used: TEXT,
  how: TEXT,
  confidence: { type: 'number' },
  replaced: COUNT,
});

const INPUTS = listOf({
  anyOf: [
    shape({ files: listOf(FILE) }),
    shape({ zip: FILE, entries: listOf(tuple(TEXT, COUNT, COUNT, COUNT, COUNT, COUNT, COUNT)) }),
    shape({
      ...{ large: FILE, first: COUNT, ends: FLAG, parts: listOf(tuple(COUNT, COUNT, COUNT, COUNT, COUNT)) },
      charset: CHARSET,
    }),
    shape({
      stream: shape({
        ...{ kind: word(['stream']), path: TEXT, size: { type: 'integer' }, named: word(['yes', 'no']) },
        ...{ 'tag?': TEXT, 'entries?': shape({ first: COUNT, last: COUNT }) },
      }),
      file: FILE,
    }),
    shape({
      trouble: shape({
        ...{ kind: word(['trouble']), name: TEXT, size: word([0]) },
        finding: FOUND,
      }),
    }),
  ],
});

/** Throws PlanError. */
function check(schema: Schema, value: unknown): void {
  const misfit = misfitOf(schema, value);
  if (misfit !== '') throw changed(misfit);
}

function changed(why: string): PlanError {
  return new PlanError(`the plan says what no plan says: ${why}; make it again`);
}

/** The head of a plan. Rulesets that we know are ours, whatever the plan says of them. Throws PlanError. */
export function checkedHead(value: unknown): PlanHead {
  check(HEAD, value);
  const head = value as PlanHead;
  const { options, decisions } = head.settings;
  const decided = parseDecisions(JSON.stringify({ decisions: decisions?.all ?? [] }));
  if (!decided.ok) throw changed(decided.error);
  const rules = options.rules === 'auto' ? options.rules : checkedRuleset(options.rules);
  const defaultRules = options.defaultRules && checkedRuleset(options.defaultRules);
  return { ...head, settings: { ...head.settings, options: { ...options, rules, defaultRules } } };
}

function checkedRuleset(value: Ruleset): Ruleset {
  check({ type: 'object', properties: { name: TEXT }, required: ['name'] }, value);
  const known = rulesetByName(value.name);
  if (known) return known;
  const { sources, doubts, ...own } = value;
  check(NOTES, { sources, doubts });
  const parsed = parseRuleset(own);
  if (!parsed.ok) throw changed(parsed.error[0]!);
  return { ...parsed.value, sources, doubts };
}

/** The last line of a plan. Throws PlanError. */
export function checkedTotals(value: unknown): PlanTotals {
  check(TOTALS, value);
  return value as PlanTotals;
}

/** The inputs of a chunk. Throws PlanError. */
export function checkedInputs(value: unknown): readonly PlannedInputs[] {
  check(INPUTS, value);
  const inputs = value as readonly PlannedInputs[];
  for (const one of inputs) {
    if (!('large' in one)) continue;
    const [, bytes] = one.large;
    const isWithin = one.parts.every(([at, size]) => at + size <= bytes);
    if (!isWithin || one.parts.length === 0) throw changed('parts of a file that are not in it');
    if (charsetOf(one.charset.used) !== one.charset.used) throw changed(`the charset ${one.charset.used}`);
  }
  return inputs;
}
