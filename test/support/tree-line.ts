import type { SgfTree } from './stock-trees.js';
import { PROPERTIES } from '../../src/sgf/properties.js';
import { parseSize, STANDARD_SIZE } from '../../src/sgf/scan/node-values.js';

/** One action in words, so that it can be compared with the scan's without sharing code. */
export type TreeAction = string;

/** What the main line of a parsed tree says: the oracle of the scan. */
export interface TreeSummary {
  readonly width: number;
  readonly height: number;
  /** First value of every root property and of every game-info property on the main line, by identifier. */
  readonly header: ReadonlyMap<string, string>;
  /** `node kind point`, in the order of execution; kinds are the names of ACTION. */
  readonly actions: readonly TreeAction[];
  readonly nodeCount: number;
  readonly branches: number;
  readonly territoryBlack: readonly number[];
  readonly territoryWhite: readonly number[];
  readonly lastComment: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SETUP: Readonly<Record<string, string>> = { AB: 'addBlack', AW: 'addWhite', AE: 'addEmpty' };

/** First child all the way down, as the parsed tree has it; several first nodes are one branch. */
export function mainLineOf(tree: SgfTree): TreeSummary {
  const line: SgfTree[] = tree.isStandIn ? [] : [tree];
  for (let node = tree; node.children.length > 0;) {
    node = node.children[0]!;
    line.push(node);
  }
  const header = headerOf(line);
  const { width, height } = parseSize(header.get('SZ') ?? '19') ?? STANDARD_SIZE;
  const board: Board = { width, height };
  const marked = line.findLast((node) => node.data['TB'] !== undefined || node.data['TW'] !== undefined);
  const commented = line.findLast((node) => (node.data['C']?.length ?? 0) > 0);
  return {
    width,
    height,
    header,
    actions: line.flatMap((node, index) => actionsOf(node, index, board)),
    nodeCount: line.length,
    branches: line.filter((node) => node.children.length > 1).length + (tree.isStandIn ? 1 : 0),
    territoryBlack: listed(marked?.data['TB'], board),
    territoryWhite: listed(marked?.data['TW'], board),
    lastComment: commented?.data['C']?.at(-1) ?? '',
  };
}

interface Board {
  readonly width: number;
  readonly height: number;
}

function headerOf(line: readonly SgfTree[]): Map<string, string> {
  const header = new Map<string, string>();
  for (const [index, node] of line.entries()) {
    for (const [ident, values] of Object.entries(node.data)) {
      if (values.length > 0 && !header.has(ident) && (index === 0 || isHeader(ident)))
        header.set(ident, values[0]!);
    }
  }
  return header;
}

function isHeader(ident: string): boolean {
  const property = PROPERTIES.get(ident);
  return property?.class === 'root' || property?.class === 'game-info';
}

function actionsOf(node: SgfTree, index: number, board: Board): string[] {
  const actions: string[] = [];
  const add = (kind: string, point = 0): unknown =>
    actions.push(`${index.toString()} ${kind} ${point.toString()}`);
  for (const [ident, values] of Object.entries(node.data)) {
    const kind = SETUP[ident];
    if (kind !== undefined) for (const point of listed(values, board)) add(kind, point);
  }
  for (const value of node.data['PL'] ?? []) {
    if (/^[Bb1]/.test(value)) add('turnBlack');
    else if (/^[Ww2]/.test(value)) add('turnWhite');
  }
  node.data['KO']?.forEach(() => add('force'));
  for (const ident of Object.keys(node.data)) {
    if (ident !== 'B' && ident !== 'W') continue;
    const color = ident === 'B' ? 'Black' : 'White';
    for (const value of node.data[ident]!) {
      const text = value.replace(/\s/g, '');
      const point = pointOf(text, board);
      const isPass = text === '' || (text === 'tt' && board.width <= 19 && board.height <= 19);
      if (point >= 0) add(`play${color}`, point);
      else add(isPass ? `pass${color}` : `bad${color}`);
    }
  }
  return actions;
}

/** The points of a list, each once. */
function listed(values: readonly string[] | undefined, board: Board): number[] {
  const points = (values ?? []).flatMap((value) => {
    const text = value.replace(/\s/g, '');
    const colon = text.indexOf(':');
    return colon < 0 ? [pointOf(text, board)] : rectangle(text.slice(0, colon), text.slice(colon + 1), board);
  });
  return [...new Set(points)].filter((point) => point >= 0);
}

function rectangle(first: string, last: string, board: Board): number[] {
  if (first.length !== 2 || last.length !== 2) return [];
  const [x1, y1, x2, y2] = Array.from(first + last, (letter) => LETTERS.indexOf(letter)) as [
    number,
    number,
    number,
    number,
  ];
  if (Math.min(x1, y1, x2, y2) < 0) return [];
  const points: number[] = [];
  for (let x = Math.min(x1, x2); x <= Math.max(x1, x2); x++) {
    for (let y = Math.min(y1, y2); y <= Math.max(y1, y2); y++) {
      points.push(x < board.width && y < board.height ? y * board.width + x : -1);
    }
  }
  return points;
}

function pointOf(text: string, board: Board): number {
  if (text.length !== 2) return -1;
  const x = LETTERS.indexOf(text.charAt(0));
  const y = LETTERS.indexOf(text.charAt(1));
  return x >= 0 && y >= 0 && x < board.width && y < board.height ? y * board.width + x : -1;
}
