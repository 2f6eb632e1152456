import { AGA_FAMILY } from './rows/aga.js';
import { AREA_FAMILY, ING_FAMILY } from './rows/area.js';
import { CHINESE_FAMILY } from './rows/chinese.js';
import { EGF_FAMILY, EUROPEAN_FAMILY, NORDIC_FAMILY } from './rows/europe.js';
import { SERVED_FAMILY } from './rows/served.js';
import { TERRITORY_FAMILY } from './rows/territory.js';
import { PLAIN, texts, type RuleField, type Ruleset } from './ruleset.js';

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
export type KataGoFault = { readonly because: string };

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
    ...texts([['KG', READ]]),
    doubts: {
      selfCapture: 'KataGo never allows that of a single stone.',
      komiEven: 'KM has it.',
      deadStones:
        'Without fpok1 a board is scored as it stands (area), or after a second phase of play (territory).',
    },
  };
}

/** Every named ruleset, in the order in which they are listed to a reader. */
export const RULESETS: readonly Ruleset[] = [
  ...AGA_FAMILY,
  ...EUROPEAN_FAMILY,
  ...NORDIC_FAMILY,
  ...TERRITORY_FAMILY,
  ...CHINESE_FAMILY,
  ...AREA_FAMILY,
  ...ING_FAMILY,
  ...EGF_FAMILY,
  ...SERVED_FAMILY,
];

export const RULESET_NAMES: readonly string[] = RULESETS.map((ruleset) => ruleset.name);

const byName = new Map(RULESETS.map((ruleset) => [ruleset.name, ruleset]));

/**
 * The named ruleset, or the one that a KataGo rules string describes; `undefined` when none has exactly this name
 * (RU texts go through `rulesetFromRU`).
 */
export function rulesetByName(name: string): Ruleset | undefined {
  const named = byName.get(name);
  if (named) return named;
  const described = katagoRuleset(name);
  return described && 'name' in described ? described : undefined;
}
