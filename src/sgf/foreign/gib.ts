import { oneLine, valueAt } from '../../core/text.js';
import { type ForeignGame, ForeignLines, rankOf, resultOfWords, serverHandicap, sgfPoint } from './lines.js';

/** Whether a text is a GIB record (Tygem): a header between `\HS` and `\HE`, moves after `\GS`. */
export function isGib(text: string): boolean {
  const start = text.trimStart();
  return start.startsWith('\\HS') || start.startsWith('\\[GAME');
}

/** A field of the header and its line. */
interface Field {
  readonly value: string;
  readonly line: number;
}

/**
 * Reads a GIB record. The format's owner has not described it; this reads what several programs agree on:
 * names with ranks in parentheses, GAMEINFOMAIN (GRLT how it ended, ZIPSU margin and GONGJE komi in tenths, GTIME),
 * the same as single letters in GAMETAG, INI with the handicap, STO for plays from the upper left, SKI for passes.
 * The board is always 19x19.
 */
export function readGib(text: string): ForeignGame {
  const lines = text.split(/\r\n|\n|\r/);
  const out = new ForeignLines('gib', lines.length);
  out.property(0, 'AP', 'Tygem:');
  out.property(0, 'SZ', '19');
  const fields = new Map<string, Field>();
  const body = headerOf(lines, fields, out);
  writeHeader(fields, out);
  writeMoves(lines, body, out);
  return out.finish();
}

/** Collects the fields; returns the first line after the header. A value may span several lines. */
function headerOf(lines: readonly string[], fields: Map<string, Field>, out: ForeignLines): number {
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === '\\HE' || line === '\\GS' || /^(?:INI|STO|SKI)\s/.test(line)) return at;
    if (line === '' || line === '\\HS') continue;
    const opened = /^\\\[([A-Z]+)=(.*)$/.exec(line);
    if (!opened) {
      out.unexpected(at, line);
      continue;
    }
    const first = at;
    let value = opened[2]!;
    while (!value.endsWith('\\]') && at + 1 < lines.length && !lines[at + 1]!.startsWith('\\')) {
      value += `\n${lines[++at]!.trim()}`;
    }
    if (!value.endsWith('\\]')) out.unexpected(first, line);
    const name = opened[1]!;
    if (!fields.has(name)) fields.set(name, { value: value.replace(/\\?\]?$/, ''), line: first });
  }
  return at;
}

/** How games end, by GRLT; 0 and 1 are counted wins of Black and White. */
const ENDS: Readonly<Record<string, string>> = { 3: 'B+R', 4: 'W+R', 7: 'B+T', 8: 'W+T' };

/** Name and rank of `name (rank)`; an empty name if there is no rank. */
function playerOf(value: string): { readonly name: string; readonly rank: string } {
  const text = value.trimEnd();
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'));
  const rank = /^[(（]([^()（）]*)[)）]$/.exec(open < 0 ? '' : text.slice(open))?.[1];
  return rank === undefined ? { name: '', rank: '' } : { name: text.slice(0, open).trimEnd(), rank };
}

function writeHeader(fields: ReadonlyMap<string, Field>, out: ForeignLines): void {
  for (const [color, ident] of [
    ['BLACK', 'B'],
    ['WHITE', 'W'],
  ] as const) {
    const field = fields.get(`GAME${color}NAME`) ?? fields.get(`GAME${color}NICK`);
    if (!field) continue;
    const { name, rank } = playerOf(field.value);
    out.property(field.line, `P${ident}`, name === '' ? field.value : name);
    if (name !== '') out.property(field.line, `${ident}R`, rankOf(rank));
  }
  for (const [name, ident] of [
    ['GAMENAME', 'GN'],
    ['GAMEPLACE', 'PC'],
  ] as const) {
    const field = fields.get(name);
    if (field) out.property(field.line, ident, field.value);
  }
  writeRest(fields, out);
  const info = itemsOf(fields.get('GAMEINFOMAIN'), /^([A-Z]+):(.*)$/);
  const tag = itemsOf(fields.get('GAMETAG'), /^([A-Z])(.*)$/s);
  writeDate(fields, tag, out);
  for (const { line, get } of [info, tag]) {
    const how = get(line === info.line ? 'GRLT' : 'W');
    const margin = tenths(get(line === info.line ? 'ZIPSU' : 'Z'));
    const komi = tenths(get(line === info.line ? 'GONGJE' : 'G'));
    out.property(line, 'RE', resultOf(how, margin));
    if (komi !== undefined) out.property(line, 'KM', String(komi));
  }
  const time = /^(\d+)-(\d+)-(\d+)$/.exec(info.get('GTIME') ?? '');
  if (time) {
    out.property(info.line, 'TM', time[1]!);
    if (time[3] !== '0') out.property(info.line, 'OT', `${time[3]!}x${time[2]!} byo-yomi`);
  }
  const words = fields.get('GAMERESULT');
  if (words) out.property(words.line, 'RE', resultOfWords(words.value));
}

