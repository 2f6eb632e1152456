import { expect, test } from 'vitest';
import { FINDING_CODES } from '../../src/core/catalogue.js';
import { explain } from '../../src/report/explanations.js';

test.each(FINDING_CODES)('%s is explained', (code) => {
  const { title, means, rule, example, todo } = explain(code);
  for (const text of [title, means, rule, example, todo]) {
    expect(text).toMatch(/^[\x20-\x7e]{4,}$/);
  }
  expect(title.endsWith('.')).toBe(false);
  expect(means.endsWith('.')).toBe(true);
});
