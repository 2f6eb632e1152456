import type { FindingCode } from '../../core/catalogue.js';
import { finding, type Finding } from '../../core/finding.js';
import type { RawFile, RawGame } from '../raw.js';

/** What the games of one file must agree in: a property, its code, and what a game without it has. */
const SHARED: readonly (readonly [
  ident: string,
  code: Extract<FindingCode, `sgf/mixed-${string}`>,
  usual: string | undefined,
])[] = [
  ['FF', 'sgf/mixed-format', '1'],
  ['GM', 'sgf/mixed-game', '1'],
  ['CA', 'sgf/mixed-charset', undefined],
];

/** What a game says about its file: its number, its format, and whether these agree with the first game read with it. */
export function lintAgainstFile(file: RawFile, game: RawGame): readonly Finding[] {
  const found: Finding[] = [];
  const { header } = game;
  if (game.game === 2) found.push(finding('sgf/several-games', {}, { offset: game.textStart }));
  const format = header.get('FF')?.trim();
  if (format !== undefined && !/^[1-4]$/.test(format))
    found.push(finding('sgf/unknown-format', { value: format }, { offset: header.offset('FF') }));
  const first = file.games[0];
  if (!first || first === game) return found;
  for (const [ident, code, usual] of SHARED) {
    const expected = first.header.get(ident)?.trim() ?? usual;
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
