import { PROPERTIES, type PropertyClass } from '../sgf/properties.js';
import { everyNode, type FormatProperty, type FormatTree } from './tree.js';

const CLASSES: readonly PropertyClass[] = ['root', 'game-info', 'setup', 'move', 'node'];
const FIRST: readonly string[] = ['FF', 'GM', 'CA', 'AP', 'ST', 'SZ', 'B', 'W'];
const CLASS_STEP = 100;

/** Orders the properties of every node: root, game info, setup, move, the rest, unknown ones; of one class as they stand. */
export function orderProperties(tree: FormatTree): void {
  everyNode(tree, (node) => {
    if (node.properties.length > 1) node.properties.sort((a, b) => placeOf(a) - placeOf(b));
  });
}

function placeOf({ ident }: FormatProperty): number {
  const known = PROPERTIES.get(ident)?.class;
  const step = (known === undefined ? CLASSES.length : CLASSES.indexOf(known)) * CLASS_STEP;
  const first = FIRST.indexOf(ident);
  return step + (first < 0 ? FIRST.length : first);
}
