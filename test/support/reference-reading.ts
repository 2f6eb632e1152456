import {
  get,
  joined,
  neighbors,
  opponentOf,
  play,
  type Rows,
  type Sign,
  type Spot,
} from './reference-board.js';

/** A board on which one point may be forbidden: where a single stone was taken just now. */
export interface Fight {
  readonly rows: Rows;
  readonly ko: Spot | undefined;
}

/** The fight after a move, or nothing where that is not allowed: occupied, the ko, or self-capture. */
export function moved({ rows, ko }: Fight, spot: Spot, sign: Sign): Fight | undefined {
  if (get(rows, spot) !== '.' || (ko && ko.x === spot.x && ko.y === spot.y)) return undefined;
  const after = play(rows, spot, sign);
  if (after.selfCaptured > 0) return undefined;
  const taken = spotsOf(rows).filter(
    (at) => get(rows, at) === opponentOf(sign) && get(after.rows, at) === '.',
  );
  const isKo =
    taken.length === 1 && joined(after.rows, spot).length === 1 && libertiesAt(after.rows, spot).length === 1;
  return { rows: after.rows, ko: isKo ? taken[0] : undefined };
}

/** Whether the opponent, to move, catches the chain at a spot: while it has two liberties, within this many moves before the last. */
export function caught(fight: Fight, spot: Spot, sign: Sign, moves: number): boolean {
  if (get(fight.rows, spot) !== sign) return true;
  const exits = libertiesAt(fight.rows, spot);
  if (exits.length === 1) return moved(fight, exits[0]!, opponentOf(sign)) !== undefined;
  if (exits.length > 2 || moves === 0) return false;
  for (const exit of exits) {
    const next = moved(fight, exit, opponentOf(sign));
    if (next && !saved(next, spot, sign, moves - 1)) return true;
  }
  return false;
}

/** Whether its owner, to move, saves it: by moving elsewhere, extending, or taking a chain beside it that has one liberty. */
function saved(fight: Fight, spot: Spot, sign: Sign, moves: number): boolean {
  const { rows } = fight;
  if (get(rows, spot) !== sign) return false;
  const exits = libertiesAt(rows, spot);
  if (exits.length > 2) return true;
  if (exits.length === 2 && !caught(fight, spot, sign, moves)) return true;
  const tries = [...exits];
  for (const stone of joined(rows, spot)) {
    for (const at of neighbors(rows, stone)) {
      if (get(rows, at) !== opponentOf(sign)) continue;
      const theirs = libertiesAt(rows, at);
      if (theirs.length === 1) tries.push(theirs[0]!);
    }
  }
  return tries.some((to) => {
    const next = moved(fight, to, sign);
    return next !== undefined && !caught(next, spot, sign, moves);
  });
}

export function spotsOf(rows: Rows): Spot[] {
  return rows.flatMap((row, y) => Array.from(row, (_, x) => ({ x, y })));
}

function libertiesAt(rows: Rows, spot: Spot): Spot[] {
  const chain = joined(rows, spot);
  return spotsOf(rows).filter(
    (at) =>
      get(rows, at) === '.' &&
      neighbors(rows, at).some((to) => chain.some((stone) => stone.x === to.x && stone.y === to.y)),
  );
}
