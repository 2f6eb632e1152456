import { expect, it } from 'vitest';
import { decodeValue } from '../../src/sgf/properties.js';

it('of a very long value the beginning is told, as a string cannot be as long as a file', () => {
  const text = Buffer.alloc(17 * 1024 * 1024, 'x');
  expect(decodeValue(text, 0, text.length)).toHaveLength(16 * 1024 * 1024);
  expect(decodeValue(text, 0, 1000)).toHaveLength(1000);
});
