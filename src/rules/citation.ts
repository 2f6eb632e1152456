import type { FindingArgs, FindingCode } from '../findings/catalogue.js';
import type { Finding } from '../findings/finding.js';
import type { Ruleset } from './ruleset.js';
import { SOURCE_TEXTS } from './source-keys.js';
import type { RuleSubject } from './subjects.js';

/** What a finding rests on, as the columns `rule` and `rule_source` of findings.csv have it. */
export interface Citation {
  /** `Japanese 1989, article 6: basic ko`; the ruleset's name where no article is known, `common` where no ruleset is. */
  readonly rule: string;
  /** The text that the article was read from; absent where none is known. */
  readonly ruleSource?: string;
}

type GroundRow = readonly [RuleSubject, string, applies?: (ruleset: Ruleset) => boolean];

/** Everything that a finding can rest on: what of the rules it is, in words, and which rulesets have it (default: all). */
const GROUNDS = {
  'off-board': ['points', 'stones are played on the board'],
  occupied: ['points', 'stones are played on empty points'],
  'out-of-turn': ['turns', 'players alternate'],
  'first-player': ['turns', 'who plays first'],
  'self-capture': ['selfCapture', 'self-capture', (r) => r.selfCapture !== 'allowed'],
  ko: ['basicKo', 'basic ko'],
  positional: ['superko', 'positional superko', (r) => [r.superko, r.literalSuperko].includes('positional')],
  situational: ['superko', 'situational superko', (r) => r.superko === 'situational'],
  'situational-only': ['superko', 'situational superko (natural situational superko allows it)'],
  natural: ['superko', 'natural situational superko', (r) => r.superko === 'natural'],
  'ko-fight': ['superko', 'fighting or disturbing ko', (r) => r.superko === 'fighting-disturbing'],
  allowed: [
    'repetitionByAgreement',
    'repetition allowed',
    (r) => r.superko === 'none' || r.superko === 'fighting-disturbing',
  ],
  won: ['scoring', 'the first capture wins', (r) => r.scoring === 'first-capture'],
  end: ['passesToEnd', 'end of the game'],
  'all-alive': ['passesAllAlive', 'every stone stays', (r) => r.passesAllAlive > 0],
  resumed: ['resumption', 'play resumed'],
  'white-last': ['whitePassesLast', 'White moves last', (r) => r.whitePassesLast],
  size: ['sizes', 'size of the board'],
  handicap: ['handicapMax', 'handicap stones'],
  placement: ['handicapPlacement', 'points of the handicap stones'],
  komi: ['komiEven', 'komi'],
  'komi-handicap': ['komiHandicap', 'komi with handicap'],
  life: ['life', 'life and death'],
  counting: ['scoring', 'counting'],
} as const satisfies Readonly<Record<string, GroundRow>>;

export type Ground = keyof typeof GROUNDS;

const SELF_CAPTURE = {
  forbidden: 'self-capture forbidden',
  multi: 'self-capture of one stone forbidden',
  allowed: 'self-capture allowed',
};

const COMMON = 'common';
const kept = new WeakMap<Ruleset, Map<Ground, Citation>>();
const common = new Map<Ground, Citation>();

/** The citation of a ground from the ruleset's row; without a ruleset, of what every ruleset says. */
export function cite(ruleset: Ruleset | undefined, ground: Ground): Citation {
  const citations = ruleset ? citationsOf(ruleset) : common;
  let citation = citations.get(ground);
  if (!citation) {
    citation = citationOf(ruleset, ground);
    citations.set(ground, citation);
  }
  return citation;
}

function citationsOf(ruleset: Ruleset): Map<Ground, Citation> {
  let citations = kept.get(ruleset);
  if (!citations) {
    citations = new Map();
    kept.set(ruleset, citations);
  }
  return citations;
}

function citationOf(ruleset: Ruleset | undefined, ground: Ground): Citation {
  const [subject, text] = GROUNDS[ground];
  const words = ground === 'self-capture' ? SELF_CAPTURE[ruleset?.selfCapture ?? 'multi'] : text;
  if (!ruleset) return { rule: `${COMMON}: ${words}` };
  const article = ruleset.articles[subject];
  const source = ruleset.sources[subject]?.[0];
  const ruleSource = source === undefined ? undefined : (SOURCE_TEXTS[source] ?? source);
  return {
    rule: `${article ?? ruleset.name}: ${words}`,
    ...(ruleSource === undefined ? {} : { ruleSource }),
  };
}

