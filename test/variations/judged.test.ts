import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/core/findings/finding.js';
import { ANY_KO_RULES, anyPolicy, CODES_TO_MEET } from '../support/random-games.js';
import { testRuleset } from '../support/test-ruleset.js';
import { findAside, findOnLine } from './support.js';

/** A node of a made-up tree: its properties, and its children. */
interface Made {
  readonly text: string;
  readonly children: readonly Made[];
}

/** A node of one line, with the path that its findings are expected to carry. */
interface Step {
  readonly text: string;
  readonly path: string;
}

function textOf({ text, children }: Made): string {
  const [only] = children;
  if (children.length === 1) return `;${text}${textOf(only!)}`;
  return `;${text}${children.map((child) => `(${textOf(child)})`).join('')}`;
}

/** Every line from the root to a node without children. */
function linesOf(made: Made, before: readonly Step[] = [], path = ''): Step[][] {
  const line = [...before, { text: made.text, path }];
  if (made.children.length === 0) return [line];
  return made.children.flatMap((child, i) => {
    const step = `${String(before.length)}.${String(i + 1)}`;
    return linesOf(child, line, i === 0 ? path : path === '' ? step : `${path}/${step}`);
  });
}

const LESS_GRAVE = { error: 'warning', warning: 'note', note: 'note' } as const;

/** The finding on a line of its own, told as one in a variation; without the offset, which differs, and what only a line can tell. */
function asTold(one: Finding, path: string): object {
  const { disposition, offset, args, ...told } = one;
  const { isBetween, ...argsInTree } = args as { readonly isBetween?: boolean };
  const rest = { ...told, args: argsInTree };
  const kept = disposition === 'as-pass' || disposition === 'stopped' ? { disposition } : {};
  return {
    ...rest,
    ...kept,
    severity: LESS_GRAVE[one.severity],
    variation: path,
    hasPlace: offset !== undefined,
  };
}

function withoutOffset({ offset, ...rest }: Finding): object {
  return { ...rest, hasPlace: offset !== undefined };
}

const SIZES = ['2', '3', '5:1', '7:1', '3:2', '5:4'] as const;

const trees = fc.record({
  size: fc.constantFrom(...SIZES),
  dice: fc.array(fc.nat(0xffffff), { minLength: 20, maxLength: 160, size: 'max' }),
  disorder: fc.constantFrom(0, 5, 25),
  freeStones: fc.constantFrom(0, 0, 2),
  rules: fc.record({
    ...ANY_KO_RULES,
    passesAllAlive: fc.constantFrom(0, 0, 2),
    scoring: fc.constantFrom('area', 'area', 'area', 'first-capture'),
  }),
  illegal: anyPolicy,
});

/** Grows a tree: most nodes follow the one before, some branch off an earlier one. */
function grow(dice: readonly number[], size: string, disorder: number): Made {
  const [width = 1, height = width] = size.split(':').map(Number);
  const at = (n: number): string =>
    String.fromCharCode(97 + (n % width)) + String.fromCharCode(97 + (Math.floor(n / width) % height));
  type Growing = { text: string; children: Growing[]; color: 'B' | 'W' };
  const root: Growing = { text: `SZ[${size}]`, children: [], color: 'W' };
  const all = [root];
  for (const die of dice) {
    const parent = die % 100 < 12 ? all[(die >> 8) % all.length]! : all.at(-1)!;
    const roll = (die >> 4) % 100;
    const other = parent.color === 'B' ? 'W' : 'B';
    const color = roll < disorder ? parent.color : other;
    let text = `${color}[${roll > 92 ? '' : at(die >> 10)}]`;
    if (roll < disorder / 5) text = `AB[${at(die >> 7)}]AW[${at(die >> 9)}]AE[${at(die >> 12)}]`;
    else if (roll < disorder / 4) text += 'KO[]';
    else if (roll < disorder / 3) text = `PL[${color}]`;
    else if (roll < disorder / 2) text += `${other}[${at(die >> 13)}]`;
    else if (roll < disorder / 1.5) text = `${color}[zz]`;
    const made: Growing = { text, children: [], color };
    parent.children.push(made);
    all.push(made);
  }
  return root;
}

describe('every variation is judged as the same line would be as a game of its own', () => {
  test.each([20261121, 20261122, 20261123])('random trees (seed %i)', (seed) => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(trees, ({ size, dice, disorder, freeStones, rules, illegal }) => {
        const made = grow(dice, size, disorder);
        const judging = { ruleset: testRuleset(rules), illegal, freeStones };
        const aside = findAside(`(${textOf(made)})`, judging);
        const lines = linesOf(made);
        const reached = new Set<Finding>();
        for (const line of lines) {
          const alone = findOnLine(`(${line.map(({ text }) => `;${text}`).join('')})`, judging);
          const expected = alone
            .filter(({ node }) => line[node!]!.path !== '')
            .sort((a, b) => a.node! - b.node!)
            .map((one) => asTold(one, line[one.node!]!.path));
          const found = aside.filter(({ node, variation }) => line[node!]?.path === variation);
          expect(found.map(withoutOffset)).toEqual(expected);
          for (const one of found) reached.add(one);
        }
        expect(reached.size).toBe(aside.length);
        for (const { code } of aside) seen.set(code, (seen.get(code) ?? 0) + 1);
      }),
      { seed, numRuns: 250 },
    );
    for (const code of [
      ...CODES_TO_MEET,
      'move/off-board',
      'move/both-colors',
      'move/after-end',
      'setup/after-start',
      'setup/overlap',
      'setup/no-liberty',
    ]) {
      expect([code, seen.get(code) ?? 0]).toEqual([code, expect.toSatisfy((n: number) => n > 5)]);
    }
  });
});
