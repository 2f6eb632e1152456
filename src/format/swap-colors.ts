import { parseReal } from '../record/number.js';
import { formatResult } from '../record/result.js';
import { readResultText } from '../record/result-text.js';
import { everyNode, type FormatTree } from './tree.js';
import { unescaped } from './values.js';

const PAIRS: readonly (readonly [black: string, white: string])[] = [
  ['B', 'W'],
  ['AB', 'AW'],
  ['BL', 'WL'],
  ['OB', 'OW'],
  ['PB', 'PW'],
  ['BR', 'WR'],
  ['BS', 'WS'],
  ['BT', 'WT'],
  ['TB', 'TW'],
  ['GB', 'GW'],
];
const OTHER = new Map(
  PAIRS.flatMap(([black, white]) => [
    [black, white],
    [white, black],
  ]),
);

/** Values that name a color, or count for one. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  PL: otherColor,
  AS: otherColor,
  RE: otherResult,
  KM: negated,
  V: negated,
};

/**
 * Black and White change places: moves, setup, names, ranks, times, territory, PL and RE. Komi, which is White's, and the
 * estimates of V change their sign. HA stays: FF[4] knows no handicap of White. Comments stay.
 */
export function swapColors(tree: FormatTree): void {
  everyNode(tree, ({ properties }) => {
    for (const property of properties) {
      property.ident = OTHER.get(property.ident) ?? property.ident;
      const change = CHANGES[property.ident];
      if (change) property.values = property.values.map(change);
    }
  });
}

const COLOR = /^(\s*)(black|white|b|w|1|2)(?=\s*$)/iu;
const OTHERS: Readonly<Record<string, string>> = {
  black: 'white',
  white: 'black',
  b: 'W',
  w: 'B',
  '1': '2',
  '2': '1',
};

function otherColor(raw: string): string {
  return raw.replace(COLOR, (_, space: string, color: string) => space + OTHERS[color.toLowerCase()]!);
}

function otherResult(raw: string): string {
  if (/^\s*[bw]\+/iu.test(raw))
    return raw.replace(/[bw]/iu, (letter) => (letter.toLowerCase() === 'b' ? 'W' : 'B'));
  const { text } = readResultText(unescaped(raw));
  switch (text.kind) {
    case 'winner':
      return formatResult({ ...text, raw, winner: text.winner === 'black' ? 'white' : 'black' });
    case 'ended':
      return formatResult({ ...text, raw, winner: text.winner === 'black' ? 'white' : 'black' });
    case 'margin': {
      const winner = text.winner === 'black' ? 'white' : 'black';
      return formatResult({ kind: 'margin', raw, winner, marginHalves: text.points * 2 });
    }
    case 'jigo':
    case 'void':
    case 'both-lose':
    case 'unknown':
    case 'malformed':
      return raw;
  }
}

function negated(raw: string): string {
  const number = parseReal(raw.trim());
  return number === undefined || number === 0 ? raw : String(-number);
}
