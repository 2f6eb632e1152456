import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../src/core/findings/finding.js';
import { FAITHFUL } from '../../../src/toolkit/format/format-types.js';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import { DEFAULT_LIMITS } from '../../../src/core/limits.js';
import { movePictures } from '../../../src/report/output/game-picture.js';
import { findingLines } from '../../../src/report/output/text.js';
import { boardText } from '../../../src/report/picture/picture.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import { listGames, listQuery } from '../../../src/report/list/list-games.js';
import { edited, type Edit, type Opening, Trial } from '../../../src/referee/repair/edits.js';
import { repairText } from '../../../src/referee/repair/repair-text.js';
import { diagnose } from '../../../src/referee/repair/misprints.js';
import { neighborsOf } from '../../../src/go/board/position.js';
import { seededRandom } from '../../accuracy/random.js';
import { decisionText, movesDigest } from '../../../src/referee/judge/decisions.js';

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

function gameOf(moves: readonly Move[], options: Parameters<typeof analyze>[1] = {}, result = 'B+R') {
  const nodes = moves.map(({ color, point }) => `;${color}[${point}]`).join('');
  const text = `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[${result}]${nodes})`;
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

/** The name of a point in SGF letters. */
const pointName = (point: string): string =>
  'ABCDEFGHJ'.charAt(point.charCodeAt(0) - 97) + String(9 - (point.charCodeAt(1) - 97));

/** Codes of moves that cannot be made or that every ruleset forbids. */
const FAULTS = /^move\/(occupied|off-board|malformed|ko|self-capture)$/;

const BY = { name: 'A. Referee', date: '2026-11-22', reason: 'the other score sheet says so' };

/** The game with a decided repair. */
function decided(moves: readonly Move[], repair: string, options: Parameters<typeof analyze>[1] = {}) {
  const { record, lineKey } = gameOf(moves);
  const decisions = [{ ...BY, game: movesDigest(record, lineKey), repair }];
  return gameOf(moves, { decisions, ...options });
}

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

test.each<[slip: string, written: (point: string) => string, first: number, among: number]>([
  ['a column one beyond the board', (point) => (point.startsWith('i') ? `j${point.charAt(1)}` : ''), 1, 1],
  ['a letter twice', (point) => point.charAt(0) + point, 0.9, 0.95],
  ['its name in place of letters', pointName, 0.9, 0.95],
  ['capitals', (point) => point.toUpperCase(), 0.85, 0.95],
  ['a digit for a letter', (point) => `0${point.charAt(1)}`, 0.9, 0.95],
])('a move with %s: the point is found by what is written', (_, written, first, among) => {
  let [all, likeliest, told] = [0, 0, 0];
  for (const [at, { point }] of MOVES.entries()) {
    const wrong = written(point);
    if (point === '' || wrong === '') continue;
    all++;
    const { repair, findings } = gameOf(misprinted(at, wrong));
    const said = findings.flatMap((one) => (one.code === 'record/misprint' ? [one.args] : []));
    const proposed = said.flatMap((one) => [one.repair, ...one.others.map(({ proposed }) => proposed)]);
    const right = `${String(at + 1)}:?>${pointName(point)}`;
    if (repair?.text === right) likeliest++;
    if (proposed.includes(right)) told++;
    const ruled = decided(misprinted(at, wrong), right);
    expect(ruled.findings.filter(({ code }) => FAULTS.test(code))).toEqual([]);
  }
  expect(likeliest).toBeGreaterThanOrEqual(first * all);
  expect(told).toBeGreaterThanOrEqual(among * all);
});

test('a repair with which the game counts to its declared margin is likelier, and the game is counted as written', () => {
  const moves = misprinted(37, 'he');
  const judged = (result: string, repair = true, score = true) => {
    const game = gameOf(moves, { score, repair, keepBoard: true }, result);
    const [said] = game.findings.flatMap((one) => (one.code === 'record/misprint' ? [one.args] : []));
    const chances = said && [said.repair, said.chance, ...said.others.map(({ proposed }) => proposed)];
    expect(said?.declared).toBe(repair && result === 'B+0.5' ? result : undefined);
    return { chances, board: game.finalBoard, score: game.score?.resultHalves };
  };
  const plain = judged('B+R').chances;
  expect(plain?.slice(0, 3)).toEqual(['38:H5>J5', 0.68, '38:H5>G6']);
  const fitting = judged('B+0.5');
  expect(fitting.chances?.slice(0, 3)).toEqual(['38:H5>G6', 0.68, '38:H5>J5']);
  expect(judged('B+0.5', true, false).chances, 'where nothing else is counted').toEqual(fitting.chances);
  const { board, score } = judged('B+0.5', false);
  expect(fitting).toMatchObject({ board, score });
  // A margin that no repair gives says nothing.
  for (const result of ['B+40.5', 'B+', 'B+T']) expect(judged(result).chances).toEqual(plain);
});

test('a repair that is proposed alone says that the game counts to its declared margin with it', () => {
  const twice = [...MOVES.slice(0, 21), ...swapped(20).slice(20)];
  const endings = ['B+R', 'B+0.5', 'B+1.5'].map((result) => {
    const { findings, record } = gameOf(twice, {}, result);
    return messageOf(
      findings.find(({ code }) => code === 'record/misprint')!,
      record,
    ).replace(/.*legal/, '');
  });
  expect(endings).toEqual(
    ['', ', and the count is the declared B+0.5', ''].map(
      (words) => `${words}; from there on the colors are exchanged too`,
    ),
  );
});

/** A legal game out of dice with many captures, of both players in turn. */
function gameWithCaptures(seed: number): Opening {
  const random = seededRandom(seed);
  const near = neighborsOf(9, 9);
  let points: number[] = [];
  const openingWith = (all: readonly number[]): Opening => ({
    ...{ width: 9, height: 9, setup: [] },
    moves: { colors: Uint8Array.from(all, (_, i) => 1 + (i % 2)), points: Int16Array.from(all) },
  });
  for (let tries = 0; points.length < 90 && tries < 4000; tries++) {
    const point = Math.floor(81 * random());
    const next = openingWith([...points, point]);
    const trial = new Trial(next, false);
    trial.firstFault(next.moves, 0, points.length);
    const isEye = near[point]!.every((q) => trial.board.at(q) === 1 + (points.length % 2));
    if (!isEye && trial.firstFault(next.moves, points.length) > points.length) points = [...points, point];
  }
  return openingWith(points);
}

test('colors exchanged from a move on: told first, because no player moves twice any more', () => {
  const right = [1, 2, 3].flatMap((seed) => {
    const game = gameWithCaptures(seed);
    return [20, 27, 34, 41, 48, 55, 62].flatMap((at) => {
      const error: Edit = { kind: 'colors', at };
      const broken = { ...game, moves: edited(game.moves, error, 9, 9) };
      const [first] = diagnose(broken, false, 100_000)?.repairs ?? [];
      return first ? [repairText(broken, first.edits) === repairText(broken, [error])] : [];
    });
  });
  expect(right.length).toBeGreaterThan(8);
  expect(right.filter(Boolean).length / right.length).toBeGreaterThan(0.9);
});

test('a move lost after which the colors turn: no repair that turns them back by a move is sure', () => {
  const found = [1, 2, 3].flatMap((seed) => {
    const game = gameWithCaptures(seed);
    return Array.from({ length: 25 }, (_, i) => 12 + 2 * i).flatMap((at) => {
      const broken = { ...game, moves: edited(game.moves, { kind: 'extra', at, turned: true }, 9, 9) };
      const repairs = diagnose(broken, false, 100_000)?.repairs ?? [];
      for (const { edits, chance } of repairs) {
        const [edit] = edits;
        if (edit?.kind === 'lost' && edit.turned) expect(chance).toBeLessThan(0.8);
        const isTwice =
          edit?.kind === 'extra' && broken.moves.points.indexOf(broken.moves.points[edit.at]!) !== edit.at;
        if (edit?.kind === 'extra' && edit.turned && !isTwice) expect(chance).toBeLessThan(0.3);
      }
      return repairs.slice(0, 1).map(({ edits }) => edits[0]!.kind);
    });
  });
  expect(found.filter((kind) => kind === 'lost').length).toBeGreaterThan(3);
});

test('a move lost between two of one player: no other repair is sure, and that move is mostly the first', () => {
  const first = [1, 2, 3].flatMap((seed) => {
    const game = gameWithCaptures(seed);
    return [14, 21, 28, 35, 42, 49, 56].flatMap((at) => {
      const broken = { ...game, moves: edited(game.moves, { kind: 'extra', at, turned: false }, 9, 9) };
      const repairs = diagnose(broken, false, 100_000)?.repairs ?? [];
      for (const { edits, chance } of repairs)
        if (edits[0]!.kind !== 'lost') expect(chance).toBeLessThan(0.8);
      const [best] = repairs;
      return best ? [best.edits[0]!.kind === 'lost'] : [];
    });
  });
  expect(first.length).toBeGreaterThan(5);
  expect(first.filter(Boolean).length / first.length).toBeGreaterThan(0.5);
});

test('a move lost after which the colors turn: the sentence says so', () => {
  const said = MOVES.flatMap((_, i) => {
    const broken = swapped(i + 1).filter((_move, j) => j !== i);
    const { record, findings } = gameOf(broken);
    return findings.flatMap((one) =>
      one.code === 'record/misprint' && / colors$/.test(one.args.repair) ? [messageOf(one, record)] : [],
    );
  });
  expect(said.length).toBeGreaterThan(0);
  for (const one of said)
    expect(one).toMatch(
      /; (with|without) it all moves are legal; from there on the colors are exchanged too$/,
    );
});

test('a stone that takes only itself off the board, and play goes on: the record is wrong', () => {
  let cases = 0;
  for (let at = 10; at < 36; at++)
    for (const point of MOVES.map((move) => move.point).filter((one) => one !== '')) {
      const broken = misprinted(at, point);
      const found = gameOf(broken, { repair: false }).findings;
      const [first, ...others] = found.filter(({ code }) => FAULTS.test(code));
      if (first?.code !== 'move/self-capture' || first.args.stones > 1 || others.length > 0) continue;
      cases++;
      expect(gameOf(broken).findings.map(({ code }) => code)).toContain('record/misprint');
    }
  expect(cases).toBeGreaterThan(0);
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
          const codes = decided(broken, text).findings.map(({ code }) => code);
          const faults = codes.filter((code) => FAULTS.test(code) || code === 'decision/no-repair');
          expect([text, faults]).toEqual([text, []]);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['of one color', (from: number) => MOVES.slice(from)],
  ['and the later ones of the other color', (from: number) => swapped(0).slice(from)],
])('a move written twice, %s: it is surely one too many, and told once', (_, later) => {
  let sure = 0;
  for (let i = 14; i < 40; i++) {
    const { repair, findings } = gameOf([...MOVES.slice(0, i + 1), ...later(i)]);
    expect(repair?.text).toMatch(new RegExp(String.raw`^-${String(i + 2)}:\w+( colors)?$`));
    if (repair!.confidence >= 0.8) sure++;
    const said = findings.find(({ code }) => code === 'record/misprint')!;
    const { others } = said.args as { others: readonly { proposed: string }[] };
    expect(others.map(({ proposed }) => proposed.split(':')[0])).not.toContain(`-${String(i + 1)}`);
  }
  expect(sure).toBeGreaterThan(20);
});

test('a last move on a stone may be one too many: that is proposed once', () => {
  const at = MOVES.length - 4;
  const said = gameOf([...MOVES.slice(0, at), { ...MOVES[at]!, point: MOVES[at - 1]!.point }]);
  const [args] = said.findings.flatMap((one) => (one.code === 'record/misprint' ? [one.args] : []));
  const proposals = [said.repair!.text, ...args!.others.map(({ proposed }) => proposed)];
  const extra = proposals.filter((one) => one.startsWith(`-${String(at + 1)}:`));
  expect(extra).toEqual([expect.not.stringContaining('colors')]);
});

test('with two misprints each edit has the number and the point of its move in the record', () => {
  let [pairs, following] = [0, 0];
  for (let at = 10; at < 40; at += 3) {
    const broken = misprinted(at, MOVES[at - 4]!.point).map((move, i) =>
      i === at + 5 ? { ...move, point: MOVES[at + 1]!.point } : move,
    );
    const { repair, findings, record } = gameOf(broken);
    const edits = repair?.text.split('; ') ?? [];
    if (edits.length < 2) continue;
    pairs++;
    expect(repair!.confidence).toBeLessThan(0.8);
    const told = findings.flatMap((one) => (one.code === 'record/misprint' ? [one] : []));
    expect(told.map(({ args }) => args.beside)).toEqual(told.map(({ move }) => move).reverse());
    expect(messageOf(told[0]!, record)).toMatch(
      new RegExp(` \\(if move ${told[1]!.move!} is mended as well\\)`),
    );
    for (const { follows, move } of gameOf(broken, {}, 'B+0.5').findings) {
      if (follows === undefined) continue;
      following++;
      expect(follows).toBe(Math.max(...told.map((one) => (one.move! <= move! ? one.move! : 0))));
    }
    for (const edit of edits) {
      const [, number, written] = /^-?(\d+):([A-J]\d)/.exec(edit) ?? [];
      if (number !== undefined) expect(letters(written!)).toBe(broken[Number(number) - 1]!.point);
    }
  }
  expect(pairs).toBeGreaterThan(0);
  expect(following).toBeGreaterThan(0);
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
    expect(game.repair!.confidence).toBeGreaterThan(0.8);
    expect(game.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [follows] = game.findings.filter(({ code }) => code === 'move/occupied');
    expect(messageOf(follows!, game.record)).toMatch(/; the probable misprint of move 2[12] explains it$/);
  });

  test('as text the first of many findings that follow counts the others', () => {
    const [follows] = game.findings.filter((one) => one.follows !== undefined);
    const others = game.findings.filter((one) => one !== follows);
    const lines = (count: number): string[] => {
      const findings = [...Array.from({ length: count }, () => ({ ...follows! })), ...others];
      return findingLines({ ...game, findings })
        .trimEnd()
        .split('\n');
    };
    expect(lines(3)).toHaveLength(3 + others.length);
    const many = lines(30);
    expect(many).toHaveLength(1 + others.length);
    expect(many[0]).toMatch(/ probable misprint of move 2[12] explains it, and 29 more \[move\/occupied\]$/);
  });

  test('a misprint after which the board is too open to count is the reason why it is not counted', () => {
    const broken = [...MOVES.slice(0, 10), ...swapped(0).slice(9)];
    const because = (options: Parameters<typeof analyze>[1]) =>
      gameOf(broken, { score: true, ...options }, 'B+0.5').notScoredBecause;
    expect(because({})).toMatch(/^a move of the record may be misprinted or missing/);
    expect(because({ repair: false })).toBe('not played out: 35 neutral points');
  });

  test('a count of the misprinted record contradicts nothing', () => {
    const twice = GAME.replace(';B[bf];W[hc]', ';B[bf];B[bf];W[hc]').replace('RE[B+0.5]', 'RE[W+30.5]');
    const { settlement, findings } = analyze(twice).games[0]!;
    expect(settlement!.verdict).toBe('unsure');
    expect(settlement!.explanation).toMatch(/^a move of the record may be misprinted or missing/);
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

describe('a ko that is taken back at once', () => {
  const KO = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb]';
  const AFTER = 'B[ge];W[he];B[gf];W[hf];B[gg];W[hg];B[gh];W[hh];B[gd];W[hd]';
  const saidOf = (text: string, options?: Parameters<typeof analyze>[1]): string[] => {
    const { findings, record } = analyze(`(;GM[1]FF[4]SZ[9]KM[6.5]${text})`, options).games[0]!;
    return findings.flatMap((one) => (/ko$|print$/.test(one.code) ? [messageOf(one, record)] : []));
  };
  const ruled = (outcome: string): string => `Move 10 (White B8) takes the ko back at once; ${outcome}`;
  const threat =
    'Move 10 (White B8): before it a ko threat and its answer may be missing, or another move is wrong; ' +
    'play went on, so it cannot be told';
  const mayBe =
    'as play went on, moves before it may be missing or wrong; if none is, it loses the game under these rules';

  test.each([
    ['Japanese rules, play went on', 'RU[Japanese]', AFTER, [`${mayBe} (Japanese 1989, article 14)`, threat]],
    [
      'AGA rules, play went on',
      'RU[AGA]',
      AFTER,
      ['it stands: the opponent replied (Official AGA Rules, rule 8)', threat],
    ],
    ['no rules, play went on', '', AFTER, ['the applied rules do not state its consequence', threat]],
    [
      'Japanese rules, claimed',
      'RU[Japanese]RE[B+F]',
      AFTER,
      ['under these rules it loses the game (Japanese 1989, article 14)'],
    ],
    [
      'Japanese rules, nine plays more',
      'RU[Japanese]',
      AFTER.slice(0, -6),
      ['under these rules it loses the game (Japanese 1989, article 14)'],
    ],
    ['the replay stopped', 'RU[Japanese]', AFTER, ['the replay stops here'], { illegal: 'stop' }],
  ] as const)('%s', (_name, header, after, [outcome, note], options?: object) => {
    expect(saidOf(`${header};${KO};${after}`, options)).toEqual([ruled(outcome), ...(note ? [note] : [])]);
  });

  test('and a referee let it stand: a later misprint is named without it', () => {
    const text = `(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];${KO};${AFTER};B[ge])`;
    const { record, lineKey } = analyze(text).games[0]!;
    const decisions = [{ ...BY, game: movesDigest(record, lineKey), accepted: [10] }];
    const { findings, repair } = analyze(text, { decisions }).games[0]!;
    expect(repair?.text).toBe('');
    expect(findings.flatMap(({ code, move }) => (code === 'record/misprint' ? [move] : []))).toEqual([21]);
  });

  test('single edits are named beside it, none of them surely', () => {
    const { findings, repair } = analyze(`(;GM[1]SZ[9];${KO};${AFTER})`).games[0]!;
    expect(repair).toMatchObject({ text: '', confidence: 0 });
    const others = findings.flatMap((one) => (one.code === 'record/misprint' ? one.args.others : []));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ chance }) => chance > 0.5)).toEqual([]);
  });
});

