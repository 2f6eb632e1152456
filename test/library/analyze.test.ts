import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { portableSha256, sha256 } from '../../src/core/bytes.js';
import {
  analyze,
  baselineOf,
  checkFile,
  compareGames,
  convertScore,
  crosscheck,
  DUPLICATE_KINDS,
  explain,
  FAITHFUL,
  findDuplicates,
  formatFile,
  gtpSession,
  LANGUAGES,
  listGames,
  listQuery,
  mergeGames,
  openQuestion,
  parseDecisions,
  parseWhere,
  readTables,
  rulesetByName,
  rulingSheet,
  UserError,
} from '../../src/index.js';
import { analyze as analyzeLegality } from '../../src/legality.js';

const OCCUPIED = '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[ee];W[ee])';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const codesOf = ({ games, findings }: ReturnType<typeof analyze>): string[] =>
  [...findings, ...games.flatMap((game) => game.findings)].map(({ code }) => code);

const SAMPLES = new URL('../../samples/', import.meta.url);
const samples = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.sgf'),
);

test.each([
  ['ruels', 'there is no option ruels; did you mean rules?'],
  ['keepsource', 'there is no option keepsource; did you mean keepSource?'],
  ['constructor', 'there is no option constructor'],
])('an option that there is not is an error: %s', (name, message) => {
  const query = listQuery({});
  if (!query.ok) throw new Error(query.error);
  const calls = [analyze, analyzeLegality, checkFile].map((call) => () => call(OCCUPIED, { [name]: 1 }));
  for (const call of [...calls, () => listGames(OCCUPIED, query.value, { [name]: 1 })])
    expect(call).toThrow(new UserError(message));
});

const A_REPORT = 'a report of a game, as analyze gives it';
const A_FILE = 'a list, each entry an object with name and bytes (entry 1 is not)';

test.each<[string, () => unknown, string]>([
  [
    'listGames',
    () => listGames(OCCUPIED, {} as never),
    `query is an object but must be the value of what listQuery returned`,
  ],
  [
    'compareGames',
    () => compareGames({} as never, {} as never),
    `first is an object but must be ${A_REPORT}`,
  ],
  [
    'mergeGames, of reports without their source',
    () => {
      const [game] = analyze(OCCUPIED).games;
      return mergeGames(game!, game!);
    },
    'a merge needs reports with their source: analyze with keepSource: true',
  ],
  ['gtpSession', () => gtpSession({ rulez: 1 } as never), 'there is no option rulez; did you mean rules?'],
  [
    'findDuplicates, of a kind that there is not',
    () => findDuplicates([], { kinds: ['nearr'] as never }),
    `kinds is ["nearr"] but must be a list, each entry one of ${DUPLICATE_KINDS.map((kind) => `"${kind}"`).join(', ')} (entry 1 is not)`,
  ],
  [
    'rulingSheet, in a language that there is not',
    () => rulingSheet(analyze(OCCUPIED).games[0]!, { language: 'dk' as never }),
    `language is "dk" but must be one of ${LANGUAGES.map((tag) => `"${tag}"`).join(', ')}`,
  ],
  ['listQuery', () => listQuery(undefined as never), 'words is undefined but must be an object'],
  [
    'convertScore',
    () => convertScore({} as never, undefined, {} as never, {} as never, {} as never, {}),
    'record is an object but must be the record of a report',
  ],
  ['readTables', () => readTables('x' as never), `files is "x" but must be a list`],
  ['readTables, of texts', () => readTables(['x'] as never), `files is ["x"] but must be ${A_FILE}`],
  ['findDuplicates', () => findDuplicates([{}] as never), `files is a list but must be ${A_FILE}`],
  ['parseWhere', () => parseWhere('komi > 5', 'komi' as never), 'nameOf is "komi" but must be a function'],
  ['openQuestion', () => openQuestion({} as never), `report is an object but must be ${A_REPORT}`],
  ['rulingSheet', () => rulingSheet(undefined as never), `report is undefined but must be ${A_REPORT}`],
  [
    'crosscheck',
    () => crosscheck([], [1] as never),
    `reports is [1] but must be a list, each entry ${A_REPORT} (entry 1 is not)`,
  ],
  ['baselineOf', () => baselineOf({} as never, 'audit'), 'reports is an object but must be a list'],
  ['parseDecisions', () => parseDecisions({} as never), 'json is an object but must be a text'],
  [
    'analyze, of a decision that names nobody, no day and no reason',
    () => analyze(OCCUPIED, { decisions: [{ game: '0123456789abcdef' }] as never }),
    'decisions is a list but must be a list, each entry a decision (name is missing: a line of text; date is missing: a day as YYYY-MM-DD; reason is missing: a line of text) (entry 1 is not)',
  ],
])('a wrong argument of %s is a UserError', (_, call, message) => {
  expect(call).toThrow(expect.objectContaining({ name: 'UserError', message }) as Error);
});

