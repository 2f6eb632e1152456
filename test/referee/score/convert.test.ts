import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULESETS } from '../../../src/go/rules/rulesets.js';
import type { Ruleset } from '../../../src/go/rules/ruleset.js';
import { type Conversion, type ConvertOptions, convertScore } from '../../../src/referee/score/convert.js';
import { playBasis, scoreGame } from '../../../src/referee/score/score.js';
import { caseOf, lifeOf, movesText, ruleset } from './support.js';

const COUNTED = RULESETS.filter((rules) => rules.scoring !== 'first-capture');

function convert(
  sgf: string,
  from: Ruleset,
  to: Ruleset,
  dead: readonly string[] = [],
  options: Parameters<typeof convertScore>[5] = {},
): readonly Conversion[] {
  const { record, replayed, stones } = caseOf(sgf);
  const score = scoreGame(record, replayed, stones, lifeOf(stones, record.width, dead), from, {});
  return convertScore(record, score, score.basis, from, to, options);
}

const BLACK_LAST =
  '(;GM[1]SZ[5]RE[W+2.5]' +
  movesText(
    'B c3, W d3, B c2, W d2, B c4, W d4, B c1, W b2, B b1, W d1, B b3, W d5, B a2, W e3, B c5, W pass, B pass, W pass',
  ) +
  ')';
const HANDICAP =
  '(;GM[1]SZ[5]HA[2]KM[0.5]AB[bb][dd]' +
  movesText(
    'W d2, B c2, W d3, B c3, W c4, B b4, W c5, B b5, W d1, B c1, W e4, B d5, W pass, B pass, W pass',
  ) +
  ')';
const SEKI =
  '(;GM[1]SZ[4:3]' +
  movesText('B b1, W b2, B c1, W c2, B a2, W d2, B a3, W d3, B b3, W pass, B pass, W pass') +
  ')';

