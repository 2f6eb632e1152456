/** Every function that the package exports, with every kind of wrong value for each argument and option. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as library from '../../src/index.js';
import * as legality from '../../src/legality.js';
import * as machines from '../../src/many-machines.js';

const { analyze, listQuery, parseBaseline, readTables, rulesetByName, UserError } = library;

const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text =
  '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]PB[A]PW[B]RE[B+R];B[cc];W[bc];B[cb];W[bb];B[cd];W[bd];B[bd])';
const bytes = new TextEncoder().encode(text);
const [report] = analyze(bytes, { keepSource: true }).games;
const { basis } = analyze('(;SZ[5]RU[Japanese]KM[0];B[cc];W[];B[])').games[0]!.score!;
const { record, findings } = report!;
const table = { name: 't.csv', bytes: new TextEncoder().encode('white,black,result\nB,A,B+') };
const valueOf = <T>(outcome: { readonly ok: true; readonly value: T } | { readonly ok: false }): T => {
  if (!outcome.ok) throw new Error('not valid');
  return outcome.value;
};

const VALUES = {
  nothing: undefined,
  null: null,
  flag: true,
  number: 42,
  text: '',
  object: {},
  list: [],
  bytes: Buffer.from('(;GM[1])'),
} satisfies Record<string, unknown>;
type Kind = keyof typeof VALUES;
const KINDS = Object.keys(VALUES) as Kind[];

/** One argument: a right value, and the kinds of values that are right too. Every other kind is refused, and so is an option not listed. */
interface Argument {
  readonly name: string;
  readonly right: unknown;
  readonly takes?: readonly Kind[];
  readonly options?: Readonly<Record<string, readonly Kind[]>>;
  /** Options that may not be left out. */
  readonly needs?: readonly string[];
}

const of = (name: string, right: unknown, ...takes: Kind[]): Argument => ({ name, right, takes });
/** Options, all of which may be left out. */
function optionsOf<T>(options: Readonly<Record<keyof T & string, readonly Kind[]>>): Argument {
  return { name: 'options', right: {}, options, takes: ['nothing', 'object'] };
}

type Analyzing = library.AnalyzeOptions;
const LEGALITY = {
  ...{ file: ['text'], firstGame: ['number'], firstLine: ['number'], firstColumn: ['number'] },
  ...{ rules: [], defaultRules: [], decisions: ['list'], ignore: [], digest: [], charset: [], inspect: [] },
  ...{ conventions: [], illegal: [], scores: [], limits: ['object'], maxPerCode: ['number'] },
  ...{ variations: ['flag'], repair: ['flag'], keepBoard: ['flag'], keepSource: ['flag'] },
  ...{ keepLines: ['flag'], places: ['flag'], gamePlaces: ['flag'] },
} satisfies Record<keyof legality.LegalityOptions, Kind[]>;
const ANALYZE: Readonly<Record<keyof Analyzing, readonly Kind[]>> = {
  ...LEGALITY,
  ...{ score: ['flag'], estimator: [], deadStones: [], komiHalves: ['number'], counting: [] },
  ...{ accounts: ['object'], countRepairs: ['flag'] },
};
const FORMAT: Readonly<Record<keyof library.FormatOptions, readonly Kind[]>> = {
  ...{ charsetIn: [], charsetOut: [], root: [], identifiers: [], order: [], points: [], nodes: [] },
  ...{ normalize: ['list'], strip: ['list'], score: ['list'], games: ['list'], decisions: ['list'] },
  ...{ copyOf: [] },
  ...{ symmetry: [], colors: [], komi: [], moves: [], passes: [], rules: [], lossy: [], limits: ['object'] },
};
const PLAN: Readonly<Record<keyof machines.PlanRequest, readonly Kind[]>> = {
  ...{ inputs: ['list'], chunks: ['number'], options: ['object'], ignore: ['list'], decisions: ['list'] },
  ...{ event: ['object'], onNothing: [] },
};