test('a turn that is wrong because a move is written twice follows from it', () => {
  const { findings, repair } = gameOf(
    MOVES.toSpliced(25, 0, { ...MOVES[24]!, color: other(MOVES[24]!.color) }),
  );
  expect(repair?.text).toMatch(/^-26:/);
  const turns = findings.filter(({ code }) => code === 'move/out-of-turn');
  expect(turns.map(({ severity, follows, move }) => ({ severity, follows, move }))).toEqual([
    { severity: 'note', follows: 26, move: 27 },
  ]);
});

describe('the tail of another game', () => {
  test('a record of senseless moves from its start has none', () => {
    const points = Array.from(
      { length: 60 },
      (_, i) => 'abcdefghi'.charAt((i * 5) % 9) + 'abcdefghi'.charAt((i * 7 + Math.floor(i / 9)) % 9),
    );
    const { repair } = gameOf(
      [...points, ...points.slice(0, 20)].map((point, i) => ({ color: 'BW'.charAt(i % 2), point })),
    );
    expect(repair?.text).toBe('');
  });

  // The other game is this one with the board turned: its moves stand on stones of the first.
  const turned = MOVES.map(({ color, point }) => ({ color, point: point.charAt(1) + point.charAt(0) }));
  const joined = [...MOVES.slice(0, 24), ...turned.slice(0, 26)];

  test('is told, and what follows from it are notes, wherever it begins', () => {
    const { repair, findings, record } = gameOf(joined);
    expect(repair!.text).toMatch(/^2[3-7]-:cut$/);
    const said = findings.find(({ code }) => code === 'record/misprint')!;
    expect(messageOf(said, record)).toMatch(
      /^move 2[3-7] .*: from about here on .* those of another game; all moves before are legal$/i,
    );
    const faults = findings.filter(({ code }) => FAULTS.test(code));
    expect(faults.length).toBeGreaterThan(5);
    expect(repair!.confidence).toBeLessThan(0.8);
    expect(new Set(faults.map(({ severity }) => severity))).toEqual(new Set(['note']));
  });

  test('is told where its moves read well but many are on stones', () => {
    const { repair, replay } = gameOf([...MOVES.slice(0, 24), ...turned.slice(14, 48)]);
    expect(repair!.text).toMatch(/^2[3-7]-:cut$/);
    expect(replay.illegal).toBe(11);
  });

  test('two misprints, passes at one point, a record that starts again, and one of a single player are none', () => {
    const two = misprinted(28, MOVES[4]!.point).map((move, i) => (i === 36 ? MOVES[10]! : move));
    const passing = MOVES.map((move, i) =>
      i > 24 && i % 2 === 1 ? { ...move, point: MOVES[0]!.point } : move,
    );
    for (const moves of [
      two,
      passing,
      [...MOVES.slice(0, 30), ...MOVES.slice(0, 4)],
      joined.map(({ point }) => ({ color: 'B', point })),
    ])
      expect(gameOf(moves).repair?.text).not.toContain('cut');
  });

  test('a decision ends the record before it, and format keeps the tail as a variation', () => {
    const { replay, findings } = decided(joined, '25-:cut');
    expect(replay).toMatchObject({ moves: 24, illegal: 0 });
    const codes = findings.map(({ code }) => code);
    expect(codes).not.toContain('decision/no-repair');
    expect(codes, 'the record was cut, the game went on').not.toContain('move/resigner-moved-last');
    const nodes = joined.map(({ color, point }) => `;${color}[${point}]`);
    const bytes = new TextEncoder().encode(`(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R]${nodes.join('')})`);
    const { record, lineKey } = gameOf(joined);
    const decisions = [{ ...BY, game: movesDigest(record, lineKey), repair: '25-:cut' }];
    const query = listQuery({ columns: ['moves', 'errors'] });
    expect(query.ok && listGames(bytes, query.value, { decisions }).games[0]?.cells).toEqual([24, 0]);
    const text = new TextDecoder().decode(formatFile(bytes, { ...FAITHFUL, decisions }).text);
    const end = '(;C[sgf-referee: from move 25 on the moves are those of another game])';
    expect(text.replaceAll(/\s/g, '')).toContain(nodes[23]! + end.replaceAll(/\s/g, '') + `(${nodes[24]!}`);
  });
});