/** What a program in JavaScript may pass. */
type Loose = (input: unknown, options?: unknown) => unknown;
const A_LIST = '"default", "strict", "lenient"';

test.each<[string, unknown, unknown, unknown, string]>([
  ['a flag', analyze, OCCUPIED, { score: 'no' }, 'score is "no" but must be true or false'],
  [
    'a limit that there is not',
    analyze,
    OCCUPIED,
    { limits: { nodes: -1 } },
    'there is no option limits.nodes; did you mean limits.nodesPerGame?',
  ],
  [
    'a limit below 0',
    analyzeLegality,
    OCCUPIED,
    { limits: { depth: -1 } },
    'limits.depth is -1 but must be a whole number from 0',
  ],
  [
    'codes as a text',
    analyze,
    OCCUPIED,
    { ignore: 'move/ko' },
    'ignore is "move/ko" but must be a Set of codes of findings',
  ],
  [
    'codes that there are not',
    checkFile,
    OCCUPIED,
    { ignore: new Set(['move/kko']) },
    'ignore is an object but must be a Set of codes of findings',
  ],
  [
    'a ruleset by its name',
    analyze,
    OCCUPIED,
    { rules: 'japanese' },
    'rules is "japanese" but must be "auto" or a ruleset, as rulesetByName or parseRuleset give it',
  ],
  [
    'a komi in the accounts',
    analyze,
    OCCUPIED,
    { accounts: { convert: { komiToHalves: 'much' } } },
    'accounts.convert.komiToHalves is "much" but must be "same", "standard" or a number of half points',
  ],
  [
    'a profile',
    checkFile,
    OCCUPIED,
    { profile: 'severe' },
    `profile is "severe" but must be one of ${A_LIST}`,
  ],
  ['no options', analyze, OCCUPIED, null, 'options is null but must be an object'],
  [
    'no input',
    analyze,
    undefined,
    {},
    'input is undefined but must be the bytes of a file (a Uint8Array) or its text',
  ],
  [
    'a query of listQuery with a text in place of a list',
    listQuery,
    { sort: 'moves' },
    undefined,
    'sort is "moves" but must be a list',
  ],
  [
    'an option of listQuery that there is not',
    listQuery,
    { colums: ['moves'] },
    undefined,
    'there is no option colums; did you mean columns?',
  ],
  [
    'a move of rulingSheet',
    rulingSheet,
    analyze(OCCUPIED).games[0],
    { move: 999 },
    'move is 999 but must be one of the 2 moves of the game',
  ],
  [
    'a code of explain',
    explain,
    'move/kko',
    undefined,
    'there is no finding code move/kko; did you mean move/ko?',
  ],
  [
    'a ruleset with a field that has no such value',
    analyze,
    OCCUPIED,
    { defaultRules: { ...rulesetByName('aga'), superko: 'sometimes' } },
    'defaultRules is an object but must be a ruleset, as rulesetByName or parseRuleset give it',
  ],
  [
    'a symmetry',
    formatFile,
    utf8('(;)'),
    { ...FAITHFUL, colors: 'turned' },
    'colors is "turned" but must be one of "kept", "swapped"',
  ],
  [
    'text to rewrite',
    formatFile,
    '(;)',
    FAITHFUL,
    'bytes is "(;)" but must be the bytes of a file (a Uint8Array)',
  ],
])('a wrong value is an error that names it: %s', (_, call, input, options, message) => {
  const called = (): unknown => (call as Loose)(input, options);
  expect(called).toThrow(new UserError(message));
  expect(called).toThrow(UserError);
});

