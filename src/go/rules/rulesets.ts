import { checkArgument, isAnyText } from '../../core/checks.js';
import { memo, valueAt } from '../../core/text.js';
import { PLAIN, type RuleField, type Ruleset, type RuleSubject } from './ruleset.js';
import ROWS from './rulesets.json' with { type: 'json' };

/** What a rules string of KataGo says, such as `koPOSITIONALscoreAREAtaxNONEsui1whbN`. */
interface Said {
  ko: 'SIMPLE' | 'POSITIONAL' | 'SITUATIONAL' | 'SPIGHT';
  score: 'AREA' | 'TERRITORY';
  tax: 'NONE' | 'SEKI' | 'ALL' | undefined;
  sui: '0' | '1';
  button: '0' | '1';
  whb: '0' | 'N' | 'N-1';
  fpok: '0' | '1';
}

/** KataGo's defaults, for keys that the string does not have. */
const DEFAULTS: Said = {
  ko: 'POSITIONAL',
  score: 'AREA',
  tax: undefined,
  sui: '1',
  button: '0',
  whb: '0',
  fpok: '0',
};

/** One key with its value; `komi` precedes `ko`, its prefix, and is read but not used: komi comes from KM, as in KataGo. */
const PART =
  /\s*(?:komi(-?[\d.]+)|ko(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT)|scor(?:e|ing)(AREA|TERRITORY)|tax(NONE|SEKI|ALL)|sui([01])|button([01])|whb(N-1|N|0)|fpok([01]))\s*/y;
const KEYS = ['komi', 'ko', 'score', 'tax', 'sui', 'button', 'whb', 'fpok'] as const;
const BEGINS = /^\s*(?:komi|ko|score|scoring|tax|sui|button|whb|fpok)[-A-Z\d]/;
const LONGEST = 200;

/** Why a rules string of KataGo names no ruleset here; the end of a sentence. */
type KataGoFault = { readonly because: string };

const SPIGHT = 'the ko rule SPIGHT of KataGo has no counterpart here';
const BUTTON = 'the button of KataGo, half a point for the first pass, has no counterpart here';

/**
 * The ruleset that a KataGo rules string describes, named by the string's canonical form. `undefined` when the text is no such
 * string; `because` when it has a rule without a field here. Equal rules give the same object.
 */
export function katagoRuleset(text: string): Ruleset | KataGoFault | undefined {
  if (text.length > LONGEST || !BEGINS.test(text)) return undefined;
  const said = partsOf(text);
  return said && rulesetOf(said);
}

function partsOf(text: string): Said | undefined {
  const said: Record<string, string | undefined> = { ...DEFAULTS };
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const part = PART.exec(text);
    if (!part) return undefined;
    const at = part.findIndex((value, i) => i > 0 && Boolean(value));
    said[KEYS[at - 1]!] = part[at];
  }
  return said as unknown as Said;
}

const made = new Map<string, Ruleset>();

function rulesetOf(said: Said): Ruleset | KataGoFault {
  const { ko, score, sui, button, whb, fpok } = said;
  const tax = said.tax ?? (score === 'TERRITORY' ? 'SEKI' : 'NONE');
  if (ko === 'SPIGHT') return { because: SPIGHT };
  if (button === '1') return { because: BUTTON };
  if ((score === 'AREA' && tax === 'SEKI') || (score === 'TERRITORY' && tax === 'ALL')) {
    return { because: `${score.toLowerCase()} scoring with tax ${tax} of KataGo has no counterpart here` };
  }
  const name =
    `ko${ko}score${score}tax${tax}sui${sui}` +
    (whb === '0' ? '' : `whb${whb}`) +
    (fpok === '0' ? '' : `fpok${fpok}`);
  let ruleset = made.get(name);
  if (!ruleset) {
    ruleset = build(name, { ...said, tax });
    made.set(name, ruleset);
  }
  return ruleset;
}

const SUPERKO = { SIMPLE: 'none', POSITIONAL: 'positional', SITUATIONAL: 'situational' } as const;
const COMPENSATION = { '0': 'none', N: 'n', 'N-1': 'n-1' } as const;

/** The fields that the string sets. */
const READ: readonly RuleField[] = [
  'basicKo',
  'superko',
  'selfCapture',
  'scoring',
  'countings',
  'sekiPoints',
  'deadStones',
  'compensation',
  'passesToEnd',
];

