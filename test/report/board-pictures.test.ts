import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { parseDiagram } from '../support/diagram.js';
import { boardPng, boardSvg } from '../../src/report/picture/drawing.js';
import { boardText, starPoints, type Picture } from '../../src/report/picture/picture.js';

function picture(diagram: string, extra: Partial<Picture> = {}): Picture {
  const { width, height, points } = parseDiagram(diagram);
  return { width, height, stones: points, title: '', captions: [], ...extra };
}

describe('terminal board', () => {
  it('shows stones, dead stones, both territories, dame, the last move and what is in doubt', () => {
    const drawn = boardText([
      picture('. X . O\nX X O O\nO . X O', {
        dead: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]),
        owner: Uint8Array.from([1, 0, 3, 0, 0, 0, 0, 0, 1, 1, 0, 0]),
        uncertain: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]),
        lastMove: 7,
        title: 'Black v White',
        captions: ['B+3.5'],
      }),
    ]);
    expect(drawn).toBe(
      [
        'Black v White',
        '',
        '  A B C D',
        "3 ' X : O 3",
        '2 X X O(O)2',
        "1 o '?X O 1",
        '  A B C D',
        '',
        "o dead White   ' Black's point   : dame   ? in doubt",
        '',
        'B+3.5',
        '',
      ].join('\n'),
    );
  });

  it('fits a 19x19 board and its legend into 80 columns', () => {
    const rows = Array.from({ length: 19 }, () => '. '.repeat(19).trim()).join('\n');
    const owner = Uint8Array.from({ length: 361 }, (_, i) => i % 6);
    for (const line of boardText([picture(rows, { owner })]).split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('SVG board', () => {
  it('draws one circle a stone, a cross on the dead one and a square on the flagged point', () => {
    const svg = boardSvg([
      picture('X O\n. X', {
        dead: Uint8Array.from([0, 1, 0, 0]),
        flagged: 3,
        owner: Uint8Array.from([0, 1, 1, 0]),
      }),
    ]);
    expect(svg.match(/<circle class="(black|white)/g)).toHaveLength(3);
    expect(svg).toContain('white dead');
    expect(svg.match(/class="cross/g)).toHaveLength(1);
    expect(svg.match(/class="flag"/g)).toHaveLength(1);
    expect(svg.match(/<rect class="black"/g)).toHaveLength(1);
  });

  it('tells points that their owner must fill from points in seki', () => {
    const board = [picture('. . . X', { owner: Uint8Array.from([4, 6, 7, 0]) })];
    expect(boardText(board)).toContain("+ Black's seki point   b Black must fill it   w White must fill it");
    const svg = boardSvg(board);
    expect(svg.match(/class="fill"/g)).toHaveLength(2);
    expect(svg).toContain('to be filled by its owner');
  });

  it('marks open points, and stones there as in doubt', () => {
    const board = [picture('. . X O', { open: Uint8Array.from([1, 0, 1, 0]) })];
    expect(boardText(board)).toContain('1 ~ .?X O 1\n  A B C D\n\n~ open   ? in doubt');
    const svg = boardSvg(board);
    expect(svg.match(/class="open"/g)).toHaveLength(1);
    expect(svg).toContain('small circle: open');
  });

  it('gives every meaning a shape of its own, doubt by degrees', () => {
    const svg = boardSvg([
      picture('X O X .\n. . . X', {
        owner: Uint8Array.from([0, 0, 0, 1, 3, 4, 2, 0]),
        uncertain: Uint8Array.from([1, 2, 3, 0, 0, 0, 0, 0]),
        seki: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 1]),
        lastMove: 7,
      }),
    ]);
    for (const part of ['doubt-1 on-black', 'doubt-2 on-white', 'doubt-3 on-black', 'shade-1', 'shade-3']) {
      expect(svg).toContain(`class="${part.startsWith('doubt') ? `doubt ${part}` : part}"`);
    }
    expect(svg.match(/class="seki on-black"/g)).toHaveLength(1);
    expect(svg.match(/class="ring on-black"/g)).toHaveLength(1);
    expect(svg.match(/class="dame"/g)).toHaveLength(1);
    expect(svg.match(/<path class="black"/g), 'a seki point is a diamond').toHaveLength(1);
    for (const word of ['life in doubt', 'last move', 'dame', 'in seki', 'territory'])
      expect(svg).toContain(word);
  });

  it('puts a position and the earlier one side by side, each with its label', () => {
    const svg = boardSvg([
      picture('X .', { label: 'after move 5', title: 'A - B' }),
      picture('X .', { label: 'the same position after move 1' }),
    ]);
    expect(svg.match(/class="ground"/g)).toHaveLength(2);
    expect(svg).toContain('>after move 5<');
    expect(svg).toContain('>the same position after move 1<');
    expect(svg).toMatch(/translate\(18 /);
    expect(svg).toMatch(/translate\(144 /);
  });

  it('keeps names from files as text', () => {
    const svg = boardSvg([picture('.', { title: '<script>"x"</script>&\u0000' })]);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;&quot;x&quot;&lt;/script&gt;&amp;\ufffd');
  });

  it.each([
    [1, 1],
    [1, 9],
    [19, 2],
    [52, 52],
  ])('draws %ix%i with its coordinates, also as PNG', (width, height) => {
    const blank = { width, height, stones: new Uint8Array(width * height), title: '', captions: [] };
    expect(boardSvg([blank])).toContain('class="label"');
    const png = Buffer.from(boardPng([blank], Resvg));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      2 * (84 + 24 * (width - 1)),
      2 * (84 + 24 * (height - 1)),
    ]);
  });

  it('makes the same PNG again, and another one where a mark is added', () => {
    const bytes = (extra: Partial<Picture>): string =>
      Buffer.from(boardPng([picture('X O\n. .', extra)], Resvg)).toString('hex');
    expect(bytes({})).toBe(bytes({}));
    expect(bytes({ dead: Uint8Array.from([1, 0, 0, 0]) })).not.toBe(bytes({}));
    expect(bytes({ title: 'words around boards are not in it' })).toBe(bytes({}));
  });
});

describe('star points', () => {
  it.each([
    [19, 19, 9],
    [13, 13, 5],
    [9, 9, 5],
    [9, 13, 0],
    [8, 8, 0],
    [5, 5, 0],
  ])('%ix%i has %i', (width, height, count) => {
    expect(starPoints(width, height)).toHaveLength(count);
  });
});
