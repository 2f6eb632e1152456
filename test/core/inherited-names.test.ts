import { describe, expect, test } from 'vitest';
import { parseConditions } from '../../src/toolkit/event/conditions.js';
import { readTables } from '../../src/toolkit/event/read-table.js';
import { FAITHFUL } from '../../src/toolkit/format/format-types.js';
import { formatFile } from '../../src/toolkit/format/format-file.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { parseBaseline } from '../../src/referee/judge/baseline.js';
import { parseDecisions } from '../../src/referee/judge/decisions.js';
import { parseRuleset } from '../../src/go/rules/fields.js';
import { charsetOf } from '../../src/sgf/decode/charset.js';

/** Names that every object of JavaScript has without being given them. */
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each(INHERITED)('the name %s', (name) => {
  test.each([
    ['conditions', (json: string) => parseConditions(json)],
    ['decisions', (json: string) => parseDecisions(json)],
    ['a ruleset', (json: string) => parseRuleset(JSON.parse(json))],
    ['a baseline', (json: string) => parseBaseline(json)],
  ])('is no property of %s', (_, parse) => {
    expect(parse(`{"${name}": {"a": 1}}`).ok).toBe(false);
  });

  test('is no name of a ruleset', () => {
    expect(parseRuleset({ name, base: 'aga' }).ok).toBe(false);
  });

  test('is no charset', () => expect(charsetOf(name)).toBeUndefined());

  test.each([
    ['opengotha', tournament(`result="RESULT_${name}"`)],
    ['aga', `TOURNEY T\n  rules=AGA\n\nPLAYERS\n1 A, B 3k\n2 C, D 4k\n\nGAMES 1\n1 2 ${name} 0 7\nEND\n`],
  ])('is no result of a table of %s', (_, text) => {
    const { tables, findings } = readTables([{ name: 'table', bytes: bytes(text) }]);
    const codes = [...findings, ...tables.flatMap((table) => table.findings)].map((one) => one.finding.code);
    expect(codes).toContain('table/malformed');
  });

  test('in each field of a record is a text like others', () => {
    const header = ['CA', 'RU', 'RE', 'KM', 'OT', 'PB', 'BR', 'EV', 'DT', 'HA', 'AP', 'SZ'];
    for (const ident of header) {
      const text = `(;GM[1]FF[4]${ident === 'SZ' ? '' : 'SZ[9]'}${ident}[${name}];B[aa];W[bb])`;
      expect(analyze(text).games).toHaveLength(1);
      const all = { ...FAITHFUL, normalize: ['KM', 'RE', 'RU', 'HA', 'DT', 'rank'] as const };
      expect(formatFile(bytes(text), all).text.length).toBeGreaterThan(0);
    }
  });

  test.each([['Rule'], ['Title'], [name]])('in the field %s of a UGF record is a text', (field) => {
    const text = `[Header]\r\n${field}=${name}\r\nSize=9\r\n[Data]\r\nCC,B1,1,0\r\n`;
    const out = Buffer.from(formatFile(bytes(text), FAITHFUL).text).toString();
    expect(out).not.toContain('native code');
    if (field === 'Rule') expect(out).toContain(`RU[${name}]`);
  });
});

function tournament(attribute: string): string {
  const player = (id: string): string =>
    `<Player name="${id}" firstName="X" rank="1D" rating="2100" participating="1"/>`;
  return `<?xml version="1.0"?><Tournament dataVersion="201"><Players>${player('A')}${player('B')}</Players><Games><Game roundNumber="1" tableNumber="1" blackPlayer="AX" whitePlayer="BX" handicap="0" ${attribute}/></Games></Tournament>`;
}
