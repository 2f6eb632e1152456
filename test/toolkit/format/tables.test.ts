import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/core/limits.js';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import {
  FAITHFUL,
  type FormatOptions,
  type Normalization,
} from '../../../src/toolkit/format/format-types.js';

const HEAD = '(;FF[4]GM[1]CA[UTF-8]';

/** What becomes of the body of a game, without its line breaks. A second time nothing changes. */
function body(from: string, options: Partial<FormatOptions>): string {
  const once = written(from, options);
  expect(written(once, options), 'the second time').toBe(once);
  return once;
}

function written(from: string, options: Partial<FormatOptions>): string {
  const { text } = formatFile(Buffer.from(`${HEAD}${from})`), { ...FAITHFUL, ...options });
  const all = Buffer.from(text).toString().replaceAll('\n', '');
  expect(all.startsWith(HEAD)).toBe(true);
  return all.slice(HEAD.length, -1);
}

describe('--normalize, by the forms that FF[4] gives', () => {
  const TABLES: Readonly<Record<Normalization, readonly (readonly [from: string, to: string])[]>> = {
    // YYYY-MM-DD, parts left out from the right, lists with commas: those stay.
    DT: [
      ['DT[2016-1-2]', 'DT[2016-01-02]'],
      ['DT[2016.12.27]', 'DT[2016-12-27]'],
      ['DT[2016/2/29]', 'DT[2016-02-29]'],
      ['DT[1996]', 'DT[1996]'],
      ['DT[1996-12-27,28]', 'DT[1996-12-27,28]'],
      ['DT[1996-05,1996-06]', 'DT[1996-05,1996-06]'],
      // No such day; more than a date; the order of day and month is another's: they stay.
      ['DT[2016/2/30]', 'DT[2016/2/30]'],
      ['DT[1900/2/29]', 'DT[1900/2/29]'],
      ['DT[2015/4/31]', 'DT[2015/4/31]'],
      ['DT[2016-00-10]', 'DT[2016-00-10]'],
      ['DT[2016-12-27 14:30]', 'DT[2016-12-27 14:30]'],
      ['DT[27.12.1996]', 'DT[27.12.1996]'],
      ['DT[]', 'DT[]'],
    ],
    // 0 or Draw, B+ and W+ with a number, R, T, F or nothing, Void, ?
    RE: [
      ['RE[0]', 'RE[Draw]'],
      ['RE[Draw]', 'RE[Draw]'],
      ['RE[W+Time]', 'RE[W+T]'],
      ['RE[B+forfeit]', 'RE[B+F]'],
      ['RE[B+Resign]', 'RE[B+R]'],
      ['RE[void]', 'RE[Void]'],
      ['RE[?]', 'RE[?]'],
      ['RE[B+]', 'RE[B+]'],
      ['RE[W+0.50]', 'RE[W+0.5]'],
      ['RE[B+64]', 'RE[B+64]'],
      ['RE[W+5 1/2]', 'RE[W+5.5]'],
      ['RE[Black wins by 3.5]', 'RE[B+3.5]'],
      // A zi is a stone and a point of territory with it: two points.
      ['RE[黑胜2子]', 'RE[B+4]'],
      ['RE[黑超时，白胜]', 'RE[W+T]'],
      // A win by a tie, or a code; a sixth that no decimal is; two winners.
      ['RE[W+0]', 'RE[W+0]'],
      ['RE[B+1 5/6]', 'RE[B+1 5/6]'],
      ['RE[黑胜白胜]', 'RE[黑胜白胜]'],
      ['RE[B+T (x)]', 'RE[B+T (x)]'],
    ],
    KM: [
      ['KM[7.50]', 'KM[7.5]'],
      ['KM[-5.5]', 'KM[-5.5]'],
      ['KM[+6.5]', 'KM[6.5]'],
      ['KM[0.0]', 'KM[0]'],
      ['KM[.5]', 'KM[0.5]'],
      ['KM[6,5]', 'KM[6.5]'],
      ['KM[6.5 points]', 'KM[6.5]'],
      ['KM[]', 'KM[]'],
      // What is scaled is another option's.
      ['KM[375]', 'KM[375]'],
    ],
    // AGA, GOE, Japanese, NZ are FF[4]'s own words.
    RU: [
      ['RU[aga]', 'RU[AGA]'],
      ['RU[GOE]', 'RU[GOE]'],
      ['RU[Japanese rules]', 'RU[Japanese]'],
      ['RU[日本]', 'RU[Japanese]'],
      ['RU[new zealand]', 'RU[NZ]'],
      ['RU[chinese]', 'RU[Chinese]'],
      ['RU[korean]', 'RU[Korean]'],
      ['RU[Tromp-Taylor]', 'RU[Tromp-Taylor]'],
    ],
    HA: [
      ['HA[0]', 'HA[0]'],
      ['HA[09]', 'HA[9]'],
      ['HA[2子]', 'HA[2]'],
      ['HA[two]', 'HA[two]'],
      ['HA[]', 'HA[]'],
    ],
    TM: [
      ['TM[3600.0]', 'TM[3600]'],
      ['TM[2 hours]', 'TM[7200]'],
      ['TM[60 min]', 'TM[3600]'],
      ['TM[0]', 'TM[0]'],
      // A limit for each move?
      ['TM[30s]', 'TM[30s]'],
      ['TM[30]', 'TM[30]'],
      ['TM[-1]', 'TM[-1]'],
      // Hours and minutes, or minutes and seconds?
      ['TM[1:30]', 'TM[1:30]'],
    ],
    // 5k, 3d, 9p, with ? or * behind.
    rank: [
      ['BR[7 dan]', 'BR[7d]'],
      ['WR[1 kyu*]', 'WR[1k*]'],
      ['BR[7d?]', 'BR[7d?]'],
      ['BR[三段]', 'BR[3d]'],
      ['BR[18급]', 'BR[18k]'],
      ['WR[p7]', 'WR[7p]'],
      ['BR[Honinbo 9d]', 'BR[Honinbo 9d]'],
      ['BR[1500]', 'BR[1500]'],
    ],
  };
  for (const [name, rows] of Object.entries(TABLES)) {
    describe(name, () => {
      it.each(rows)('%s -> %s', (from, to) => {
        expect(body(from, { normalize: [name as Normalization] })).toBe(to);
        const others = Object.keys(TABLES).filter((other) => other !== name) as Normalization[];
        expect(body(from, { normalize: others }), 'the others').toBe(from);
      });
    });
  }
});

