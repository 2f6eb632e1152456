import { expect, test } from 'vitest';
import { analyze } from '../../src/referee/judge/analyze.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { gameLines, withNote } from '../../src/report/output/html/report.js';
import { CLOSED, createBudget, type PageLimits } from '../../src/report/output/html/report-data.js';
import { finding } from '../../src/core/findings/finding.js';
import type { GameReport } from '../../src/referee/judge/report.js';
import { gameText } from '../cli/harness.js';

const PLENTY: PageLimits = {
  ...{ rows: 100, flaggedBytes: 10_000, plainBytes: 10_000 },
  ...{ textBytes: 10_000, plainTextBytes: 10_000 },
};

/** Has lines taken one after another, and returns the letters of those that were kept. */
function kept(
  limits: Partial<PageLimits>,
  lines: readonly string[],
): [string, ReturnType<Budget['leftOut']>] {
  const budget = createBudget({ ...PLENTY, ...limits });
  const taken = lines.map((line) =>
    Buffer.from(budget.take(Buffer.from(`${line}\n`)))
      .toString()
      .charAt(0),
  );
  return [taken.join(''), budget.leftOut()];
}
type Budget = ReturnType<typeof createBudget>;

const NOTHING = { rows: 0, details: 0, texts: 0 };

test.each<[string, Partial<PageLimits>, string[], string, Partial<typeof NOTHING>]>([
  ['all that fits', {}, ['R1', 'D1', 'S1', 'R2', 'd2', 'F', 'C'], 'RDSRdFC', {}],
  [
    'a row too many, and what belongs to it',
    { rows: 1 },
    ['R1', 'd1', 'R2', 'D2', 'S2', 'F', 'C'],
    'RdFC',
    { rows: 1 },
  ],
  ['a detail that has no room', { plainBytes: 5 }, ['R1', 'd123', 'R2', 'd2'], 'RdR', { details: 1 }],
  ['a shorter one behind it, which would fit', { plainBytes: 5 }, ['d12345', 'd'], '', { details: 2 }],
  ['a row that was left out before', {}, ['R1', 'R', 'R2', 'd2'], 'R', { rows: 2 }],
  ['the other kind of detail', { flaggedBytes: 3 }, ['D123', 'd123', 'D'], 'd', { details: 2 }],
  ['texts and bytes, which share their room', { textBytes: 6 }, ['S12', 'L123', 'S'], 'S', { texts: 2 }],
  ['those of plain games', { plainTextBytes: 6 }, ['s12', 'S1', 'l123', 's'], 'sS', { texts: 2 }],
])('a page takes lines first come, first served: %s', (_, limits, lines, letters, left) => {
  expect(kept(limits, lines)).toEqual([letters, { ...NOTHING, ...left }]);
});

test('lines shortened in parts give the page of all lines, and the same counts of what was left out', () => {
  const letters = ['R', 'D', 'd', 'S', 'L', 'F', 'C', 's'];
  const lines = Array.from(
    { length: 300 },
    (_, i) => `${letters[(i * 5 + (i >> 2)) % 8]!}${'x'.repeat(1 + (i % 13))}\n`,
  );
  const limits = { rows: 30, flaggedBytes: 60, plainBytes: 90, textBytes: 70, plainTextBytes: 40 };
  const whole = createBudget(limits);
  const page = whole.take(Buffer.from(lines.join('')));
  const merged = createBudget(limits);
  const pieces = [0, 40, 110, 290].map((start, i, starts) => {
    const part = Buffer.from(lines.slice(start, starts[i + 1]).join(''));
    const shortened = createBudget(limits).shorten(part);
    if (i === 2) expect(shortened.length).toBeLessThan(part.length);
    return merged.take(shortened);
  });
  expect(Buffer.concat(pieces).toString()).toBe(Buffer.from(page).toString());
  expect(merged.leftOut()).toEqual(whole.leftOut());
  expect(whole.leftOut().texts).toBeGreaterThan(0);
});

/** Reports on games with notes, warnings or errors. */
function reports(): GameReport[] {
  const texts = Array.from({ length: 40 }, (_, i) =>
    i % 3 === 0
      ? gameText(i).replace(')', ';B[aa];W[aa])')
      : gameText(i, i % 3 === 1 ? 14 : 0).replace(')', i % 2 === 0 ? 'C[more])' : ')'),
  );
  const options = {
    ...DEFAULT_OPTIONS,
    file: 'a.sgf',
    digest: () => '',
    score: false,
    keepSource: true,
  } as const;
  return [...analyze(Buffer.from(texts.join('\n')), options).games];
}

/** The page of all games, made by workers that know of what is `closed`, or do not. */
function pageOf(limits: PageLimits, knows: 'knows' | 'knows nothing'): [string, unknown] {
  const budget = createBudget(limits);
  let text = '';
  for (const [i, report] of reports().entries()) {
    let lines = gameLines(report, knows === 'knows' ? budget.closed : undefined);
    if (i % 4 === 0) {
      const note = finding('game/duplicate', { file: 'a.sgf', game: 1, symmetric: false });
      lines = withNote(lines, { ...note, line: 0, column: 0 });
    }
    text += Buffer.from(budget.take(Buffer.from(lines))).toString();
  }
  return [text, budget.leftOut()];
}

test.each<[string, Partial<PageLimits>]>([
  ['everything', {}],
  ['ten rows', { rows: 10 }],
  ['few details', { plainBytes: 700 }],
  ['few details of flagged games', { flaggedBytes: 700 }],
  ['few texts', { textBytes: 500 }],
  [
    'little of anything',
    { rows: 20, plainBytes: 500, flaggedBytes: 500, textBytes: 200, plainTextBytes: 200 },
  ],
  ['few texts of plain games', { plainTextBytes: 300 }],
  ['nothing', { rows: 0, plainBytes: 0, flaggedBytes: 0, textBytes: 0, plainTextBytes: 0 }],
])('who knows what is closed makes the same page: room for %s', (_, given) => {
  const limits = { ...PLENTY, flaggedBytes: 100_000, plainBytes: 100_000, textBytes: 100_000, ...given };
  const page = pageOf(limits, 'knows nothing');
  expect(pageOf(limits, 'knows')).toEqual(page);
});

test('of what is closed only the letter is made', () => {
  const flagged = reports().find(({ findings }) => findings.some(({ severity }) => severity === 'error'))!;
  const lettersOf = (...kinds: (keyof typeof CLOSED)[]): string => {
    const closed: number[] = [];
    for (const kind of kinds) closed[CLOSED[kind]] = 1;
    const lines = gameLines(flagged, closed).split('\n').slice(0, -1);
    return lines.map((line) => (line.length === 1 ? line : `${line.charAt(0)}...`)).join(' ');
  };
  expect(lettersOf()).toBe('R... D... S...');
  expect(lettersOf('flagged', 'plain')).toBe('R... D S...');
  expect(lettersOf('texts')).toBe('R... D... S');
  expect(lettersOf('rows', 'flagged')).toBe('R');
});

test('a kind is closed with the first line that has no room, or that takes the last of it', () => {
  const limits = { rows: 2, flaggedBytes: 4, plainBytes: 3, textBytes: 9, plainTextBytes: 4 };
  const budget = createBudget(limits);
  const told = ['R1', 'd1', 'R2', 'D123', 'S1', 's12'].map((line) => {
    budget.take(Buffer.from(`${line}\n`));
    return budget.closed.join('');
  });
  // Rows, flagged, plain, texts, texts of plain games.
  expect(told).toEqual(['00000', '00100', '10100', '11100', '11100', '11101']);
});
