import { type ForeignGame, ForeignLines, rankOf, resultOfWords, serverHandicap, sgfPoint } from './lines.js';

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
