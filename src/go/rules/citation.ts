import type { FindingArgs, FindingCode, Finding } from '../../core/findings/finding.js';
import { perObject } from '../../core/key-index.js';
import type { Ruleset, RuleSubject, RuleField } from './ruleset.js';
import TEXTS from './sources.json' with { type: 'json' };

/** The rule that a finding rests on: the columns `rule` and `rule_source` of findings.csv. */
export interface Citation {
  /** `Japanese 1989, article 6: basic ko`; the ruleset's name where no article is known, `common` where no ruleset is. */
  readonly rule: string;
  /** The text that the article was read from; absent where none is known. */
  readonly ruleSource?: string;
}

type GroundRow = readonly [RuleSubject, string, applies?: (ruleset: Ruleset) => boolean];

/** Everything that a finding can rest on: its subject in the rules, its text, and which rulesets have it (default: all). */
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
  allowed: ['repetitionByAgreement', 'repetition allowed'],
  won: ['scoring', 'the first capture wins', (r) => r.scoring === 'first-capture'],
  end: ['passesToEnd', 'end of the game'],
  'all-alive': ['passesAllAlive', 'every stone stays', (r) => r.passesAllAlive > 0],
  resumed: ['resumption', 'play resumed'],
  'who-resumes': ['resumption', 'who resumes play'],
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
} as const;

/** What follows the article in a citation. */
type GroundName = (typeof GROUNDS)[Ground][1] | (typeof SELF_CAPTURE)[keyof typeof SELF_CAPTURE];

const COMMON = 'common';
/** Stands for the rules that all rulesets share. */
const NO_RULESET = {};
const citationsOf = perObject<object, Map<Ground, Citation>>(() => new Map());

/** The citation of a ground from the ruleset's row; without a ruleset, of the rule that all rulesets share. */
export function cite(ruleset: Ruleset | undefined, ground: Ground): Citation {
  const citations = citationsOf(ruleset ?? NO_RULESET);
  const citation = citations.get(ground) ?? citationOf(ruleset, ground);
  citations.set(ground, citation);
  return citation;
}

/** What a text with superko says of a ko, if it has no rule for that alone, and of a repetition that it allows. */
function groundUnder(ruleset: Ruleset | undefined, ground: Ground): Ground {
  const isOfSuperko = ground === 'allowed' || (ground === 'ko' && ruleset?.basicKo === false);
  if (!isOfSuperko || !ruleset || ruleset.superko === 'none') return ground;
  return ruleset.superko === 'fighting-disturbing' ? 'ko-fight' : ruleset.superko;
}

function citationOf(ruleset: Ruleset | undefined, given: Ground): Citation {
  const ground = groundUnder(ruleset, given);
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
    /** Whether such a finding can rest on a ground under a ruleset (default: always). */
    readonly arises?: (ruleset: Ruleset, ground: Ground) => boolean;
    /** The ground of one finding, where the code that reports it does not cite one. */
    readonly of?: (args: FindingArgs[C], ruleset: Ruleset) => Ground | undefined;
  };
};

/** The grounds of findings that rest on a rule of the game. Findings on single moves are cited where they are reported. */
const GROUNDS_OF: GroundsOf = {
  'move/off-board': { all: ['off-board'] },
  'move/occupied': { all: ['occupied'] },
  'move/self-capture': { all: ['self-capture'] },
  'move/ko': { all: ['ko'], arises: ({ scoring }) => scoring !== 'first-capture' },
  'move/superko-positional': { all: ['positional'] },
  'move/superko-situational': { all: ['situational'] },
  'move/superko-natural': { all: ['natural'] },
  'move/repetition': { all: ['allowed'], arises: ({ superko }) => superko !== 'positional' },
  'move/ko-undecided': { all: ['ko-fight'] },
  'move/out-of-turn': {
    all: ['out-of-turn', 'who-resumes'],
    arises: ({ resumption }, ground) => ground === 'out-of-turn' || resumption === 'opponent-of-last-passer',
    of: () => 'out-of-turn',
  },
  'move/after-end': {
    all: ['end', 'all-alive', 'won'],
    arises: ({ resumption, ...ruleset }, ground) =>
      ground === endOf(ruleset) && (ground !== 'end' || resumption === 'never'),
    of: (_, ruleset) => endOf(ruleset),
  },
  'handicap/first-player': { all: ['first-player'], of: () => 'first-player' },
  'handicap/placement': {
    all: ['placement'],
    arises: ({ handicapPlacement }) => handicapPlacement === 'fixed',
    of: () => 'placement',
  },
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
    arises: (ruleset, ground) =>
      ground === endOf(ruleset) && ruleset.passesToEnd > 0 && ruleset.passesToEnd < 4,
    of: ({ allAlive }) => (allAlive ? 'all-alive' : 'end'),
  },
  'ending/resumed': { all: ['resumed'], of: () => 'resumed' },
  'result/winner-differs': { all: ['counting'], of: () => 'counting' },
  'result/margin-differs': { all: ['counting'], of: () => 'counting' },
  'dead/uncertain': { all: ['life'], of: () => 'life' },
};

