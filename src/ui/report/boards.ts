import { boardSize } from '../../picture/board-drawing.js';
import { drawBoards, legendOf } from '../../picture/board-sheet.js';
import { afterWords, moveWords } from '../../output/html/line-code.js';
import type { Picture } from '../../picture/picture.js';
import { button, drawn, el } from './dom.js';
import type { Game } from './fields.js';
import type { Played } from './unpack.js';

/** Times the size of the drawing that a board may take, and the part of the window's height, in percent. */
const LARGEST = 2.2;
const MOST_OF_WINDOW = 84;

/** A board that fills its place. */
function boardOf(picture: Picture): SVGElement {
  const element = drawn(drawBoards([picture], 'none'));
  const { width, height } = boardSize(picture);
  const most = `${String(width * LARGEST)}px, ${String((MOST_OF_WINDOW * width) / height)}vh`;
  element.style.width = `min(100%, ${most})`;
  return element;
}

/** Boards side by side, each with its label above it, and what their marks mean. */
export function figureOf(
  pictures: readonly Picture[],
  heading: readonly (Node | string)[] = [],
): HTMLElement {
  const boards = pictures.map((picture) =>
    el('div', { class: 'one-board' }, el('p', { class: 'label' }, picture.label ?? ''), boardOf(picture)),
  );
  const legend = legendOf(pictures).join('; ');
  return el(
    'figure',
    {},
    ...(heading.length > 0 ? [el('p', {}, ...heading)] : []),
    el('div', { class: pictures.length > 1 ? 'boards pair' : 'boards' }, ...boards),
    el('figcaption', {}, legend),
  );
}

/** `after move 12, White B8`. */
function labelAfter({ width, height }: Game, { moves }: Played, move: number): string {
  return afterWords(moveWords(moves, move, width, height));
}

/** The board after a move, which may be in question. */
export function pictureAfter(
  game: Game,
  played: Played,
  move: number,
  mark: 'plain' | 'flagged' = 'plain',
): Picture {
  const point = played.moves[move - 1]?.point;
  return {
    width: game.width,
    height: game.height,
    stones: played.after(move),
    lastMove: point,
    flagged: mark === 'flagged' ? point : undefined,
    title: '',
    label: labelAfter(game, played, move),
    captions: [],
  };
}

/**
 * A board that steps through the game: a slider, buttons, and the arrow keys while the slider has the focus. `flagged`:
 * the numbers of moves in question; the first of them is shown at first.
 */
export function stepper(
  game: Game,
  played: Played,
  flagged: ReadonlySet<number>,
): { readonly element: HTMLElement; readonly goTo: (move: number) => void } {
  const total = played.moves.length;
  const board = el('div', { class: 'boards' });
  const label = el('p', { class: 'label', 'aria-live': 'polite' });
  const slider = el('input', {
    type: 'range',
    min: 0,
    max: total,
    value: total,
    'aria-label': 'Move number',
  });
  const goTo = (wanted: number): void => {
    const move = Math.max(0, Math.min(total, wanted));
    slider.value = String(move);
    label.textContent = `${labelAfter(game, played, move)} (of ${String(total)})`;
    const picture = pictureAfter(game, played, move, flagged.has(move) ? 'flagged' : 'plain');
    board.replaceChildren(el('div', { class: 'one-board' }, boardOf(picture)));
  };
  const by = (steps: number) => () => goTo(Number(slider.value) + steps);
  slider.addEventListener('input', () => goTo(Number(slider.value)));
  const [first = total] = flagged;
  goTo(first);
  const controls = el(
    'div',
    { class: 'steps' },
    button('|◀', () => goTo(0), { 'aria-label': 'To the start' }),
    button('◀', by(-1), { 'aria-label': 'One move back' }),
    slider,
    button('▶', by(1), { 'aria-label': 'One move on' }),
    button('▶|', () => goTo(total), { 'aria-label': 'To the end' }),
  );
  return { element: el('div', { class: 'stepper' }, label, board, controls), goTo };
}
