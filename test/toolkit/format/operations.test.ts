import { UserError } from '../../../src/core/outcome.js';
import { describe, expect, it } from 'vitest';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import {
  FAITHFUL,
  NORMALIZATIONS,
  SYMMETRIES,
  type FormatOptions,
} from '../../../src/toolkit/format/format-types.js';

const HEAD = '(;FF[4]GM[1]CA[UTF-8]';

/** The body of a game behind its root properties, on one line. */
const body = (from: string, options: Partial<FormatOptions>): string => {
  const { text } = formatFile(new TextEncoder().encode(`${HEAD}${from})`), { ...FAITHFUL, ...options });
  const written = new TextDecoder().decode(text);
  expect(written.startsWith(HEAD)).toBe(true);
  return written.slice(HEAD.length).replaceAll('\n', '').slice(0, -1);
};

describe('root and identifiers', () => {
  const whole = (from: string, options: Partial<FormatOptions>): string =>
    new TextDecoder().decode(formatFile(new TextEncoder().encode(from), { ...FAITHFUL, ...options }).text);

  it.each<[what: string, from: string, options: Partial<FormatOptions>, to: string]>([
    ['a root kept as it is', '(;FF[3]SZ[9])', { root: 'kept' }, '(;FF[3]SZ[9])\n'],
    ['CA tells the truth all the same', '(;FF[3]CA[Big5])', { root: 'kept' }, '(;FF[3]CA[UTF-8])\n'],
    ['CA is added where it is needed', '(;FF[3]C[é])', { root: 'kept' }, '(;CA[UTF-8]FF[3]C[é])\n'],
    [
      'identifiers kept as they are',
      '(;GaMe[1];Black[aa])',
      { root: 'kept', identifiers: 'kept' },
      '(;GaMe[1]\n;Black[aa])\n',
    ],
    ['one game of several', '(;C[1])(;C[2])(;C[3])', { games: [2] }, '(;FF[4]GM[1]CA[UTF-8]C[2])\n'],
    ['no such game', '(;C[1])', { games: [2] }, ''],
    ['illegal tail left out', 'a(;C[1])b', { strip: ['illegalTail'] }, '(;FF[4]GM[1]CA[UTF-8]C[1])\n'],
    [
      'properties in order',
      '(;C[x]KM[6.5]GM[1];C[y]AB[aa]B[bb])',
      { order: 'ff4' },
      '(;FF[4]GM[1]CA[UTF-8]KM[6.5]C[x]\n;AB[aa]B[bb]C[y])\n',
    ],
  ])('%s', (_, from, options, to) => {
    expect(whole(from, options)).toBe(to);
    if (options.games === undefined) expect(whole(to, options)).toBe(to);
  });
});

describe('leaving out', () => {
  it.each<[strip: FormatOptions['strip'][number], from: string, to: string]>([
    ['variations', ';B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])', ';B[aa];W[bb];B[cc]'],
    ['comments', 'GC[g]C[c]N[n];C[c]B[aa]', 'N[n];B[aa]'],
    ['markup', 'TR[aa]LB[bb:1];B[aa]CR[aa]', ';B[aa]'],
    ['unknown', 'ZZ[1]KGSDE[a]C[x]', 'C[x]'],
    ['private', 'ZZ[1]KGSDE[a]C[x]', 'ZZ[1]C[x]'],
    ['emptyNodes', ';;B[aa];;(;W[bb])(;;W[cc])', ';B[aa](;W[bb])(;W[cc])'],
  ])('%s', (one, from, to) => {
    expect(body(from, { strip: [one] })).toBe(to);
  });

  it('main line only', () => {
    expect(body(';B[aa](;W[bb])(;W[ee])', { nodes: 'mainLine' })).toBe(';B[aa];W[bb]');
  });
});

describe('lists of points', () => {
  it.each<[what: string, form: 'compressed' | 'expanded', from: string, to: string]>([
    ['a block', 'compressed', 'AB[aa][ba][ab][bb][cc]', 'AB[aa:bb][cc]'],
    ['an L', 'compressed', 'TB[aa][ab][ac][bc]', 'TB[aa:ac][bc]'],
    ['a rectangle', 'expanded', 'AB[aa:bb]', 'AB[aa][ba][ab][bb]'],
    ['a rectangle from the wrong corner', 'expanded', 'AB[bb:aa]', 'AB[aa][ba][ab][bb]'],
    ['an empty list stays', 'expanded', 'DD[]', 'DD[]'],
    ['a list with no points stays', 'expanded', 'AB[aa:bb][xyz]', 'AB[aa:bb][xyz]'],
    ['labels are no list', 'compressed', 'LB[aa:1][ba:2]', 'LB[aa:1][ba:2]'],
  ])('%s %s', (_, points, from, to) => {
    expect(body(from, { points })).toBe(to);
  });
});