describe('from Japanese to AGA', () => {
  test.each([
    { name: 'S2', sgf: BLACK_LAST, dead: [], items: { parity: 2, komi: -2, sekiPoints: 0 }, margin: -5 },
    {
      name: 'S3',
      sgf: HANDICAP,
      dead: ['cd', 'ce'],
      items: { parity: 2, komi: 0, handicapCompensation: 0 },
      margin: 17,
    },
    { name: 'S4', sgf: SEKI, dead: [], items: { parity: 2, komi: -2, sekiPoints: 2 }, margin: -11 },
    {
      name: 'S4 on OGS before its scorer knew seki',
      sgf: SEKI.replace('SZ', 'PC[OGS]DT[2019-01-01]SZ'),
      dead: [],
      items: { parity: 2, komi: -2, sekiPoints: 0 },
      margin: -11,
    },
  ])('$name', ({ sgf, dead, items, margin }) => {
    const [computed] = convert(sgf, ruleset('japanese'), ruleset('aga'), dead);
    expect(computed!.items).toMatchObject({ earlyPasses: 0, passStones: 0, ...items });
    expect(computed!.marginToHalves).toBe(margin);
    expect(computed!.residueHalves).toBe(0);
  });

  test('a declared margin converts without dead stones', () => {
    const { record, replayed, stones } = caseOf(BLACK_LAST);
    const basis = playBasis(record, replayed, stones);
    const all = convertScore(record, undefined, basis, ruleset('japanese'), ruleset('aga'), {});
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      basis: 'declared',
      marginFromHalves: -5,
      marginToHalves: -5,
      agrees: undefined,
    });
  });

  test('both bases are given, and agree', () => {
    const all = convert(BLACK_LAST, ruleset('japanese'), ruleset('aga'));
    expect(all.map((one) => [one.basis, one.agrees])).toEqual([
      ['computed', true],
      ['declared', true],
    ]);
  });

  test('komi options', () => {
    const [same] = convert(SEKI, ruleset('japanese'), ruleset('aga'), [], { komiToHalves: 'same' });
    expect(same!.items.komi).toBe(0);
    const [given] = convert(SEKI, ruleset('japanese'), ruleset('aga'), [], {
      komiFromHalves: 0,
      komiToHalves: 1,
    });
    expect(given!.items.komi).toBe(-1);
  });

  test.each<[header: string, wanted: ConvertOptions, komiTo: number, source: string]>([
    ['KM[6.5]', {}, 7.5, 'standard'],
    ['', {}, 7.5, 'standard'],
    ['KM[0.5]', {}, 0.5, 'agreed'],
    ['KM[-4.5]', {}, -4.5, 'agreed'],
    ['KM[5.5]DT[1990-05-05]', {}, 5.5, 'standard'],
    ['KM[6.5]DT[1990-05-05]', {}, 6.5, 'agreed'],
    ['KM[6.5]DT[2002-05-05]', {}, 5.5, 'standard'],
    ['KM[7.5]', {}, 7.5, 'agreed'],
    ['KM[6.5]', { komiFromHalves: 1 }, 0.5, 'agreed'],
    ['KM[0.5]', { komiToHalves: 'standard' }, 7.5, 'option'],
    ['KM[6.5]', { komiToHalves: 'same' }, 6.5, 'option'],
    ['KM[6.5]', { komiToHalves: 3 }, 1.5, 'option'],
  ])('an agreed komi stays, a standard one changes: %s %j', (header, wanted, komiTo, source) => {
    const [one] = convert(
      `(;GM[1]SZ[5]${header}${PLAYS}${PASSES})`,
      ruleset('japanese'),
      ruleset('aga'),
      [],
      wanted,
    );
    expect([one!.komiToHalves / 2, one!.komiToSource]).toEqual([komiTo, source]);
    expect(one!.items.komi).toBe(one!.komiFromHalves - one!.komiToHalves);
  });

  test.each([
    ['rules that name no komi', 'japanese', 'tromp-taylor', 'KM[6.5]', 6.5, 'from'],
    ['from rules that name none', 'tromp-taylor', 'japanese', 'KM[7.5]', 7.5, 'agreed'],
    ['into the same rules', 'japanese', 'japanese', 'KM[5.5]', 5.5, 'from'],
  ])('komi stays: %s', (_, from, to, header, komiTo, source) => {
    const [one] = convert(`(;GM[1]SZ[5]${header}${PLAYS}${PASSES})`, ruleset(from), ruleset(to));
    expect([one!.komiToHalves / 2, one!.komiToSource]).toEqual([komiTo, source]);
  });

  test('first capture counts nothing', () => {
    expect(convert(SEKI, ruleset('japanese'), ruleset('sweden-first-capture'))).toEqual([]);
  });
});

/** Five rows of Black beside five of White, who played last: 5 points for Black by area and by territory. */
const PLAYS = movesText('B c3, W d3, B c2, W d2, B c4, W d4, B c1, W d1, B c5, W d5');
const PASSES = movesText('B pass, W pass');