describe('properties of FF[1] to FF[3]', () => {
  const fromOld = (format: string, nodes: string): string => {
    const { text } = formatFile(Buffer.from(`(;${format}GM[1]SZ[9]${nodes})`), FAITHFUL);
    return Buffer.from(text).toString().replaceAll('\n', '').split('SZ[9]')[1]!.slice(0, -1);
  };
  it.each<[what: string, format: string, from: string, to: string]>([
    ['crosses', 'FF[3]', ';B[aa]M[bb][cc]', ';B[aa]MA[bb][cc]'],
    ['letters', 'FF[3]', ';B[aa]L[cc][dd]', ';B[aa]LB[cc:a][dd:b]'],
    ['crosses and marks', 'FF[3]', ';MA[aa]M[bb]', ';MA[aa][bb]'],
    ['letters and labels', 'FF[3]', ';L[cc]LB[aa:1]', ';LB[aa:1][cc:a]'],
    ['a cross on a marked point', 'FF[3]', ';TR[bb]M[bb]', ';TR[bb]M[bb]'],
    ['a letter on a label', 'FF[3]', ';LB[bb:1]L[aa][bb]', ';LB[bb:1]L[aa][bb]'],
    ['letters twice in a node', 'FF[3]', ';L[cc]GB[1]L[dd]', ';LB[cc:a][dd:b]GB[1]'],
    ['marks twice in a node', 'FF[3]', ';M[cc]M[dd]', ';MA[cc][dd]'],
    ['a mark on a mark that is there twice', 'FF[3]', ';M[cc]TR[dd]TR[cc]', ';M[cc]TR[dd]TR[cc]'],
    ['letters with blanks', 'FF[3]', ';L[ cc]', ';LB[cc:a]'],
    ['two letters on a point', 'FF[3]', ';L[aa][aa]', ';L[aa][aa]'],
    ['a letter that is no point', 'FF[3]', ';L[x]', ';L[x]'],
    ['they are unknown in FF[4], and mean the same', 'FF[4]', ';M[aa]L[bb]', ';MA[aa]LB[bb:a]'],
    ['the corners of a view', 'FF[3]', ';VW[aa][cc]', ';VW[aa:cc]'],
    ['a view without FF', '', ';VW[aa][cc]', ';VW[aa:cc]'],
    ['two points of a view', 'FF[4]', ';VW[aa][cc]', ';VW[aa][cc]'],
    ['a figure with a name', 'FF[3]', ';FG[Fig: 1]', ';FG[0:Fig\\: 1]'],
    ['a figure of FF[4]', 'FF[3]', ';FG[257:x]', ';FG[257:x]'],
    ['a figure without a name', 'FF[3]', ';FG[]', ';FG[]'],
    ['those without a form in FF[4]', 'FF[3]', 'BS[1];TC[3]CH[1]', 'BS[1];TC[3]CH[1]'],
  ])('%s', (_, format, from, to) => {
    expect(fromOld(format, from)).toBe(to);
  });

  it('are left out where that is asked for', () => {
    expect(body('BS[1];B[aa]TC[3]M[bb]XX[1]', { strip: ['obsolete'] })).toBe(';B[aa]MA[bb]XX[1]');
  });
});

