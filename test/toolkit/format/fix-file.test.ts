import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { FindingCode } from '../../../src/core/findings/finding.js';
import { fixFile } from '../../../src/toolkit/format/fix-file.js';

test.each<[situation: string, charset: string, text: string, fixed: readonly FindingCode[], begins: string]>([
  [
    'a guessed charset without FF: CA needs FF[4]',
    'shift_jis',
    '(;SZ[9]PB[坂田栄男]PW[藤沢秀行]TM[3h];B[ee])',
    ['sgf/time-format', 'encoding/guessed'],
    '(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[坂田栄男]',
  ],
  [
    'no parenthesis at the start',
    'utf-8',
    ';GM[1]FF[4]SZ[9];B[ee];W[cc])',
    ['sgf/unopened-tree'],
    '(;GM[1]FF[4]',
  ],
])('safe repairs: %s', (_, charset, text, codes, begins) => {
  const { text: repaired, fixed, left } = fixFile(iconv.encode(text, charset), 'safe', {});
  expect([Object.keys(fixed), left]).toEqual([codes, {}]);
  expect(new TextDecoder().decode(repaired).startsWith(begins)).toBe(true);
});
