import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { ROOT } from '../support/documents.js';

/** Kilobytes of an entry of the library as a page loads it: bundled, minified, gzipped. */
async function kilobytesOf(entry: string): Promise<number> {
  const bundle = await rolldown({ input: join(ROOT, `dist/lib/${entry}.js`), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const bytes = output.map((one) => gzipSync('code' in one ? one.code : one.source, { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

test('docs/library.md has the measured sizes of bundles', async () => {
  const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
  const [, ...said] = /takes (\d+) kB instead of (\d+) \(minified, gzip\)/.exec(page)!.map(Number);
  for (const [i, entry] of ['legality', 'index'].entries()) {
    const kilobytes = await kilobytesOf(entry);
    console.log(
      `sgf-referee/${entry}: ${kilobytes.toFixed(0)} kB gzipped; docs/library.md says ${String(said[i])}`,
    );
    expect(Math.abs(kilobytes / said[i]! - 1)).toBeLessThan(0.05);
  }
});
