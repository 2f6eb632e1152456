import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BLACK, WHITE } from '../../src/core/color.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { ACTION, FIRST_NON_MOVE, type TerritoryMarks } from '../../src/core/line.js';
import { formatPoint, parsePoint, pointToSgf } from '../../src/core/point.js';
import { SOURCE_TEXTS } from '../../src/go/rules/citation.js';
import { parseRuleset } from '../../src/go/rules/fields.js';
import type { Ruleset } from '../../src/go/rules/ruleset.js';
import { RULESETS } from '../../src/go/rules/rulesets.js';
import type { Ruling } from '../../src/report/gtp/rulings.js';
import { positionAt } from '../../src/referee/replay/replay.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { casesByDefinition } from './definitions.js';

/** One question of the kit: a line of samples/rulings/*.jsonl, as docs/rulings.md describes it, with what no program is told. */
export interface Case extends Ruling {
  readonly to?: string;
  readonly by: 'text' | 'definition';
  readonly silent?: string;
}

/** The families, each a file. */
export const FAMILIES = [
  'board',
  'ko',
  'repetition',
  'self-capture',
  'passes',
  'score',
  'handicap',
  'convert',
] as const;
export type Family = (typeof FAMILIES)[number];
export type Kit = Readonly<Record<Family, readonly Case[]>>;

export const FOLDER = fileURLToPath(new URL('../../samples/rulings/', import.meta.url));
const TABLES = fileURLToPath(new URL('../referee/rulings/', import.meta.url));

/** Fields of a ruleset that decide cases of the kit. */
const FIELDS = [
  'basicKo',
  'superko',
  'startCounts',
  'selfCapture',
  'scoring',
  'countings',
  'passesToEnd',
  'passesAllAlive',
  'deadStones',
  'resumption',
  'secondStopAllAlive',
  'passStones',
  'whitePassesLast',
  'sekiPoints',
  'compensation',
  'compensationFrom',
  'komiByFirstPass',
  'oneStoneIsPlaced',
  'ties',
  'tiesHandicap',
] as const;

/** Rules that are a definition alone. */
const DEFINITIONS: Readonly<Record<string, Partial<Ruleset>>> = {
  'basic-ko': { basicKo: true, superko: 'none', selfCapture: 'allowed' },
  positional: { basicKo: false, superko: 'positional', selfCapture: 'allowed' },
  situational: { basicKo: false, superko: 'situational', selfCapture: 'allowed' },
  natural: { basicKo: false, superko: 'natural', selfCapture: 'allowed' },
  'no-self-capture': { basicKo: true, superko: 'none', selfCapture: 'forbidden' },
  'no-single-self-capture': { basicKo: true, superko: 'none', selfCapture: 'multi' },
  area: { scoring: 'area', countings: ['area'], deadStones: 'agreement' },
  territory: { scoring: 'territory', countings: ['territory'], deadStones: 'agreement', passesAllAlive: 0 },
};

/** The rulesets of the kit as data, by name. */
export function rulesOfKit(): Record<string, object> {
  const sources = (ruleset: Ruleset): string[] => [
    ...new Set(Object.values(ruleset.sources).flatMap((keys) => keys.map((key) => SOURCE_TEXTS[key] ?? key))),
  ];
  const pick = (ruleset: Ruleset): object =>
    Object.fromEntries(
      FIELDS.flatMap((field) => (ruleset[field] === undefined ? [] : [[field, ruleset[field]]])),
    );
  const named = RULESETS.map((ruleset) => [
    ruleset.name,
    { title: ruleset.title, ...pick(ruleset), sources: sources(ruleset) },
  ]);
  const defined = Object.keys(DEFINITIONS).map((name) => [
    name,
    { title: `the definition: ${name}`, ...pick(rulesetOf(name)), sources: [] },
  ]);
  return Object.fromEntries([...named, ...defined]) as Record<string, object>;
}

export function rulesetOf(name: string): Ruleset {
  const known = RULESETS.find((ruleset) => ruleset.name === name);
  if (known) return known;
  const read = parseRuleset({
    base: 'tromp-taylor',
    name: `kit ${name}`,
    startCounts: true,
    ...DEFINITIONS[name],
  });
  if (!read.ok) throw new Error(read.error.join('; '));
  return read.value;
}

