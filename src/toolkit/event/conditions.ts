/** Conditions of an event, and whether a game counts under them. */
import type { Check } from '../../core/checks.js';
import { finding, type FindingArgs, type Finding } from '../../core/findings/finding.js';
import { misfitOf, placeInJson, placeOfValue, type Schema } from '../../core/json.js';
import { failure, success, type Outcome } from '../../core/outcome.js';
import {
  ORIGINS,
  OVERTIMES,
  overtimeText,
  type Origin,
  type Overtime,
  type TimeSystem,
} from '../../referee/record/record.js';

import type { GameReport, PlacedFinding } from '../../referee/judge/report.js';
import { RULESET_NAMES } from '../../go/rules/rulesets.js';
import { handicapByRanks, type HandicapByRanks, isInEvent } from './terms.js';
import { nameKey } from './names.js';

/** A number, or the least and the most that it may be. */
type Range = number | { readonly least?: number; readonly most?: number };

export interface EventConditions {
  /** Names of rulesets. */
  readonly rules?: string | readonly string[];
  /** Of even games, or by handicap: `{ "0": 6.5, "handicap": 0.5 }`. */
  readonly komi?: number | Readonly<Record<string, number>>;
  /** `19`, or columns x rows. */
  readonly size?: number | string;
  /** `optional` ranks: a record without them meets the condition. */
  readonly handicap?: 'none' | (HandicapByRanks & { readonly ranks?: 'needed' | 'optional' });
  /** In seconds; `seconds` of a period, or added for each move. */
  readonly time?: {
    readonly system?: Overtime['kind'];
    readonly main?: Range;
    readonly periods?: Range;
    readonly seconds?: Range;
    readonly moves?: Range;
  };
  /** Class of the European Go Federation, by basic and adjusted time; D is played online. */
  readonly class?: keyof typeof CLASSES;
  /** ISO dates; one day more is allowed at either end, for time zones. */
  readonly from?: string;
  readonly to?: string;
  readonly server?: Origin | readonly Origin[];
  readonly players?: readonly string[];
  readonly minimumMoves?: number;
}

/** Minutes: least basic and least adjusted time, and the least basic time with Fischer's clock. Source: EGF General Tournament Rules. */
const CLASSES = {
  A: { basic: 60, adjusted: 75, fischer: 45 },
  B: { basic: 40, adjusted: 50, fischer: 30 },
  C: { basic: 25, adjusted: 30, fischer: 20 },
  D: { basic: 40, adjusted: 50, fischer: 30 },
} as const;

type Code = Exclude<Extract<Finding['code'], `event/${string}`>, 'event/not-stated'>;
type Differing = FindingArgs['event/rules'];
type Checked = Differing | 'met' | 'not-stated';

/** A condition: the values it allows, and the check whether a game meets it, which returns what differs. */
interface Condition<K extends keyof EventConditions> {
  readonly code: Code;
  /** What the record must state. */
  readonly needs: string;
  readonly schema: Schema;
  readonly check: (
    wanted: NonNullable<EventConditions[K]>,
    report: GameReport,
    all: EventConditions,
  ) => Checked;
}

const COUNT: Schema = { type: 'integer', minimum: 0 };
const RANGE: Schema = {
  anyOf: [
    { type: 'number', minimum: 0 },
    {
      type: 'object',
      properties: { least: { type: 'number' }, most: { type: 'number' } },
      additionalProperties: false,
    },
  ],
};

const DATE: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-11-22'] };

function oneOrSome(names: readonly string[], description: string): Schema {
  const one: Schema = { type: 'string', enum: names };
  return { description, anyOf: [one, { type: 'array', items: one }] };
}

