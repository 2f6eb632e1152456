import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { type FormatNode, partsOf, readTree, unescaped } from '../../src/toolkit/format/tree.js';
import { PROPERTIES } from '../../src/sgf/properties.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { parseTrees, type SgfTree } from './stock-trees.js';

/** What the rewriting of a root may change: FF and CA always, GM where it is missing. */
const REPAIRED = ['FF', 'CA', 'GM'];
const COMPOSED = ['labels', 'composed-text', 'figure'];
const POINTED = ['move', 'point', 'points', 'points-or-none', 'point-pairs'];
const ONE_OR_TWO_POINTS = /^[A-Za-z]{2}(?::[A-Za-z]{2})?$/;

/** The first difference between two files as trees, by one judge; '' where they are the same, or the judge reads neither. */
type Judge = (before: Uint8Array, after: Uint8Array) => string;

/** Our own reader: every node, property and value in order, composed values part by part. */
export const byOwnTree: Judge = (before, after) => {
  const [old, now] = [scanFile(before), scanFile(after)];
  if (old.games.length !== now.games.length)
    return `${String(old.games.length)} games, then ${String(now.games.length)}`;
  for (const [i, game] of old.games.entries()) {
    const root = readTree(old.text, game, DEFAULT_LIMITS).tree.root;
    const again = readTree(now.text, now.games[i]!, DEFAULT_LIMITS).tree.root;
    const different = firstDifference(root, again, ownProperties);
    if (different !== '') return `game ${String(i + 1)}: ${different}`;
  }
  return '';
};

/** @sabaki/sgf, which shares no code with the rewriting: nodes, and values as it decodes them. */
export const bySabaki: Judge = (before, after) => {
  const [old, now] = [parseTrees(utf8(before)), parseTrees(utf8(after))];
  if (!old.ok) return '';
  if (!now.ok) return `not readable any more: ${now.error.detail}`;
  if (old.value.length !== now.value.length)
    return `${String(old.value.length)} trees, then ${String(now.value.length)}`;
  for (const [i, root] of old.value.entries()) {
    const different = firstDifference(root, now.value[i]!, sabakiProperties);
    if (different !== '') return `tree ${String(i + 1)}: ${different}`;
  }
  return '';
};

/** The parser drops a lone CR, which is a line break in FF[4]: it is given every line break as LF. */
function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(scanFile(bytes).text).replace(/\r\n|\n\r|\r/gu, '\n');
}

type Place = 'root' | 'other';
type Named = readonly [ident: string, values: readonly string[]];

function ownProperties(node: FormatNode): readonly Named[] {
  const all = node.properties.map(({ ident, values }): Named => [
    ident,
    pointed(ident, meanings(ident, values)),
  ]);
  return inFF4(all, '\0:');
}

/** Blanks in points mean nothing, and are left out. */
function pointed(ident: string, values: readonly string[]): readonly string[] {
  if (!POINTED.includes(PROPERTIES.get(ident)?.value ?? '')) return values;
  return values.map((value) => {
    const letters = value.replace(/\s/gu, '');
    return ONE_OR_TWO_POINTS.test(letters) ? letters : value;
  });
}

/** Parts of a composed value come one after the other, with a sign between them that no value has. */
function meanings(ident: string, values: readonly string[]): readonly string[] {
  const isComposed = COMPOSED.includes(PROPERTIES.get(ident)?.value ?? '');
  if (!isComposed && !values.some((raw) => raw.includes('\\'))) return values;
  return values.map((raw) => (isComposed ? partsOf(raw).map(unescaped).join('\0:') : unescaped(raw)));
}

function sabakiProperties(node: SgfTree): readonly Named[] {
  const all = Object.entries(node.data).filter(([, values]) => values.length > 0);
  return inFF4(
    all.map(([ident, values]) => [ident, pointed(ident, values)]),
    ':',
  );
}

/** Walks both trees side by side. */
function firstDifference<N extends { readonly children: readonly N[] }>(
  old: N,
  now: N,
  properties: (node: N) => readonly Named[],
): string {
  const open: [N, N][] = [[old, now]];
  let count = 0;
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    const place = a === old ? 'root' : 'other';
    const [here, there] = [compared(properties(a), place), compared(properties(b), place)];
    if (!isSame(here, there) || a.children.length !== b.children.length) {
      const words = [here, there].map((one) => JSON.stringify(one).slice(0, 300));
      return `node ${String(count)}: ${words[0]!} with ${String(a.children.length)} children became ${words[1]!} with ${String(b.children.length)}`;
    }
    for (let i = a.children.length - 1; i >= 0; i--) open.push([a.children[i]!, b.children[i]!]);
    count++;
  }
  return '';
}

/** Old marks and letters, and a figure's name alone, in the form that FF[4] has for them; marks and labels are one property, the last, in any order. */
function inFF4(all: readonly Named[], separator: string): readonly Named[] {
  const valuesOf = (name: string): string[] =>
    all.flatMap(([ident, values]) => (ident === name ? values : []));
  const letters = valuesOf('L').map((value, i) => `${value}${separator}${'abcdefghijklmnopqrstuvwxyz'[i]!}`);
  const named: Named[] = [
    ['MA', [...valuesOf('MA'), ...valuesOf('M')]],
    ['LB', [...valuesOf('LB'), ...letters]],
  ];
  const others = all.filter(([ident]) => !['M', 'MA', 'L', 'LB'].includes(ident));
  return [
    ...others.map((one) => figured(one, separator)),
    ...named
      .filter(([, values]) => values.length > 0)
      .map(([ident, values]): Named => [ident, [...values].sort()]),
  ];
}

function figured([ident, values]: Named, separator: string): Named {
  const [name] = values;
  const isName =
    ident === 'FG' && values.length === 1 && name!.trim() !== '' && !/^\s*\d+\s*\0?:/u.test(name!);
  if (isName) return [ident, [`0${separator}${name!.replace('\0:', ':')}`]];
  const areCorners =
    ident === 'VW' && values.length === 2 && values.every((value) => /^[A-Za-z]{2}$/.test(value));
  return areCorners && values[0] !== values[1] ? [ident, [values.join(':')]] : [ident, values];
}

function compared(properties: readonly Named[], place: Place): readonly Named[] {
  return place === 'other' ? properties : properties.filter(([ident]) => !REPAIRED.includes(ident));
}

function isSame(a: readonly Named[], b: readonly Named[]): boolean {
  return (
    a.length === b.length &&
    a.every(([ident, values], i) => {
      const [other, others] = b[i]!;
      return (
        ident === other && values.length === others.length && values.every((value, v) => value === others[v])
      );
    })
  );
}
