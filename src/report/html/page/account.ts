import { conversionInto } from '../../../conversion.js';
import type { Ruleset } from '../../../rules/ruleset.js';
import { rulesetByName, RULESETS } from '../../../rules/rulesets.js';
import type { Conversion } from '../../../score/convert.js';
import { basesOf, resultText } from '../../convert-cells.js';
import { notesOf } from '../../convert-notes.js';
import { accountLines } from '../../convert-reasons.js';
import { formatHalves, signed } from '../../numbers.js';
import type { Detail, PlainScore } from '../report-data.js';
import { table } from './counts.js';
import { el, said } from './dom.js';

const WINS = { black: 'Black wins', white: 'White wins', jigo: 'nobody wins' } as const;

/** The result under another ruleset with every item of the difference; the reader chooses which. */
export function accountPart(detail: Detail, plain: PlainScore, applied: Ruleset | undefined): HTMLElement {
  const own = applied && rulesetByName(applied.name) !== applied ? [applied] : [];
  const known = [...own, ...RULESETS].filter(({ scoring }) => scoring !== 'first-capture');
  const from = choice('From', known, applied?.name ?? '');
  const to = choice('To', known, applied?.scoring === 'territory' ? 'aga' : 'japanese');
  const body = el('div', { 'aria-live': 'polite' });
  const named = (name: string): Ruleset | undefined => known.find((one) => one.name === name);
  const draw = (): void => {
    const wanted = { from: named(from.select.value), to: named(to.select.value) };
    body.replaceChildren(
      ...(wanted.from && wanted.to
        ? statement(detail, plain, wanted.from, wanted.to, applied)
        : [el('p', {}, 'The record names no ruleset that is known: choose the one that was played under.')]),
    );
  };
  from.select.addEventListener('change', draw);
  to.select.addEventListener('change', draw);
  draw();
  return el('div', { class: 'account' }, el('p', { class: 'choices' }, from.label, to.label), body);
}

function choice(
  name: string,
  rulesets: readonly Ruleset[],
  chosen: string,
): { readonly label: HTMLElement; readonly select: HTMLSelectElement } {
  const options = rulesets.map((ruleset) =>
    el('option', { value: ruleset.name, selected: ruleset.name === chosen }, ruleset.name),
  );
  const select = el(
    'select',
    {},
    ...(chosen === '' ? [el('option', { value: '' }, 'choose')] : []),
    ...options,
  );
  return { label: el('label', {}, `${name} `, select), select };
}

function statement(
  detail: Detail,
  { score, basis }: PlainScore,
  from: Ruleset,
  to: Ruleset,
  applied: Ruleset | undefined,
): HTMLElement[] {
  const record = {
    result: detail.result ?? { kind: 'missing' as const },
    komi: detail.komi ?? { kind: 'missing' as const, raw: undefined },
    rulesRaw: detail.rulesRaw,
    rulesName: detail.rulesName,
  };
  const whole = { ...basis, stones: new Uint8Array(0), width: 0, height: 0 };
  const conversion = conversionInto([to], { record, score, basis: whole, from });
  const [converted] = conversion.to;
  const bases = converted ? basesOf(conversion, converted) : [];
  const [first] = bases;
  if (!converted || !first) return [el('p', {}, `There is nothing to convert into ${to.name}.`)];
  const twice = (cell: string): string[] => bases.map(() => cell);
  const items = accountLines(conversion, converted, first);
  const rows = [
    [
      `${from.name}, komi ${formatHalves(first.komiFromHalves)}`,
      ...bases.map((one) => signed(one.marginFromHalves)),
    ],
    ...items.map(({ reason, halves }) => [reason, ...twice(signed(halves))]),
    ...(items.length === 0 ? [['nothing differs', ...twice('0')]] : []),
    [
      `${to.name}, komi ${formatHalves(first.komiToHalves)}`,
      ...bases.map((one) => signed(one.marginToHalves)),
    ],
    ['result', ...bases.map((one) => resultText(one.marginToHalves, one.winnerTo))],
  ];
  const noted = {
    record,
    ruleset: applied,
    rulesetSource: detail.rulesetSource,
    notScoredBecause: '',
    score: { confidence: score.confidence },
  };
  const notes = new Set(bases.flatMap((one) => notesOf(noted, conversion, converted, one)));
  const words = [
    ...outcomes(bases).map((outcome) => el('p', {}, outcome)),
    ...(notes.size > 0 ? [el('ul', {}, ...[...notes].map((note) => el('li', {}, said(note))))] : []),
  ];
  return [
    el(
      'div',
      { class: 'halves' },
      table(['Points for Black', ...bases.map(({ basis: name }) => name)], rows),
      el('div', {}, ...words),
    ),
  ];
}

/** Who wins under each, told once when both bases agree on it. */
function outcomes(bases: readonly Conversion[]): string[] {
  const told = bases.map(outcome);
  return new Set(told).size === 1 ? told.slice(0, 1) : bases.map(({ basis }, i) => `${basis}: ${told[i]!}`);
}

function outcome(one: Conversion): string {
  const before = resultText(one.marginFromHalves, one.winnerFrom);
  const after = resultText(one.marginToHalves, one.winnerTo);
  return `${before} under ${one.from} is ${after} under ${one.to}: ${one.flips ? `the winner changes: ${WINS[one.winnerTo]}` : 'the same winner'}`;
}