it('writes points without blanks', () => {
  expect(body(';B[ b\tc]TR[a a][aa : bb]AR[aa: bb]', {})).toBe(';B[bc]TR[aa][aa:bb]AR[aa:bb]');
  expect(body(';B[b c d]', {})).toBe(';B[b c d]');
});

describe('--repair-komi', () => {
  it.each<[what: string, from: string, to: string]>([
    ['Fox, hundredths of a zi', 'KM[375]', 'KM[7.5]'],
    ['3.25 zi', 'KM[325]', 'KM[6.5]'],
    ['2.75 zi', 'KM[275]', 'KM[5.5]'],
    ['hundredths of a point', 'KM[750]', 'KM[7.5]'],
    ['zi where the rules count in them', 'RU[Chinese]KM[2.75]', 'RU[Chinese]KM[5.5]'],
    [
      'a quarter under rules that have none is nobody knows what',
      'RU[Japanese]KM[3.75]',
      'RU[Japanese]KM[3.75]',
    ],
    ['no komi of any kind', 'KM[100]', 'KM[100]'],
    ['none', 'KM[0]', 'KM[0]'],
    ['reverse komi', 'KM[-6.5]', 'KM[-6.5]'],
    ['another form is for --normalize', 'KM[6.50]', 'KM[6.50]'],
    ['behind the root', 'PB[a];KM[375]', 'PB[a];KM[7.5]'],
    ['the first of two counts', 'KM[7.5];KM[375]', 'KM[7.5];KM[375]'],
  ])('%s', (_, from, to) => {
    expect(body(from, { komi: 'repaired' })).toBe(to);
    expect(body(from, {})).toBe(from);
  });
});