describe('what stands beside the margins', () => {
  const japanese = ruleset('japanese');
  const chinese = ruleset('chinese');

  test.each([
    ['nothing counts on the from side', ruleset('sweden-first-capture'), japanese],
    ['nothing counts on the to side', japanese, ruleset('sweden-first-capture')],
  ])('no account where %s', (_, from, to) => {
    expect(convert(`(;GM[1]SZ[5]KM[0]RE[B+5]${PLAYS})`, from, to)).toEqual([]);
  });

  /** Basis, margins and whether they agree, of a game with that result under Japanese rules. */
  function rows(re: string, to = chinese, komiToHalves: number | 'same' = 'same'): unknown[] {
    const all = convert(`(;GM[1]SZ[5]KM[0]RE[${re}]${PLAYS}${PASSES})`, japanese, to, [], { komiToHalves });
    return all.map((one) => [one.basis, one.marginFromHalves, one.marginToHalves, one.agrees, one.flips]);
  }

  test.each([
    [
      'a declared margin that agrees',
      'B+5',
      [
        ['computed', 10, 10, true, false],
        ['declared', 10, 10, true, false],
      ],
    ],
    [
      'one that does not',
      'B+4',
      [
        ['computed', 10, 10, false, false],
        ['declared', 8, 8, false, false],
      ],
    ],
    [
      'jigo',
      '0',
      [
        ['computed', 10, 10, false, false],
        ['declared', 0, 0, false, false],
      ],
    ],
    ['a resignation', 'W+R', [['computed', 10, 10, undefined, false]]],
    ['no result', '?', [['computed', 10, 10, undefined, false]]],
  ])('%s', (_, re, expected) => {
    expect(rows(re)).toEqual(expected);
  });

  test('a larger komi is added to the declared margin too, and may turn the game over', () => {
    expect(rows('B+2', chinese, 5)).toEqual([
      ['computed', 10, 5, false, false],
      ['declared', 4, -1, false, true],
    ]);
  });

  test.each([
    ['passes are recorded', PASSES, false],
    ["Black's alone", movesText('B pass'), true],
    ['none are', '', true],
  ])('%s', (_, passes, assumed) => {
    const [account] = convert(`(;GM[1]SZ[5]KM[0]${PLAYS}${passes})`, japanese, chinese);
    expect(account!.passesAssumed).toBe(assumed);
  });

  const BY_POINTS: Ruleset = { ...ruleset('aga'), scoring: 'territory', countings: ['territory'] };

  test.each<[string, number, string, Ruleset, [number, number]]>([
    ['none', 0, PLAYS, chinese, [0, 0]],
    ['an even number', 2, PLAYS, chinese, [0, 0]],
    ['an odd number, which Black begins to fill', 3, PLAYS, chinese, [0, 2]],
    ['an odd number, which White begins to fill', 1, `${PLAYS};B[bb]`, chinese, [-2, 0]],
    ['an odd number under territory counting', 3, PLAYS, japanese, [0, 0]],
    ['the same where pass stones are given', 3, PLAYS, BY_POINTS, [0, 2]],
  ])('the to margin with dame left: %s', (_, dame, plays, to, range) => {
    const { record, replayed, stones } = caseOf(`(;GM[1]SZ[5]KM[0]${plays})`);
    const basis = playBasis(record, replayed, stones);
    const [account] = convertScore(record, { dame }, basis, chinese, to, {});
    const { marginToHalves, toLowHalves, toHighHalves } = account!;
    expect([toLowHalves - marginToHalves, toHighHalves - marginToHalves]).toEqual(range);
  });
});

/** Black needs C2 once the dame at F1 is taken: without it White catches the corner. */
const NEEDS_C2 = 'SZ[6:5]KM[0]AW[ab][bb][cb][db][eb][fb][dc][ec][fc][fd]AB[ac][bc][cc][dd][ed]';
const OPEN = `(;GM[1]${NEEDS_C2};B[ee])`;