/** The record of a case. */
export function sgfOf(one: Case, extra = ''): string {
  const [width, height] = one.board;
  const at = (word: string): string =>
    word === 'pass'
      ? ''
      : word === 'off'
        ? width < 19
          ? 'ss'
          : 'zz'
        : pointToSgf(parsePoint(word, width, height)!, width);
  const list = (ident: string, words: readonly string[] = []): string =>
    words.length > 0 ? ident + words.map((word) => `[${at(word)}]`).join('') : '';
  const moves = (one.moves ?? []).map((text) => `;${text.slice(0, 1)}[${at(text.slice(2))}]`).join('');
  const asked = one.move === undefined ? '' : `;${one.move.slice(0, 1)}[${at(one.move.slice(2))}]`;
  const header =
    (one.komi === undefined ? '' : `KM[${String(one.komi)}]`) +
    (one.handicap === undefined ? '' : `HA[${String(one.handicap)}]`) +
    (one.toPlay === undefined ? '' : `PL[${one.toPlay}]`);
  return `(;GM[1]FF[4]SZ[${String(width)}:${String(height)}]${extra}${header}${list('AB', one.black)}${list('AW', one.white)}${moves}${asked})`;
}

const lines = (file: string): string[] =>
  readFileSync(TABLES + file, 'utf8')
    .trimEnd()
    .split('\n');

const positions = new Map(
  lines('positions.tsv')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string]),
);

const ILLEGAL =
  /^(\d+) (move\/(?:off-board|occupied|self-capture|ko|out-of-turn|after-end|superko-\w+))(?: ([a-z-]+))?/;
const ALLOWED = /^(\d+) move\/repetition/;

/** The cases of the tables in test/referee/rulings, whose answers were worked out from the texts by hand. */
function casesOfTables(add: Add): void {
  for (const file of readdirSync(TABLES).sort()) {
    if (!file.endsWith('.tsv') || file === 'positions.tsv') continue;
    const all = lines(file);
    const text = all.find((line) => line.startsWith('# text: '))?.slice(8) ?? 'all';
    for (const line of all.filter((one) => !one.startsWith('#')).slice(1)) {
      const [
        article = '',
        says = '',
        rules = '',
        options = '',
        short = '',
        findings = '',
        result = '',
        ,
        silent = '',
      ] = line.split('\t');
      const cited = text === 'all' || article.startsWith(text) ? article : `${text}, ${article}`;
      const sgf = `(;GM[1]FF[4]${short.replace(/\{([^}]+)\}/g, (_, name: string) => positions.get(name)!)})`;
      const read = readCase(sgf);
      if (!read) continue;
      const words =
        options === '-' ? [] : options.split(' ').map((one) => one.split('=') as [string, string]);
      const given: Readonly<Record<string, string>> = Object.fromEntries(words);
      const base = {
        says,
        rules,
        article: cited,
        by: 'text' as const,
        ...(silent === '-' ? {} : { silent }),
      };
      if (given['illegal'] !== undefined) continue;
      const { shape, moves, dead } = read;
      casesOfMoves(
        findings === '-' ? [] : findings.split('; '),
        { base, shape, moves, hasResult: result !== '-' },
        add,
      );
      if (findings.includes('1 handicap/first-player') && moves.length > 0) {
        const answer = moves[0]!.startsWith('B') ? 'W' : 'B';
        add('handicap', { ...base, ...shape, question: 'first', answer });
      }
      if (result === '-' || result === 'none' || given['estimator'] !== undefined) continue;
      const to = given['to'];
      const counting = given['counting'] === undefined ? {} : { counting: given['counting'] };
      const counted = { ...base, ...shape, moves, ...(dead && { dead }), ...counting, answer: result };
      if (to === undefined) add('score', { ...counted, question: 'score' });
      else add('convert', { ...counted, question: 'convert', to });
    }
  }
}

interface Read {
  readonly shape: Pick<Case, 'board' | 'black' | 'white' | 'toPlay' | 'handicap' | 'komi'>;
  readonly moves: readonly string[];
  /** `undefined`: the players marked nothing. */
  readonly dead: readonly string[] | undefined;
}

