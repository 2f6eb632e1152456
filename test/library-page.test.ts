import { describe, expect, it } from 'vitest';
import { blocksOf, expectShown, printed } from './support/documents.js';

const blocks = blocksOf('docs/library.md');
const examples = blocks.flatMap(({ language, text }, i) =>
  language === 'ts' ? [{ first: text.split('\n')[0]!, program: text, expected: blocks[i + 1] }] : [],
);

describe('docs/library.md', () => {
  it('has an example for each function', () => {
    const programs = examples.map(({ program }) => program).join('');
    for (const name of [
      'analyze',
      'checkFile',
      'formatFile',
      'listGames',
      'findDuplicates',
      'compareGames',
      'crosscheck',
      'explain',
    ]) {
      expect(programs).toContain(`${name}(`);
    }
  });

  it.each(examples)('$first', ({ program, expected }) => {
    const { out, err } = printed(program);
    expect(err).toBe('');
    expect(expected!.language).toBe('text');
    expectShown('docs/library.md', expected!.text, out);
  });
});
