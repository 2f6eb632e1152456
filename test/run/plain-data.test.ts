import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { itemsOf } from '../../src/run/input/inputs.js';
import type { Item } from '../../src/run/input/item.js';
import { listQuery } from '../../src/report/list/list-games.js';
import { FORMATS, type SinkName } from '../../src/report/output/formats.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { parseRuleset } from '../../src/go/rules/fields.js';
import { RULESET_NAMES, rulesetByName } from '../../src/go/rules/rulesets.js';
import type { Task, TaskResult, WorkSettings } from '../../src/run/tasks/task.js';
import { createTaskWorker } from '../../src/run/tasks/work.js';
import { makeZip } from '../batch/make-zip.js';

/** What JSON with bytes beside it can hold; `never` for the rest. */
type Plain<T> = T extends string | number | boolean | null | undefined | Uint8Array | Uint32Array
  ? T
  : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ((...given: never[]) => unknown)
    ? never
    : { [Key in keyof T]: Plain<T[Key]> };

// Checked by the compiler.
((value: WorkSettings): Plain<WorkSettings> => value) satisfies unknown;
((value: Task): Plain<Task> => value) satisfies unknown;
((value: TaskResult): Plain<TaskResult> => value) satisfies unknown;

/** JSON of a value, its arrays of bytes and words as texts. Throws for what is not plain. */
function written(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string) {
    const given = this[key];
    if (given instanceof Uint8Array || given instanceof Uint32Array) {
      if (!(given.buffer instanceof ArrayBuffer)) throw new TypeError(`${key} is shared`);
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('base64');
      return { [given instanceof Uint8Array ? '$bytes' : '$words']: bytes };
    }
    if (typeof given === 'function') throw new TypeError(`${key} is a function`);
    if (typeof given === 'number' && !Number.isFinite(given)) throw new TypeError(`${key} is not finite`);
    if (typeof given !== 'object' || given === null) return given;
    const kind: unknown = Object.getPrototypeOf(given);
    if (kind !== Object.prototype && kind !== Array.prototype) throw new TypeError(`${key} is not plain`);
    return given;
  });
}

function read(json: string): unknown {
  return JSON.parse(json, (_, value: Record<string, string> | null) => {
    if (typeof value !== 'object' || value === null) return value;
    if (value['$bytes'] !== undefined) return Uint8Array.from(Buffer.from(value['$bytes'], 'base64'));
    if (value['$words'] === undefined) return value;
    const bytes = Uint8Array.from(Buffer.from(value['$words'], 'base64'));
    return new Uint32Array(bytes.buffer);
  });
}

function copied<T>(value: T): T {
  return read(written(value)) as T;
}

const GAME =
  '(;FF[4]GM[1]SZ[9]RU[Japanese]KM[6.5]RE[B+0.5];B[ee];W[ce];B[cc];W[gg];B[gc];W[cg];B[dd];W[ff];B[fd];W[df];B[gf];W[gh];B[ge];W[];B[])';
const TEXTS = [
  GAME,
  GAME.replace('KM[6.5]', 'KM[6]'),
  `${GAME}${GAME}`,
  '(;GM[1]SZ[9];B[aa];W[aa];B[zz])',
  '(;GM[1]FF[3]C[\u7881])\0(;GM[2])',
  '%PDF-1.4',
  '',
];

let folder: string;
let items: Item[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-plain-'));
  TEXTS.forEach((text, i) => writeFileSync(join(folder, `${String(i)}.sgf`), text));
  writeFileSync(join(folder, 'large.sgf'), `${GAME}\n\0`.repeat(5000));
  const entries = TEXTS.map((contents, i) => ({ name: `${String(i)}.sgf`, contents }));
  writeFileSync(join(folder, 'z.zip'), makeZip([...entries, { name: '../x.sgf', contents: GAME }]));
  const names = [folder, join(folder, 'none.sgf'), '-'];
  const inputs = { names, limits: DEFAULT_LIMITS, onNothing: () => undefined };
  items = [];
  for await (const item of itemsOf({ ...inputs, stdin: Readable.from([Buffer.from(GAME)]) }))
    items.push(item);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All but those of `score` and `convert`, whose rows need accounts. */
const SINKS = (Object.keys(FORMATS) as SinkName[]).filter((name) => !/^(score|convert)/.test(name));
const anyRuleset = fc.oneof(
  fc.constantFrom(...RULESET_NAMES).map((name) => rulesetByName(name)),
  fc.constantFrom(...RULESET_NAMES).map((base) => {
    const parsed = parseRuleset({ name: 'club', base, superko: 'natural' });
    if (!parsed.ok) throw new Error(parsed.error.join());
    return parsed.value;
  }),
);
const anyQuery = fc
  .record({
    columns: fc.constantFrom(undefined, ['file', 'PB', 'moves']),
    where: fc.constantFrom(undefined, 'size=9 and (komi>6 or not result~"B")', 'moves>=3'),
    sort: fc.constantFrom(undefined, ['-moves', 'file']),
  })
  .map((words) => {
    const query = listQuery(
      Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)),
    );
    if (!query.ok) throw new Error(query.error);
    return query.value;
  });
const anySettings: fc.Arbitrary<WorkSettings> = fc
  .record(
    {
      rules: fc.oneof(fc.constant('auto' as const), anyRuleset),
      scoreUnder: fc.array(anyRuleset, { maxLength: 2 }),
      dead: fc.constantFrom(undefined, [{ file: '-', game: 1, points: 'E5', row: 0 }]),
      sinks: fc.subarray(SINKS, { minLength: 1 }),
      work: fc.oneof(
        fc.constant({}),
        fc.constant({ check: 'strict' as const }),
        fc.constant({ checksums: 'wanted' as const, terminal: { columns: 90, colors: 'no' as const } }),
        anyQuery.map((query) => ({ list: { query, format: 'csv' as const, rows: 'keyed' as const } })),
        fc.constant({ duplicates: { fewest: 3 } }),
        fc
          .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 5, maxLength: 5 })
          .map((words) => ({ duplicates: { fewest: 3, sought: Uint32Array.from(words) } })),
      ),
    },
    { requiredKeys: ['rules', 'sinks', 'work'] },
  )
  .map(({ rules, scoreUnder, dead, sinks, work }) => {
    const { defaultRules, komiHalves, counting, illegal, variations, estimator, limits, maxPerCode } =
      DEFAULT_OPTIONS;
    const own = { rules, score: false, ...(scoreUnder && { accounts: { scoreUnder } }) };
    const rest = { defaultRules, komiHalves, counting, illegal, variations, estimator, limits, maxPerCode };
    return { options: { ...rest, ...own }, ignore: [], dead, sinks, ...work };
  });
/** Positions in the list of all items. */
const anyPicks = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });

test('tasks, settings and results survive JSON, and mean the same afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(anySettings, anyPicks, async (settings, picks) => {
      const task: Task = { items: picks.map((i) => items[i % items.length]!), closed: [0, 1, 0, 1] };
      expect(written(copied(settings))).toBe(written(settings));
      expect(written(copied(task))).toBe(written(task));
      const work = createTaskWorker(() => undefined);
      const result = await work({ task, settings: { key: 'given', value: settings } });
      expect(written(copied(result))).toBe(written(result));
      const again = await work({ task: copied(task), settings: { key: 'copied', value: copied(settings) } });
      expect(written(again)).toBe(written(result));
    }),
    { numRuns: 40 },
  );
});

test('every kind of item is among them', () => {
  expect(new Set(items.map(({ kind }) => kind))).toEqual(
    new Set(['file', 'zip-entry', 'bytes', 'part', 'trouble']),
  );
});
