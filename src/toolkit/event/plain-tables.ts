/** Which plain texts are results tables: apart from their readers, so that the page can ask without loading these. */
import { meaningOf } from '../../core/text.js';

/** A file's text. */
interface PlainText {
  readonly text: string;
}

/** Whether a text is a table of a format that is no XML and no JSON. */
export function isPlainTable(text: string): boolean {
  const plain = { text };
  return isCsv(plain) || isTde(plain) || isAgaReport(plain) || isWallList(plain) !== undefined;
}

export function isTde({ text }: PlainText): boolean {
  return (
    /^##[ \t]*(?:TOURNEY|RULES|ROUNDS|HANDICAPS|BAND)\b/im.test(text) ||
    /^[ \t]*[a-z]{3}\d+[ \t]+[a-z]{3}\d+[ \t]/im.test(text)
  );
}

export function isAgaReport({ text }: PlainText): boolean {
  return /^[ \t]*(?:TOURNEY|PLAYERS|GAMES)\b/im.test(text) && !/^##/m.test(text);
}

export type WallFormat = 'h9' | 'tou';

export function isWallList({ text }: PlainText): WallFormat | undefined {
  if (/^;[ \t]*(?:Num[ \t]+Nom\b|(?:name|vill|prog|ta)=)/im.test(text)) return 'tou';
  if (/^;[ \t]*(?:EV|CL|PC|DT|KM|TM)\[/m.test(text)) return 'h9';
  const isPlayer = (line: string): boolean =>
    /^\s*\d{1,4}\s+[^\d\s]/.test(line) &&
    (/\s\d{1,4}[-+=?][/!]/.test(line) || /\s\d{1,4}[-+=?]/.test(/\s\d{1,2}[kdp]\s.*/i.exec(line)?.[0] ?? ''));
  return text.split(/\r\n|\r|\n/).some(isPlayer) ? 'h9' : undefined;
}

/** The columns of our own table, CSV in which they may be in any order. */
export type Column = 'round' | 'table' | 'white' | 'black' | 'handicap' | 'komi' | 'result' | 'file';

/** Names of columns in German, French, Swedish, Finnish, Polish, Japanese, Chinese and Korean. */
const COLUMN_WORDS = meaningOf<Column>({
  white: 'weiß, weiss, blanc, vit, valkoinen, białe, biały, 白, 백',
  black: 'schwarz, noir, svart, musta, czarne, czarny, 黒, 黑, 흑',
  round: 'runde, ronde, tour, rond, runda, kierros, 回戦, 轮次, 라운드',
  table: 'tisch, brett, bord, pöytä, stół, 卓, 台次, 테이블',
  handicap: 'vorgabe, handikapp, tasoitus, handikap, 置石, 让子, 접바둑',
  komi: 'コミ, 贴目, 덤',
  result: 'ergebnis, résultat, resultat, tulos, wynik, 結果, 结果, 결과',
  file: 'datei, fichier, fil, tiedosto, plik, ファイル, 文件, 파일',
});

/** The columns `white` and `black` are required: the others may be missing, or empty in any row. */
export function isCsv({ text }: PlainText): boolean {
  const [head = ''] = text.split(/\r\n|\r|\n/, 1);
  const names = head.split(separatorOf(head)).map(columnOf);
  return names.includes('white') && names.includes('black');
}

/** Spreadsheets in many countries write semicolons. */
export function separatorOf(head: string): string {
  return [',', ';', '\t'].reduce((best, sign) =>
    head.split(sign).length > head.split(best).length ? sign : best,
  );
}

export function columnOf(cell: string): string {
  const name = cell
    .replace(/^\ufeff/, '')
    .replaceAll('"', '')
    .trim()
    .normalize('NFC')
    .toLowerCase();
  return COLUMN_WORDS.get(name) ?? name;
}
