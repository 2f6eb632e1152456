import { normalizeEncoding } from '@exodus/bytes/encoding-browser.js';

/** Names that programs write and the Encoding Standard does not list; and the usual ones, to save its long table. */
const ALIASES: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  gb2312: 'gb18030',
  'iso-8859-1': 'windows-1252',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  cp936: 'gb18030',
  ms936: 'gb18030',
  'euc-cn': 'gb18030',
  gb: 'gb18030',
  cp950: 'big5',
  cp932: 'shift_jis',
  ms_kanji: 'shift_jis',
  shiftjis: 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  'iso-2022-kr': 'iso-2022-kr',
  iso8859_1: 'windows-1252',
  'latin-1': 'windows-1252',
  'utf-32': 'utf-32le',
  'utf-32le': 'utf-32le',
  'utf-32be': 'utf-32be',
  'ucs-4': 'utf-32le',
  cp1252: 'windows-1252',
  cp1251: 'windows-1251',
};

/**
 * The decoder that a CA value means, `undefined` when the value means none.
 * gbk and gb2312 are read as gb18030, of which they are parts; ISO-8859-1 as windows-1252, as browsers do.
 */
export function charsetOf(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  const found = ALIASES[name] ?? normalizeEncoding(name);
  if (found === null || found === 'replacement' || found === 'x-user-defined') return undefined;
  return found === 'gbk' ? 'gb18030' : found;
}
