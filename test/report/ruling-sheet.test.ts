import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulingSheet } from '../../src/output/ruling-sheet.js';
import { LANGUAGES, sheetWords } from '../../src/output/ruling-words.js';
import { analyze } from '../../src/referee/analyze.js';
import type { AnalyzeOptions } from '../../src/referee/options.js';
import type { GameReport } from '../../src/referee/report.js';

function report(
  name: string,
  options: Partial<AnalyzeOptions> = {},
  change = (sgf: string): string => sgf,
): GameReport {
  const text = readFileSync(new URL(`../../samples/${name}.sgf`, import.meta.url), 'utf8');
  return analyze(change(text), { ...options, keepBoard: true }).games[0]!;
}

const boardsIn = (sheet: string): number => sheet.split('<figure>').length - 1;

test('a repetition: boards before and after it, the position that it repeats, the article, both outcomes', () => {
  const sheet = rulingSheet(report('ko/triple-ko-aga'));
  expect(boardsIn(sheet)).toBe(3);
  expect(sheet.match(/class="flag/g)).toHaveLength(1);
  for (const words of [
    'Move 6 (White K3) restores',
    'AGA Concise Rules, rule 6: situational superko',
    'After the move 6',
    'B+F',
  ])
    expect(sheet).toContain(words);
});

test('a move that is given is the one in question', () => {
  const sheet = rulingSheet(report('ko/triple-ko-aga'), { move: 2 });
  expect(boardsIn(sheet)).toBe(2);
  expect(sheet).not.toContain('B+F');
});

test('a game that was counted: the final board and both countings', () => {
  const sheet = rulingSheet(report('scored/winner-flips'));
  expect(boardsIn(sheet)).toBe(1);
  expect(sheet).toContain('<dt>Area counting</dt><dd>B+0.5</dd>');
  expect(sheet).toContain('<dt>Territory counting</dt><dd>B+0.5</dd>');
});

test('what was decided stands on it, else there are lines to write on', () => {
  const by = { name: 'A. Referee', date: '2026-11-22', reason: 'both agreed' };
  const decisions = [{ ...by, game: 'b398323da44bbc9f', accepted: [6] }];
  const sheet = rulingSheet(report('ko/triple-ko-aga', { decisions }));
  expect(sheet).toContain('repetition at move 6 accepted: decided by A. Referee on 2026-11-22: both agreed');
  expect(sheet).not.toContain('class="blank"');
  expect(rulingSheet(report('ko/triple-ko-aga'))).toContain('class="blank"');
});

test('names are text, and the page loads nothing', () => {
  const sheet = rulingSheet(
    report('ko/triple-ko-aga', {}, (sgf) => sgf.replace('PB[Black]', 'PB[<img src=x onerror=alert(1)>]')),
  );
  expect(sheet).toContain('&lt;img src=x');
  expect(sheet).not.toMatch(/<(?:img|script|link|iframe)|\bsrc="|url\(/);
});

test.each(LANGUAGES)('every label is there in %s', (language) => {
  const words = Object.values(sheetWords(language));
  expect(words.every((word) => word !== '')).toBe(true);
  const sheet = rulingSheet(report('ko/triple-ko-aga'), { language });
  expect(sheet).toContain(`<html lang="${language}">`);
  expect(sheet).toContain(sheetWords(language).outcomes);
});