/** What ends a game for good. */
function endOf({ scoring, passesAllAlive }: Pick<Ruleset, 'scoring' | 'passesAllAlive'>): Ground {
  return scoring === 'first-capture' ? 'won' : passesAllAlive > 0 ? 'all-alive' : 'end';
}

/** Adds the citation of its rule to a finding that rests on one and has none yet; without a ruleset, returns it unchanged. */
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

/** Every article that findings of a code can rest on, in ruleset order; empty for findings that rest on no rule of the game. */
export function articlesOf(code: FindingCode, rulesets: readonly Ruleset[]): readonly CitedArticle[] {
  const { all = [], arises } = GROUNDS_OF[code] ?? {};
  const found = new Map<string, string[]>();
  for (const ruleset of rulesets) {
    const possible = all.filter((ground) => arises?.(ruleset, ground) ?? true);
    const grounds: readonly GroundRow[] = possible.map((ground) => GROUNDS[groundUnder(ruleset, ground)]);
    const applying = grounds.filter(([, , applies]) => applies?.(ruleset) ?? true);
    const cited = new Set(applying.flatMap(([subject]) => ruleset.articles[subject] ?? []));
    for (const article of cited) found.set(article, [...(found.get(article) ?? []), ruleset.name]);
  }
  return [...found].map(([article, names]) => ({ article, rulesets: names }));
}

/** The texts that the source keys of the rulesets' fields mean, with their addresses if known. */
export const SOURCE_TEXTS: Readonly<Record<string, string>> = TEXTS;

const POSITION = 'A play may not restore a position of the whole board that has been there before';

/** What the rules say, in our words, by the name in citations. Each text holds for every ruleset that has the rule. */
const WORDS: Readonly<Record<GroundName, string>> = {
  'stones are played on the board': 'Stones are played on the points of the board.',
  'stones are played on empty points': 'Stones are played on empty points.',
  'players alternate': 'The players take turns.',
  'who plays first': 'Black plays first; after handicap stones have been placed, White does.',
  'self-capture': 'A play must not leave stones of the same color without a liberty.',
  'self-capture forbidden':
    'A play must not leave stones of the same color without a liberty once captured stones have been removed.',
  'self-capture of one stone forbidden':
    'A play must not leave its own stone alone and without a liberty once captured stones have been removed; two stones or more may be given up.',
  'self-capture allowed': 'A play may leave stones of the same color without a liberty; they are removed.',
  'basic ko': 'Whoever has just lost a single stone in a ko may not take back at once.',
  'positional superko': `${POSITION}, whoever is to move.`,
  'situational superko': `${POSITION} with the same player to move.`,
  'situational superko (natural situational superko allows it)': `${POSITION} with the same player to move. Read as natural situational superko, this counts only positions that the player has made by a play.`,
  'natural situational superko': `${POSITION} if the same player made it by a play.`,
  'fighting or disturbing ko':
    'What a repetition means depends on what the ko decides; whoever only disturbs must give way.',
  'repetition allowed': 'A play that restores a position of the whole board is not illegal.',
  'the first capture wins': 'Whoever captures first has won.',
  'end of the game': 'Play stops when the players pass one after the other, or agree that it is over.',
  'every stone stays': 'When play has stopped by passes once more, every stone on the board is alive.',
  'play resumed': 'Play that was stopped by passes may go on, if the players do not agree on the position.',
  'who resumes play':
    'Play that was stopped by passes is resumed by the opponent of the player who passed last.',
  'White moves last': 'White moves last, if need be with one more pass.',
  'size of the board': 'The board has one of the sizes that the rules name.',
  'handicap stones': 'The rules speak of handicaps of so many stones and no more.',
  'points of the handicap stones': 'Handicap stones stand on the points that the rules name.',
  komi: 'White receives komi in an even game.',
  'komi with handicap': 'Games with a handicap have a komi of their own, or none.',
  'life and death': 'Which stones are dead is settled before the count, as the rules say.',
  counting: 'The player with more points wins, komi included.',
};

