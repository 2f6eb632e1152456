import { describe, expect, it } from 'vitest';
import { parseDeadTable } from '../../src/run/dead-table.js';

describe('given dead stones', () => {
  it('one row a game, with or without a header line, quoted or not, a name with a comma', () => {
    const text = '\ufefffile,game,points\r\na.sgf,1,Q16 R4\r\n"b,c.sgf",2,"A1"\n\na.sgf,3,';
    const read = parseDeadTable(text);
    expect(read.ok && [...read.value].map(([file, games]) => [file, [...games]])).toEqual([
      [
        'a.sgf',
        [
          [1, { points: 'Q16 R4', row: 2 }],
          [3, { points: '', row: 5 }],
        ],
      ],
      ['b,c.sgf', [[2, { points: 'A1', row: 3 }]]],
    ]);
  });

  it.each([
    ['a.sgf,1', 'row 1 is not file,game,points'],
    ['file,game,points\na.sgf,0,Q16', 'row 2 is not file,game,points'],
    ['a.sgf,1,Q16\nb.sgf,1,A1\na.sgf,1,R4', 'row 3 gives game 1 of a.sgf again, after row 1'],
    ['a.sgf,x,Q16', 'row 1 is not file,game,points'],
    ['a.sgf,1,Q16\nb"c,1,Q16', 'row 2 is no CSV: a quote or a lone carriage return stands inside a cell'],
    ['a.sgf,1,"Q16', 'row 1 is no CSV: a quote or a lone carriage return stands inside a cell'],
  ])('%j is refused, not half read', (text, error) => {
    expect(parseDeadTable(text)).toEqual({ ok: false, error });
  });
});
