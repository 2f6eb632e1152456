import { ACTION } from '../../src/core/line.js';
import type { RawGame } from '../../src/sgf/raw.js';
import type { SgfTree } from './stock-trees.js';
import { mainLineOf } from './tree-line.js';

const KIND_NAMES = new Map<number, string>(Object.entries(ACTION).map(([name, kind]) => [kind, name]));

/**
 * What the scan and the tree parser read differently in one game: one short text a difference, none when they agree.
 * Setup inside one node is compared as a set with its order by property, since a tree merges repeated properties.
 */
export function differences(game: RawGame, tree: SgfTree): readonly string[] {
  const oracle = mainLineOf(tree);
  const found: string[] = [];
  const compare = (what: string, scanned: unknown, parsed: unknown): void => {
    const a = JSON.stringify(scanned);
    const b = JSON.stringify(parsed);
    if (a !== b) found.push(`${what}: ${cut(a)} / ${cut(b)}`);
  };
  compare('size', [game.width, game.height], [oracle.width, oracle.height]);
  compare('nodes', game.line.nodeCount, oracle.nodeCount);
  compare('branches', game.branches, oracle.branches);
  const scanned = byNode(actionsOf(game));
  const parsed = byNode(oracle.actions);
  const at = scanned.findIndex((action, i) => action !== parsed[i]);
  if (at >= 0 || scanned.length !== parsed.length) {
    const first = at < 0 ? Math.min(scanned.length, parsed.length) : at;
    found.push(`action: ${scanned[first] ?? 'none'} / ${parsed[first] ?? 'none'}`);
  }
  for (const [ident, value] of oracle.header) {
    if (!NOT_HEADER.has(ident)) compare(`header ${ident}`, plain(game.header.get(ident) ?? ''), plain(value));
  }
  compare('territory black', sorted(game.marks?.black ?? []), sorted(oracle.territoryBlack));
  compare('territory white', sorted(game.marks?.white ?? []), sorted(oracle.territoryWhite));
  compare('last comment', plain(game.lastComment), plain(oracle.lastComment));
  return found;
}

/** Kept as actions or marks, not as header values. */
const NOT_HEADER = new Set(['B', 'W', 'AB', 'AW', 'AE', 'PL', 'KO', 'TB', 'TW']);

/** The actions of a scanned game in the words of the tree reader. */
export function actionsOf(game: RawGame): readonly string[] {
  const { count, kinds, points, nodes } = game.line;
  return Array.from({ length: count }, (_, i) => {
    return `${nodes[i]!.toString()} ${KIND_NAMES.get(kinds[i]!) ?? '?'} ${points[i]!.toString()}`;
  });
}

/** Sorts the actions inside each node: the order of merged properties is the tree's own. */
function byNode(actions: readonly string[]): readonly string[] {
  return [...actions].sort((a, b) => parseInt(a) - parseInt(b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** Line breaks and white space at the ends are not compared: the tree parser drops lone carriage returns. */
function plain(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

function sorted(points: readonly number[]): readonly number[] {
  return [...points].sort((a, b) => a - b);
}

function cut(text: string | undefined): string {
  return (text ?? 'none').slice(0, 40);
}
