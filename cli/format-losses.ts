import type { FormatResult, LossKind } from '../src/format/format-types.js';
import { visible } from '../src/output/visible.js';

const WORDS: Readonly<Record<LossKind, string>> = {
  characters: 'characters that cannot be decoded or written',
  'illegal-text': 'text between properties',
  'bare-value': 'a value without a property',
  'bare-property': 'a property without a value',
  'stray-node': 'nodes behind a variation',
  'pasted-text': 'a name pasted over moves',
  limit: 'what is beyond a limit',
  foreign: 'what has no place in SGF',
};

/** Losses of a file that are told one by one. */
const MOST_TOLD = 3;

/** One line for each of the first losses of a file, with its place. */
export function lossLines(name: string, { losses, refused }: FormatResult): string {
  const shown = visible(name);
  const verb = refused ? 'would be lost' : 'is lost';
  let text = '';
  for (const { kind, line, column, what } of losses.slice(0, MOST_TOLD))
    text += `${shown}:${String(line)}:${String(column)}: ${verb}: ${WORDS[kind]}: ${visible(what)}\n`;
  const more = losses.length - MOST_TOLD;
  if (more > 0) text += `${shown}: and ${String(more)} more\n`;
  if (refused) text += `${shown}: not written; --lossy writes it without that\n`;
  return text;
}
