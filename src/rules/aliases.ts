import { RULESET_NAMES } from './rulesets.js';

/** What records write in RU, reduced by `keyOf`, and the ruleset that it means. */
const ALIASES: Readonly<Record<string, string>> = {
  aga: 'aga',
  american: 'aga',
  agaconcise: 'aga',
  agase: 'aga-sweden',
  bga: 'bga',
  british: 'bga',
  ffg: 'french',
  france: 'french',
  francaise: 'french',
  swedish: 'sweden',
  swedishjp: 'sweden',
  swedishjapanese: 'sweden',
  finnish: 'finland',
  fi: 'finland',
  j: 'japanese',
  jp: 'japanese',
  jap: 'japanese',
  japan: 'japanese',
  japonaise: 'japanese',
  japanisch: 'japanese',
  japanese1989: 'japanese',
  nihonkiin: 'japanese',
  日本: 'japanese',
  일본: 'japanese',
  k: 'korean',
  kr: 'korean',
  korea: 'korean',
  baduk: 'korean',
  한국: 'korean',
  韓国: 'korean',
  韓國: 'korean',
  韩国: 'korean',
  c: 'chinese',
  cn: 'chinese',
  china: 'chinese',
  chinoise: 'chinese',
  chinesisch: 'chinese',
  chinese2002: 'chinese',
  中国: 'chinese',
  中國: 'chinese',
  중국: 'chinese',
  nz: 'new-zealand',
  tt: 'tromp-taylor',
  tromp: 'tromp-taylor',
  logical: 'tromp-taylor',
  ing: 'ing',
  goe: 'ing',
  inggoe: 'ing',
  sst: 'ing',
  应氏: 'ing',
  應氏: 'ing',
  잉창치: 'ing',
  응창기: 'ing',
  wmsg: 'wmsg-2008',
  stone: 'stone-scoring',
  ancientarea: 'stone-scoring',
};

/** Words that only say that a ruleset is named. */
const DECORATIONS = [
  'rules',
  'ruleset',
  'rule',
  'regeln',
  'regler',
  'ルール',
  '规则',
  '規則',
  '規約',
  '规',
  '룰',
  '규칙',
  '식',
];

const table = new Map<string, string>([
  ...RULESET_NAMES.map((name): [string, string] => [keyOf(name), name]),
  ...Object.entries(ALIASES),
]);

/** RU texts whose answer is kept, and the longest of them: records repeat the same few. */
const CACHE_SIZE = 512;
const LONGEST_KEPT = 64;
const cache = new Map<string, string | undefined>();

/**
 * Name of the ruleset that an RU text means, in any case and with the usual decoration
 * (`Japanese Rules`, `AGA-Rules`, `Chinese, Pair Go`). `undefined` for anything not in the table: nothing is guessed.
 */
export function rulesetFromRU(text: string): string | undefined {
  const known = cache.get(text);
  if (known !== undefined || cache.has(text)) return known;
  const found = lookUp(text) ?? lookUp(text.split(/[,;(（]/, 1)[0]!);
  if (cache.size < CACHE_SIZE && text.length <= LONGEST_KEPT) cache.set(text, found);
  return found;
}

function lookUp(text: string): string | undefined {
  const key = keyOf(text);
  const found = table.get(key);
  if (found !== undefined) return found;
  const decoration = DECORATIONS.find((word) => key.endsWith(word));
  return decoration === undefined ? undefined : table.get(key.slice(0, -decoration.length));
}

/** Letters and digits only, lower case, accents removed. */
function keyOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
