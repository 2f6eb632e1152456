import { drawBoards } from '../../board-sheet.js';
import { legendOf } from '../../board-legend.js';
import { afterWords, moveWords } from '../../line-moves.js';
import type { Picture } from '../../picture.js';
import { button, drawn, el } from './dom.js';
import type { Game } from './fields.js';
import type { Played } from './unpack.js';

/** Boards side by side, each with its label above it, and what their marks mean. */
export function figureOf(pictures: readonly Picture[]): HTMLElement {
  const boards = pictures.map((picture) =>
    el(
      'div',
      { class: 'one-board' },
      el('p', { class: 'label' }, picture.label ?? ''),
      drawn(drawBoards([picture], 'none')),
    ),
  );
  const legend = legendOf(pictures).join('; ');
  return el('figure', {}, el('div', { class: 'boards' }, ...boards), el('figcaption', {}, legend));
}

/** `after move 12, White B8`. */
function labelAfter({ width, height }: Game, { moves }: Played, move: number): string {
  return afterWords(moveWords(moves, move, width, height));
}

/** The board after a move. */
export function pictureAfter(game: Game, played: Played, move: number): Picture {
  return {
    width: game.width,
    height: game.height,
    stones: played.after(move),
    lastMove: played.moves[move - 1]?.point,
    title: '',
    label: labelAfter(game, played, move),
    captions: [],
  };
}

/** A board that steps through the game: a slider, buttons, and the arrow keys while the slider has the focus. */
export function stepper(
  game: Game,
  played: Played,
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
    board.replaceChildren(
      el('div', { class: 'one-board' }, drawn(drawBoards([pictureAfter(game, played, move)], 'none'))),
    );
  };
  const by = (steps: number) => () => goTo(Number(slider.value) + steps);
  slider.addEventListener('input', () => goTo(Number(slider.value)));
  goTo(total);
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