type GroundsOf = {
  readonly [C in FindingCode]?: {
    /** Every ground that a finding of this code can have, for `explain`. */
    readonly all: readonly Ground[];
    /** The ground of one finding, where its maker does not say. */
    readonly of?: (args: FindingArgs[C], ruleset: Ruleset) => Ground | undefined;
  };
};

/** The grounds of findings that rest on a rule of the game. Those on single moves cite their own where they are made. */
const GROUNDS_OF: GroundsOf = {
  'move/off-board': { all: ['off-board'] },
  'move/occupied': { all: ['occupied'] },
  'move/self-capture': { all: ['self-capture'] },
  'move/ko': { all: ['ko'] },
  'move/superko-positional': { all: ['positional'] },
  'move/superko-situational': { all: ['situational'] },
  'move/superko-natural': { all: ['natural'] },
  'move/repetition': { all: ['allowed'] },
  'move/ko-undecided': { all: ['ko-fight'] },
  'move/out-of-turn': { all: ['out-of-turn'], of: () => 'out-of-turn' },
  'move/after-end': {
    all: ['end', 'all-alive', 'won'],
    of: (_, { scoring, passesAllAlive }) =>
      scoring === 'first-capture' ? 'won' : passesAllAlive > 0 ? 'all-alive' : 'end',
  },
  'handicap/first-player': { all: ['first-player'], of: () => 'first-player' },
  'handicap/placement': { all: ['placement'], of: () => 'placement' },
  'handicap/size': { all: ['handicap'], of: () => 'handicap' },
  'handicap/free-as-moves': { all: ['placement'], of: () => 'placement' },
  'komi/unusual': { all: ['komi', 'komi-handicap'] },
  'rules/setting-differs': {
    all: ['size'],
    of: ({ field }) => (field === 'board size' ? 'size' : undefined),
  },
  'ending/white-last': { all: ['white-last'], of: () => 'white-last' },
  'ending/unequal-totals': { all: ['white-last'], of: () => 'white-last' },
  'ending/third-pass': { all: ['end'], of: () => 'end' },
  'ending/four-passes': {
    all: ['all-alive', 'end'],
    of: ({ allAlive }) => (allAlive ? 'all-alive' : 'end'),
  },
  'ending/resumed': { all: ['resumed'], of: () => 'resumed' },
  'result/winner-differs': { all: ['counting'], of: () => 'counting' },
  'result/margin-differs': { all: ['counting'], of: () => 'counting' },
  'dead/uncertain': { all: ['life'], of: () => 'life' },
};

/** A finding with the citation of its rule, where it rests on one and has none yet; without a ruleset as it is. */
export function withCitation(found: Finding, ruleset: Ruleset | undefined): Finding {
  if (ruleset === undefined || found.rule !== undefined) return found;
  const grounds = GROUNDS_OF[found.code];
  if (grounds?.of === undefined) return found;
  const groundOf = grounds.of as (args: Finding['args'], ruleset: Ruleset) => Ground | undefined;
  const ground = groundOf(found.args, ruleset);
  return ground === undefined ? found : { ...found, ...cite(ruleset, ground) };
}

/** An article of one of the rulesets that a finding's code can rest on. */
export interface CitedArticle {
  /** `Japanese 1989, article 6`. */
  readonly article: string;
  /** The rulesets whose row cites it. */
  readonly rulesets: readonly string[];
}

/** Every article that findings of a code can rest on, in the order of the rulesets; empty for findings on no rule of the game. */
export function articlesOf(code: FindingCode, rulesets: readonly Ruleset[]): readonly CitedArticle[] {
  const grounds: readonly GroundRow[] = (GROUNDS_OF[code]?.all ?? []).map((ground) => GROUNDS[ground]);
  const found = new Map<string, string[]>();
  for (const ruleset of rulesets) {
    const applying = grounds.filter(([, , applies]) => applies?.(ruleset) ?? true);
    const cited = new Set(applying.flatMap(([subject]) => ruleset.articles[subject] ?? []));
    for (const article of cited) found.set(article, [...(found.get(article) ?? []), ruleset.name]);
  }
  return [...found].map(([article, names]) => ({ article, rulesets: names }));
}
