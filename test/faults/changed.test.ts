import { appendFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemsOfLargeFile } from '../../src/run/input/file-items.js';
import { createWork } from '../../src/run/tasks/work.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { gameText, makePlace, type Place } from '../cli/harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

describe('a file that is written to while a run reads', () => {
  it('is told when it is large, and its games stay', async () => {
    const path = place.put('large.sgf', gameText(1).repeat(20_000));
    const codes = new Set<string>();
    for await (const item of itemsOfLargeFile(path, DEFAULT_LIMITS)) {
      if (item.kind === 'trouble') codes.add(item.finding.code);
      else if (!codes.has('part')) {
        codes.add('part');
        appendFileSync(path, gameText(2));
      }
    }
    expect([...codes]).toEqual(['part', 'file/changed']);
  });

  it('is told when it was listed with another size', () => {
    const path = place.put('small.sgf', gameText(1));
    const work = createWork({
      options: { ...DEFAULT_OPTIONS, score: false },
      ignore: [],
      dead: undefined,
      sinks: [],
    });
    const codesOf = (size: number): string[] =>
      Object.keys(work({ items: [{ kind: 'file', path, size }] }).counts.codes).filter((code) =>
        code.startsWith('file/'),
      );
    expect(codesOf(statSync(path).size)).toEqual([]);
    expect(codesOf(3)).toEqual(['file/changed']);
  });
});
