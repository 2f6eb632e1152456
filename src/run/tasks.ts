import type { Items } from '../input/inputs.js';
import type { Item } from '../input/items.js';

/** Items that go to one worker together: enough to make a message worth its price, few enough to share the work. */
export interface Load {
  readonly items: number;
  readonly bytes: number;
}

/** For reading and replaying, tens of microseconds a game. */
export const LIGHT_LOAD: Load = { items: 128, bytes: 512 * 1024 };
/** For scoring, which takes a thousand times as long. */
export const HEAVY_LOAD: Load = { items: 8, bytes: 32 * 1024 };

/** Groups items in their order. Parts of large files stay alone. */
export async function* grouped(items: AsyncIterable<Items>, load: Load): AsyncGenerator<readonly Item[]> {
  let group: Item[] = [];
  let bytes = 0;
  for await (const some of items) {
    for (const item of 'kind' in some ? [some] : some) {
      if (item.kind === 'part') {
        if (group.length > 0) yield group;
        group = [];
        bytes = 0;
        yield [item];
        continue;
      }
      group.push(item);
      bytes += Math.max(item.size, 0);
      if (group.length >= load.items || bytes >= load.bytes) {
        yield group;
        group = [];
        bytes = 0;
      }
    }
  }
  if (group.length > 0) yield group;
}