/** Fields that each become one SGF property. */
const WHOLE = /^GAME(?:(?:BLACK|WHITE)(?:NAME|NICK)|NAME|PLACE|COMMENT)$/;

/** Writes the comment, and every field that has no property of its own or holds more than that, in one line of GC. */
function writeRest(fields: ReadonlyMap<string, Field>, out: ForeignLines): void {
  const rest = [...fields].filter(([name, { value }]) => !WHOLE.test(name) && value.trim() !== '');
  const all = [
    fields.get('GAMECOMMENT')?.value ?? '',
    ...rest.map(([name, { value }]) => `${name}=${oneLine(value)}`),
  ].filter((text) => text.trim() !== '');
  out.property(fields.get('GAMECOMMENT')?.line ?? 0, 'GC', all.join('; '));
}

interface Items {
  readonly line: number;
  readonly get: (key: string) => string | undefined;
}

/** Comma-separated items of a field. */
function itemsOf(field: Field | undefined, form: RegExp): Items {
  const items = new Map<string, string>();
  for (const item of field?.value.split(',') ?? []) {
    const parts = form.exec(item.trim());
    if (parts && !items.has(parts[1]!)) items.set(parts[1]!, parts[2]!);
  }
  return { line: field?.line ?? 0, get: (key) => items.get(key) };
}

function tenths(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) / 10 : undefined;
}

function resultOf(how: string | undefined, margin: number | undefined): string {
  const ended = how === undefined ? undefined : valueAt(ENDS, how);
  if (ended !== undefined) return ended;
  if ((how !== '0' && how !== '1') || margin === undefined) return '';
  return margin === 0 ? '0' : `${how === '0' ? 'B' : 'W'}+${String(margin)}`;
}

/** `C2008:04:12:...` in GAMETAG, else `2008- 4-12-...` in GAMEDATE. */
function writeDate(fields: ReadonlyMap<string, Field>, tag: Items, out: ForeignLines): void {
  const byTag = /^(\d{4}):(\d\d):(\d\d)/.exec(tag.get('C') ?? '');
  const field = fields.get('GAMEDATE');
  const byField = /^\s*(\d{4})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})/.exec(field?.value ?? '');
  const found = byTag ?? byField;
  if (!found) return;
  const [, year, month, day] = found;
  const line = byTag ? tag.line : field!.line;
  out.property(line, 'DT', `${year!}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`);
}

function writeMoves(lines: readonly string[], from: number, out: ForeignLines): void {
  let turn: 'B' | 'W' = 'B';
  let hasMoves = false;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!.trim();
    const words = line.split(/\s+/);
    const [command] = words;
    if (command === 'INI') {
      const stones = Number(words[3]);
      const points = serverHandicap(stones);
      if (!(stones >= 0 && stones <= 9) || hasMoves) out.unexpected(at, line);
      else if (points) {
        out.property(at, 'HA', String(stones));
        out.points(at, 'AB', points);
        turn = 'W';
      }
    } else if (command === 'STO') {
      const color = words[3] === '1' ? 'B' : words[3] === '2' ? 'W' : undefined;
      const point = /^\d+$/.test(words[4] ?? '') ? sgfPoint(Number(words[4]), Number(words[5])) : undefined;
      if (!color || point === undefined) {
        out.unexpected(at, line);
        continue;
      }
      out.move(at, color, point);
      turn = color === 'B' ? 'W' : 'B';
      hasMoves = true;
    } else if (command === 'SKI') {
      out.move(at, turn, '');
      turn = turn === 'B' ? 'W' : 'B';
      hasMoves = true;
    } else if (!isFrame(line)) out.unexpected(at, line);
  }
}

/** Lines around the moves: section marks, and lines of numbers, which count the moves. */
function isFrame(line: string): boolean {
  return line === '' || /^\\(?:HE|GS|GE)$/.test(line) || /^\d[\d\s&-]*$/.test(line) || line === '\u001a';
}