/** What a kit can say about a record: setup at its start, then moves; `undefined`: there is more to it. */
function readCase(sgf: string): Read | undefined {
  const game = scanFile(new TextEncoder().encode(sgf), { firstGame: 1, limits: DEFAULT_LIMITS }).games[0]!;
  const { width, height, line, header, marks } = game;
  const black: string[] = [];
  const white: string[] = [];
  const moves: string[] = [];
  let toPlay: 'B' | 'W' | undefined;
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    const at = formatPoint(line.points[i]!, width, height);
    if (kind < FIRST_NON_MOVE) {
      const what = kind >= ACTION.badBlack ? 'off' : kind >= ACTION.passBlack ? 'pass' : at;
      moves.push(`${kind % 2 === 0 ? 'B' : 'W'} ${what}`);
    } else if (moves.length > 0 || kind === ACTION.addEmpty || kind === ACTION.force) return undefined;
    else if (kind === ACTION.addBlack) black.push(at);
    else if (kind === ACTION.addWhite) white.push(at);
    else toPlay = kind === ACTION.turnBlack ? 'B' : 'W';
  }
  const komi = header.get('KM');
  const handicap = header.get('HA');
  if (/[^\d.-]/.test(komi ?? '') || header.get('RE')?.includes('Void') === true) return undefined;
  return {
    shape: {
      board: [width, height],
      ...(komi !== undefined && { komi: Number(komi) }),
      ...(handicap !== undefined && { handicap: Number(handicap) }),
      ...(black.length > 0 && { black }),
      ...(white.length > 0 && { white }),
      ...(toPlay !== undefined && { toPlay }),
    },
    moves,
    dead: marks && deadOf(positionAt(line, width, height, Infinity), marks, width, height),
  };
}

/** Stones that stand among the other color's marks. */
function deadOf(stones: Uint8Array, marks: TerritoryMarks, width: number, height: number): string[] {
  const among = (points: readonly number[], color: number): number[] =>
    points.filter((point) => stones[point] === color);
  return [...among(marks.black, WHITE), ...among(marks.white, BLACK)].map((point) =>
    formatPoint(point, width, height),
  );
}

function casesOfMoves(
  findings: readonly string[],
  {
    base,
    shape,
    moves,
    hasResult,
  }: {
    base: Pick<Case, 'says' | 'rules' | 'article' | 'by' | 'silent'>;
    shape: Read['shape'];
    moves: readonly string[];
    hasResult: boolean;
  },
  add: Add,
): void {
  const ask = (family: Family, number: number, answer: string, code?: string): void => {
    const before = moves.slice(0, number - 1);
    const move = moves[number - 1]!;
    add(family, { ...base, ...shape, moves: before, question: 'legal', move, answer, ...(code && { code }) });
  };
  let first = Infinity;
  for (const found of findings) {
    const [, number = '', code = '', disposition] = ILLEGAL.exec(found) ?? [];
    if (number !== '') {
      // A repetition that the players settled is not asked about.
      if (disposition === undefined && code !== 'move/after-end') return;
      if (Number(number) < first) {
        first = Number(number);
        ask(familyOf(code), first, 'no', code);
      }
    }
  }
  for (const found of findings) {
    const number = Number(ALLOWED.exec(found)?.[1] ?? Infinity);
    if (number < first) ask('repetition', number, 'yes');
  }
  if (first < Infinity || hasResult || findings.some((one) => /move\//.test(one))) return;
  if (moves.length > 0)
    ask(
      moves.at(-1)!.endsWith('pass') || moves.at(-2)?.endsWith('pass') === true ? 'passes' : 'board',
      moves.length,
      'yes',
    );
}

function familyOf(code: string): Family {
  if (code === 'move/ko') return 'ko';
  if (code === 'move/self-capture') return 'self-capture';
  if (code === 'move/after-end') return 'passes';
  return code.startsWith('move/superko') ? 'repetition' : 'board';
}

export type Add = (family: Family, one: Omit<Case, 'name'>) => void;

/** The whole kit; a question that was asked before is left out. */
export function kit(): Kit {
  const cases = Object.fromEntries(FAMILIES.map((family): [Family, Case[]] => [family, []])) as Record<
    Family,
    Case[]
  >;
  const asked = new Set<string>();
  const add: Add = (family, one) => {
    const { rules, board, black, white, toPlay, handicap, komi, moves, question, move, dead, to, counting } =
      one;
    const isMove = question === 'legal' || question === 'first';
    const what = isMove ? [toPlay, move] : [toPlay, handicap, komi, dead, to, counting];
    const key = JSON.stringify([rules, board, black, white, moves, question, ...what]);
    if (asked.has(key)) return;
    asked.add(key);
    cases[family].push({ name: `${family}-${String(cases[family].length + 1)}`, ...one });
  };
  casesOfTables(add);
  casesByDefinition(add);
  return cases;
}
