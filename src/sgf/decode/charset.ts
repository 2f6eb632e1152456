import { meaningOf } from '../../core/text.js';
import { CLOSE_BRACKET, LINE_FEED, OPEN_BRACKET } from '../../core/bytes.js';
import { normalizeEncoding, TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding-browser.js';

/** Candidates with the script their text is scored as, and a handicap: rarer charsets need more evidence. */
const CANDIDATES: readonly (readonly [charset: string, script: Script, handicap: number])[] = [
  ['gb18030', 'chinese', 0],
  ['big5', 'chinese', 0.4],
  ['shift_jis', 'japanese', 0.4],
  ['euc-jp', 'japanese', 0.4],
  ['euc-kr', 'korean', 0],
  ['windows-1252', 'latin', 0],
  ['windows-1251', 'cyrillic', 0.6],
  ['koi8-r', 'cyrillic', 0.6],
  ['macintosh', 'latin', 1],
  ['windows-1250', 'central', 4],
];

/** A guess, with the share of evidence by which it leads the next best one. */
export interface Guess {
  readonly charset: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Mean score per non-ASCII byte; below 0 the text resembles nothing known. */
  readonly score: number;
}

/** Bytes of text that are scored; more would not change a decision. */
const SAMPLE = 8192;

/**
 * Guesses the charset of the property values of a file from the words in them.
 * Values only: markup is ASCII in every candidate and would be no evidence.
 */
export function guessCharset(bytes: Uint8Array): Guess {
  const sample = valuesWithText(bytes);
  const high = Math.max(1, countHigh(sample));
  const scores = CANDIDATES.map(([charset, script, handicap]) => ({
    charset,
    score: (scoreOf(decodeLegacy(sample, charset), script) - handicap) / high,
  })).sort((a, b) => b.score - a.score);
  const best = scores[0]!;
  const next = scores[1]!;
  if (best.score <= 0) return { charset: 'windows-1252', confidence: 0, score: best.score };
  const lead = (best.score - Math.max(0, next.score)) / best.score;
  const amount = 1 - 1 / (1 + high / 6);
  return {
    charset: best.charset,
    confidence: Math.min(0.99, Math.max(0.05, lead * amount + lead * (1 - lead) * 0.5)),
    score: best.score,
  };
}

/**
 * Mean score per non-ASCII byte when the values are read as `charset`; `undefined` for a charset that is not a candidate, and for
 * windows-1250, whose score tells only whether it is likelier than windows-1252.
 */
export function scoreAs(bytes: Uint8Array, charset: string): number | undefined {
  const candidate = CANDIDATES.find(([name]) => name === charset);
  if (candidate === undefined || candidate[1] === 'central') return undefined;
  const sample = valuesWithText(bytes);
  return scoreOf(decodeLegacy(sample, charset), candidate[1]) / Math.max(1, countHigh(sample));
}

/** Decodes by the Encoding Standard: in browsers with their own decoder, in Node, whose decoder deviates, with one that does not. */
export function decodeLegacy(bytes: Uint8Array, charset: string): string {
  return new LegacyDecoder(charset).decode(bytes);
}

/** Values with non-ASCII bytes, one per line. Brackets are assumed to be ASCII: a second byte 5D only cuts a value short. */
function valuesWithText(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  let start = 0;
  let isText = false;
  for (let at = 0; at < bytes.length && length < SAMPLE - 1; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80) isText = true;
    else if (byte === OPEN_BRACKET && !isText) start = at + 1;
    else if (byte === CLOSE_BRACKET && isText) {
      const value = bytes.subarray(start, Math.min(at, start + SAMPLE - 1 - length));
      sample.set(value, length);
      length += value.length;
      sample[length++] = LINE_FEED;
      isText = false;
      start = at + 1;
    }
  }
  return length > 0 ? sample.subarray(0, length) : bytes.subarray(0, SAMPLE);
}

function countHigh(bytes: Uint8Array): number {
  let high = 0;
  for (const byte of bytes) if (byte >= 0x80) high++;
  return high;
}

/** Names that programs write but the Encoding Standard does not list; and the usual ones, to avoid its long table. */
const ALIASES = meaningOf({
  'utf-8': 'utf-8, utf8',
  gb18030: 'gb2312, cp936, ms936, euc-cn, gb',
  big5: 'cp950',
  shift_jis: 'cp932, ms_kanji, shiftjis',
  'euc-jp': 'eucjp',
  'euc-kr': 'cp949, ms949, uhc, euckr',
  'iso-2022-kr': 'iso-2022-kr',
  'windows-1252': 'iso-8859-1, iso8859_1, latin-1, cp1252',
  'windows-1251': 'cp1251',
  'utf-16le': 'utf16, utf16le',
  'utf-16be': 'utf16be',
  'utf-32le': 'utf-32, utf-32le, ucs-4',
  'utf-32be': 'utf-32be',
});

