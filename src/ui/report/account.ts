import { conversionInto } from '../../referee/accounts.js';
import type { Ruleset } from '../../rules/ruleset.js';
import { rulesetByName, RULESETS } from '../../rules/rulesets.js';
import type { Conversion, ConvertOptions } from '../../score/convert.js';
import { basesOf } from '../../columns/conversions.js';
import { accountLines, notesOf } from '../../columns/account.js';
import { formatHalves, resultText, signed } from '../../columns/numbers.js';
import type { Detail, PlainScore } from '../../output/html/report-data.js';
import { table } from './counts.js';
import { el, said } from './dom.js';

const WINS = { black: 'Black wins', white: 'White wins', jigo: 'nobody wins' } as const;

/** The result under another ruleset with every item of the difference; the reader chooses which. */
export function accountPart(detail: Detail, plain: PlainScore, applied: Ruleset | undefined): HTMLElement {
  const own = applied && rulesetByName(applied.name) !== applied ? [applied] : [];
  const known = [...own, ...RULESETS].filter(({ scoring }) => scoring !== 'first-capture');
  const names = known.map(({ name }) => [name, name] as const);
  const from = choice('From', applied ? names : [['', 'choose'], ...names], applied?.name ?? '');
  const to = choice('To', names, applied?.scoring === 'territory' ? 'aga' : 'japanese');
  const komi = choice('Komi', KOMI, '');
  const body = el('div', { 'aria-live': 'polite' });
  const named = (name: string): Ruleset | undefined => known.find((one) => one.name === name);
  const draw = (): void => {
    const wanted = { from: named(from.select.value), to: named(to.select.value), komi: komi.select.value };
    body.replaceChildren(
      ...(isNamed(wanted)
        ? statement(detail, plain, wanted, applied)
        : [el('p', {}, 'The record names no ruleset that is known: choose the one that was played under.')]),
    );
  };
  for (const { select } of [from, to, komi]) select.addEventListener('change', draw);
  draw();
  const choices = el('p', { class: 'choices' }, from.label, to.label, komi.label);
  return el('div', { class: 'account' }, choices, body);
}

/** Komi of the other rules. */
const KOMI = [
  ['', 'an agreed komi, else the standard'],
  ['standard', 'the standard'],
  ['same', 'the same'],
] as const;

interface Wanted {
  readonly from: Ruleset;
  readonly to: Ruleset;
  readonly komi: string;
}

function isNamed(wanted: { readonly [Name in keyof Wanted]: Wanted[Name] | undefined }): wanted is Wanted {
  return wanted.from !== undefined && wanted.to !== undefined;
}

function choice(
  name: string,
  values: readonly (readonly [value: string, words: string])[],
  chosen: string,
): { readonly label: HTMLElement; readonly select: HTMLSelectElement } {
  const options = values.map(([value, words]) => el('option', { value, selected: value === chosen }, words));
  const select = el('select', {}, ...options);
  return { label: el('label', {}, `${name} `, select), select };
}

function statement(
  detail: Detail,
  { score, basis }: PlainScore,
  { from, to, komi }: Wanted,
  applied: Ruleset | undefined,
): HTMLElement[] {
  const record = {
    result: detail.result ?? { kind: 'missing' as const },
    komi: detail.komi ?? { kind: 'missing' as const, raw: undefined },
    rulesRaw: detail.rulesRaw,
    rulesName: detail.rulesName,
  };
  const whole = { ...basis, stones: new Uint8Array(0), width: 0, height: 0 };
  const options: ConvertOptions = komi === 'standard' || komi === 'same' ? { komiToHalves: komi } : {};
  const conversion = conversionInto([to], { record, score, basis: whole, from }, options);
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
