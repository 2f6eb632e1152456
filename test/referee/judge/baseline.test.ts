import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../src/toolkit/check/check-file.js';
import {
  type Baseline,
  baselineOf,
  parseBaseline,
  unknownAmong,
  unknownFindings,
} from '../../../src/referee/judge/baseline.js';
import { BaselineText, knownNameOf } from '../../../src/referee/judge/baseline-text.js';
import type { GameReport } from '../../../src/referee/judge/report.js';

const HEADER = 'GM[1]FF[4]CA[UTF-8]SZ[9]RU[Japanese]PB[Kim]PW[Lee]DT[2026-11-22]RE[W+R]';
const MOVES =
  ';B[aa];W[bb];B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[ac];B[ca];W[ag];B[ga];W[ah];B[ha];W[ai]';
/** Without KM: komi/missing. */
const GAME = `(;${HEADER}${MOVES})`;

function reportsOf(text: string, file = ''): readonly GameReport[] {
  return checkFile(text, { maxPerCode: 0, file }).games;
}

function baselineFor(...texts: readonly string[]): Baseline {
  return read(
    baselineOf(
      texts.flatMap((text) => reportsOf(text)),
      'check',
    ),
  );
}

function read(text: string): Baseline {
  const baseline = parseBaseline(text);
  if (!baseline.ok) throw new Error(baseline.error);
  return baseline.value;
}

/** Codes of a text that the baseline does not have. */
function newIn(text: string, baseline: Baseline): string[] {
  return reportsOf(text).flatMap((report) => unknownFindings(report, baseline).map(({ code }) => code));
}

describe('a known finding stays known', () => {
  test.each([
    ['where nothing changed', GAME],
    ['with spaces and line breaks between the nodes', GAME.replaceAll(';', '\n ; ')],
    ['with comments', GAME.replace('W[bb]', 'W[bb]C[a comment]')],
    ['after another game of the file', `(;${HEADER}KM[6.5]${MOVES.replace('[aa]', '[ab]')})${GAME}`],
  ])('%s', (_, text) => {
    expect(newIn(text, baselineFor(GAME)).filter((code) => code !== 'sgf/several-games')).toEqual([]);
  });

  test.each([
    ['a move made illegal', GAME.replace('W[bb]', 'W[aa]'), ['move/occupied']],
    ['a header value broken', GAME.replace('RU[Japanese]', 'RU[Nobody]'), ['rules/unknown']],
    ['a player with another name', GAME.replace('Kim', 'Kim Yi'), []],
    ['a property that nobody knows', GAME.replace('W[bb]', 'W[bb]QX[1]'), ['sgf/unknown-property']],
  ])('and only what is new is listed: %s', (_, text, codes) => {
    expect(newIn(text, baselineFor(GAME))).toEqual(codes);
  });
});

describe('a game is another one', () => {
  const without = (ident: string): string => GAME.replace(new RegExp(`${ident}\\[[^\\]]*\\]`), '');

  test.each([
    ['with other moves and another header', GAME.replace('Kim', 'Choi').replace('[aa]', '[ab]')],
    ['with other moves, where the header has no date', without('DT').replace('[aa]', '[ab]'), without('DT')],
    [
      'with another header and too few moves',
      `(;${HEADER.replace('Kim', 'Choi')};B[aa])`,
      `(;${HEADER};B[aa])`,
    ],
  ])('%s', (_, text, before = GAME) => {
    expect(newIn(text, baselineFor(before))).toContain('komi/missing');
  });

  test('with other moves, where two games of the baseline have its header: what both have stays known', () => {
    const [second, third] = ['[ab]', '[ba]'].map((point) => GAME.replace('[aa]', point));
    const withProperty = (text: string): string => text.replace('W[bb]', 'W[bb]QX[1]');
    const baseline = baselineFor(GAME, withProperty(second!));
    expect(newIn(withProperty(third!), baseline)).toEqual(['sgf/unknown-property']);
    const met: number[] = [];
    const [report] = reportsOf(third!);
    expect(
      unknownAmong(report!.findings, baseline.of(knownNameOf(report!)), (index) => met.push(index)),
    ).toEqual([]);
    // Pruning keeps it for both.
    const pruned = read(
      baseline.pruned(
        Uint32Array.from({ length: baseline.size }, (_, i) => (met.includes(i) ? 1 : 0)),
        new Set(),
      ),
    );
    expect([newIn(GAME, pruned), newIn(withProperty(second!), pruned)]).toEqual([
      [],
      ['sgf/unknown-property'],
    ]);
  });
});

describe('a game that has changed and that nothing tells from others is looked for where it was', () => {
  const UNDATED = GAME.replace('DT[2026-11-22]', '');
  const moved = UNDATED.replace('[aa]', '[ab]');
  const SHORT = `(;${HEADER};B[aa])`;
  const known = read(
    baselineOf(
      [...reportsOf(UNDATED, 'a/1.sgf'), ...reportsOf(SHORT, 'a/2.sgf'), ...reportsOf(SHORT, 'b/2.sgf')],
      'check',
    ),
  );
  const newAt = (text: string, file: string): string[] =>
    reportsOf(text, file).flatMap((report) => unknownFindings(report, known).map(({ code }) => code));

  test.each([
    ['other moves and no date', moved, 'a/1.sgf'],
    ['another header and few moves', SHORT.replace('Kim', 'Choi'), 'a/2.sgf'],
    ['the same in the place of a copy', SHORT.replace('Kim', 'Choi'), 'b/2.sgf'],
  ])('%s: known', (_, text, file) => {
    expect(newAt(text, file)).toEqual([]);
  });

  test('and what is new in it is listed', () => {
    expect(newAt(moved.replace('W[bb]', 'W[ab]'), 'a/1.sgf')).toEqual(['move/occupied']);
  });

  test.each([
    ['in another file', moved, 'a/3.sgf'],
    ['another game there', moved.replace('Kim', 'Choi'), 'a/1.sgf'],
    ['later in the file', `${SHORT.replace('Kim', 'Lee')}${moved}`, 'a/1.sgf'],
  ])('%s: another game', (_, text, file) => {
    expect(newAt(text, file)).toContain('komi/missing');
  });
});