describe('protective moves that the record lacks', () => {
  const rows = ([from, to, sgf]: readonly [string, string, string]): unknown[] =>
    convert(sgf, ruleset(from), ruleset(to), [], { komiFromHalves: 0, komiToHalves: 'same' }).map((one) => {
      const { marginFromHalves, marginToHalves, items, residueHalves } = one;
      return [one.basis, marginFromHalves, items.protectiveMoves, marginToHalves, residueHalves];
    });
  const re = (declared: string): string => OPEN.replace('GM[1]', `GM[1]RE[${declared}]`);
  const passed = OPEN.replace(/\)$/, ';W[];B[])');
  const fox = `(;GM[1]AP[foxwq]${NEEDS_C2}AW[fe];B[ee])`;

  test.each<[string, readonly [string, string, string], unknown[]]>([
    ['they cost territory only', ['japanese', 'aga', OPEN], [['computed', 0, 2, 4, 0]]],
    ['and back', ['aga', 'japanese', OPEN], [['computed', 4, -2, 0, 0]]],
    ['both rules charge them', ['japanese', 'korean', OPEN], [['computed', 0, 0, 0, 0]]],
    ['neither does', ['chinese', 'aga', OPEN], [['computed', -6, 0, 4, 0]]],
    ['every stone stays under one', ['tromp-taylor', 'japanese', OPEN], [['computed', -6, -2, 0, 0]]],
    ['two passes: the game ended so', ['japanese', 'aga', passed], [['computed', 2, 0, 4, 0]]],
    ['a server that charges them', ['japanese', 'aga', fox], [['computed', 0, 2, 4, 0]]],
    ['not under rules that it did not apply', ['aga', 'japanese', fox], [['computed', 4, 0, 2, 0]]],
    [
      'a declared margin with them',
      ['japanese', 'aga', re('0')],
      [
        ['computed', 0, 2, 4, 0],
        ['declared', 0, 2, 4, 0],
      ],
    ],
    [
      'a declared margin without them',
      ['japanese', 'aga', re('B+1')],
      [
        ['computed', 0, 2, 4, 0],
        ['declared', 2, 0, 4, 0],
      ],
    ],
    [
      'a declared margin without them, and rules that charge them as well',
      ['japanese', 'korean', re('B+1')],
      [
        ['computed', 0, 0, 0, 0],
        ['declared', 2, 0, 2, 0],
      ],
    ],
  ])('%s', (_, given, expected) => {
    expect(rows(given)).toEqual(expected);
  });

  test.each([
    ['an open end', OPEN],
    ['two passes', passed],
    ['dead stones', OPEN.replace('AW', 'AB[eb]AW').replace('[db][eb]', '[db]')],
  ])('margins are those of the score under each ruleset: %s', (_, sgf) => {
    const dead = sgf.includes('AB[eb]') ? ['eb'] : [];
    const { record, replayed, stones } = caseOf(sgf);
    const resultUnder = (rule: Ruleset, komiHalves: number): number =>
      scoreGame(record, replayed, stones, lifeOf(stones, 6, dead), rule, { komiHalves }).resultHalves;
    for (const from of COUNTED) {
      for (const to of COUNTED) {
        const [one] = convert(sgf, from, to, dead);
        const { marginFromHalves, komiFromHalves, marginToHalves, komiToHalves } = one!;
        expect(marginFromHalves, from.name).toBe(resultUnder(from, komiFromHalves));
        expect(marginToHalves, `${from.name} ${to.name}`).toBe(resultUnder(to, komiToHalves));
      }
    }
  });

  test.each([
    ['one dame, White to move: White takes it, Black protects', OPEN, [-2, 0]],
    ['Black to move: Black must protect first', OPEN.replace(';B[ee]', 'AB[ee];W[]'), [-2, 0]],
    ['no dame', fox, [0, 0]],
    [
      'a liberty that two groups in seki share, which nobody fills',
      '(;SZ[5:6]AB[ba][ab][bb][cb][dc][ec][cd][dd][ce][ee][cf][df]AW[da][db][eb][ac][bc][cc][bd][ae][be][bf];B[ef];W[];B[])',
      [0, 0],
    ],
  ])('the to margin if dame are filled in turn: %s', (_, sgf, range) => {
    const [one] = convert(sgf, ruleset('japanese'), ruleset('chinese'));
    expect([one!.toLowHalves - one!.marginToHalves, one!.toHighHalves - one!.marginToHalves]).toEqual(range);
  });
});