/** The article of a citation, without the name of the rule; words for it where no ruleset is known. */
export function articleOf(citation: string): string {
  const article = citation.slice(0, citation.lastIndexOf(': '));
  return article === COMMON ? 'what all rules share' : article;
}

/** A citation for readers. */
export function citationText(citation: string): string {
  return citation.startsWith(`${COMMON}: `) ? articleOf(citation) + citation.slice(COMMON.length) : citation;
}

/** What a citation such as `Japanese 1989, article 6: basic ko` says, in our words; `undefined` if it cites no rule of the game. */
export function ruleWords(citation: string): string | undefined {
  const name = citation.slice(citation.indexOf(': ') + 2);
  return Object.hasOwn(WORDS, name) ? WORDS[name as GroundName] : undefined;
}

/**
 * What a text makes of an illegal move, with the field that states it. `taken-back`: off the board, and a pass; `both-back`: both
 * stones of a double move, as one pass; `second-void`: only the second of them, with a warning; `stands`: the opponent
 * moves without objecting; `restored`: after that, both agree to go back.
 */
const CONSEQUENCES = {
  'taken-back': 'illegalMove',
  'both-back': 'doubleMove',
  'second-void': 'doubleMove',
  stands: 'illegalMoveClaim',
  restored: 'illegalMoveClaim',
  loses: 'illegalMove',
} as const satisfies Readonly<Record<string, RuleField>>;
export type ConsequenceName = keyof typeof CONSEQUENCES;

export interface Consequence {
  readonly name: ConsequenceName;
  readonly field: RuleField;
  /** `Japanese 1989, article 14`; the text that says it where no article is known; '' where neither is. */
  readonly article: string;
}

/**
 * What the rules prescribe for a move with a finding. Empty: it is illegal, and the text does not say what follows. `undefined`:
 * it is no offence, the record is at fault, or a server takes no such move.
 */
export function consequencesOf(
  { code, move = 0, disposition, decided }: Finding,
  ruleset: Ruleset | undefined,
): readonly Consequence[] | undefined {
  const isOpen = disposition !== undefined && disposition !== 'doubtful' && disposition !== 'decided';
  if (!isOpen || (decided !== undefined && disposition === 'accepted') || code === 'move/off-board')
    return undefined;
  if (ruleset?.illegalMove === 'refused') return undefined;
  const isDouble = code === 'move/out-of-turn' && move > 1;
  return namesOf(ruleset, disposition === 'accepted', isDouble).map((name) => {
    const field = CONSEQUENCES[name];
    const source = ruleset?.sources[field]?.[0] ?? '';
    return { name, field, article: ruleset?.articles[field] ?? SOURCE_TEXTS[source] ?? '' };
  });
}

/** `isAnswered`: by the opponent, which settles it under some rules. */
function namesOf(
  ruleset: Ruleset | undefined,
  isAnswered: boolean,
  isDouble: boolean,
): readonly ConsequenceName[] {
  const isByReply = ruleset?.illegalMoveClaim === 'reply';
  if (isByReply && isAnswered) return ['stands', 'restored'];
  const unclaimed: readonly ConsequenceName[] = isByReply ? ['stands'] : [];
  if (isDouble && ruleset?.doubleMove === 'both') return ['both-back', ...unclaimed];
  if (isDouble && ruleset?.doubleMove === 'second') return ['second-void', ...unclaimed];
  if (ruleset?.illegalMove === 'taken-back-as-pass') return ['taken-back', ...unclaimed];
  return ruleset?.illegalMove === 'loses' ? ['loses'] : [];
}