/**
 * The charset that a CA value names, `undefined` if it names none.
 * gbk and gb2312 are read as gb18030, which includes them; ISO-8859-1 as windows-1252, as in browsers.
 */
export function charsetOf(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  const found = ALIASES.get(name) ?? normalizeEncoding(name);
  if (found === null || found === 'replacement' || found === 'x-user-defined') return undefined;
  return found === 'gbk' ? 'gb18030' : found;
}

/**
 * How much a decoded text looks like the text of Go records: names, ranks, events, results, comments.
 * Scores are sums over characters; the caller divides them by the number of non-ASCII bytes.
 */

/** Characters of Go words, places and family names, by script; each counts as strong evidence. */
const FREQUENT = {
  chinese: new Set(
    '段级黑白胜负目子中盘半围棋名人战杯赛世界国际第届局轮决预选对业余职番挑挂升降组团体精锐联甲乙天元王位圣本因坊' +
      '快电视新银河富士通三星春兰应氏农心丰田倚天百灵龙梦年月日时分秒北京上海浙江广东山西四川重庆云南香港台湾韩日' +
      '李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪' +
      '姜古柯芈时檀朴崔金曹昌镐世石常昊聂卫平小马晓春伟刚文武力明华军强志永建光东海的一是不了在有我他这来大为上个国以说到' +
      '段級勝負盤圍戰賽國際屆輪決預選對業餘職團體聯聖應農電視龍夢時張劉陳楊趙黃吳孫許蔣蔡賴謝鄭蘇盧蕭葉閻鐘韓臺灣' +
      '手打吃提劫死活征地势好坏错变化正确先后走应可如果就不能只要下也没得当此黑方白方題解失敗正解',
  ),
  japanese: new Set(
    '段級黒白勝負目子中押半名人戦杯第回局期日本棋院関西天元王座碁聖本因坊十段挑戦者決定新人竜星女流阿含桐山' +
      '林田山本井藤木村川小高橋中野石趙治勲依紀基羽根直樹張栩謝依旻武宮正樹加藤正夫大竹英雄坂栄男' +
      '瀬戸結城聡今村俊也趙善津片岡聡王立誠柳時熏蘇耀国溝上知親秋次淵山下敬吾持碁先番手作',
  ),
  korean: new Set(
    '가강거건경계고공과관구국권규균그기길김나남내년노는다단대도돌동두라로리마만명목무문미민바박반방배백번변병본' +
      '봉부불사삼상생서석선설성세소손송수순승시식신심아안양어연영오온왕용우원위유윤은을의이인일임입자장재전정제' +
      '조종주준중지진집차창채철체초최추춘치태판팔패평포프하한해혁현형호홍화환황회후훈흑희을를에서',
  ),
  cyrillic: new Set('оеаинтсрвлкмдпу'),
  latin: new Set('éèêëáàâäãåæçíìîïñóòôöõøúùûüýßœšžčřőűÉÖÜÄÅØÇ’“”–'),
  // No letter counts for more than what windows-1252 has in its place, but those of `SIGNS_IN_1252`.
  central: new Set('ąćęłńóśźżáéíýčďěňřšťúůžőűöüäôľß’“”–'),
};

/** Letters that are signs or nothing in windows-1252, which stand in no word. */
const SIGNS_IN_1252 = 'ąłźżťľ';

type Script = keyof typeof FREQUENT;

const STRONG = 3;
const WRONG = -12;

/** Score of `text` as a text in `script`; only non-ASCII characters count. Higher is better, below 0 is implausible. */
function scoreOf(text: string, script: Script): number {
  const frequent = FREQUENT[script];
  let score = 0;
  let before = '';
  let end = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    end += character.length;
    if (code >= 0x80) {
      const after = text[end] ?? '';
      const isKnown =
        (frequent.has(character) || beginsName(script, character, { before, after })) &&
        !isMixed(script, before, after) &&
        !isSign(script, character, before);
      score += isKnown ? strength(script, before) : WEIGHERS[script](code, before, after);
    }
    before = character;
  }
  return score;
}