test('more findings of a code at one place than are known are new', () => {
  const two = GAME.replace('W[bb]', 'W[bb]QX[1]QY[2]');
  const three = two.replace('QX', 'QZ[3]QX');
  const of = (text: string): string[] => newIn(text, baselineFor(two));
  expect([of(two), of(three)]).toEqual([[], ['sgf/unknown-property']]);
  expect(newIn(two, baselineFor(three))).toEqual([]);
});

describe('the text', () => {
  const OTHER = GAME.replace('Kim', 'Choi').replace('[aa]', '[ab]');

  test('is sorted JSON with an entry a line, the same for any order of the games', () => {
    const text = baselineOf(
      [GAME, OTHER].flatMap((text) => reportsOf(text)),
      'check',
    );
    expect(
      baselineOf(
        [OTHER, GAME, GAME].flatMap((text) => reportsOf(text)),
        'check',
      ),
    ).toBe(text);
    const lines = text.split('\n');
    expect(lines[0]).toBe('{"baseline":1,"command":"check","entries":[');
    expect(lines.slice(3)).toEqual(['[]]}', '']);
    expect([...lines.slice(1, 3)].sort()).toEqual(lines.slice(1, 3));
    expect(JSON.parse(text)).toMatchObject({ baseline: 1 });
  });

  test('joined from two branches line by line knows the findings of both', () => {
    const [one, other] = [GAME, OTHER].map((game) => baselineOf(reportsOf(game), 'check').split('\n'));
    const union = read([...one!.slice(0, 2), ...other!.slice(1)].join('\n'));
    expect(newIn(GAME + OTHER, union)).toEqual(['sgf/several-games']);
  });

  test('copies add up, other findings of equal games do not', () => {
    const text = new BaselineText();
    text.add('["a","b","game/duplicate","komi/missing"],\n["a","b","komi/missing"],\n["c","d"],\n');
    text.add('["a","b","game/duplicate","sgf/empty-node 3 5*2"],\n');
    expect(text.text('audit').split('\n').slice(1, -2)).toEqual([
      '["a","b","game/duplicate -*2","komi/missing","sgf/empty-node 3 5*2"],',
    ]);
  });

  test('of copies has where each of them is', () => {
    const text = new BaselineText();
    text.add(
      '["a","b","11112222","komi/missing"],\n["a","b","00001111","komi/missing"],\n["c","d","33334444"],\n',
    );
    expect(text.text('audit').split('\n').slice(1, -2)).toEqual([
      '["a","b","00001111 11112222","komi/missing"],',
    ]);
  });

  test('counts copies by the pair that has them', () => {
    const baseline = read(
      '{"baseline":1,"command":"audit","entries":[["a","b","komi/missing"],["c","d","1111aaaa","end/x 1 2","game/duplicate -*3"]]}',
    );
    expect([...baseline.copies()]).toEqual([[3, 3]]);
  });

  test('without what was not met', () => {
    const baseline = read(
      '{"baseline":1,"command":"check","entries":[["a","b","komi/missing","sgf/empty-node 3*2 5"],["c","d","rules/missing"]]}',
    );
    expect(baseline.size).toBe(4);
    const used = Uint32Array.from([0, 1, 1, 0]);
    expect(baseline.unmet(used, new Set())).toEqual({
      'komi/missing': 1,
      'sgf/empty-node': 1,
      'rules/missing': 1,
    });
    expect(baseline.pruned(used, new Set()).split('\n').slice(1, -2)).toEqual([
      '["a","b","sgf/empty-node 3 5"],',
    ]);
    const ignored = new Set(['rules/missing']);
    expect(baseline.unmet(used, ignored)).toEqual({ 'komi/missing': 1, 'sgf/empty-node': 1 });
    expect(baseline.pruned(used, ignored)).toContain('["c","d","rules/missing"],');
  });

  test.each([
    ['{"baseline":1', 'line 1, column 14: not valid JSON'],
    ['{"games":[]}', 'not a baseline: --write-baseline writes one'],
    ['null', 'not a baseline: --write-baseline writes one'],
    [
      '{"baseline":1,"command":"check","entries":[["a"]]}',
      'entry 1: expected moves, header and finding codes',
    ],
    [
      '{"baseline":1,"command":"check","entries":[["a","b","no code"]]}',
      'entry 1: expected moves, header and finding codes',
    ],
    ['{"baseline":1,\n<<<<<<< HEAD\n', 'line 2: unresolved merge conflict'],
  ])('%s is refused', (text, error) => {
    expect(parseBaseline(text)).toEqual({ ok: false, error });
  });
});
