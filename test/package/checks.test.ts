import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { openBrowser } from '../browser/page-support.js';
import { ROOT } from '../support/documents.js';

/** Kilobytes of the small library as a page loads it, gzipped. */
const MAX_LEGALITY = 150;

test.each([
  ['publint', ['--strict']],
  // `.attw.json` says that the package is of modules only: `require` gets them from Node 20.19 on.
  ['attw', ['--pack', '.', '--no-color']],
])('%s has nothing to say about the package', (tool, words) => {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin', tool), words, {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/All good!|🟢/)]);
});

/** What a bundler makes of the small library for a page. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: join(ROOT, 'dist/lib/legality.js'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'legality', minify: true });
  expect(output).toHaveLength(1);
  return output[0].code;
}

test('the small library is small in a browser, and works there', async () => {
  const code = await bundled();
  const kilobytes = gzipSync(code, { level: 9 }).length / 1000;
  console.log(
    `sgf-referee/legality: ${kilobytes.toFixed(0)} kB gzipped of at most ${String(MAX_LEGALITY)} kB`,
  );
  expect(kilobytes).toBeLessThan(MAX_LEGALITY);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    // GBK, which only a decoder of legacy charsets reads.
    const found = await page.evaluate(`(() => {
      const head = new TextEncoder().encode('(;GM[1]FF[4]CA[GB2312]SZ[9]RU[Japanese]KM[6.5]PB[');
      const tail = new TextEncoder().encode('];B[ee];W[ee])');
      const { games } = legality.analyze(new Uint8Array([...head, 0xcd, 0xf5, ...tail]));
      return [games[0].record.black, games[0].replay.illegal, games[0].sha256.length];
    })()`);
    expect(found).toEqual(['王', 1, 64]);
  } finally {
    await browser.close();
  }
});
