import { identCode, PROPERTIES } from '../properties.js';

/** What the scan does with a property's values. */
export const USE = {
  none: 0,
  black: 1,
  white: 2,
  addBlack: 3,
  addWhite: 4,
  addEmpty: 5,
  turn: 6,
  force: 7,
  territoryBlack: 8,
  territoryWhite: 9,
  comment: 10,
  /** Kept as a header value wherever it stands on the main line. */
  header: 11,
  /** Kept as a header value in the root only. */
  other: 12,
} as const;

const SPECIAL: Readonly<Record<string, number>> = {
  B: USE.black,
  W: USE.white,
  AB: USE.addBlack,
  AW: USE.addWhite,
  AE: USE.addEmpty,
  PL: USE.turn,
  KO: USE.force,
  TB: USE.territoryBlack,
  TW: USE.territoryWhite,
  C: USE.comment,
};

/** Codes of one and two letters are direct indexes. */
const SHORT = new Uint8Array(1 << 10).fill(USE.other);
for (const [ident, property] of PROPERTIES) {
  const isHeader = property.class === 'root' || property.class === 'game-info';
  SHORT[identCode(ident)] = SPECIAL[ident] ?? (isHeader ? USE.header : USE.other);
}

/** Use of the property with this code; private ones are `other`. */
export function useOf(code: number): number {
  return code > 0 && code < SHORT.length ? SHORT[code]! : USE.other;
}
