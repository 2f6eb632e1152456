import type { Arena } from '../board/arena.js';
import type { Board } from '../board/board.js';
import { History } from './history.js';

const plain = new History();
const inArenas = new WeakMap<Arena, History>();

/** The history of all main lines on a board, one after the other: in the arena of the board, if it has one. */
export function historyFor({ arena }: Board): History {
  if (arena === undefined) return plain;
  let history = inArenas.get(arena);
  if (!history) {
    history = new History(arena);
    inArenas.set(arena, history);
  }
  return history;
}
