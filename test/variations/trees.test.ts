import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathOf } from '../../src/core/line.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { readLineTree } from '../../src/sgf/tree.js';
import { scanText, treeOf } from './support.js';

/** Every node as `PATH:NODE` with its values, such as `0.2:1 bb`. */
function nodesOf(sgf: string): string[] {
  const { tree, text } = treeOf(sgf);
  return Array.from({ length: tree.nodeCount }, (_, node) => {
    let shown = `${pathOf(tree, node)}:${String(tree.depths[node]!)}`;
    for (let i = tree.firstActions[node]!; i < tree.firstActions[node + 1]!; i++) {
      shown += ` ${String.fromCharCode(...text.subarray(tree.offsets[i], tree.offsets[i]! + 2))}`;
      expect(tree.nodes[i]).toBe(node);
    }
    return shown;
  });
}

describe('nodes of trees, by path and node', () => {
  test.each<[string, string, string[]]>([
    ['a line', '(;SZ[9];B[aa];W[bb])', [':0', ':1 aa', ':2 bb']],
    [
      'two children',
      '(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))',
      [':0', ':1 aa', ':2 bb', '1.2:2 cc', '1.2:3 dd'],
    ],
    [
      'a variation of a variation',
      '(;SZ[9](;B[aa])(;B[bb](;W[cc])(;W[dd])(;W[ee])))',
      [':0', ':1 aa', '0.2:1 bb', '0.2:2 cc', '0.2/1.2:2 dd', '0.2/1.3:2 ee'],
    ],
    [
      'several first nodes',
      '((;SZ[9];B[aa])(;B[bb](;W[cc])(;W[dd])))',
      [':0', ':1 aa', 'root.2:0 bb', 'root.2:1 cc', 'root.2/0.2:1 dd'],
    ],
    ['empty variations are no children', '(;SZ[9]()(;B[aa])()(;B[bb]))', [':0', ':1 aa', '0.2:1 bb']],
    ['parentheses around variations', '(;SZ[9](((;B[aa]))(;B[bb])))', [':0', ':1 aa', '0.2:1 bb']],
    ['no semicolon', '(SZ[9](B[aa])(W[bb]W[cc]))', [':0', ':1 aa', '0.2:1 bb cc']],
    ['setup before moves', '(;SZ[9](;B[aa])(;B[bb]AB[cc:cd]PL[W]))', [':0', ':1 aa', '0.2:1 cc cc W] bb']],
    [
      'nodes behind a variation belong to no line',
      '(;SZ[9](;B[aa]);B[bb](;B[cc]))',
      [':0', ':1 aa', '0.2:1 cc'],
    ],
    [
      'brackets and parentheses in values',
      '(;SZ[9](;B[aa]C[(;\\](])(;B[bb]C[)]))',
      [':0', ':1 aa', '0.2:1 bb'],
    ],
    [
      'not closed',
      '(;SZ[9](;B[aa])(;B[bb](;W[cc])(;W[dd',
      [':0', ':1 aa', '0.2:1 bb', '0.2:2 cc', '0.2/1.2:2 dd'],
    ],
    ['not opened', ';SZ[9](;B[aa])(;B[bb]))', [':0', ':1 aa', '0.2:1 bb']],
    ['lower case', '(;SiZe[9](;Black[aa])(;White[bb] junk [cc]))', [':0', ':1 aa', '0.2:1 bb']],
    ['off the board', '(;SZ[9](;B[aa])(;AB[zz]B[zz];W[tt]))', [':0', ':1 aa', '0.2:1 zz', '0.2:2 tt']],
  ])('%s', (_, sgf, expected) => {
    expect(nodesOf(sgf)).toEqual(expected);
  });

  test('variations inside each other, as deep as the limit allows', () => {
    const depth = 1498;
    const { tree } = treeOf(`(;SZ[9]${'(;B[aa]'.repeat(depth)}${'(;B[bb])(;B[cc]))'.repeat(depth)})`);
    expect(tree.nodeCount).toBe(1 + 3 * depth);
    expect(tree.longest).toBe(depth + 1);
    expect(pathOf(tree, tree.nodeCount - 1)).toBe('1.3');
  });

  test('a path of many steps is cut at its start', () => {
    const { tree } = treeOf(`(;SZ[9]${'(;)(;'.repeat(150)}${')'.repeat(151)}`);
    const steps = pathOf(tree, tree.nodeCount - 1).split('/');
    expect(steps).toHaveLength(101);
    expect([steps[0], steps[1], steps.at(-1)]).toEqual(['...', '50.2', '149.2']);
  });

  test('reading stops at the limits of nodes and of depth', () => {
    const sgf = '(;SZ[9](;B[aa])(;B[bb];W[cc](;B[dd])))';
    expect(treeOf(sgf, { ...DEFAULT_LIMITS, nodesPerGame: 3 }).tree).toMatchObject({
      nodeCount: 3,
      cutAt: sgf.indexOf(';W[cc]'),
    });
    expect(treeOf(sgf, { ...DEFAULT_LIMITS, depth: 2 }).tree).toMatchObject({
      nodeCount: 4,
      cutAt: sgf.indexOf('(;B[dd]'),
    });
  });
});

describe('the tree begins with the main line of the scan', () => {
  const piece = fc.constantFrom(
    ...[
      '(',
      ')',
      ';',
      '(;',
      '(;',
      ')(;',
      '(;FF[4]',
      ';SZ[5]',
      'B',
      'W',
      'AB',
      'PL',
      'KO',
      'C',
      'xy',
      'Bl',
      '[',
      ']',
    ],
    ...[
      '[aa]',
      '[bb]',
      '[cc]',
      '[dd]',
      '[]',
      '[ab:bc]',
      '[zz]',
      '[tt]',
      ' ',
      '\n',
      '\\',
      '!',
      'B[aa]',
      ';W[cb]',
    ],
  );
  test.each([11, 12, 13])('on damaged texts (seed %i)', (seed) => {
    let nodes = 0;
    fc.assert(
      fc.property(fc.array(piece, { minLength: 5, maxLength: 60, size: 'max' }), (pieces) => {
        const { text, games } = scanText(`(;GM[1]SZ[5]${pieces.join('')}`);
        for (const game of games) {
          const tree = readLineTree(text, game, DEFAULT_LIMITS);
          let length = 0;
          while (length < tree.nodeCount && tree.runs[length] === 0) length++;
          const { count, kinds, points, offsets } = game.line;
          expect(length).toBe(game.line.nodeCount);
          expect(tree.firstActions[length]).toBe(count);
          expect(tree.kinds.slice(0, count)).toEqual(kinds.slice(0, count));
          expect(tree.points.slice(0, count)).toEqual(points.slice(0, count));
          expect(tree.offsets.slice(0, count)).toEqual(offsets.slice(0, count));
          expect(tree.nodes.slice(0, count)).toEqual(game.line.nodes.slice(0, count));
          if (tree.nodeCount > length) expect(game.branches).toBeGreaterThan(0);
          nodes += tree.nodeCount - length;
        }
      }),
      { seed, numRuns: 700 },
    );
    expect(nodes).toBeGreaterThan(500);
  });
});
