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

const MOVE = /^PM[A-Z]{2}([A-Z])([A-Za-z])([A-Za-z])/;
/** Most lines of the header; older files have fewer. */
const HEADER_LINES = 12;
/** A move among the first lines identifies this format. */
const TELLING_LINES = 24;

/**
 * Whether a text is an NGF record (WBaduk): the format has no mark, but moves such as `PMABBQQQQ`, after a board size in the second
 * line or after lines that all begin with `GI`.
 */
export function isNgf(text: string): boolean {
  const lines = text.slice(0, 4096).split(/\r\n|\n|\r/, TELLING_LINES);
  const first = lines.findIndex((line) => MOVE.test(line.trim()));
  return first > 0 && (/^\s*\d{1,2}\s*$/.test(lines[1]!) || hasMarkedHeader(lines.slice(0, first)));
}

function hasMarkedHeader(header: readonly string[]): boolean {
  return header.length > GI.size && header.every((line) => line.startsWith('GI'));
}

/**
 * Reads an NGF record. The format's owner has not described it; this reads what several programs agree on:
 * title, board size, White and Black with ranks, site, handicap, a field of unknown meaning, whole points of komi
 * (half a point more without a handicap), date, another unknown field, result in English words, number of moves;
 * then one line per move with color and point, letters from B. Letters before B are a pass. If each line of the header begins
 * with `GI`, size, date and title are elsewhere, and the rest goes into GC, including the players: the header does not say
 * which of them has Black.
 */
export function readNgf(text: string): ForeignGame {
  const lines = text.split(/\r\n|\n|\r/);
  const out = new ForeignLines('ngf', lines.length);
  const first = lines.findIndex((line) => MOVE.test(line.trim()));
  const header = lines.slice(0, first < 0 ? HEADER_LINES : first).map((line) => line.trim());
  if (first > 0 && hasMarkedHeader(header)) return readMarked(header, lines, out);
  out.property(0, 'AP', 'WBaduk:');
  out.property(0, 'GN', header[0] ?? '');
  const size = Number(header[1]);
  if (Number.isInteger(size) && size >= 2 && size <= 52) out.property(1, 'SZ', String(size));
  else out.unexpected(1, lines[1] ?? '');
  writePlayer(header, 2, 'W', out);
  writePlayer(header, 3, 'B', out);
  out.property(4, 'PC', header[4] ?? '');
  const handicap = Number(header[5] ?? 0);
  if (handicap >= 0) writeHandicap(handicap, size, out);
  else out.unexpected(5, lines[5] ?? '');
  writeKomi(header, handicap, out);
  writeDateAndRest(header, out);
  if (header[10] !== undefined) out.property(10, 'RE', resultOfWords(header[10]));
  for (let at = header.length; at < lines.length; at++) writeMove(lines[at]!.trim(), at, out);
  return out.finish();
}

/** Lines of the known fields in a header whose lines begin with `GI`. */
const GI = { title: 0, date: 5, size: 6, handicap: 7 } as const;

/** A record whose lines other than moves begin with `GI`; comments such as `IDB[211] words[EndTxt]` come after the moves. */
function readMarked(header: readonly string[], lines: readonly string[], out: ForeignLines): ForeignGame {
  const fields = header.map((line) => line.slice(2).trim());
  out.property(0, 'AP', 'WBaduk:');
  out.property(GI.title, 'GN', fields[GI.title]!);
  const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(fields[GI.date]!);
  if (date)
    out.property(GI.date, 'DT', `${date[1]!}-${date[2]!.padStart(2, '0')}-${date[3]!.padStart(2, '0')}`);
  out.property(GI.size, 'SZ', fields[GI.size]!);
  // It is not known where handicap stones would be.
  if (/[1-9]/.test(fields[GI.handicap] ?? '')) out.unexpected(GI.handicap, lines[GI.handicap]!);
  const known: readonly number[] = [GI.title, GI.size, ...(date ? [GI.date] : [])];
  const rest = fields.filter((_, at) => !known.includes(at));
  for (let at = header.length; at < lines.length; at++) {
    const line = lines[at]!.trim();
    const comment = /^ID[BW]\[\d+\](.*?)(?:\[EndTxt\])?$/.exec(line);
    if (comment ?? line.startsWith('GI')) rest.push(comment?.[1]?.trim() ?? line.slice(2));
    else writeMove(line, at, out);
  }
  out.property(0, 'GC', rest.filter((text) => text !== '' && text !== '0').join('; '));
  return out.finish();
}

function writePlayer(header: readonly string[], line: number, color: 'B' | 'W', out: ForeignLines): void {
  const words = (header[line] ?? '').split(/\s+/);
  const rank = words.length > 1 ? words.pop()! : '';
  out.property(line, `P${color}`, words.join(' '));
  out.property(line, `${color}R`, rankOf(rank));
}

function writeHandicap(handicap: number, size: number, out: ForeignLines): void {
  if (handicap < 2) return;
  out.property(5, 'HA', String(handicap));
  const points = size === 19 ? serverHandicap(handicap) : undefined;
  if (points) out.points(5, 'AB', points);
}

function writeKomi(header: readonly string[], handicap: number, out: ForeignLines): void {
  const text = header[7];
  if (text === undefined || text === '') return;
  const komi = Number(text);
  if (!Number.isFinite(komi)) out.unexpected(7, text);
  else out.property(7, 'KM', String(handicap === 0 && Number.isInteger(komi) ? komi + 0.5 : komi));
}

/** Writes the date; the time of day and the fields of unknown meaning go into GC. */
function writeDateAndRest(header: readonly string[], out: ForeignLines): void {
  const date = /^(\d{4})(\d\d)(\d\d)(.*)$/s.exec(header[8] ?? '');
  if (date) out.property(8, 'DT', `${date[1]!}-${date[2]!}-${date[3]!}`);
  const rest = [header[6] ?? '', date?.[4]?.trimStart() ?? '', header[9] ?? '', header[10] ?? ''];
  if (rest.some((text) => text !== '' && text !== '0')) out.property(0, 'GC', rest.join('; '));
}

const FIRST_LETTER = 66;

function writeMove(line: string, at: number, out: ForeignLines): void {
  if (line === '' || line === '\u001a') return;
  const move = MOVE.exec(line);
  const color = move?.[1];
  if (!move || (color !== 'B' && color !== 'W')) {
    out.unexpected(at, line);
    return;
  }
  const column = move[2]!.toUpperCase().charCodeAt(0) - FIRST_LETTER;
  const row = move[3]!.toUpperCase().charCodeAt(0) - FIRST_LETTER;
  const point = column < 0 || row < 0 ? '' : sgfPoint(column, row);
  out.move(at, color, point ?? '');
}
