import { describe, expect, it } from 'vitest';
import { parseDeadRows } from '../../src/run/input/dead-rows.js';

describe('given dead stones', () => {
  it('one row a game, with or without a header line, quoted or not, a name with a comma', () => {
    const text = '\ufefffile,game,points\r\na.sgf,1,Q16 R4\r\n"b,c.sgf",2,"A1"\n\na.sgf,3,';
    expect(parseDeadRows(text)).toEqual({
      ok: true,
      value: [
        { file: 'a.sgf', game: 1, points: 'Q16 R4', row: 2 },
        { file: 'b,c.sgf', game: 2, points: 'A1', row: 3 },
        { file: 'a.sgf', game: 3, points: '', row: 5 },
      ],
    });
  });

  it.each([
    ['a.sgf,1', 'row 1 is not file,game,points'],
    ['file,game,points\na.sgf,0,Q16', 'row 2 is not file,game,points'],
    ['a.sgf,1,Q16\nb.sgf,1,A1\na.sgf,1,R4', 'row 3 gives game 1 of a.sgf again, after row 1'],
    ['a.sgf,x,Q16', 'row 1 is not file,game,points'],
    ['a.sgf,1,Q16\nb"c,1,Q16', 'row 2 is not CSV: a cell has a quote or a lone carriage return in it'],
    ['a.sgf,1,"Q16', 'row 1 is not CSV: a cell has a quote or a lone carriage return in it'],
  ])('%j is refused, not half read', (text, error) => {
    expect(parseDeadRows(text)).toEqual({ ok: false, error });
  });
});
