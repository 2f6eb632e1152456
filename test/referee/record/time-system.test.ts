import { describe, expect, test } from 'vitest';
import { overtimeText } from '../../../src/referee/record/record.js';
import { readRecord } from '../../../src/referee/record/read-record.js';
import { scanFile } from '../../../src/sgf/scan/scan-file.js';

/** Main time and overtime of a header, and `code` of what was found about them. */
function read(header: string): readonly [main: number | '', overtime: string, ...codes: string[]] {
  const sgf = `(;GM[1]FF[4]SZ[19]KM[6.5]RE[B+R]RU[Japanese]${header})`;
  const { time, findings } = readRecord(scanFile(new TextEncoder().encode(sgf)).games[0]!);
  const codes = findings.map(({ code }) => code).filter((code) => code.startsWith('time/'));
  return [time?.main ?? '', time ? overtimeText(time.overtime) : '-', ...codes];
}

const KGS = 'AP[CGoban:3]PC[The KGS Go Server at http://www.gokgs.com/]';
const NEWS = 'HA[호선]';

describe('time limits', () => {
  test.each<[string, ReturnType<typeof read>]>([
    ['', ['', '-']],
    ['TM[]OT[]', ['', '-']],
    ['TM[-]', ['', '-']],
    ['TM[1800]', [1800, '']],
    [`${KGS}TM[1800]`, [1800, 'absolute']],
    ['PC[(CGOS) 9x9 Computer Go Server]TM[300]', [300, 'absolute']],
    ['TM[1800.0]OT[5x30 byo-yomi]', [1800, '5x30 byo-yomi']],
    ['TM[0]OT[3x10 byo-yomi]', [0, '3x10 byo-yomi']],
    ['OT[1 x 60 seconds Byo-yomi]', ['', '1x60 byo-yomi']],
    ['OT[5 x 40 seconds Byoyomi]', ['', '5x40 byo-yomi']],
    ['OT[5x1:00]', ['', '5x60 byo-yomi']],
    ['OT[3 periods of 30 seconds]', ['', '3x30 byo-yomi']],
    ['TM[600]OT[25/600 Canadian]', [600, '25/600 Canadian']],
    ['OT[15/300 canadian]', ['', '15/300 Canadian']],
    ['OT[25 moves / 600 sec]', ['', '25/600 Canadian']],
    ['OT[15 stones in 5 minutes]', ['', '15/300 Canadian']],
    ['TM[259200]OT[86400 fischer]', [259200, '86400 Fischer']],
    ['OT[10 Fischer max 600]', ['', '10 Fischer max 600']],
    ['OT[fischer 10]', ['', '10 Fischer']],
    ['TM[0]OT[30 simple]', [0, '30 simple']],
    ['OT[10 min + 30 sec/move]', [600, '30 simple']],
    ['OT[10m+30s/move]', [600, '30 simple']],
    ['TM[600]OT[10 min, then 30 sec/move]', [600, '30 simple']],
    ['TM[1200]OT[10 min + 30 sec/move]', [1200, '30 simple']],
    ['OT[10 minutes plus 30 seconds per move]', [600, '30 simple']],
    ['OT[5 min + 10 sec per move Fischer]', [300, '10 Fischer']],
    ['OT[90 min + 5x30 sec]', [5400, '5x30 byo-yomi']],
    ['TM[600]OT[none]', [600, 'absolute']],
    ['TM[600]OT[0 none]', [600, 'absolute']],
    ['TM[none]', ['', 'no limit']],
    // Fox: periods and seconds of each.
    ['AP[foxwq]TM[1200]TC[3]TT[60]', [1200, '3x60 byo-yomi']],
    ['TM[1200]TC[0]TT[60]', [1200, 'absolute']],
    // FF[3]: moves and seconds; TC is a count of territory there.
    ['TM[1800.0]OM[0]OP[0.0]', [1800, 'absolute']],
    ['TM[300]OM[25]OP[900]', [300, '25/900 Canadian']],
    ['TM[300]TC[12]', [300, '']],
    // LT without a value: the loser loses on time, as IGS clients write beside a TM whose overtime is Canadian.
    ['TM[2700]LT[]', [2700, '']],
  ])('%s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test.each<[string, ReturnType<typeof read>]>([
    ['TM[3시간60초5회]', [10800, '5x60 byo-yomi']],
    ['TM[2시간25분60초5회]', [8700, '5x60 byo-yomi']],
    ['TM[0분40초5회]', [0, '5x40 byo-yomi']],
    ['TM[각 2시간 30분]LT[60]LC[5]TC[\n○= news]', [9000, '5x60 byo-yomi']],
    ['TM[각자 1시간]LT[30초]LC[3회]', [3600, '3x30 byo-yomi']],
    ['TM[없음]LT[10]LC[3]', [0, '3x10 byo-yomi']],
    ['TM[1時間]LT[30秒]LC[5回]', [3600, '5x30 byo-yomi']],
    ['TM[每方2小时45分，5次1分钟读秒]', [9900, '5x60 byo-yomi']],
    ['TM[2小时 60秒5次]', [7200, '5x60 byo-yomi']],
    ['TM[3시간]LT[6집반]LC[60]', [10800, '']],
  ])('words: %s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test.each<[string, ReturnType<typeof read>]>([
    ['TM[10:00(5x1:00)]', [600, '5x60 byo-yomi']],
    ['TM[1:00:00(5x1:00)]', [3600, '5x60 byo-yomi']],
    ['TM[30:00+30:00/25]', [1800, '25/1800 Canadian']],
    ['TM[10:00:00+1:00/5]', [36000, '5/60 Canadian']],
    ['TM[60:00]', [3600, '']],
    ['TM[1h 30m]', [5400, '']],
    ['TM[90 min, 5x30]', [5400, '5x30 byo-yomi']],
  ])('composite: %s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test.each<[string, ReturnType<typeof read>]>([
    ['TM[600]OT[Mysterious]', [600, 'unknown', 'time/unknown-system']],
    ['OT[10 min + 30 sec]', ['', 'unknown', 'time/unknown-system']],
    ['OT[8 xyz 16]', ['', 'unknown', 'time/unknown-system']],
    ['TM[1 hr/125 moves]', ['', 'unknown', 'time/unknown-system']],
    ['TM[1800,0,30,5]', ['', 'unknown', 'time/unknown-system']],
    ['TM[9단분9단초9단회]', ['', 'unknown', 'time/unknown-system']],
    ['TM[soon]OT[5x30 byo-yomi]', ['', '5x30 byo-yomi', 'time/unknown-system']],
  ])('not understood: %s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test.each<[about: string, header: string, expected: ReturnType<typeof read>]>([
    ['hours for minutes', 'TM[180시간60초5회]', [10800, '5x60 byo-yomi', 'time/repaired']],
    ['ten hours in words alone may be', 'TM[10시간]', [36000, '']],
    ['eight hours of a title match', 'TM[8시간]LT[60]LC[10]', [28800, '10x60 byo-yomi']],
    ['a newspaper without a unit', `${NEWS}TM[3]LT[60]LC[5]`, ['', '5x60 byo-yomi']],
    ['minutes, by the first clocks', 'TM[50];B[pd]BL[2995];W[dd]WL[2990]', [3000, '', 'time/repaired']],
    ['seconds, by the first clocks', 'TM[60];B[pd]BL[45];W[dd]WL[56]', [60, '']],
    ['a minute that one clock exceeds', 'TM[60];B[pd]BL[45];W[dd]WL[3000]', [60, '']],
    ['servers write seconds', `${KGS}TM[50];B[pd]BL[2995];W[dd]WL[2990]`, [50, 'absolute']],
  ])('%s', (_, header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  test('what is said of a time that was read otherwise than written', () => {
    const sgf = '(;GM[1]TM[180시간60초5회])';
    const { findings } = readRecord(scanFile(new TextEncoder().encode(sgf)).games[0]!);
    expect(findings.find(({ code }) => code === 'time/repaired')?.args).toEqual({
      value: '180시간60초5회',
      meant: '3 hours',
    });
  });

  test('a text of any length is read in time that grows with it', () => {
    expect(read(`TM[${'1h '.repeat(200_000)}]`)).toEqual(['', 'unknown', 'time/unknown-system']);
    expect(read(`OT[${'5x'.repeat(200_000)}]`)).toEqual(['', 'unknown', 'time/unknown-system']);
  });
});
