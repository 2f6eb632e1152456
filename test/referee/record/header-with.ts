import type { RawHeader } from '../../../src/sgf/raw.js';

/** A header with these values. */
export function headerWith(values: Readonly<Record<string, string | undefined>>): RawHeader {
  return {
    get: (ident) => values[ident],
    all: (ident) => (values[ident] === undefined ? [] : [values[ident]]),
    offset: (ident) => (values[ident] === undefined ? -1 : 0),
  };
}
