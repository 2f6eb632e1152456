import { failure, success, type Outcome } from '../core/outcome.js';
import type { Aliases } from './candidates.js';

/**
 * Reads names that players go by elsewhere: lines `nick,name`, with semicolons or tabs as well. The header, empty lines and lines that
 * begin with `#` are left out. The error names the line.
 */
export function parseAliases(text: string): Outcome<Aliases, string> {
  const aliases: (readonly [string, string])[] = [];
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, nick = '', name = ''] = /^([^,;\t]+)[,;\t](.+)$/.exec(line) ?? [];
    const pair = [unquoted(nick), unquoted(name)] as const;
    if (pair.includes('')) return failure(`line ${String(i + 1)}: expected nick,name`);
    if (pair.join().toLowerCase() !== 'nick,name') aliases.push(pair);
  }
  return success(aliases);
}

function unquoted(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim();
}
