import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../src/core/findings/finding.js';
import { analyze } from '../../../src/referee/judge/analyze.js';

interface Move {
  readonly color: string;
  readonly point: string;
}

/** A legal game on 9x9, of 48 moves and two passes. */
const GAME = readFileSync(new URL('../../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
const MOVES = [...GAME.matchAll(/;([BW])\[([a-i]{2})?\]/g)].map(([, color = '', point = '']): Move => ({
  color,
  point,
}));

function gameOf(moves: readonly Move[], options: Parameters<typeof analyze>[1] = {}) {
  const nodes = moves.map(({ color, point }) => `;${color}[${point}]`).join('');
  const text = `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R]${nodes})`;
  return analyze(text, { score: false, ...options }).games[0]!;
}

const other = (color: string): string => (color === 'B' ? 'W' : 'B');
const swapped = (from: number): Move[] =>
  MOVES.map(({ color, point }, i) => ({ color: i < from ? color : other(color), point }));
const misprinted = (at: number, point: string): Move[] =>
  MOVES.map((move, i) => (i === at ? { ...move, point } : move));

/** SGF letters of a point such as C7. */
function letters(point: string): string {
  if (point === 'pass') return '';
  const column = 'ABCDEFGHJ'.indexOf(point.charAt(0));
  return 'abcdefghi'.charAt(column) + 'abcdefghi'.charAt(9 - Number(point.slice(1)));
}

/** The moves after the edits of `repair`, read from its text alone. */
function mended(moves: readonly Move[], text: string): Move[] {
  let list = [...moves];
  for (const edit of text.split('; ')) {
    const [, sign = '', number = '', rest = ''] = /^([+-]?)(\d+)-?:(.*)$/.exec(edit)!;
    const at = Number(number) - 1;
    if (sign === '-') list.splice(at, 1);
    else if (sign === '+') list.splice(at, 0, { color: other(list[at]!.color), point: letters(rest) });
    else if (rest === 'colors')
      list = list.map((one, i) => (i < at ? one : { ...one, color: other(one.color) }));
    else if (rest.includes('<>')) {
      const with_ = Number(rest.split('<>')[1]!.split(':')[0]) - 1;
      const [a, b] = [list[at]!, list[with_]!];
      list[at] = { ...a, point: b.point };
      list[with_] = { ...b, point: a.point };
    } else if (rest.includes('>')) list[at] = { ...list[at]!, point: letters(rest.split('>')[1]!) };
    else return [];
  }
  return list;
}

/** Codes of moves that cannot be made or that every ruleset forbids. */
const FAULTS = /^move\/(occupied|off-board|malformed|ko|self-capture)$/;

const faultsOf = (moves: readonly Move[]): string[] =>
  gameOf(moves, { repair: false }).findings.flatMap(({ code }) => (FAULTS.test(code) ? [code] : []));

test('a whole record gets no proposal', () => {
  expect(gameOf(MOVES).repair).toBeUndefined();
  expect(faultsOf(MOVES)).toEqual([]);
});

test('of misprints by one line, four of five that replay notices are told, and two of three first', () => {
  let noticed = 0;
  let told = 0;
  let first = 0;
  for (let at = 8; at < 46; at += 2) {
    const { point } = MOVES[at]!;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const wrong = String.fromCharCode(point.charCodeAt(0) + dx, point.charCodeAt(1) + dy);
      if (!/^[a-i]{2}$/.test(wrong)) continue;
      const game = gameOf(misprinted(at, wrong));
      if (!game.repair) continue;
      noticed++;
      const said = game.findings.flatMap((one) => (one.code === 'record/misprint' ? [one.args] : []));
      const proposals = [game.repair.text, ...said[0]!.others.map(({ proposed }) => proposed)];
      const is = (text: string): boolean =>
        text.startsWith(`${String(at + 1)}:`) && letters(text.split('>')[1] ?? '') === point;
      if (is(proposals[0]!)) first++;
      if (proposals.some(is)) told++;
    }
  }
  expect({ noticed: noticed > 25, told: told / noticed > 0.8, first: first / noticed > 0.6 }).toEqual({
    ...{ noticed: true, told: true, first: true },
  });
});

test('every proposal makes all moves legal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 45 }),
      fc.integer({ min: 0, max: 80 }),
      fc.constantFrom('point', 'twice', 'colors', 'left out'),
      (at, number, kind) => {
        const point = 'abcdefghi'.charAt(number % 9) + 'abcdefghi'.charAt(Math.floor(number / 9));
        const broken = {
          point: misprinted(at, point),
          twice: [...MOVES.slice(0, at), MOVES[at - 1]!, ...MOVES.slice(at)],
          colors: swapped(at),
          'left out': [...MOVES.slice(0, at), ...MOVES.slice(at + 1)],
        }[kind];
        const { repair, findings } = gameOf(broken);
        if (!repair || repair.text === '') return;
        const [said] = findings.flatMap((one) => (one.code === 'record/misprint' ? [one.args] : []));
        for (const text of [repair.text, ...said!.others.map(({ proposed }) => proposed)]) {
          const whole = mended(broken, text);
          // The text of a lost or extra move does not say whether the later colors turn.
          if (whole.length > 0 && !/(^|; )[+-]/.test(text))
            expect([text, faultsOf(whole)]).toEqual([text, []]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('with two misprints each edit has the number and the point of its move in the record', () => {
  let pairs = 0;
  for (let at = 10; at < 40; at += 3) {
    const broken = misprinted(at, MOVES[at - 4]!.point).map((move, i) =>
      i === at + 5 ? { ...move, point: MOVES[at + 1]!.point } : move,
    );
    const edits = gameOf(broken).repair?.text.split('; ') ?? [];
    if (edits.length < 2) continue;
    pairs++;
    for (const edit of edits) {
      const [, number, written] = /^-?(\d+):([A-J]\d)/.exec(edit) ?? [];
      if (number !== undefined) expect(letters(written!)).toBe(broken[Number(number) - 1]!.point);
    }
  }
  expect(pairs).toBeGreaterThan(0);
});

describe('what is said', () => {
  const game = gameOf([...MOVES.slice(0, 21), MOVES[20]!, ...MOVES.slice(21)]);

  test('the finding names the move, the proposal and the others', () => {
    const said = game.findings.filter(({ code }) => code === 'record/misprint');
    expect(said.map((one) => messageOf(one, game.record))).toEqual([
      expect.stringMatching(
        /^Move 2[12] \(Black B4\) is probably one move too many: without it all moves are legal$/,
      ),
    ]);
  });

  test('a sure misprint makes notes of the findings that follow from it, and asks nobody for a ruling', () => {
    expect(game.repair!.confidence).toBeGreaterThan(0.9);
    expect(game.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [follows] = game.findings.filter(({ code }) => code === 'move/occupied');
    expect(messageOf(follows!, game.record)).toMatch(
      /; it follows from the probable misprint of move 2[12]$/,
    );
  });

  test('a count of the misprinted record contradicts nothing', () => {
    const twice = GAME.replace(';B[bf];W[hc]', ';B[bf];B[bf];W[hc]').replace('RE[B+0.5]', 'RE[W+30.5]');
    const { settlement, findings } = analyze(twice).games[0]!;
    expect(settlement!.verdict).toBe('unsure');
    expect(settlement!.explanation).toMatch(/^a move of the record is probably misprinted/);
    expect(findings.flatMap(({ code, severity }) => (code.startsWith('result/') ? [severity] : []))).toEqual([
      'note',
    ]);
    expect(analyze(twice, { repair: false }).games[0]!.settlement!.explanation).not.toMatch(/misprint/);
  });

  test('a record of a few moves, a ko retaken at the end, and --no-repair: nothing', () => {
    expect(gameOf([MOVES[0]!, { ...MOVES[0]!, color: 'W' }]).repair).toBeUndefined();
    expect(gameOf(misprinted(28, MOVES[4]!.point), { repair: false }).repair).toBeUndefined();
    const ko = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb]';
    expect(analyze(`(;GM[1]SZ[9]RU[Japanese];${ko})`).games[0]!.repair).toBeUndefined();
  });
});