/** Random play: every step plays a point in turn (occupied ones too, as SGF demands) or passes. */
const game = fc
  .record({
    size: fc.integer({ min: 3, max: 7 }),
    handicap: fc.integer({ min: 0, max: 4 }),
    steps: fc.array(fc.nat(60), { maxLength: 80 }),
    edit: fc.option(fc.nat(60)),
    endings: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ size, handicap, steps, edit, endings }) => {
    const point = (n: number): string =>
      String.fromCharCode(97 + (n % size), 97 + (Math.floor(n / size) % size));
    const stones =
      handicap >= 2
        ? `HA[${String(handicap)}]AB${Array.from({ length: handicap }, (_, i) => `[${point(i * 2)}]`).join('')}`
        : '';
    let black = handicap < 2;
    let text = `(;GM[1]SZ[${String(size)}]KM[6.5]${stones}`;
    const move = (value: string): void => {
      text += `;${black ? 'B' : 'W'}[${value}]`;
      black = !black;
    };
    steps.forEach((step, i) => {
      if (edit !== null && edit === i) text += `;AW[${point(step)}]`;
      move(step % 13 === 12 ? '' : point(step));
    });
    for (let i = 0; i < endings; i++) move('');
    return `${text})`;
  });

const deadSeed = fc.array(fc.boolean(), { minLength: 49, maxLength: 49 });
const rules = fc.constantFrom(...COUNTED);

describe('random games', () => {
  test('the identities hold, whatever is dead', () => {
    fc.assert(
      fc.property(game, deadSeed, rules, (sgf, deadFlags, rule) => {
        const { record, replayed, stones } = caseOf(sgf);
        const dead = Uint8Array.from(stones, (stone, p) => (stone !== 0 && deadFlags[p] ? 1 : 0));
        const life = { ...lifeOf(stones, record.width), dead };
        const score = scoreGame(record, replayed, stones, life, rule, {});
        expect(score.findings).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  test('residue 0, conversions add up, and converting to the same ruleset is nothing', () => {
    fc.assert(
      fc.property(game, rules, rules, rules, (sgf, a, b, c) => {
        const [ab] = convert(sgf, a, b);
        const [bc] = convert(sgf, b, c, [], { komiFromHalves: ab!.komiToHalves });
        const [ac] = convert(sgf, a, c, [], { komiToHalves: bc!.komiToHalves });
        expect(ab!.residueHalves).toBe(0);
        expect(ab!.marginFromHalves + sum(ab!)).toBe(ab!.marginToHalves);
        expect(bc!.marginFromHalves).toBe(ab!.marginToHalves);
        expect(ac!.marginToHalves).toBe(bc!.marginToHalves);
        const [aa] = convert(sgf, a, a);
        expect(sum(aa!)).toBe(0);
        expect(aa!.marginToHalves).toBe(aa!.marginFromHalves);
      }),
      { numRuns: 600 },
    );
  });

  test('6.5 against 7.5: the same if Black played last, White a point better if White did', () => {
    const full = fc
      .record({
        size: fc.integer({ min: 3, max: 7 }),
        steps: fc.array(fc.nat(48), { minLength: 1, maxLength: 60 }),
      })
      .map(({ size, steps }) => {
        const moves = steps.map((step, i) => {
          const at = String.fromCharCode(97 + (step % size), 97 + (Math.floor(step / size) % size));
          return `;${i % 2 === 0 ? 'B' : 'W'}[${at}]`;
        });
        return `(;GM[1]SZ[${String(size)}]${moves.join('')})`;
      });
    fc.assert(
      fc.property(full, (sgf) => {
        const { replayed } = caseOf(sgf);
        fc.pre(replayed.setupBlack === 0 && replayed.setupWhite === 0);
        const [account] = convert(sgf, ruleset('japanese'), ruleset('aga'));
        // A protective move that Japanese rules charge costs nothing under AGA.
        const { sekiPoints, deadInSeki, protectiveMoves } = account!.items;
        const others = sekiPoints + deadInSeki + protectiveMoves;
        const difference = account!.marginToHalves - account!.marginFromHalves - others;
        expect(difference).toBe(replayed.lastPlay === 'black' ? 0 : -2);
      }),
      { numRuns: 400 },
    );
  });
});

function sum(account: Conversion): number {
  return Object.values(account.items).reduce((total, item) => total + item, 0);
}