const WEIGHERS: Readonly<Record<Script, (code: number, before: string, after: string) => number>> = {
  chinese: (code) => {
    if (isHan(code)) return 0.6;
    if (isEastAsianSign(code)) return 0.3;
    return isKana(code) ? -0.5 : unlikely(code);
  },
  japanese: (code) => {
    if (code >= 0xff61 && code <= 0xff9f) return -1.5;
    if (isKana(code)) return 2;
    if (isHan(code)) return 0.4;
    return isEastAsianSign(code) ? 0.3 : unlikely(code);
  },
  korean: (code) => {
    if (code >= 0xac00 && code <= 0xd7a3) return 0.8;
    if (isHan(code)) return -0.5;
    return isEastAsianSign(code) ? 0.3 : unlikely(code);
  },
  cyrillic: (code, before, after) => {
    if (isMixed('cyrillic', before, after)) return -2;
    const isLower = code >= 0x430 && code <= 0x451;
    if (isLower) return /[\p{L}]/u.test(before) ? 1.2 : 0.3;
    if (code >= 0x401 && code <= 0x42f) return /[\p{Ll}]/u.test(before) ? -2.5 : 0.3;
    return code < 0x100 ? -0.5 : unlikely(code);
  },
  latin: (code, before) => {
    if (code < 0xa0) return WRONG;
    if (before >= '\u0080') return -2.5;
    if (code < 0xc0) return -1;
    return code < 0x180 ? -0.3 : -1;
  },
  central: (code, before, after) => Math.min(-1, WEIGHERS.latin(code, before, after)),
};

/** Western words have one accented letter among others: two in a row are weak evidence. */
function strength(script: Script, before: string): number {
  return (script === 'latin' || script === 'central') && before >= '\u0080' ? 0.5 : STRONG;
}

/** A Cyrillic letter beside a Latin one in a word is evidence against Cyrillic. */
function isMixed(script: Script, before: string, after: string): boolean {
  return script === 'cyrillic' && /[A-Za-z]/.test(before + after);
}

const CAPITALS = 'ÁÀÂÈÊËÍÎÓÒÔÚÙÛÑŠŽ';

/** Western names begin with other accented capitals than texts have. Two bytes of an ideograph may be such a capital and a letter, but a rare one. */
function beginsName(
  script: Script,
  character: string,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  return script === 'latin' && CAPITALS.includes(character) && !/\p{L}/u.test(before) && /[a-zñ]/.test(after);
}

/** In Spanish text `¿` begins a word; a letter of Central Europe counts within one. */
function isSign(script: Script, character: string, before: string): boolean {
  return script === 'central' && SIGNS_IN_1252.includes(character) && !/\p{L}/u.test(before);
}

function unlikely(code: number): number {
  return code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || code < 0xa0 ? WRONG : -1.5;
}

function isHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

function isKana(code: number): boolean {
  return code >= 0x3041 && code <= 0x30fe;
}

function isEastAsianSign(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x2460 && code <= 0x25ff)
  );
}

const ESCAPE = 0x1b;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
/** `ESC $ ) C` announces KS X 1001 for the text between SO and SI (RFC 1557). */
const KOREAN = [ESCAPE, 0x24, 0x29, 0x43] as const;

/** Which ISO-2022 charset the bytes announce by their escapes; `undefined` when there are none. `escape`: offset of the first ESC. */
export function iso2022In(bytes: Uint8Array, escape: number): 'iso-2022-kr' | 'iso-2022-jp' | undefined {
  for (let at = escape; at >= 0; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (startsWith(bytes, at, KOREAN)) return 'iso-2022-kr';
    const kind = bytes[at + 1];
    const set = bytes[at + 2];
    if (kind === 0x24 && (set === 0x40 || set === 0x42)) return 'iso-2022-jp';
  }
  return undefined;
}

/** Decodes ISO-2022-KR: between SO and SI the high bit is missing from EUC-KR; a line end returns to ASCII. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  let high = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (startsWith(bytes, at, KOREAN)) at += KOREAN.length - 1;
    else if (byte === SHIFT_OUT) high = 0x80;
    else if (byte === SHIFT_IN) high = 0;
    else {
      if (byte === LINE_FEED) high = 0;
      plain[length++] = byte > 0x20 && byte < 0x7f ? byte | high : byte;
    }
  }
  return decodeLegacy(plain.subarray(0, length), 'euc-kr');
}

/**
 * Marks which bytes are single ASCII characters of the text: 1, or 0 for bytes of escapes and of two-byte characters,
 * which may contain any ASCII byte.
 */
export function singleBytesOfIso2022(bytes: Uint8Array): Uint8Array {
  const single = new Uint8Array(bytes.length);
  let isDouble = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === ESCAPE) {
      const isMulti = bytes[at + 1] === 0x24;
      if (isMulti && startsWith(bytes, at, KOREAN)) at += 3;
      else {
        isDouble = isMulti;
        at += 2;
      }
    } else if (byte === SHIFT_OUT) isDouble = true;
    else if (byte === SHIFT_IN || byte === LINE_FEED) isDouble = false;
    else if (!isDouble) single[at] = 1;
  }
  return single;
}

function startsWith(bytes: Uint8Array, at: number, start: readonly number[]): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[at + i] !== start[i]) return false;
  return true;
}
