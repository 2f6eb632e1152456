import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, expectShown, printed, ROOT } from './support/documents.js';

const blocks = blocksOf('docs/library.md');
const examples = blocks.flatMap(({ language, text }, i) =>
  language === 'ts' ? [{ first: text.split('\n')[0]!, program: text, expected: blocks[i + 1] }] : [],
);

describe('docs/library.md', () => {
  it.each(['index', 'legality', 'many-machines'])('names everything that %s exports', (entry) => {
    const source = readFileSync(join(ROOT, `src/${entry}.ts`), 'utf8');
    const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, inside]) =>
      inside!.split(',').map((one) => one.trim().split(/\s+/).at(-1)!),
    );
    const own = [...source.matchAll(/^export (?:async )?(?:function|interface|type|const) (\w+)/gm)];
    const names = [...lists, ...own.map(([, name]) => name!)].filter((name) => name !== '');
    expect(names.length).toBeGreaterThan(5);
    const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
  });

  it.each(examples)('$first', ({ program, expected }) => {
    const { out, err } = printed(program);
    expect(err).toBe('');
    expect(expected!.language).toBe('text');
    expectShown('docs/library.md', expected!.text, out);
  });
});
