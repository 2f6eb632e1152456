/**
 * How much a decoded text looks like what stands in Go records: names, ranks, events, results, comments.
 * Scores are sums over characters; the bytes a charset needs for them are divided out by the caller.
 */

/** Characters of Go words, places and family names, by script; each counts as strong evidence. */
const FREQUENT = {
  chinese:
    '段级黑白胜负目子中盘半围棋名人战杯赛世界国际第届局轮决预选对业余职番挑挂升降组团体精锐联甲乙天元王位圣本因坊' +
    '快电视新银河富士通三星春兰应氏农心丰田倚天百灵龙梦年月日时分秒北京上海浙江广东山西四川重庆云南香港台湾韩日' +
    '李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪' +
    '姜古柯芈时檀朴崔金曹昌镐世石常昊聂卫平小马晓春伟刚文武力明华军强志永建光东海的一是不了在有我他这来大为上个国以说到' +
    '段級勝負盤圍戰賽國際屆輪決預選對業餘職團體聯聖應農電視龍夢時張劉陳楊趙黃吳孫許蔣蔡賴謝鄭蘇盧蕭葉閻鐘韓臺灣' +
    '手打吃提劫死活征地势好坏错变化正确先后走应可如果就不能只要下也没得当此黑方白方題解失敗正解',
  japanese:
    '段級黒白勝負目子中押半名人戦杯第回局期日本棋院関西天元王座碁聖本因坊十段挑戦者決定新人竜星女流阿含桐山' +
    '林田山本井藤木村川小高橋中野石趙治勲依紀基羽根直樹張栩謝依旻武宮正樹加藤正夫大竹英雄坂栄男' +
    '瀬戸結城聡今村俊也趙善津片岡聡王立誠柳時熏蘇耀国溝上知親秋次淵山下敬吾持碁先番手作',
  korean:
    '가강거건경계고공과관구국권규균그기길김나남내년노는다단대도돌동두라로리마만명목무문미민바박반방배백번변병본' +
    '봉부불사삼상생서석선설성세소손송수순승시식신심아안양어연영오온왕용우원위유윤은을의이인일임입자장재전정제' +
    '조종주준중지진집차창채철체초최추춘치태판팔패평포프하한해혁현형호홍화환황회후훈흑희을를에서',
  cyrillic: 'оеаинтсрвлкмдпу',
  latin: 'éèêëáàâäãåæçíìîïñóòôöõøúùûüýßœšžčřőűÉÖÜÄÅØÇ’“”–',
} as const;

export type Script = keyof typeof FREQUENT;

const SETS: Readonly<Record<Script, ReadonlySet<string>>> = {
  chinese: new Set(FREQUENT.chinese),
  japanese: new Set(FREQUENT.japanese),
  korean: new Set(FREQUENT.korean),
  cyrillic: new Set(FREQUENT.cyrillic),
  latin: new Set(FREQUENT.latin),
};

const STRONG = 3;
const WRONG = -12;

/** Score of `text` as a text in `script`; only what is not ASCII counts. Higher is better, below 0 is implausible. */
export function scoreOf(text: string, script: Script): number {
  const frequent = SETS[script];
  let score = 0;
  let before = '';
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0x80) {
      const isKnown = frequent.has(character) && !isMixed(script, before);
      score += isKnown ? strength(script, before) : WEIGHERS[script](code, before);
    }
    before = character;
  }
  return score;
}

const WEIGHERS: Readonly<Record<Script, (code: number, before: string) => number>> = {
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
  cyrillic: (code, before) => {
    if (isMixed('cyrillic', before)) return -2;
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
};

/** Western words have one accented letter among others: two in a row are weak evidence. */
function strength(script: Script, before: string): number {
  return script === 'latin' && before >= '\u0080' ? 0.5 : STRONG;
}

/** A Cyrillic letter behind a Latin one in a word speaks against Cyrillic. */
function isMixed(script: Script, before: string): boolean {
  return script === 'cyrillic' && /[A-Za-z]/.test(before);
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