const CONDITIONS: { readonly [K in keyof EventConditions]-?: Condition<K> } = {
  rules: {
    code: 'event/rules',
    needs: 'rules',
    schema: oneOrSome(RULESET_NAMES, 'Ruleset, or several'),
    check: (wanted, { record: { rulesName } }) => oneOf(rulesName, wanted),
  },
  komi: {
    code: 'event/komi',
    needs: 'komi',
    schema: {
      description: 'Komi of even games, or by handicap: 0, 1, ..., and handicap for all others',
      anyOf: [
        { type: 'number' },
        {
          type: 'object',
          propertyNames: { type: 'string', pattern: '^(\\d|handicap)$', examples: ['handicap'] },
          additionalProperties: { type: 'number' },
        },
      ],
    },
    check: komiOf,
  },
  size: {
    code: 'event/size',
    needs: 'board size',
    schema: {
      description: 'Lines of the board, or columns x rows: 9x13',
      anyOf: [
        { type: 'integer', minimum: 2 },
        { type: 'string', pattern: '^\\d+(x\\d+)?$', examples: ['9x13'] },
      ],
    },
    check: (wanted, { record: { width, height } }) =>
      same(
        width === height ? String(width) : `${String(width)}x${String(height)}`,
        String(wanted).replace(/^(\d+)x\1$/, '$1'),
      ),
  },
  handicap: {
    code: 'event/handicap',
    needs: 'ranks',
    schema: {
      description: 'none, or by the difference of ranks',
      anyOf: [
        { type: 'string', enum: ['none'] },
        {
          type: 'object',
          properties: {
            reduction: { ...COUNT, description: 'How many stones fewer than the difference' },
            most: { ...COUNT, description: 'Most stones' },
            evenFrom: {
              type: 'string',
              pattern: '^\\d{1,2}[kd]$',
              examples: ['1d'],
              description: 'Ranks above this one count as this one',
            },
            ranks: {
              type: 'string',
              enum: ['needed', 'optional'],
              description: 'Whether a record without ranks meets it',
            },
          },
          additionalProperties: false,
        },
      ],
    },
    check: handicapOf,
  },
  time: {
    code: 'event/time',
    needs: 'time limit',
    schema: {
      description: 'Time limit in seconds',
      type: 'object',
      properties: {
        system: { type: 'string', enum: OVERTIMES },
        main: RANGE,
        periods: RANGE,
        seconds: RANGE,
        moves: RANGE,
      },
      additionalProperties: false,
    },
    check: timeOf,
  },
  class: {
    code: 'event/time',
    needs: 'time limit',
    schema: {
      description: 'Tournament class of the EGF, by its time limits',
      type: 'string',
      enum: Object.keys(CLASSES),
    },
    check(wanted, { record: { time } }) {
      const adjusted = time && adjustedMinutes(time);
      if (!time || time.main === undefined || adjusted === undefined) return 'not-stated';
      const { basic, adjusted: least, fischer } = CLASSES[wanted];
      const leastBasic = time.overtime.kind === 'fischer' ? fischer : basic;
      if (time.main / 60 >= leastBasic && adjusted >= least) return 'met';
      const expected = `at least ${String(leastBasic)} minutes and ${String(least)} adjusted for class ${wanted}`;
      return { found: `${timeText(time)} (adjusted ${String(Math.floor(adjusted))} minutes)`, expected };
    },
  },
  from: {
    code: 'event/date',
    needs: 'date',
    schema: DATE,
    check: (from, report, { to = '' }) => dateOf(report, from, to === '' ? '9999-12-30' : to),
  },
  to: {
    code: 'event/date',
    needs: 'date',
    schema: DATE,
    // The condition `from` checks both.
    check: (to, report, { from }) => (from === undefined ? dateOf(report, '0001-01-02', to) : 'met'),
  },
  server: {
    code: 'event/server',
    needs: 'server',
    schema: oneOrSome(ORIGINS, 'Server, or several'),
    check: (wanted, { record: { origin } }) => oneOf(origin === 'other' ? undefined : origin, wanted),
  },
  players: {
    code: 'event/player',
    needs: 'players',
    schema: { description: 'Names or nicks', type: 'array', items: { type: 'string' } },
    check(wanted, { record: { black, white } }) {
      const known = new Set(wanted.map(nameKey));
      const found = [black, white].find((name) => name !== '' && !known.has(nameKey(name)));
      if (found !== undefined) return { found, expected: 'one of the players of the event' };
      return black === '' || white === '' ? 'not-stated' : 'met';
    },
  },
  minimumMoves: {
    code: 'event/moves',
    needs: 'moves',
    schema: { ...COUNT, description: 'Moves from which a game counts' },
    check: (wanted, { replay: { moves } }) =>
      moves >= wanted ? 'met' : { found: String(moves), expected: `at least ${String(wanted)}` },
  },
};