describe('--add-passes', () => {
  it.each<[what: string, from: string, to: string]>([
    ['Black twice', ';B[aa];W[bb];B[cc];B[dd]', ';B[aa];W[bb];B[cc];W[];B[dd]'],
    ['White three times', ';B[aa];W[bb];W[cc];W[dd]', ';B[aa];W[bb];B[];W[cc];B[];W[dd]'],
    ['a comment between', ';B[aa];W[bb];C[x];W[cc]', ';B[aa];W[bb];C[x];B[];W[cc]'],
    ['whose turn it is was told', ';B[aa];W[bb];PL[W];W[cc]', ';B[aa];W[bb];PL[W];W[cc]'],
    ['handicap by setup', 'HA[2]AB[dd][pp];W[aa];B[cc];B[bb]', 'HA[2]AB[dd][pp];W[aa];B[cc];W[];B[bb]'],
    ['end behind a comment', 'RE[B+1];B[aa];W[bb];C[end]', 'RE[B+1];B[aa];W[bb];C[end];B[];W[]'],
    ['end of the main line only', 'RE[B+1];B[aa](;W[bb])(;W[cc])', 'RE[B+1];B[aa](;W[bb];B[];W[])(;W[cc])'],
    ['three passes are enough', 'RE[B+1];B[aa];W[];B[];W[]', 'RE[B+1];B[aa];W[];B[];W[]'],
    ['tt is a pass up to 19x19', 'SZ[19]RE[B+1];B[aa];W[tt]', 'SZ[19]RE[B+1];B[aa];W[tt];B[]'],
    ['tt is a point on 21x21', 'SZ[21]RE[B+1];B[aa];W[tt]', 'SZ[21]RE[B+1];B[aa];W[tt];B[];W[]'],
    ['a winner without a margin', 'RE[B+];B[aa];W[bb]', 'RE[B+];B[aa];W[bb]'],
    ['time', 'RE[B+T];B[aa];W[bb]', 'RE[B+T];B[aa];W[bb]'],
    ['no move at all', 'RE[B+1]', 'RE[B+1]'],
  ])('%s', (_, from, to) => {
    expect(body(from, { passes: 'added' })).toBe(to);
  });
});

describe('--points', () => {
  it.each<[from: string, compressed: string, expanded: string]>([
    ['AB[aa][aa]', 'AB[aa]', 'AB[aa]'],
    ['AB[aa:aa]', 'AB[aa]', 'AB[aa]'],
    ['AW[aa:ab]', 'AW[aa:ab]', 'AW[aa][ab]'],
    ['CR[aa][ba][ca]', 'CR[aa:ca]', 'CR[aa][ba][ca]'],
    ['SL[aa][ca]', 'SL[aa][ca]', 'SL[aa][ca]'],
    ['TR[bb][ab][ba][aa]', 'TR[aa:bb]', 'TR[aa][ba][ab][bb]'],
    // No point may stand in a list twice.
    ['AB[aa:bb][bb:cc]', 'AB[aa:bb][cb:cc][bc]', 'AB[aa][ba][ab][bb][cb][bc][cc]'],
    ['SZ[30]AB[za][Aa]', 'SZ[30]AB[za:Aa]', 'SZ[30]AB[za][Aa]'],
    ['SZ[3]AE[aa:cc]', 'SZ[3]AE[aa:cc]', 'SZ[3]AE[aa][ba][ca][ab][bb][cb][ac][bc][cc]'],
    ['VW[]', 'VW[]', 'VW[]'],
    // Not lists of points: two ends, a label, a move.
    ['AR[aa:bb][bb:cc]', 'AR[aa:bb][bb:cc]', 'AR[aa:bb][bb:cc]'],
    ['LN[aa:bb]', 'LN[aa:bb]', 'LN[aa:bb]'],
    ['LB[aa:b]', 'LB[aa:b]', 'LB[aa:b]'],
    [';B[aa]', ';B[aa]', ';B[aa]'],
    // One that is off the board: nobody knows what was meant.
    ['SZ[5]AB[aa][ba][jj]', 'SZ[5]AB[aa][ba][jj]', 'SZ[5]AB[aa][ba][jj]'],
  ])('%s', (from, compressed, expanded) => {
    expect(body(from, { points: 'compressed' })).toBe(compressed);
    expect(body(from, { points: 'expanded' })).toBe(expanded);
    expect(body(compressed, { points: 'expanded' })).toBe(expanded);
  });
});