const FILE = of('input', bytes, 'text', 'bytes');
const REPORT = of('report', report);
const SIZE = [of('width', 19, 'number'), of('height', 19, 'number')];
const JSON_TEXT = of('json', '{}', 'text');
const FOLDER = of('folder', folder);

const ROWS: readonly (readonly [call: unknown, args: readonly Argument[]])[] = [
  [analyze, [FILE, optionsOf<Analyzing>(ANALYZE)]],
  [legality.analyze, [FILE, optionsOf<legality.LegalityOptions>(LEGALITY)]],
  [
    library.checkFile,
    [FILE, optionsOf<library.CheckOptions>({ ...ANALYZE, profile: [], shared: ['object'] })],
  ],
  [library.formatFile, [of('bytes', bytes, 'bytes'), optionsOf<library.FormatOptions>(FORMAT)]],
  [
    library.findDuplicates,
    [
      of('files', [{ name: '', bytes }], 'list'),
      optionsOf<library.DuplicateOptions>({
        digest: [],
        kinds: ['list'],
        fewest: ['number'],
        limits: ['object'],
      }),
    ],
  ],
  [
    listQuery,
    [
      {
        ...optionsOf<library.ListWords>({
          ...{ columns: ['list'], where: ['text'], sort: ['list'], needsRuling: ['flag'], decided: ['flag'] },
        }),
        ...{ name: 'words', takes: ['object'] },
      },
    ],
  ],
  [library.listGames, [FILE, of('query', valueOf(listQuery({}))), optionsOf<Analyzing>(ANALYZE)]],
  [
    library.crosscheck,
    [
      of('tables', readTables([table]).tables, 'list'),
      of('reports', [report], 'list'),
      of('aliases', [['a', 'b']], 'nothing', 'list'),
    ],
  ],
  [readTables, [of('files', [table], 'list')]],
  [library.baselineOf, [of('reports', [report], 'list'), of('command', 'audit')]],
  [parseBaseline, [JSON_TEXT]],
  [
    library.unknownFindings,
    [REPORT, of('baseline', valueOf(parseBaseline(library.baselineOf([report!], 'audit'))))],
  ],
  [library.conversionText, [REPORT]],
  [library.movesDigest, [of('record', record)]],
  [library.parseDecisions, [JSON_TEXT]],
  [library.openQuestion, [REPORT]],
  [
    library.rulingSheet,
    [REPORT, optionsOf<library.SheetOptions>({ move: [], language: [], table: [], tableQuestion: ['text'] })],
  ],
  [library.gtpSession, [optionsOf<library.GtpOptions>({ rules: [], version: ['text'], read: [] })]],
  [
    library.parseWhere,
    [of('expression', 'size=19', 'text'), of('nameOf', () => ({ ok: true, value: '' }), 'nothing')],
  ],
  [library.messageOf, [of('finding', findings[0]), of('size', record)]],
  [library.explain, [of('code', 'move/ko')]],
  [rulesetByName, [of('name', 'japanese', 'text')]],
  [library.parseRuleset, [of('json', {}, ...KINDS)]],
  [library.formatPoint, [of('point', 60, 'number'), ...SIZE]],
  [library.parsePoint, [of('text', 'Q16', 'text'), ...SIZE]],
  [
    library.convertScore,
    [
      ...[of('record', record), of('score', undefined, 'nothing'), of('basis', basis)],
      ...[of('from', rulesetByName('japanese')), of('to', rulesetByName('aga'))],
      optionsOf<library.ConvertOptions>({
        ...{ sideBySide: ['flag'], komiFromHalves: ['number'], komiToHalves: ['number'] },
      }),
    ],
  ],
  [library.compareGames, [of('first', report), of('second', report)]],
  [library.mergeGames, [of('first', report), of('second', report)]],
  [
    machines.plan,
    [FOLDER, { name: 'request|inputs', right: { inputs: [] }, options: PLAN, needs: ['inputs'] }],
  ],
  [
    machines.work,
    [FOLDER, optionsOf<machines.WorkOptions>({ chunk: [], jobs: ['number'], signal: [], onNothing: [] })],
  ],
  [machines.merge, [FOLDER, of('out', join(folder, 'out')), optionsOf<{ signal: unknown }>({ signal: [] })]],
];