describe('normalised headers', () => {
  it.each<[from: string, to: string]>([
    ['DT[2016/12/4]', 'DT[2016-12-04]'],
    ['DT[20060903]', 'DT[2006-09-03]'],
    ['DT[2016年12月4日]', 'DT[2016-12-04]'],
    ['DT[4 Dec 2016]', 'DT[2016-12-04]'],
    ['DT[December 4th, 2016]', 'DT[2016-12-04]'],
    ['DT[May 1999]', 'DT[1999-05]'],
    ['DT[04/05/2016]', 'DT[04/05/2016]'],
    ['DT[1996-05,06]', 'DT[1996-05,06]'],
    ['DT[2016-13-01]', 'DT[2016-13-01]'],
    ['RE[b+resign]', 'RE[B+R]'],
    ['RE[白中盘胜]', 'RE[W+R]'],
    ['RE[B+3.50]', 'RE[B+3.5]'],
    ['RE[jigo]', 'RE[Draw]'],
    ['RE[B+R (moves after 200 unknown)]', 'RE[B+R (moves after 200 unknown)]'],
    ['RE[nobody knows]', 'RE[nobody knows]'],
    ['KM[6.50]', 'KM[6.5]'],
    ['KM[6.5집]', 'KM[6.5]'],
    ['KM[5 1/2]', 'KM[5.5]'],
    ['KM[six]', 'KM[six]'],
    ['RU[jp]', 'RU[Japanese]'],
    ['RU[ing]', 'RU[GOE]'],
    ['RU[Chinese, Pair Go]', 'RU[Chinese, Pair Go]'],
    ['HA[02]', 'HA[2]'],
    ['HA[4 stones]', 'HA[4]'],
    ['HA[호선]', 'HA[0]'],
    ['HA[호선 - 6집 반 공제]', 'HA[호선 - 6집 반 공제]'],
    ['TM[각 3시간]', 'TM[10800]'],
    ['TM[3시간60초5회]', 'TM[3시간60초5회]'],
    ['TM[1h30m]', 'TM[5400]'],
    ['TM[3小时]', 'TM[10800]'],
    ['TM[1:30:00]', 'TM[5400]'],
    ['TM[90 minutes each]', 'TM[5400]'],
    ['TM[1h + byo-yomi]', 'TM[1h + byo-yomi]'],
    ['BR[9 dan]', 'BR[9d]'],
    ['WR[九段]', 'WR[9d]'],
    ['WR[프로3단]', 'WR[3p]'],
    ['BR[5 kyu?]', 'BR[5k?]'],
    ['BR[9 dan pro]', 'BR[9p]'],
    ['BR[초단]', 'BR[1d]'],
    ['BR[Meijin]', 'BR[Meijin]'],
  ])('%s', (from, to) => {
    expect(body(from, { normalize: NORMALIZATIONS })).toBe(to);
    expect(body(from, {})).toBe(from);
  });
});

describe('komi', () => {
  it.each<[what: string, from: string, to: string]>([
    ['hundredths of a zi', 'KM[375]', 'KM[7.5]'],
    ['hundredths of a point', 'KM[650]', 'KM[6.5]'],
    ['zi under Chinese rules', 'RU[Chinese]KM[3.75]', 'RU[Chinese]KM[7.5]'],
    ['points', 'KM[6.5]', 'KM[6.5]'],
  ])('%s', (_, from, to) => {
    expect(body(from, { komi: 'repaired' })).toBe(to);
  });
});

describe('symmetries', () => {
  const from = 'SZ[9];B[ab]LB[cd:x:y]AR[aa:bc]TR[aa:bc]C[ab];W[];B[tt]';
  it.each([
    ['mirror-horizontal', ';B[ib]LB[gd:x\\:y]AR[ia:hc]TR[ha:ic]C[ab];W[];B[tt]'],
    ['mirror-vertical', ';B[ah]LB[cf:x\\:y]AR[ai:bg]TR[ag:bi]C[ab];W[];B[tt]'],
    ['rotate-180', ';B[ih]LB[gf:x\\:y]AR[ii:hg]TR[hg:ii]C[ab];W[];B[tt]'],
    ['transpose', ';B[ba]LB[dc:x\\:y]AR[aa:cb]TR[aa:cb]C[ab];W[];B[tt]'],
    ['rotate-left', ';B[bi]LB[dg:x\\:y]AR[ai:ch]TR[ah:ci]C[ab];W[];B[tt]'],
    ['rotate-right', ';B[ha]LB[fc:x\\:y]AR[ia:gb]TR[ga:ib]C[ab];W[];B[tt]'],
    ['transpose-other', ';B[hi]LB[fg:x\\:y]AR[ii:gh]TR[gh:ii]C[ab];W[];B[tt]'],
  ] as const)('%s', (symmetry, to) => {
    expect(body(from, { symmetry })).toBe(`SZ[9]${to}`);
  });

  it('a board that is not square changes its size when it is turned', () => {
    expect(body('SZ[5:9];B[ei]', { symmetry: 'rotate-right' })).toBe('SZ[9:5];B[ae]');
    expect(body('SZ[5:9];B[ei]', { symmetry: 'rotate-180' })).toBe('SZ[5:9];B[aa]');
  });

  it('every symmetry is undone by one', () => {
    const names = SYMMETRIES.filter((name) => !name.startsWith('rotate'));
    for (const symmetry of names) {
      expect(body(body(from, { symmetry }), { symmetry })).toBe(body(from, {}));
    }
    expect(body(body(from, { symmetry: 'rotate-left' }), { symmetry: 'rotate-right' })).toBe(body(from, {}));
  });
});

