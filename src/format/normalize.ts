import type { GameRecord } from '../record/record.js';
import type { Normalization } from './format-types.js';
import { HEADER_READERS } from './header-texts.js';
import { everyNode, mainLineOf, type FormatTree } from './tree.js';
import { escaped, unescaped } from './values.js';

/** Brings the header values that are asked for into the form of FF[4], where their meaning is plain. Others stay as they are. */
export function normalize(tree: FormatTree, wanted: readonly Normalization[]): void {
  everyNode(tree, (node) => {
    for (const { ident, values } of node.properties) {
      const reader = HEADER_READERS[ident];
      if (!reader || values.length !== 1 || !wanted.includes(reader.of)) continue;
      const meant = reader.read(unescaped(values[0]!).trim());
      if (meant !== undefined) values[0] = escaped(meant);
    }
  });
}

/** Writes a komi that is scaled, in zi, or told in words, in points. */
export function repairKomi(tree: FormatTree, record: GameRecord): void {
  const { komi } = record;
  if (komi.kind !== 'komi' || komi.repair === 'none') return;
  for (const { properties } of mainLineOf(tree)) {
    const property = properties.find(({ ident }) => ident === 'KM');
    if (!property) continue;
    // Komi may be told in HA instead: then KM has nothing to repair.
    if (unescaped(property.values[0]!) === komi.raw) property.values = [String(komi.halves / 2)];
    return;
  }
}