const ENTRIES = { library, legality, machines };
const EXPORTED = Object.entries(ENTRIES).flatMap(([entry, all]) =>
  Object.entries(all as object).map(([name, value]): [string, unknown] => [`${entry} ${name}`, value]),
);
const isError = (value: unknown): boolean => value === UserError || value === machines.PlanError;
const nameOf = new Map(EXPORTED.toReversed().map(([name, value]) => [value, name]));

test('every exported function has a row', () => {
  const rows = new Set(ROWS.map(([call]) => call));
  const functions = EXPORTED.filter(([, value]) => typeof value === 'function' && !isError(value));
  expect(functions.filter(([, value]) => !rows.has(value))).toEqual([]);
});

/** The message of the UserError that a call throws or rejects with; any other error is a failure. */
async function refusalOf(call: unknown, args: readonly unknown[]): Promise<string | undefined> {
  try {
    await (call as (...values: unknown[]) => unknown)(...args);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

/** What a function does with a value of each kind in one place: nothing, or the sentence with which it refuses the value. */
async function answers(
  call: unknown,
  given: (value: unknown) => readonly unknown[],
): Promise<Readonly<Record<string, string | undefined>>> {
  const all: Record<string, string | undefined> = {};
  // One after the other: some write files.
  for (const kind of KINDS) all[kind] = await refusalOf(call, given(VALUES[kind]));
  return all;
}

/** Nothing for the kinds that are taken, and a sentence that begins with the name for every other. */
function expected(name: string, takes: readonly Kind[]): Readonly<Record<string, unknown>> {
  const refusal = expect.stringMatching(
    new RegExp(`^(?:${name})\\b.* must be |there is no ${name} 42`),
  ) as unknown;
  return Object.fromEntries(KINDS.map((kind) => [kind, takes.includes(kind) ? undefined : refusal]));
}

describe.each(ROWS.map(([call, args]) => [nameOf.get(call)!, call, args] as const))('%s', (_, call, args) => {
  const rights = args.map(({ right }) => right);

  test('no arguments', async () => {
    const needed = args.find(({ takes }) => takes?.includes('nothing') !== true);
    const refusal = await refusalOf(call, []);
    if (needed) expect(refusal).toMatch(new RegExp(`^(?:${needed.name})\\b`));
    else expect(refusal).toBeUndefined();
  });

  test('the right arguments', async () => {
    expect(await refusalOf(call, rights)).toBeUndefined();
  });

  test.each(args.map((arg, i) => [arg.name, i, arg.takes ?? []] as const))('%s', async (name, i, takes) => {
    const all = await answers(call, (value) => rights.with(i, value));
    expect(all).toEqual(expected(name, takes));
  });

  const options = args.flatMap((arg, i) =>
    Object.entries(arg.options ?? {}).map(([option, takes]) => [option, i, takes] as const),
  );
  const withOption = (i: number, option: string, value: unknown): readonly unknown[] =>
    rights.with(i, { ...(rights[i] as object), [option]: value });

  if (options.length === 0) return;
  test('an option that there is not', async () => {
    const refusal = await refusalOf(call, withOption(options[0]![1], 'noSuchThing', 1));
    expect(refusal).toMatch('there is no option noSuchThing');
  });

  test.each(options)('option %s', async (option, i, takes) => {
    const all = await answers(call, (value) => withOption(i, option, value));
    const isNeeded = args[i]!.needs?.includes(option) === true;
    expect(all).toEqual(expected(option, isNeeded ? takes : ['nothing', ...takes]));
  });
});
