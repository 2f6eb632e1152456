/** The peers from npm, doing the least that a referee must: parse, then every move of the main line on a board. */
import sgf from '@sabaki/sgf';
import GoBoard from '@sabaki/go-board';

/** The package's types describe a default export that its CommonJS code does not have. */
interface StockBoard {
  makeMove(sign: 1 | -1, vertex: [number, number]): StockBoard;
}
interface StockBoards {
  fromDimensions(width: number, height: number): StockBoard;
}

const COLORS = [
  ['B', 1],
  ['W', -1],
] as const;

export function stockParse(text: string): number {
  return sgf.parse(text).length;
}

export function stockReplay(text: string): number {
  const [root] = sgf.parse(text);
  if (!root) return 0;
  const size = Number(root.data['SZ']?.[0] ?? 19);
  let board = (GoBoard as unknown as StockBoards).fromDimensions(size, size);
  let moves = 0;
  for (let node: typeof root | undefined = root; node; node = node.children[0]) {
    for (const [ident, sign] of COLORS) {
      const value = node.data[ident]?.[0];
      if (value === undefined) continue;
      board = board.makeMove(sign, sgf.parseVertex(value));
      moves++;
    }
  }
  return moves;
}
