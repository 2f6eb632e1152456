import { expect, test } from 'vitest';
import { placeOfValue } from '../../src/core/json.js';
import { parseConditions } from '../../src/toolkit/event/conditions.js';
import { parseDecisions } from '../../src/referee/judge/decisions.js';

const TEXT = `{
  "a": "x:y,{",
  "list": [1, {"b c": [true, "\\"]"]},
    {"deep": null}],
  "": 7
}`;

test.each([
  ['the whole', '', 1, 1],
  ['a text with signs in it', 'a', 2, 8],
  ['a list', 'list', 3, 11],
  ['an item', 'list[0]', 3, 12],
  ['an object in a list', 'list[1]', 3, 15],
  ['an item after an escaped quote', 'list[1].b c[1]', 3, 30],
  ['a value in the next line', 'list[2].deep', 4, 14],
  ['a field that is not there: what is around it', 'list[2].other', 4, 5],
  ['an item that is not there', 'list[7]', 3, 11],
])('%s', (_, path, line, column) => {
  expect(placeOfValue(TEXT, path)).toBe(`line ${String(line)}, column ${String(column)}: `);
});

test.each([
  [
    'a wrong value',
    '{\n  "time": {\n    "main": -1\n  }\n}',
    'line 3, column 13: time.main: must be a number',
  ],
  ['an unknown property', '{\n  "Rules": "aga"}', 'line 2, column 12: Rules: there is no such property'],
  ['an item of a list', '{"players": ["Ann",\n  7]}', 'line 2, column 3: players[1]: must be a text'],
  ['the whole', ' []', 'line 1, column 2: must be an object'],
])('conditions: %s', (_, text, error) => {
  const read = parseConditions(text);
  expect(read.ok ? '' : read.error).toContain(error);
});

test.each([
  ['no list', '{"decision": []}', 'line 1, column 1: this must be an object with the list'],
  [
    'a wrong field',
    '{"decisions": [\n {"game": "0123456789abcdef",\n  "name": 3}]}',
    'line 3, column 11: decision 1: name',
  ],
  [
    'a missing field',
    '{"decisions": [\n {"game": "0123456789abcdef"}]}',
    'line 2, column 2: decision 1: name',
  ],
  [
    'an entry that is no object',
    '{"decisions": [\n\n 3]}',
    'line 3, column 2: decision 1: must be an object',
  ],
])('decisions: %s', (_, text, error) => {
  const read = parseDecisions(text);
  expect(read.ok ? '' : read.error).toContain(error);
});