function build(name: string, { ko, score, tax, sui, whb, fpok }: Said): Ruleset {
  const counting = score === 'AREA' ? 'area' : 'territory';
  const isStones = score === 'AREA' && tax === 'ALL';
  const played = score === 'AREA' ? 'stay' : 'confirmation';
  return {
    name,
    title: `KataGo's rules ${name}`,
    ...PLAIN,
    basicKo: ko === 'SIMPLE',
    superko: ko === 'SPIGHT' ? 'none' : SUPERKO[ko],
    selfCapture: sui === '1' ? 'multi' : 'forbidden',
    scoring: isStones ? 'stones' : counting,
    countings: isStones ? [] : [counting],
    deadStones: fpok === '1' ? 'agreement' : played,
    sekiPoints: tax === 'NONE',
    compensation: COMPENSATION[whb],
    sources: Object.fromEntries(READ.map((field) => [field, ['KG']])),
    doubts: {
      selfCapture: 'KataGo never allows that of a single stone.',
      komiEven: 'KM has it.',
      deadStones:
        'Without fpok1 a board is scored as it stands (area), or after a second phase of play (territory).',
    },
  };
}

/** The name of a ruleset that the program has. */
export type RulesetName = keyof typeof ROWS;

/** A text that was read for a ruleset. */
interface TextRead {
  /** Its key in `sources.json`; absent where another text was read for what this one cites. */
  readonly source?: string;
  /** As rulings cite it; absent where no ruling does. */
  readonly title?: string;
  /** What it says, by the place in it: `{ "article 6": ["basicKo"] }`; under "" what it says at no place that could be cited. */
  readonly places: Readonly<Record<string, readonly RuleSubject[]>>;
}

/** A ruleset as `rulesets.json` has it. */
interface Row extends Partial<Omit<Ruleset, 'name' | 'title' | 'articles' | 'sources'>> {
  readonly title: string;
  /** The row whose fields hold where this one has none; without one, `PLAIN` has them. */
  readonly base?: RulesetName;
  /** Texts in RU that mean it, besides its name. */
  readonly aliases?: string;
  /** The last of several citations of a subject applies. They replace those of the base, as `doubts` does. */
  readonly texts?: readonly TextRead[];
}

const rows = ROWS as unknown as Readonly<Record<RulesetName, Row>>;

/** In the order in which they are listed to a reader. */
export const RULESET_NAMES = Object.keys(rows) as readonly RulesetName[];

function rulesetOfRow(name: RulesetName): Ruleset {
  const { base, aliases: _, texts, ...fields } = rows[name];
  const from = base === undefined ? PLAIN : rulesetOfRow(base);
  return { ...from, ...fields, ...(texts && citationsOf(texts)), name } as Ruleset;
}

function citationsOf(texts: readonly TextRead[]): Pick<Ruleset, 'articles' | 'sources'> {
  const articles: Record<string, string> = {};
  const sources: Record<string, string[]> = {};
  for (const { source, title, places } of texts) {
    for (const [place, subjects] of Object.entries(places)) {
      for (const subject of subjects) {
        if (place !== '') articles[subject] = `${title}, ${place}`;
        if (source !== undefined) (sources[subject] ??= []).push(source);
      }
    }
  }
  return { articles, sources };
}

/** Every named ruleset, in the order of `RULESET_NAMES`. */
export const RULESETS: readonly Ruleset[] = RULESET_NAMES.map(rulesetOfRow);

const byName = new Map<string, Ruleset>(RULESETS.map((ruleset) => [ruleset.name, ruleset]));

/**
 * The named ruleset, or the one that a KataGo rules string describes; `undefined` when none has exactly this name
 * (RU texts go through `rulesetFromRU`). A name that is written out must be a known one, or the types refuse it.
 * Throws UserError for anything but a text.
 */
export function rulesetByName(name: RulesetName): Ruleset;
export function rulesetByName<Text extends string>(
  name: string extends Text ? Text : never,
): Ruleset | undefined;
export function rulesetByName(name: string): Ruleset | undefined {
  checkArgument('name', name, isAnyText);
  return byName.get(name) ?? described(name);
}

