import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../src/referee/judge/options.js';
import { countTree, listGames, listQuery, type ListWords } from '../../../src/report/list/list-games.js';
import { DEFAULT_LIMITS } from '../../../src/core/limits.js';
import type { Cell } from '../../../src/report/columns/column.js';

function cellsOf(text: string, words: ListWords): (readonly Cell[])[] {
  const query = listQuery(words);
  if (!query.ok) throw new Error(query.error);
  return listGames(Buffer.from(text), query.value, {
    ...DEFAULT_OPTIONS,
    file: 'a.sgf',
    digest: () => '',
  }).games.map(({ cells }) => cells);
}

interface Node {
  readonly comment: string | undefined;
  readonly children: readonly Node[];
}

const NODES = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    comment: fc.option(fc.constantFrom('a', '白', 'x;y', '(', '\\]', 'PB'), { nil: undefined }),
    children: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
  }),
})).node;

const textOf = ({ comment, children }: Node): string =>
  `;${comment === undefined ? 'CR[aa]' : `C[${comment}]`}${
    children.length === 1 ? textOf(children[0]!) : children.map((child) => `(${textOf(child)})`).join('')
  }`;

const sumOf = (node: Node, value: (node: Node) => number): number =>
  node.children.reduce((sum, child) => sum + sumOf(child, value), value(node));

it('counts of generated trees are those of the trees themselves', () => {
  fc.assert(
    fc.property(NODES, (root) => {
      const bytes = Buffer.from(`(${textOf(root)})`);
      expect(countTree(bytes, { textStart: 0, textEnd: bytes.length }, DEFAULT_LIMITS)).toEqual({
        nodes: sumOf(root, () => 1),
        variations: sumOf(root, ({ children }) => (children.length === 0 ? 1 : 0)),
        branches: sumOf(root, ({ children }) => (children.length > 1 ? 1 : 0)),
        comments: sumOf(root, ({ comment }) => (comment === undefined ? 0 : 1)),
        commentCharacters: sumOf(root, ({ comment }) => comment?.replace('\\]', ']').length ?? 0),
      });
    }),
    { numRuns: 300 },
  );
});

const TWO =
  '(;GM[1]SZ[9]PB[Lee]PW[Kim]BR[9p]DT[2012-05-03]KM[6.5]HA[2]AB[cc][gg]RE[W+3.5];W[ee]C[good];B[ed](;W[];B[])(;W[dd]))' +
  '(;GM[1]SZ[9]PB[Cho];B[aa];W[ba];B[bb];W[ab];B[ca];W[aa])';

describe('columns', () => {
  it.each([
    [
      ['black', 'white', 'black_rank', 'BR', 'XX'],
      ['Lee', 'Kim', '9p', '9p', ''],
    ],
    [
      ['year', 'size', 'handicap', 'komi'],
      [2012, 9, 2, '6.5'],
    ],
    [
      ['moves', 'plays', 'passes', 'setup_stones'],
      [4, 2, 2, 2],
    ],
    [
      ['nodes', 'variations', 'branches', 'comments', 'comment_characters'],
      [6, 2, 1, 1, 4],
    ],
    [
      ['declared_margin', 'result_declared', 'format'],
      ['-3.5', 'W+3.5', 'sgf'],
    ],
  ])('%j', (columns, expected) => {
    expect(cellsOf(TWO, { columns })[0]).toEqual(expected);
  });

  it('counts what was captured', () => {
    expect(cellsOf(TWO, { columns: ['captures_black', 'captures_white', 'captures'] })).toEqual([
      [0, 0, 0],
      [0, 1, 1],
    ]);
  });

  it('hands on the games that pass', () => {
    expect(cellsOf(TWO, { columns: ['game'], where: 'black=Cho' })).toEqual([[2]]);
    expect(cellsOf(TWO, { columns: ['game'], where: 'captures>0 or KM=6.5' })).toEqual([[1], [2]]);
  });

  it('goes as deep as what is asked for', () => {
    const depth = (words: ListWords): string | undefined => {
      const query = listQuery(words);
      return query.ok ? query.value.depth : undefined;
    };
    expect(depth({ columns: ['black', 'nodes', 'PB'] })).toBe('read');
    expect(depth({ columns: ['black'], where: 'illegal>0' })).toBe('replay');
    expect(depth({ columns: ['black'], sort: ['-area_margin'] })).toBe('score');
    expect(depth({ columns: ['blakc'] })).toBeUndefined();
  });

  it('tells what the score says', () => {
    const text =
      '(;GM[1]SZ[9]KM[0]RU[Japanese]AB[ea][eb][ec][ed][ee][ef][eg][eh][ei]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi];B[];W[])';
    expect(cellsOf(text, { columns: ['territory_margin', 'verdict'] })).toEqual([['9', 'not-checked']]);
  });
});
