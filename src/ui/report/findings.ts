import { explain } from '../../findings/catalogue.js';
import { messageOf } from '../../findings/messages.js';
import type { PlacedFinding } from '../../referee/report.js';
import { button, el, said } from './dom.js';
import type { Game } from './fields.js';

const SIGNS = { error: '✖', warning: '▲', note: '●' } as const;

/** A severity as a sign of its own with its word, so that nothing rests on color. */
export function severityMark(severity: keyof typeof SIGNS): HTMLElement {
  return el('span', { class: `severity ${severity}` }, `${SIGNS[severity]} ${severity}`);
}

/** The sign alone, for narrow places. */
export function severitySign(severity: keyof typeof SIGNS): HTMLElement {
  return el('span', { class: `severity ${severity}`, role: 'img', 'aria-label': severity }, SIGNS[severity]);
}

/** `✖2 ▲1 ●3`, those that are not 0. */
export function tallyMarks({
  errors,
  warnings,
  notes,
}: Pick<Game, 'errors' | 'warnings' | 'notes'>): HTMLElement[] {
  const counts = [
    ['error', errors],
    ['warning', warnings],
    ['note', notes],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([severity, count]) =>
      el(
        'span',
        { class: `severity ${severity}`, title: `${String(count)} of severity ${severity}` },
        `${SIGNS[severity]}${String(count)}`,
      ),
    );
}

/** The findings of a game in words, each with the rule that it rests on; `show` leads to a move. */
export function findingsList(
  found: readonly PlacedFinding[],
  size: Pick<Game, 'width' | 'height'>,
  show: ((move: number) => void) | undefined,
): HTMLElement {
  return el('ol', { class: 'findings' }, ...found.map((one) => item(one, size, show)));
}

function item(
  found: PlacedFinding,
  size: Pick<Game, 'width' | 'height'>,
  show: ((move: number) => void) | undefined,
): HTMLElement {
  const { title, means, rule, todo } = explain(found.code);
  const { move, line, column } = found;
  const place = line > 0 ? `line ${String(line)}, column ${String(column)} of the file` : '';
  const { rule: cited = shortened(rule), ruleSource } = found;
  const more = el(
    'details',
    {},
    el('summary', {}, title),
    el('p', {}, means),
    el('p', {}, el('strong', {}, 'Rule: '), rule),
    ...(ruleSource === undefined ? [] : [el('p', {}, el('strong', {}, 'Read in: '), ruleSource)]),
    el('p', {}, el('strong', {}, 'What to do: '), todo),
  );
  return el(
    'li',
    {},
    el(
      'p',
      {},
      severityMark(found.severity),
      ' ',
      el('code', {}, found.code),
      ' ',
      said(messageOf(found, size)),
    ),
    el('p', { class: 'rests' }, 'Rests on: ', cited, place === '' ? '' : ` (${place})`),
    ...(move !== undefined && move > 0 && show && found.variation === undefined
      ? [button(`Show move ${String(move)}`, () => show(move), { class: 'small' })]
      : []),
    more,
  );
}

function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}
