import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../../src/referee/judge/analyze.js';
import { type AnalyzeOptions, type Keep } from '../../../src/referee/judge/options.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';

const SAMPLES = fileURLToPath(new URL('../../../samples', import.meta.url));
const sample = (name: string): Buffer => readFileSync(join(SAMPLES, name));

/** Keeps judgements as bytes; `made` counts those that were not there. */
function keeper(): { readonly keep: Keep; readonly made: () => number } {
  const all = new Map<string, Buffer>();
  return {
    keep<T>(text: Uint8Array, charset: unknown, make: () => T) {
      const key = Buffer.from(text).toString('latin1') + JSON.stringify(charset);
      const bytes = all.get(key) ?? serialize(make());
      all.set(key, bytes);
      return deserialize(bytes) as T;
    },
    made: () => all.size,
  };
}

const files = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sgf'))
  .sort();
const chinese = rulesetByName('chinese')!;

test.each<[string, Partial<AnalyzeOptions>]>([
  ['as they are', {}],
  [
    'scored under and converted into another ruleset',
    { accounts: { scoreUnder: [chinese, 'auto'], convertTo: [chinese] } },
  ],
])('reports of games after others have what was kept of the same games alone: %s', (_, more) => {
  const { keep, made } = keeper();
  const options = { ...DEFAULT_OPTIONS, ...more };
  let placed = 0;
  for (const name of files) {
    const bytes = sample(name);
    analyze(bytes, { ...options, keep });
    const before = made();
    for (const file of [bytes, Buffer.concat([Buffer.from('(;FF[4]SZ[9]RE[B+R])\n\n  '), bytes])]) {
      const kept = analyze(file, { ...options, keep });
      expect(kept, name).toEqual(analyze(file, options));
      const found = kept.games.flatMap(({ settlement }) => settlement?.findings ?? []);
      placed += found.filter(({ offset }) => offset !== undefined).length;
    }
    // A file whose charset is guessed from the games in it may be read otherwise.
    expect(made() - before, name).toBeLessThanOrEqual(1);
  }
  expect(made()).toBeGreaterThan(10);
  expect(placed).toBeGreaterThan(0);
});
