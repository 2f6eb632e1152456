import { describe, expect, it } from 'vitest';
import { parseDiagram } from '../../src/board/diagram.js';
import { boardSvg } from '../../src/report/board-svg.js';
import { boardText } from '../../src/report/board-text.js';
import { starPoints, type Picture } from '../../src/report/picture.js';

function picture(diagram: string, extra: Partial<Picture> = {}): Picture {
  const { width, height, points } = parseDiagram(diagram);
  return { width, height, stones: points, title: '', captions: [], ...extra };
}

describe('terminal board', () => {
  it('shows stones, dead stones, both territories, dame, the last move and what is in doubt', () => {
    const drawn = boardText(
      picture('. X . O\nX X O O\nO . X O', {
        dead: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]),
        owner: Uint8Array.from([1, 0, 3, 0, 0, 0, 0, 0, 1, 1, 0, 0]),
        uncertain: Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]),
        lastMove: 7,
        title: 'Black v White',
        captions: ['B+3.5'],
      }),
    );
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
    for (const line of boardText(picture(rows, { owner })).split('\n'))
      expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('SVG board', () => {
  it('draws one circle a stone, a cross on the dead one and a square on the flagged point', () => {
    const svg = boardSvg(
      picture('X O\n. X', {
        dead: Uint8Array.from([0, 1, 0, 0]),
        flagged: 3,
        owner: Uint8Array.from([0, 1, 1, 0]),
      }),
    );
    expect(svg.match(/<circle class="(black|white)/g)).toHaveLength(3);
    expect(svg).toContain('white dead');
    expect(svg.match(/class="cross/g)).toHaveLength(1);
    expect(svg.match(/class="flag"/g)).toHaveLength(1);
    expect(svg.match(/class="mark black"/g)).toHaveLength(1);
  });

  it('keeps names from files as text', () => {
    const svg = boardSvg(picture('.', { title: '<script>"x"</script>&\u0000' }));
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;&quot;x&quot;&lt;/script&gt;&amp; ');
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
