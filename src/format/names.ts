import { PROPERTIES } from '../sgf/properties.js';
import { mainLineOf, type FormatTree } from './tree.js';
import { unescaped } from './values.js';

/** First value of every root and game-info property that the main line has before its first move, line breaks as spaces. */
export function namesOf(tree: FormatTree): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const { properties } of mainLineOf(tree)) {
    for (const { ident, values } of properties) {
      const kind = PROPERTIES.get(ident)?.class;
      if (kind === 'root' || kind === 'game-info')
        names[ident] ??= unescaped(values[0]!).replace(/\s+/gu, ' ').trim();
    }
    if (properties.some(({ ident }) => ident === 'B' || ident === 'W')) break;
  }
  return names;
}
