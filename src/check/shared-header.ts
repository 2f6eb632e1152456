import type { FindingCode } from '../findings/catalogue.js';
import { finding, type Finding } from '../findings/finding.js';
import type { RawGame } from '../sgf/raw.js';

/** What the games of one file must agree in: a property, its code, and what a game without it has. */
const SHARED: readonly (readonly [
  ident: 'FF' | 'GM' | 'CA',
  code: Extract<FindingCode, `sgf/mixed-${string}`>,
  usual: string | undefined,
])[] = [
  ['FF', 'sgf/mixed-format', '1'],
  ['GM', 'sgf/mixed-game', '1'],
  ['CA', 'sgf/mixed-charset', undefined],
];

/** What all games of a file should agree in: the values of its first game. */
export type SharedHeader = Readonly<Partial<Record<'FF' | 'GM' | 'CA', string>>>;

export function sharedHeaderOf({ header }: RawGame): SharedHeader {
  const shared: Partial<Record<'FF' | 'GM' | 'CA', string>> = {};
  for (const [ident, , usual] of SHARED) {
    const value = header.get(ident)?.trim() ?? usual;
    if (value !== undefined) shared[ident] = value;
  }
  return shared;
}

/** What a game says about its file: its number, its format, and whether these agree with the first game. */
export function lintAgainstFile(shared: SharedHeader, game: RawGame): readonly Finding[] {
  const found: Finding[] = [];
  const { header } = game;
  if (game.game === 2) found.push(finding('sgf/several-games', {}, { offset: game.textStart }));
  const format = header.get('FF')?.trim();
  if (format !== undefined && !/^[1-4]$/.test(format))
    found.push(finding('sgf/unknown-format', { value: format }, { offset: header.offset('FF') }));
  for (const [ident, code, usual] of SHARED) {
    const expected = shared[ident];
    const value = header.get(ident)?.trim() ?? usual;
    if (expected === undefined || value === undefined) continue;
    if (value.toLowerCase() === expected.toLowerCase()) continue;
    const offset = header.offset(ident) < 0 ? game.textStart : header.offset(ident);
    found.push(finding(code, { value, first: expected }, { offset }));
  }
  return found;
}

/** Zero bytes in a file, told once with the place of the first. */
export function zeroBytes(text: Uint8Array): Finding | undefined {
  const first = text.indexOf(0);
  if (first < 0) return undefined;
  let count = 0;
  for (let at = first; at >= 0; at = text.indexOf(0, at + 1)) count++;
  return finding('sgf/zero-byte', { count }, { offset: first });
}
