/** A seeded game of about 220 plays on 19x19 that looks like a server's: no self-captures, neighbours preferred. */
export function randomGame(seed: number): string {
  const size = 19;
  const stones = new Int8Array(size * size);
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = (below: number): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
  const moves: string[] = [];
  let last = 180;
  for (let i = 0; i < 220; i++) {
    const color = i % 2 === 0 ? 1 : 2;
    let point = -1;
    for (let tries = 0; tries < 60 && point < 0; tries++) {
      const near = tries < 30 && next(3) > 0;
      const x = near ? (last % size) + next(7) - 3 : next(size);
      const y = near ? Math.floor(last / size) + next(7) - 3 : next(size);
      if (x < 0 || y < 0 || x >= size || y >= size) continue;
      const candidate = y * size + x;
      if (stones[candidate] === 0 && hasEmptyNeighbour(stones, size, candidate)) point = candidate;
    }
    if (point < 0) break;
    stones[point] = color;
    last = point;
    moves.push(`;${color === 1 ? 'B' : 'W'}[${letters(point, size)}]`);
  }
  const header = `(;GM[1]FF[4]SZ[19]PB[Player ${String(seed)}]PW[Opponent ${String(seed)}]KM[6.5]RE[B+R]RU[Japanese]DT[2020-01-01]`;
  return `${header}${moves.join('')})\n`;
}

function hasEmptyNeighbour(stones: Int8Array, size: number, point: number): boolean {
  const x = point % size;
  return (
    (x > 0 && stones[point - 1] === 0) ||
    (x < size - 1 && stones[point + 1] === 0) ||
    (point >= size && stones[point - size] === 0) ||
    (point + size < size * size && stones[point + size] === 0)
  );
}

function letters(point: number, size: number): string {
  return String.fromCharCode(97 + (point % size)) + String.fromCharCode(97 + Math.floor(point / size));
}
