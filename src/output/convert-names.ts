import type { ItemName } from '../score/convert-items.js';

/** The column of an item. */
export function columnNameOf(item: ItemName): string {
  return item.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
