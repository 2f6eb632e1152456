/** The eight symmetries of the board, four where it is not square, as tables from point to point. */

const tables = new Map<number, readonly Uint16Array[]>();

/**
 * Tables `t` with `t[point]` the image of the point; the first is the identity.
 * Only symmetries that keep the shape are listed: eight on a square board, four on any other.
 */
export function symmetriesOf(width: number, height: number): readonly Uint16Array[] {
  const key = width * 64 + height;
  let found = tables.get(key);
  if (!found) {
    found = makeTables(width, height);
    tables.set(key, found);
  }
  return found;
}

function makeTables(width: number, height: number): readonly Uint16Array[] {
  const count = width === height ? 8 : 4;
  return Array.from({ length: count }, (_, s) => {
    const table = new Uint16Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const column = s & 1 ? width - 1 - x : x;
        const row = s & 2 ? height - 1 - y : y;
        table[y * width + x] = s & 4 ? column * width + row : row * width + column;
      }
    }
    return table;
  });
}
