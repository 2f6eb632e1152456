import GoBoard from '@sabaki/go-board';
import { Ajv } from 'ajv';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatPoint, parsePoint } from '../../src/core/point.js';
import { marginText } from '../../src/core/text.js';
import { handicapPoints } from '../../src/go/rules/handicap-points.js';
import { resultOf } from '../../src/report/columns/games.js';
import type { AnalyzeOptions } from '../../src/referee/judge/options.js';
import { reportOf } from '../support/one-game.js';
import { type Case, FAMILIES, type Family, FOLDER, kit, rulesetOf, rulesOfKit, sgfOf } from './kit.js';

/** The files of samples/rulings, as they are; with UPDATE=1 they are written first. */
const made = kit();
const texts = {
  ...Object.fromEntries(
    FAMILIES.map((family) => [
      `${family}.jsonl`,
      made[family].map((one) => `${JSON.stringify(one)}\n`).join(''),
    ]),
  ),
  'rules.json': `${JSON.stringify(rulesOfKit(), undefined, 1)}\n`,
};
if (process.env['UPDATE'] === '1')
  for (const [name, text] of Object.entries(texts)) writeFileSync(FOLDER + name, text);

function casesOf(family: Family): Case[] {
  if (!existsSync(`${FOLDER}${family}.jsonl`)) return [];
  return readFileSync(`${FOLDER}${family}.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}

test.each(Object.entries(texts))(
  '%s is what the tables and the definitions give (UPDATE=1 writes it)',
  (name, text) => {
    expect(readFileSync(FOLDER + name, 'utf8') === text).toBe(true);
  },
);

test('the pages say how many questions there are', () => {
  const counts = FAMILIES.map((family) => [family, casesOf(family).length] as const);
  const page = readFileSync('docs/rulings.md', 'utf8');
  for (const [family, count] of counts) expect(page).toContain(`| \`${family}.jsonl\` | ${String(count)} |`);
  const all = counts.reduce((sum, [, count]) => sum + count, 0).toLocaleString('en');
  expect(page).toContain(`holds ${all} questions`);
  expect(readFileSync('README.md', 'utf8')).toContain(`puts ${all} rulings`);
});

/** Our answer to a case. */
function answerTo(one: Case): string {
  const [width, height] = one.board;
  if (one.question === 'handicap')
    return handicapPoints(width, height, one.handicap!, 'gtp')!
      .map((point) => formatPoint(point, width, height))
      .sort()
      .join(' ');
  if (one.question === 'first') {
    const other = { ...one, move: `${one.answer === 'B' ? 'W' : 'B'} E5` };
    const { findings } = reportOf(sgfOf(other), { rules: rulesetOf(one.rules) });
    return findings.some(({ code }) => code === 'handicap/first-player') ? one.answer : 'either';
  }
  const dead = (one.dead ?? []).map((word) => parsePoint(word, width, height)!);
  const options: Partial<AnalyzeOptions> = {
    rules: rulesetOf(one.rules),
    repair: false,
    ...(one.dead && { deadStones: () => ({ source: 'given', points: dead }) }),
    ...(one.counting !== undefined && { counting: one.counting as 'area' }),
    ...(one.to !== undefined && { accounts: { convertTo: [rulesetOf(one.to)] } }),
  };
  const { score, findings, replay, conversion } = reportOf(
    sgfOf(one, one.question === 'legal' ? '' : 'RE[B+1]'),
    options,
  );
  if (one.question === 'legal') {
    const wrong =
      findings.find(({ move, disposition }) => move === replay.moves && disposition !== undefined) ??
      findings.find(({ move = 0, code }) => code === 'move/after-end' && move >= replay.moves);
    return wrong ? `no ${wrong.code}` : 'yes';
  }
  if (one.question === 'score') return score ? resultOf(score) : 'none';
  const both = conversion!.to[0]!.bases.find(({ basis }) => basis === 'computed')!;
  return `${marginText(both.marginFromHalves, both.winnerFrom)} > ${marginText(both.marginToHalves, both.winnerTo)}`;
}

describe.each(FAMILIES)('%s', (family) => {
  test('this program answers every case', () => {
    const wrong = casesOf(family).flatMap((one) => {
      const expected = one.code === undefined ? one.answer : `${one.answer} ${one.code}`;
      const answer = answerTo(one);
      return answer === expected
        ? []
        : [
            `${one.name} ${one.says} (${one.rules}): ${answer}, expected ${expected}: ${sgfOf(one)} ${one.dead?.join(' ') ?? ''}`,
          ];
    });
    expect(wrong).toEqual([]);
  });
});

test('names are unique, and there are so many cases', () => {
  const all = FAMILIES.flatMap(casesOf);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(1200);
  process.stderr.write(
    `${FAMILIES.map((family) => `${family} ${String(casesOf(family).length)}`).join(', ')}: ${String(all.length)}\n`,
  );
});

test('every line is as the schema says, and names rules that are there', () => {
  const schema = JSON.parse(readFileSync(`${FOLDER}schema.json`, 'utf8')) as object;
  const isValid = new Ajv({ strict: false }).compile(schema);
  const wrong = FAMILIES.flatMap(casesOf).filter((one) => !isValid(one) || !(one.rules in rulesOfKit()));
  expect(wrong).toEqual([]);
});

test('the runner for JavaScript libraries finds that a ko stays forbidden after passes in @sabaki/go-board', async () => {
  const address: string = new URL('../../samples/rulings/runner.mjs', import.meta.url).href;
  const runner = (await import(address)) as Runner;
  const { rows, faults } = runner.compare(goBoard, ['japanese', 'no-self-capture']);
  expect(rows.reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThan(100);
  expect(faults.map((fault) => fault.split(' wrong')[0])).toEqual([
    FAMILIES.flatMap(casesOf).find(
      ({ says, rules }) => says.startsWith('retaken after two passes') && rules === 'japanese',
    )!.name,
  ]);
});

/** The methods of @sabaki/go-board that are used here. */
interface Stock {
  set(at: [number, number], sign: number): void;
  analyzeMove(sign: number, at: [number, number]): { overwrite: boolean; suicide: boolean; ko: boolean };
  makeMove(sign: number, at: [number, number]): Stock;
}

interface Runner {
  compare(begin: typeof goBoard, rules: readonly string[]): { rows: { asked: number }[]; faults: string[] };
}

function goBoard({ board: [width, height], black = [], white = [] }: Case) {
  let board = (
    GoBoard as unknown as { fromDimensions: (width: number, height: number) => Stock }
  ).fromDimensions(width, height);
  const at = (name: string): [number, number] => {
    const point = parsePoint(name, width, height)!;
    return [point % width, Math.floor(point / width)];
  };
  for (const name of black) board.set(at(name), 1);
  for (const name of white) board.set(at(name), -1);
  return {
    play(color: 'B' | 'W', point?: { x: number; y: number }) {
      const sign = color === 'B' ? 1 : -1;
      const vertex: [number, number] = point ? [point.x, point.y] : [-1, -1];
      const { overwrite, suicide, ko } = board.analyzeMove(sign, vertex);
      if (overwrite || suicide || ko) return false;
      board = board.makeMove(sign, vertex);
      return true;
    },
  };
}