/** docs/event.schema.json: what a file of conditions may hold. */
export const EVENT_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Conditions of an event, for sgf-referee --event',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    ...Object.fromEntries(Object.entries(CONDITIONS).map(([name, { schema }]) => [name, schema])),
  },
  additionalProperties: false,
};

/** Whether a caller's object is conditions of an event. */
export const isConditions: Check = (value) => {
  const misfit = misfitOf(EVENT_SCHEMA, value);
  return misfit === '' ? undefined : `conditions of an event (${misfit})`;
};

/** Reads conditions as JSON. The error has the line and column of what is not JSON or does not fit the schema. */
export function parseConditions(text: string): Outcome<EventConditions, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failure(`${placeInJson(text, error)}not valid JSON`);
  }
  const misfit = misfitOf(EVENT_SCHEMA, value, '');
  if (misfit !== '') return failure(placeOfValue(text, misfit.split(': ', 1)[0]!) + misfit);
  const { $schema: _, ...conditions } = value as EventConditions & { readonly $schema?: string };
  return success(conditions);
}

/** The report of a game with the verdict of the event, and a finding for each reason, except for `ignored` codes. */
export function withVerdict(
  report: GameReport,
  conditions: EventConditions,
  ignored: readonly string[] = [],
): GameReport {
  const missing = new Set<string>();
  const found: Finding[] = [];
  for (const name of Object.keys(conditions) as (keyof EventConditions)[]) {
    const { code, needs, check } = CONDITIONS[name] as Condition<keyof EventConditions>;
    const result = check(conditions[name]!, report, conditions);
    if (result === 'not-stated') missing.add(needs);
    else if (result !== 'met') found.push(finding(code, result));
  }
  const reasons = found.map(({ code, args }) => {
    const { found: has, expected } = args as Differing;
    return `${code.slice('event/'.length)} ${has}, but the event requires ${expected}`;
  });
  if (missing.size > 0) {
    const what = [...missing].join(', ');
    found.push(finding('event/not-stated', { what }));
    for (const one of missing) reasons.push(`${one} not stated`);
  }
  const counts =
    reasons.length === 0 ? 'yes' : found.some(({ severity }) => severity !== 'note') ? 'no' : 'unknown';
  const placed = found
    .filter(({ code }) => !ignored.includes(code))
    .map((one): PlacedFinding => ({ ...one, line: 0, column: 0 }));
  return {
    ...report,
    findings: [...placed, ...report.findings],
    event: { counts, because: reasons.join('; ') },
  };
}

function same(found: number | string, expected: number | string): Differing | 'met' {
  return found === expected ? 'met' : { found: String(found), expected: String(expected) };
}

function oneOf(found: string | undefined, wanted: string | readonly string[]): Checked {
  const names = typeof wanted === 'string' ? [wanted] : wanted;
  if (found === undefined) return 'not-stated';
  return names.includes(found) ? 'met' : { found, expected: names.join(' or ') };
}

function dateOf({ record: { date } }: GameReport, begins: string, ends: string): Checked {
  const isIn = isInEvent(date, { begins, ends });
  if (isIn === 'yes') return 'met';
  if (isIn === 'unknown') return 'not-stated';
  return { found: date, expected: `a day from ${begins} to ${ends}` };
}

/** Records often leave out a handicap of one stone, which is Black's first move with little or no komi. */
function komiOf(
  wanted: NonNullable<EventConditions['komi']>,
  { record: { komi, handicap, ranks } }: GameReport,
  { handicap: policy = 'none' }: EventConditions,
): Checked {
  const stones = handicap.declared ?? handicap.stones;
  const byStones = typeof wanted === 'number' ? { 0: wanted } : wanted;
  const ofHandicap = (count: number): number | undefined => byStones[String(count)] ?? byStones['handicap'];
  const expected = stones > 0 ? ofHandicap(stones) : byStones['0'];
  if (expected === undefined) return 'met';
  if (komi.kind !== 'komi') return 'not-stated';
  const points = komi.halves / 2;
  const ofOneStone = typeof wanted === 'number' ? (policy === 'none' ? [] : [0, 0.5]) : [ofHandicap(1)];
  const byRanks = policy === 'none' ? undefined : handicapByRanks(policy, ranks)?.stones;
  const mayBeOneStone = stones === 0 && (byRanks ?? 1) === 1 && ofOneStone.includes(points);
  return mayBeOneStone ? 'met' : same(points, expected);
}