test('the limit repairMoves ends the search: fewer repairs are found', () => {
  const limits = { ...DEFAULT_LIMITS, repairMoves: 1 };
  const broken = misprinted(28, MOVES[4]!.point);
  const othersOf = (options: Parameters<typeof analyze>[1]): number =>
    gameOf(broken, options).findings.flatMap((one) => (one.code === 'record/misprint' ? one.args.others : []))
      .length;
  expect(othersOf({ limits })).toBe(0);
  expect(othersOf({})).toBeGreaterThan(0);
});

test.each([
  [1900, 1],
  [2001, 0],
])('a record of %d moves that no game has is read once, without the model of moves: %d', (moves, count) => {
  const line = Array.from({ length: moves }, (_, i) => `;${'BW'.charAt(i % 2)}[${i % 9 < 5 ? 'ee' : 'cc'}]`);
  const { findings } = analyze(`(;FF[4]GM[1]SZ[9]${line.join('')})`, { estimator: 'none' }).games[0]!;
  expect(findings.filter(({ code }) => code === 'record/misprint')).toHaveLength(count);
  expect(findings.map(({ code }) => code)).toContain('move/occupied');
});

// Looked up among each other, they would take minutes.
test('a record of 600,000 faults is judged', () => {
  const moves = 600_000;
  const game = analyze(`(;FF[4]GM[1]SZ[9]${';B[aa];W[aa]'.repeat(moves / 2)})`, { score: false }).games[0]!;
  expect(game.replay.illegal).toBe(moves - 1);
});