/** Words that do not tell one ruleset from another. */
const DECORATIONS = [
  'rules, ruleset, rule, regeln, regel, regelwerk, regler, reglerna, säännöt, sääntö, règles, règle, zasady, reguły, przepisy',
  'of, go, du, de, jeu, weiqi',
  'ルール, 規約, 囲碁, 囲碁規約, 规则, 規則, 规, 規, 围棋, 圍棋, 围棋规则, 圍棋規則, 制, 式',
  '룰, 규칙, 식, 바둑, 바둑규칙',
];

/** Tournament rules with several combinations of rules and komi: each by its komi in points. */
const COMBINATIONS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  egf: { 8: 'egf-ing', 7.5: 'egf-area', 6.5: 'egf-territory' },
};

/** Names that are understood and yet stand for no one text, with the reason. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  igf: 'the International Go Federation has held events under several rules, such as wmsg-2008 and japanese',
};

/** The look-up tables, built at the first look-up, because that takes as long as a game. */
interface Known {
  readonly names: ReadonlyMap<string, string>;
  readonly decorations: readonly string[];
}

let known: Known | undefined;

function knownWords(): Known {
  return (known ??= {
    names: new Map<string, string>([
      ...RULESET_NAMES.map((name): [string, string] => [keyOf(name), name]),
      ...RULESET_NAMES.flatMap((name) =>
        (rows[name].aliases?.split(', ') ?? []).map((text): [string, string] => [keyOf(text), name]),
      ),
      ...Object.keys({ ...COMBINATIONS, ...AMBIGUOUS }).map((name): [string, string] => [name, name]),
    ]),
    decorations: DECORATIONS.join(', ').split(', ').map(keyOf),
  });
}

/**
 * Name of the ruleset that an RU text means, in any case and with the usual decoration
 * (`Japanese Rules`, `AGA-Rules`, `Chinese, Pair Go`, `Règles japonaises`), or that a KataGo rules string describes.
 * `komi`: the text of KM, which decides the combination where the text names rules with several (`EGF`).
 * `undefined` for anything not in the table: nothing is guessed.
 */
export function rulesetFromRU(text: string, komi?: string): string | undefined {
  const name = nameIn(text);
  const combinations = name === undefined ? undefined : COMBINATIONS[name];
  if (combinations) return combinations[Number(komi?.trim() || NaN)];
  return name !== undefined && valueAt(AMBIGUOUS, name) !== undefined ? undefined : name;
}

/** Why a text that is understood nevertheless names no ruleset; `undefined` where it is not understood at all. */
export function whyUnknown(text: string): string | undefined {
  const name = nameIn(text);
  const combinations = name === undefined ? undefined : COMBINATIONS[name];
  if (combinations) {
    const komi = Object.keys(combinations).sort().join(', ');
    return `its rules come with komi ${komi}, and the record has none of these`;
  }
  const because = name === undefined ? undefined : valueAt(AMBIGUOUS, name);
  if (because !== undefined) return because;
  const ruleset = katagoRuleset(text);
  return ruleset && 'because' in ruleset ? ruleset.because : undefined;
}

const nameIn = memo(
  (text): string | undefined => described(text)?.name ?? lookUp(text) ?? lookUp(text.split(/[,;(（]/, 1)[0]!),
);

/** The ruleset that a KataGo rules string describes. */
function described(text: string): Ruleset | undefined {
  const ruleset = katagoRuleset(text);
  return ruleset && 'name' in ruleset ? ruleset : undefined;
}

/** Looks up the whole text; then without decorations; then without one attached to its end. */
function lookUp(text: string): string | undefined {
  const own = text.toLowerCase();
  if (byName.has(own)) return own;
  const { names, decorations } = knownWords();
  const key = keyOf(text);
  const found = names.get(key) ?? names.get(bare(text, decorations));
  if (found !== undefined) return found;
  const ends = decorations.filter((word) => key.endsWith(word)).map((word) => key.slice(0, -word.length));
  return ends.map((rest) => names.get(rest)).find((name) => name !== undefined);
}

/** The words of a text that are not decorations, as a key. */
function bare(text: string, decorations: readonly string[]): string {
  const words = text.split(/[\s\-_/]+/).map(keyOf);
  return words.filter((word) => !decorations.includes(word)).join('');
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