describe('--order: root, game info, setup, move, the rest, unknown', () => {
  it.each([
    ['C[x]PB[a]AB[aa]SZ[9]ZZ[1]AP[x]ST[2]', 'AP[x]ST[2]SZ[9]PB[a]AB[aa]C[x]ZZ[1]'],
    ['PW[a]PB[b]KM[0]', 'PW[a]PB[b]KM[0]'],
    [';TE[1]B[aa]BL[9]C[x]N[y]KO[]', ';B[aa]TE[1]BL[9]KO[]C[x]N[y]'],
    [';MN[1]W[aa]TR[bb]ZZ[q]WL[3]', ';W[aa]MN[1]WL[3]TR[bb]ZZ[q]'],
    [';C[x]PL[W]AW[aa]AE[bb]AB[cc]', ';PL[W]AW[aa]AE[bb]AB[cc]C[x]'],
    [';C[a]B[aa](;C[b]W[bb])(;N[c]W[cc])', ';B[aa]C[a](;W[bb]C[b])(;W[cc]N[c])'],
  ])('%s', (from, to) => {
    expect(body(from, { order: 'ff4' })).toBe(to);
  });
});

describe('--score: Black has columns a to c, White d and e; five points of territory each', () => {
  const STONES = 'AB[ba:ce]AW[da:de]';
  const END = ';B[];W[]';
  const MARKS = 'TB[aa:ae]TW[ea:ee]';
  it.each<[what: string, from: string, to: string]>([
    [
      'territory, 5 to 5',
      `KM[0]RU[Japanese]${STONES}${END}`,
      `KM[0]RU[Japanese]${STONES}RE[Draw]${END}${MARKS}`,
    ],
    [
      'with komi',
      `KM[0.5]RU[Japanese]${STONES}${END}`,
      `KM[0.5]RU[Japanese]${STONES}RE[W+0.5]${END}${MARKS}`,
    ],
    ['reverse komi', `KM[-2]RU[Japanese]${STONES}${END}`, `KM[-2]RU[Japanese]${STONES}RE[B+2]${END}${MARKS}`],
    ['area, 15 to 10', `KM[0]RU[Chinese]${STONES}${END}`, `KM[0]RU[Chinese]${STONES}RE[B+5]${END}${MARKS}`],
    [
      'a wrong margin',
      `KM[7.5]RU[Chinese]RE[B+1]${STONES}${END}`,
      `KM[7.5]RU[Chinese]RE[W+2.5]${STONES}${END}${MARKS}`,
    ],
    [
      'at the end of the main line',
      `KM[0]RU[Chinese]${STONES}${END}(;C[v])(;C[w])`,
      `KM[0]RU[Chinese]${STONES}RE[B+5]${END}(;C[v]${MARKS})(;C[w])`,
    ],
    ['given up', `KM[0]RU[Chinese]RE[W+R]${STONES}${END}`, `KM[0]RU[Chinese]RE[W+R]${STONES}${END}`],
    ['one pass: not over', `KM[0]RU[Chinese]${STONES};B[]`, `KM[0]RU[Chinese]${STONES};B[]`],
  ])('%s', (_, from, to) => {
    const options: Partial<FormatOptions> = { score: ['territory', 'result'], points: 'compressed' };
    expect(body(`SZ[5]${from}`, options)).toBe(`SZ[5]${to}`);
  });

  it('by the ruleset that is asked for', () => {
    const from = `SZ[5]KM[0]RU[Japanese]${STONES}${END}`;
    expect(body(from, { score: ['result'], rules: 'chinese' })).toBe(
      `SZ[5]KM[0]RU[Japanese]${STONES}RE[B+5]${END}`,
    );
  });
});

describe('limits', () => {
  const two = Buffer.from('(;FF[4]C[1])(;FF[4]C[2])');
  const limits = { ...DEFAULT_LIMITS, gamesPerFile: 1 };

  it('games beyond the limit are a loss, and refused', () => {
    const { refused, losses, text } = formatFile(two, { ...FAITHFUL, limits });
    expect({ refused, length: text.length }).toEqual({ refused: true, length: 0 });
    expect(losses).toEqual([{ kind: 'limit', game: 2, line: 1, column: 13, what: '(;FF[4]C[2])' }]);
  });

  it('one game that is asked for is no matter of those behind it', () => {
    const { refused, text } = formatFile(two, { ...FAITHFUL, limits, games: [1] });
    expect(refused).toBe(false);
    expect(Buffer.from(text).toString()).toContain('C[1]');
  });
});
