import { LINE, type Detail, type FileNote, type Row, type Told } from '../../output/html/report-data.js';

/** The games of the report. Rows are read at once; what else is known of a game when somebody looks at it. */
export interface Store {
  readonly rows: readonly Row[];
  readonly told: Told;
  readonly files: readonly FileNote[];
  readonly detail: (index: number) => Detail | undefined;
  /** The game's own bytes, where the report has them. */
  readonly source: (index: number) => Uint8Array<ArrayBuffer> | undefined;
}

/** Reads the lines that stand in the page. Throws when they end before their last line. */
export function readStore(text: string): Store {
  const rows: string[] = [];
  const files: FileNote[] = [];
  // Where the detail and the source of each game begin; 0: it has none, for the first line is a row or the counts.
  const details: number[] = [];
  const sources: number[] = [];
  let told: Told | undefined;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    switch (text.charAt(at)) {
      case LINE.row:
        rows.push(text.slice(at + 1, end));
        details.push(0);
        sources.push(0);
        break;
      case LINE.flagged:
      case LINE.plain:
        details[rows.length - 1] = at;
        break;
      case LINE.text:
      case LINE.bytes:
        sources[rows.length - 1] = at;
        break;
      case LINE.file:
        files.push(JSON.parse(text.slice(at + 1, end)) as FileNote);
        break;
      case LINE.counts:
        told = JSON.parse(text.slice(at + 1, end)) as Told;
        break;
      default:
        break;
    }
    at = end + 1;
  }
  if (!told) throw new Error('the file ends before its last line');
  const jsonAt = (start: number): unknown => {
    const found = text.indexOf('\n', start);
    return JSON.parse(text.slice(start + 1, found < 0 ? text.length : found));
  };
  return {
    rows: JSON.parse(`[${rows.join(',')}]`) as Row[],
    told,
    files,
    detail: (index) => (details[index]! > 0 ? (jsonAt(details[index]!) as Detail) : undefined),
    source(index) {
      const start = sources[index]!;
      if (start === 0) return undefined;
      const letters = jsonAt(start) as string;
      if (text.charAt(start) === LINE.text) return new TextEncoder().encode(letters);
      return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    },
  };
}
