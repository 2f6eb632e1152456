/**
 * The slow and obvious board: rows of '.', 'X', 'O', every question answered by flood fill.
 * Written from the definitions, shares nothing with src/go/board.
 */
export type Sign = 'X' | 'O';
export type Rows = readonly string[];

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export function emptyRows(width: number, height: number): Rows {
  return Array.from({ length: height }, () => '.'.repeat(width));
}

export function get(rows: Rows, spot: Spot): string {
  return rows[spot.y]!.charAt(spot.x);
}

export function put(rows: Rows, spot: Spot, sign: string): Rows {
  return rows.map((row, y) => (y === spot.y ? row.slice(0, spot.x) + sign + row.slice(spot.x + 1) : row));
}

export function neighbors(rows: Rows, { x, y }: Spot): Spot[] {
  return [
    { x, y: y - 1 },
    { x: x - 1, y },
    { x: x + 1, y },
    { x, y: y + 1 },
  ].filter((spot) => spot.y >= 0 && spot.y < rows.length && spot.x >= 0 && spot.x < rows[0]!.length);
}

const same = (one: Spot, two: Spot): boolean => one.x === two.x && one.y === two.y;

/** Everything of the same sign that is joined to a spot along lines. */
export function joined(rows: Rows, start: Spot): Spot[] {
  const found = [start];
  for (let i = 0; i < found.length; i++) {
    for (const spot of neighbors(rows, found[i]!)) {
      if (get(rows, spot) === get(rows, start) && !found.some((one) => same(one, spot))) found.push(spot);
    }
  }
  return found;
}

export function liberties(rows: Rows, start: Spot): number {
  const found: Spot[] = [];
  for (const stone of joined(rows, start)) {
    for (const spot of neighbors(rows, stone)) {
      if (get(rows, spot) === '.' && !found.some((one) => same(one, spot))) found.push(spot);
    }
  }
  return found.length;
}

export function opponentOf(sign: Sign): Sign {
  return sign === 'X' ? 'O' : 'X';
}

export interface Played {
  readonly rows: Rows;
  readonly captured: number;
  readonly selfCaptured: number;
}

export function play(before: Rows, spot: Spot, sign: Sign): Played {
  let rows = put(before, spot, sign);
  let captured = 0;
  for (const at of neighbors(rows, spot)) {
    if (get(rows, at) === opponentOf(sign) && liberties(rows, at) === 0) {
      for (const stone of joined(rows, at)) {
        rows = put(rows, stone, '.');
        captured++;
      }
    }
  }
  let selfCaptured = 0;
  if (liberties(rows, spot) === 0) {
    for (const stone of joined(rows, spot)) {
      rows = put(rows, stone, '.');
      selfCaptured++;
    }
  }
  return { rows, captured, selfCaptured };
}

export function countOf(rows: Rows, sign: string): number {
  return rows.join('').split(sign).length - 1;
}

/** Empty points surrounded by one sign only, and those that are not. */
export function territory(rows: Rows): { readonly X: number; readonly O: number; readonly dame: number } {
  const found = { X: 0, O: 0, dame: 0 };
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row.charAt(x) !== '.') continue;
      const touched = new Set<string>();
      for (const spot of joined(rows, { x, y })) {
        for (const at of neighbors(rows, spot)) if (get(rows, at) !== '.') touched.add(get(rows, at));
      }
      if (touched.size === 1) found[touched.has('X') ? 'X' : 'O']++;
      else found.dame++;
    }
  });
  return found;
}

export function diagramOf(rows: Rows): string {
  return rows.map((row) => Array.from(row).join(' ')).join('\n');
}
