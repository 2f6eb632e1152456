import type { FormatOptions } from './format-types.js';
import { keepMainLine, strip } from './strip.js';
import type { FormatTree } from './tree.js';

/** Does to one game what the options ask for, but for what depends on the charset of the output. */
export function operate(tree: FormatTree, options: FormatOptions): void {
  if (options.nodes === 'mainLine' || options.strip.includes('variations')) keepMainLine(tree);
  if (options.strip.length > 0) strip(tree, options.strip);
}