test('an option that is undefined is left out, and limits may be given in part', () => {
  const report = analyze(OCCUPIED, { rules: undefined, limits: { depth: 5 } } as object);
  expect(report.games).toEqual(analyze(OCCUPIED).games);
});

describe('a file and nothing else', () => {
  test.each([
    ['bytes', utf8(OCCUPIED)],
    ['text', OCCUPIED],
  ])('%s is all that analyze needs', (_, input) => {
    const report = analyze(input);
    expect(codesOf(report)).toContain('move/occupied');
    const [game] = report.games;
    expect(game).toMatchObject({ file: '', sha256: createHash('sha256').update(OCCUPIED).digest('hex') });
    expect(game!.findings.find(({ code }) => code === 'move/occupied')).toMatchObject({
      line: 1,
      column: 46,
    });
  });

  test('an option stands beside the defaults', () => {
    const report = analyze(OCCUPIED, { file: 'a.sgf', ignore: new Set(['move/occupied']) });
    expect(report.games[0]!.file).toBe('a.sgf');
    expect(codesOf(report)).toEqual(codesOf(analyze(OCCUPIED)).filter((code) => code !== 'move/occupied'));
  });

  test.each([
    ['checkFile', () => checkFile(OCCUPIED.replace('FF[4]', '')).games],
    [
      'listGames',
      () => {
        const query = listQuery({});
        return query.ok ? listGames(OCCUPIED, query.value).games : [];
      },
    ],
    [
      'findDuplicates',
      () =>
        findDuplicates([
          { name: 'a', bytes: utf8(OCCUPIED) },
          { name: 'b', bytes: utf8(OCCUPIED) },
        ]),
    ],
  ])('%s too', (_, call) => {
    expect(call().length).toBeGreaterThan(0);
  });

  test('the CA of text that was decoded already accuses nobody', () => {
    const named = '(;GM[1]FF[4]CA[GB2312]SZ[9]PB[黒]KM[6.5]RU[Japanese];B[ee])';
    expect(codesOf(analyze(utf8(named)))).toContain('encoding/declared-wrong');
    const report = analyze(named);
    expect(codesOf(report)).not.toContain('encoding/declared-wrong');
    expect(report.games[0]!.record.black).toBe('黒');
  });
});

describe('the small library', () => {
  test.each(samples)('%s: the same as the whole one without scores', (name) => {
    const bytes = readFileSync(new URL(name, SAMPLES));
    const whole = analyze(bytes, { score: false, repair: false, file: name });
    const small = analyzeLegality(bytes, { file: name });
    // Boards are those of the last game, and shared.
    const plain = ({ games, findings, charset }: typeof whole): unknown => ({
      findings,
      charset,
      games: games.map(({ replay, ...game }) => ({ ...game, moves: replay.moves, illegal: replay.illegal })),
    });
    expect(plain(small)).toEqual(plain(whole));
    expect(small.games.every(({ score }) => score === undefined)).toBe(true);
  });
});

test.each(Array.from({ length: 140 }, (_, length) => length))('SHA-256 of %d bytes', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 0xff);
  const expected = createHash('sha256').update(bytes).digest('hex');
  expect([portableSha256(bytes), sha256(bytes)]).toEqual([expected, expected]);
});