function handicapOf(
  wanted: NonNullable<EventConditions['handicap']>,
  { record: { handicap, ranks } }: GameReport,
): Checked {
  const stones = handicap.declared ?? handicap.stones;
  if (wanted === 'none') return stones > 1 ? { found: String(stones), expected: 'none' } : 'met';
  const byRanks = handicapByRanks(wanted, ranks);
  if (!byRanks) return wanted.ranks === 'optional' ? 'met' : 'not-stated';
  const { stones: expected, difference } = byRanks;
  const even = (count: number): number => (count <= 1 ? 0 : count);
  const between = `for ${ranks.white} (White) and ${ranks.black} (Black)`;
  if (even(expected) > 0 && difference < 0)
    return { found: String(stones), expected: `the other colors ${between}` };
  return even(stones) === even(expected)
    ? 'met'
    : { found: String(stones), expected: `${String(expected)} ${between}` };
}

function isIn(value: number, range: Range): boolean {
  if (typeof range === 'number') return value === range;
  return value >= (range.least ?? -Infinity) && value <= (range.most ?? Infinity);
}

function timeOf(wanted: NonNullable<EventConditions['time']>, { record: { time } }: GameReport): Checked {
  if (!time) return 'not-stated';
  const { main, overtime } = time;
  const parts: Readonly<Record<string, unknown>> = overtime;
  const { system, main: wantedMain, ...numbers } = wanted;
  const knowsOvertime = overtime.kind !== 'unstated' && overtime.kind !== 'unknown';
  const needsOvertime = system !== undefined || Object.keys(numbers).length > 0;
  const differs =
    (main !== undefined && wantedMain !== undefined && !isIn(main, wantedMain)) ||
    (knowsOvertime && system !== undefined && system !== overtime.kind) ||
    (knowsOvertime &&
      Object.entries(numbers).some(([name, range]) => {
        const value = parts[name];
        return typeof value !== 'number' || !isIn(value, range);
      }));
  if (differs) return { found: timeText(time), expected: wantedText(wanted) };
  const isOpen = (main === undefined && wantedMain !== undefined) || (!knowsOvertime && needsOvertime);
  return isOpen ? 'not-stated' : 'met';
}

function timeText({ main, overtime }: TimeSystem): string {
  const parts = [main === undefined ? '' : `${String(main)} s`, overtimeText(overtime)];
  return parts.filter((part) => part !== '').join(' and ');
}

function wantedText({ system, ...numbers }: NonNullable<EventConditions['time']>): string {
  const words = Object.entries(numbers).map(([name, range]) => {
    if (typeof range === 'number') return `${name} ${String(range)}`;
    const { least, most } = range;
    return [
      least !== undefined && `${name} at least ${String(least)}`,
      most !== undefined && `${name} at most ${String(most)}`,
    ]
      .filter((part) => part !== false)
      .join(' and ');
  });
  return [system, ...words].filter((word) => word !== undefined).join(', ');
}

/** Minutes of main time plus 45 moves of byo-yomi, 60 of Canadian overtime or 120 of Fischer's clock, as the EGF counts. */
function adjustedMinutes({ main, overtime }: TimeSystem): number | undefined {
  if (main === undefined) return undefined;
  switch (overtime.kind) {
    case 'absolute':
      return main / 60;
    case 'byo-yomi':
      return (main + 45 * overtime.seconds) / 60;
    case 'canadian':
      return (main + (60 * overtime.seconds) / overtime.moves) / 60;
    case 'fischer':
      return (main + 120 * overtime.seconds) / 60;
    case 'simple':
    case 'no-limit':
    case 'unstated':
    case 'unknown':
      return undefined;
  }
}