describe('a decided repair', () => {
  const broken = misprinted(28, MOVES[4]!.point);
  const pointOf = (i: number): string =>
    `${'ABCDEFGHJ'.charAt(MOVES[i]!.point.charCodeAt(0) - 97)}${String(9 - MOVES[i]!.point.charCodeAt(1) + 97)}`;
  const repair = `29:${pointOf(4)}>${pointOf(28)}`;

  test('the game is judged with it, and named by its moves as they are written', () => {
    const whole = analyze(GAME, { estimator: 'none' }).games[0]!;
    const mended = decided(broken, repair);
    expect(mended.replay).toMatchObject({ illegal: 0, moves: MOVES.length });
    expect([...mended.record.line.points.subarray(0, 48)]).toEqual([
      ...whole.record.line.points.subarray(0, 48),
    ]);
    expect(mended.repair).toBeUndefined();
    expect(mended.lineKey).toEqual(gameOf(broken).lineKey);
    expect(decisionText(mended.decisions![0]!)).toBe(`repair ${repair}`);
  });

  test.each(['29:A1>B1', '29:C7', '99:A1>B1', '-99:A1', '29-:mirrored B1>C3', '0-:colors'])(
    'one that does not fit changes nothing: %s',
    (text) => {
      const { findings, replay } = decided(broken, text);
      expect(replay.illegal).toBe(gameOf(broken).replay.illegal);
      expect(findings.map(({ code }) => code)).toContain('decision/no-repair');
    },
  );

  test('its points may be in lower case', () => {
    const { replay, findings } = decided(broken, repair.toLowerCase());
    expect(replay.illegal).toBe(0);
    expect(findings.map(({ code }) => code)).not.toContain('decision/no-repair');
  });

  test('a move that was lost has a node of its own, and the later ones move', () => {
    const [before, after] = [MOVES.slice(0, 20), MOVES.slice(21)];
    const text = `+21:${pointOf(20)}`;
    const { replay, findings } = decided([...before, ...after], text);
    expect(replay.moves).toBe(MOVES.length);
    expect(findings.filter(({ code }) => code.startsWith('move/'))).toEqual([]);
    expect(formatted([...before, ...after], text)).toContain(
      `;${MOVES[20]!.color}[${MOVES[20]!.point}]C[sgf-referee: the record lacked move 21, ${MOVES[20]!.color}[${MOVES[20]!.point}\\]]`,
    );
  });

  /** The record as `format` writes it with a decided repair. */
  function formatted(moves: readonly Move[], text: string): string {
    const nodes = moves.map(({ color, point }) => `;${color}[${point}]`).join('');
    const bytes = new TextEncoder().encode(`(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R]${nodes})`);
    const { record, lineKey } = gameOf(moves);
    const decisions = [{ ...BY, game: movesDigest(record, lineKey), repair: text }];
    return new TextDecoder().decode(formatFile(bytes, { ...FAITHFUL, decisions }).text);
  }

  test('format writes it with the decision, once', () => {
    const nodes = broken.map(({ color, point }) => `;${color}[${point}]`).join('');
    const bytes = new TextEncoder().encode(`(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R]${nodes})`);
    const { record, lineKey } = gameOf(broken);
    const decisions = [{ ...BY, game: movesDigest(record, lineKey), repair }];
    const once = formatFile(bytes, { ...FAITHFUL, decisions }).text;
    const text = new TextDecoder().decode(once);
    expect(text).toContain(
      `;B[${MOVES[28]!.point}]C[sgf-referee: move 29 was B[${MOVES[4]!.point}\\], a misprint]`,
    );
    expect(text).toContain(`repair ${repair}: decided by A. Referee`);
    expect(formatFile(once, { ...FAITHFUL, decisions, moves: 'repaired' }).text).toEqual(once);
  });

  test('the board after the move shows the proposals', () => {
    const game = gameOf(broken, { keepBoard: true });
    const move = game.findings.find(({ code }) => code === 'record/misprint')!.move!;
    const text = boardText(movePictures(game, move, 'stands'));
    expect(text).toMatch(/^ ?\d.* 1.*$/m);
    expect(text).toContain(`1: ${game.repair!.text} (chance `);
  });
});
