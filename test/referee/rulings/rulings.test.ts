import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resultOf } from '../../../src/report/columns/games.js';
import { marginText } from '../../../src/core/text.js';
import type { GameReport } from '../../../src/referee/judge/report.js';
import { consequencesOf } from '../../../src/go/rules/citation.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';
import { reportOf } from '../../support/one-game.js';

/** A row of a table: one ruling that a text demands, worked out by hand from the text. */
interface Ruling {
  /** Where the text has it. */
  readonly article: string;
  readonly ruling: string;
  readonly rules: string;
  /** A ruleset; `illegal=pass`, `counting=area`; `to=aga` for a conversion; `-`: none. */
  readonly options: string;
  /** Without `(;GM[1]FF[4]` and `)`; positions of `positions.tsv` in braces. */
  readonly sgf: string;
  /**
   * `10 move/ko accepted <rule 6>`, joined by `; `: move, code, disposition, and the article that the finding has to cite.
   * `-`: none; `no komi/unusual`: none, not even this.
   */
  readonly findings: string;
  /** The computed result, of a conversion `W+1.5 > W+2.5`; `none`: the game is not scored; `-`: not looked at. */
  readonly result: string;
  /** `unsure: penalt`: behind the colon what the explanation has to contain. */
  readonly verdict: string;
  /** What the text leaves open, so that the row rests on an assumption; `-`: nothing. */
  readonly silent: string;
  /**
   * Of some tables only: what the text prescribes for the last move with a finding, `taken-back <AGA 1991, rule 8>; stands`; `none`: it
   * is illegal, and the text does not say what follows; `-`: nothing, as it is no offence.
   */
  readonly outcomes?: string;
}

interface Table {
  readonly file: string;
  /** The text as findings cite it. */
  readonly text: string;
  /** Rules of the text, each of which has a row. */
  readonly covers: readonly string[];
  readonly rows: readonly Ruling[];
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const COLUMNS = ['article', 'ruling', 'rules', 'options', 'sgf', 'findings', 'result', 'verdict', 'silent'];
const WITH_OUTCOMES = [...COLUMNS, 'outcomes'];

/** Findings about headers that tiny records lack; looked at only where a row names them. */
const BESIDE_THE_POINT: readonly string[] = [
  'rules/missing',
  'rules/setting-differs',
  'komi/missing',
  'result/missing',
  'setup/position',
];

function linesOf(file: string): string[] {
  return readFileSync(FOLDER + file, 'utf8')
    .trimEnd()
    .split('\n');
}

const positions = new Map(
  linesOf('positions.tsv')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([name = '', sgf = '']) => [name, sgf]),
);

function tableOf(file: string): Table {
  const lines = linesOf(file);
  const said = (key: string): string =>
    lines.find((line) => line.startsWith(`# ${key}: `))?.slice(key.length + 4) ?? '';
  const [head, ...rows] = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
  const columns = head?.includes('outcomes') === true ? WITH_OUTCOMES : COLUMNS;
  expect(head, file).toEqual(columns);
  return {
    file,
    text: said('text'),
    covers: said('covers').split(', '),
    rows: rows.map((cells) => {
      expect(cells, `${file}: ${cells.join(' | ')}`).toHaveLength(columns.length);
      return Object.fromEntries(cells.map((cell, i) => [columns[i]!, cell])) as unknown as Ruling;
    }),
  };
}

const tables = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.tsv') && file !== 'positions.tsv')
  .sort()
  .map(tableOf);

function judged({ rules, options, sgf }: Ruling): GameReport {
  const ruleset = rulesetByName(rules);
  if (!ruleset) throw new Error(`no ruleset ${rules}`);
  const expanded = sgf.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const found = positions.get(name);
    if (found === undefined) throw new Error(`no position ${name}`);
    return found;
  });
  const { to, ...given } = Object.fromEntries(
    options === '-' ? [] : options.split(' ').map((option) => option.split('=')),
  ) as Readonly<Record<string, string>>;
  const accounts = to === undefined ? {} : { accounts: { convertTo: [rulesetByName(to)!] } };
  return reportOf(`(;GM[1]FF[4]${expanded})`, { rules: ruleset, ...accounts, ...given });
}

/** The computed result; of a conversion both, with nothing left unexplained. */
function computed({ score, conversion }: GameReport): string {
  if (!conversion) return score ? resultOf(score) : 'none';
  const one = conversion.to[0]!.bases.find(({ basis }) => basis === 'computed')!;
  const { marginFromHalves, winnerFrom, marginToHalves, winnerTo, items, residueHalves } = one;
  const sum = Object.values(items).reduce((all, each) => all + each, 0);
  expect([residueHalves, marginFromHalves + sum]).toEqual([0, marginToHalves]);
  return `${marginText(marginFromHalves, winnerFrom)} > ${marginText(marginToHalves, winnerTo)}`;
}

/** Articles are compared where the row names them. */
function expectOutcomes({ findings, ruleset }: GameReport, outcomes: string): void {
  const found = findings.findLast(({ code }) => code.startsWith('move/'));
  const prescribed = found && consequencesOf(found, ruleset);
  if (outcomes === '-') expect(prescribed).toBeUndefined();
  else {
    const wanted = outcomes === 'none' ? [] : outcomes.split('; ');
    const told = prescribed?.map(({ name, article }, i) =>
      wanted[i]?.includes('<') === true ? `${name} <${article}>` : name,
    );
    expect(told).toEqual(wanted);
  }
}

describe.each(tables)('$file', ({ text, covers, rows }) => {
  test.each(rows)('$article: $ruling', (row) => {
    const report = judged(row);
    const asked = row.findings === '-' ? [] : row.findings.split('; ');
    const expected = asked.filter((one) => !one.startsWith('no '));
    const cited = /^(.*?)(?: <(.+)>)?$/;
    const wanted = expected.map((one) => cited.exec(one)![1]!);
    const found = report.findings
      .map((one) => ({ one, text: [one.move, one.code, one.disposition].filter(Boolean).join(' ') }))
      .filter(({ one }) => !BESIDE_THE_POINT.includes(one.code) || row.findings.includes(one.code));
    expect(found.map((each) => each.text).sort()).toEqual([...wanted].sort());
    for (const one of expected) {
      const [, what, article] = cited.exec(one)!;
      if (article === undefined) continue;
      const rule = found.find((each) => each.text === what)?.one.rule ?? '';
      const isCited =
        rule === article || rule.startsWith(`${article}: `) || rule.startsWith(`${text}, ${article}: `);
      expect(isCited, `${what!} cites ${rule}`).toBe(true);
    }
    if (row.outcomes !== undefined) expectOutcomes(report, row.outcomes);
    if (row.result !== '-') expect(computed(report)).toBe(row.result);
    if (row.verdict === '-') return;
    const [verdict, explanation = ''] = row.verdict.split(': ');
    expect(report.settlement?.verdict).toBe(verdict);
    expect(report.settlement?.explanation).toContain(explanation);
  });

  test.each(covers)('%s has a row', (rule) => {
    expect(
      rows.some(
        ({ article }) =>
          article === rule || (/^[ ,.]/.test(article.slice(rule.length)) && article.startsWith(rule)),
      ),
    ).toBe(true);
  });
});

test('at least three hundred rulings, each once', () => {
  const all = tables.flatMap(({ file, rows }) =>
    rows.map(({ rules, options, sgf }) => `${file} ${rules} ${options} ${sgf}`),
  );
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(new Set(all).size).toBe(all.length);
});
