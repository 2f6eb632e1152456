import type { ConversionReport, Converted, GameReport } from '../referee/report.js';
import { type Conversion, ITEMS } from '../score/convert.js';
import { basesOf, resultText } from './convert-cells.js';
import { accountLines, notesOf, PASSES_ASSUMED } from './convert-notes.js';
import { gameHeading, wrapped } from './text.js';
import { formatHalves, signed } from '../columns/numbers.js';

/** A statement of account for each ruleset converted into, for a terminal of 80 columns; the sum stands under its items. */
export function convertText(report: GameReport): string {
  const { conversion } = report;
  if (!conversion) return '';
  const lines: string[] = [];
  for (const converted of conversion.to) {
    lines.push(...gameHeading(report), ...statement(report, conversion, converted), '');
  }
  return lines.map((line) => `${line}\n`).join('');
}

const LABEL = 58;
const NUMBER = 11;

function statement(report: GameReport, conversion: ConversionReport, converted: Converted): string[] {
  const bases = basesOf(conversion, converted);
  const [first] = bases;
  if (!first) return noted(notesOf(report, conversion, converted, undefined));
  if (first.from === first.to && ITEMS.every((item) => first.items[item] === 0)) {
    const told = bases.map(
      ({ basis, marginToHalves, winnerTo }) => `${resultText(marginToHalves, winnerTo)} (${basis})`,
    );
    return [`under ${first.to} already: ${told.join(', ')}`];
  }
  const row = (label: string, cells: readonly string[]): string =>
    (label.padEnd(LABEL) + cells.map((cell) => cell.padStart(NUMBER)).join('')).trimEnd();
  const twice = (cell: string): string[] => bases.map(() => cell);
  const lines = [
    row(
      '',
      bases.map(({ basis }) => basis),
    ),
    row(
      `${first.from}, komi ${formatHalves(first.komiFromHalves)}`,
      bases.map(({ marginFromHalves }) => signed(marginFromHalves)),
    ),
  ];
  const items = accountLines(conversion, converted, first);
  for (const { reason, halves } of items) lines.push(row(`  ${reason}`, twice(signed(halves))));
  if (items.length === 0) lines.push(row('  nothing differs', twice('0')));
  lines.push(row('', twice('-'.repeat(NUMBER - 2))));
  lines.push(
    row(
      `${first.to}, komi ${formatHalves(first.komiToHalves)}`,
      bases.map(({ marginToHalves }) => signed(marginToHalves)),
    ),
  );
  lines.push(
    row(
      'result',
      bases.map(({ marginToHalves, winnerTo }) => resultText(marginToHalves, winnerTo)),
    ),
  );
  lines.push('', ...outcome(bases));
  return [
    ...lines,
    ...noted(
      notesOfAll(
        bases.map((one) => notesOf(report, conversion, converted, one)),
        bases,
      ),
    ),
  ];
}

/** Who wins under each, told once when both bases agree on it. */
function outcome(bases: readonly Conversion[]): string[] {
  const told = bases.map((one) => {
    const before = resultText(one.marginFromHalves, one.winnerFrom);
    const after = resultText(one.marginToHalves, one.winnerTo);
    const winner = one.flips ? `the winner changes: ${NAMES[one.winnerTo]}` : `the same winner`;
    return `${before} under ${one.from} is ${after} under ${one.to}: ${winner}`;
  });
  if (told.length === 1 || told[0] === told[1]) return wrapped(told[0]!);
  return bases.flatMap(({ basis }, i) => wrapped(`${basis}: ${told[i]!}`));
}

const NAMES = { black: 'Black wins', white: 'White wins', jigo: 'nobody wins' } as const;

/** Notes that hold for every basis once, the others with the basis that they are about. */
function notesOfAll(notes: readonly (readonly string[])[], bases: readonly Conversion[]): string[] {
  const told = new Set<string>();
  for (const [i, ofBasis] of notes.entries()) {
    for (const note of ofBasis) {
      if (note === PASSES_ASSUMED) continue; // an item tells it
      const isCommon = notes.every((others) => others.includes(note));
      told.add(isCommon ? note : `${bases[i]!.basis}: ${note}`);
    }
  }
  return [...told];
}

function noted(notes: readonly string[]): string[] {
  return notes.flatMap((note) => wrapped(`note: ${note}`));
}