describe('colors swapped', () => {
  it.each([
    ['PB[Lee]PW[Cho]BR[9p]', 'PW[Lee]PB[Cho]WR[9p]'],
    ['RE[B+3.5]KM[6.5]', 'RE[W+3.5]KM[-6.5]'],
    ['RE[W+R]KM[0]', 'RE[B+R]KM[0]'],
    ['RE[黑中盘胜]', 'RE[W+R]'],
    ['RE[Draw]', 'RE[Draw]'],
    ['AB[aa]PL[W];W[bb]WL[10]TB[aa]', 'AW[aa]PL[B];B[bb]BL[10]TW[aa]'],
  ])('%s', (from, to) => {
    expect(body(from, { colors: 'swapped' })).toBe(to);
  });
});

describe('implied passes', () => {
  it.each<[what: string, from: string, to: string]>([
    ['between two moves of one color', ';B[aa];W[bb];W[cc]', ';B[aa];W[bb];B[];W[cc]'],
    ['none in a handicap by moves', ';B[aa];B[bb];W[cc]', ';B[aa];B[bb];W[cc]'],
    ['none behind setup', ';B[aa];W[bb];AB[cc];W[dd]', ';B[aa];W[bb];AB[cc];W[dd]'],
    ['in variations', ';B[aa];W[bb](;B[cc])(;W[dd])', ';B[aa];W[bb](;B[cc])(;B[];W[dd])'],
    ['at the end of a counted game', 'RE[B+3.5];B[aa];W[bb]', 'RE[B+3.5];B[aa];W[bb];B[];W[]'],
    ['the second at the end', 'RE[B+3.5];B[aa];W[]', 'RE[B+3.5];B[aa];W[];B[]'],
    ['none where both are there', 'RE[B+3.5];B[aa];W[];B[]', 'RE[B+3.5];B[aa];W[];B[]'],
    ['none behind a resignation', 'RE[B+R];B[aa];W[bb]', 'RE[B+R];B[aa];W[bb]'],
  ])('%s', (_, from, to) => {
    expect(body(from, { passes: 'added' })).toBe(to);
    expect(body(to, { passes: 'added' })).toBe(to);
  });
});

describe('our score', () => {
  /** A wall of each color in the middle of a 5x5 board. */
  const game =
    'SZ[5]KM[0.5]RU[Japanese];B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[ca];W[];B[cb];W[];B[cc];W[];B[cd];W[];B[ce];W[];B[]';

  it('territory and result', () => {
    const written = body(game, { score: ['territory', 'result'], points: 'compressed' });
    expect(written).toContain('RE[W+0.5]');
    expect(written).toMatch(/;B\[\]TB\[aa:ae\]TW\[ea:ee\]$/u);
  });

  it('a tie that the rules give to Black is a win without a margin', () => {
    const tie = 'SZ[5]KM[5];B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[];B[];W[]';
    expect(body(tie, { score: ['result'], rules: 'ing' })).toContain('RE[B+]');
  });

  it('turned with the board', () => {
    const written = body(game, { score: ['territory'], points: 'compressed', symmetry: 'mirror-horizontal' });
    expect(written).toMatch(/TB\[ea:ee\]TW\[aa:ae\]$/u);
  });

  it('a game given up stays as it is', () => {
    expect(body('SZ[5]RE[B+R];B[ba]', { score: ['result', 'territory'] })).toBe('SZ[5]RE[B+R];B[ba]');
  });

  it('an unknown ruleset throws', () => {
    expect(() => body('', { score: ['result'], rules: 'chess' })).toThrow(
      new UserError('rules is "chess" but must be "auto" or the name of a ruleset'),
    );
  });
});

describe('names for files', () => {
  it('header fields as one line each', () => {
    const { games } = formatFile(new TextEncoder().encode('(;PB[A\\]\nB]PW[C]DT[2016/1/2];B[aa])'), {
      ...FAITHFUL,
      normalize: ['DT'],
    });
    expect(games[0]!.names).toMatchObject({ PB: 'A] B', PW: 'C', DT: '2016-01-02', GM: '1' });
  });
});
