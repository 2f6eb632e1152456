import type { FindingArgs, FindingCode, Finding } from '../../core/findings/finding.js';
import { perObject } from '../../core/key-index.js';
import type { Ruleset, RuleSubject, RuleField } from './ruleset.js';

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

const AGA_1991 =
  'Official AGA Rules of Go, 1991 (American Go Association, usgo.org/resources/downloads/completerules.pdf)';

/** The texts that the source keys of the rulesets' fields mean, with their addresses if known. */
export const SOURCE_TEXTS: Readonly<Record<string, string>> = {
  S0: 'AGA rules of 1991/2004 in Swedish with comments by B. Weidemyr (goforbundet.se, 2011)',
  S1: `${AGA_1991}; rules 1 to 6 were read in a copy`,
  S2: 'Swedish rules for beginners and advanced players, Japanese style',
  S3: 'Finnish rules, Japanese style (wiki page of 2007)',
  S4: 'Official AGA Rules of Go, 1991, complete (Polish by W. Grygo)',
  A1: `${AGA_1991}; rules 8 and 9 were read in a copy`,
  A2: 'AGA commentary: why both countings agree (cs.cmu.edu/~wjh/go/rules)',
  A3: "Summary of the AGA's current rules (gocongress.org/tournaments/overview)",
  A4: 'On the third pass stone, T. Benson (usgo.org, 2024)',
  A5: 'AGA Concise Rules as quoted in rec.games.go',
  A6: 'AGA Concise Rules (American Go Association, conciserules.pdf, usgo-archive.org)',
  A7: 'AGA page on rated games (agagd)',
  B1: 'BGA interpretation of the AGA rules (britgo.org/rules/bgainterpretation)',
  B2: 'BGA summary of the AGA rules (britgo.org/rules/agasummary)',
  B3: 'BGA comparison of rules (britgo.org/rules/compare)',
  B4: 'Programs that read records of Fox (katrain, goban, lizzieyzy-next)',
  J1: 'Japanese rules 1989, English by J. Davies (cs.cmu.edu/~wjh/go/rules/Japanese.html)',
  J2: 'Japanese rules 1989 with official commentary (nihonkiin.or.jp/match/kiyaku)',
  J3: 'Official examples of life and death (nihonkiin.or.jp)',
  J4: 'World Amateur Go Championship rules 1979, opening, which say what they take from the Nihon Ki-in rules of 1949 (go.org.ar)',
  J5: 'T. Ikeda, On the rules of Go, on the Japanese rules of 1949 (gobase.org, harryfearnley.com)',
  J6: 'Informal summary of the WAGC rules (home.snafu.de/jasiek)',
  K1: 'Korean rules 2016, articles 1 to 6 (KBA; home.snafu.de/jasiek/k2016.html)',
  K2: 'Korean rules at Sensei’s Library (senseis.xmp.net/?KoreanRules)',
  K3: 'Hankuk Kiwon rules of 1992 and 2009 (dooole.tistory.com/44, dooole.tistory.com/623)',
  K4: 'Reports on the KBA revision of 2024',
  K5: 'Korean handicap custom',
  L1: 'Lasker-Maas rules, first draft of March 1995, opening (rec.games.go; cs.cmu.edu/~wjh/go/rules)',
  L2: 'Lasker-Maas rules at Sensei’s Library and in a summary of them',
  C1: 'Chinese rules at Sensei’s Library (senseis.xmp.net/?ChineseRules)',
  C2: 'Chinese rules 2002, articles 6 and 20 in translation (senseis.xmp.net/?topic=541)',
  C3: 'Chinese rules 1988 (cs.cmu.edu/~wjh/go/rules/Chinese.html)',
  C4: 'Chinese rules 2002, articles 1 to 9, earlier wording (github.com/124327288/netgames)',
  C5: 'Chinese rules 2002, articles 1 to 7, later wording (m.pc333.cn)',
  C6: 'On the intended reading of Chinese superko (Sensei’s Library, lifein19x19)',
  C7: 'Chinese rules 2002, article 17',
  N1: 'New Zealand rules (senseis.xmp.net/?NewZealandRules)',
  N2: 'New Zealand Rules of Go (go.org.nz)',
  T1: 'Tromp-Taylor rules (senseis.xmp.net/?TrompTaylorRules)',
  I1: 'Ing SST rules 1991 (cs.cmu.edu/~wjh/go/rules/SST.html)',
  I2: "Ing's Goe rules 1996",
  I3: 'Ing simplified ko rules as cited by OGS',
  I4: "Ko rule of Ing's Goe rules 1996, translated by S. Yuan (Sensei’s Library)",
  I5: 'Ing counting (Sensei’s Library)',
  F1: 'French rule, quick count (FFG)',
  F2: 'French rule, forum discussion of its superko',
  F3: 'French rule, secondary text',
  F4: 'The French rule, complete (Fédération Française de Go, jeudego.org)',
  W1: 'Rules of the World Mind Sports Games 2008 (ranka.intergofed.org/?p=83)',
  W2: 'Draft of the WMSG rules (home.snafu.de/jasiek/wmsgr.html)',
  W3: 'Discussion of the WMSG rules in the endgame (2008)',
  E1: 'EGF general tournament rules (eurogofed.org/egf/tourrules.htm)',
  E2: 'European Go Database, file format',
  E3: 'Simplified Ing rules (home.snafu.de/~jasiek/siming.html)',
  E4: 'Verbal Japanese rules: status assessment, 2010 (home.snafu.de/jasiek)',
  G1: 'KGS help on rulesets (gokgs.com/help/ruelsets.html)',
  G2: 'cgoban 1, source',
  G3: 'IGS and Dragon Go Server help pages',
  G4: 'KGS help on rulesets, remarks of its German translation (gokgs.com)',
  G5: 'OGS forum on its AGA rules (forums.online-go.com 16633)',
  G6: 'Basic comparison of rule sets, 1997 and 2013 (home.snafu.de/jasiek)',
  G7: 'Pandanet Cup, rules of the preliminaries of 2000 and 2004 (pandanet.co.jp)',
  G8: 'OGS forum on triple ko on Fox (forums.online-go.com 45200)',
  H1: 'Dates of komi changes (Nihon Ki-in, Sensei’s Library)',
  KG: 'KataGo, source and documentation of its rules (github.com/lightvector/KataGo)',
  OG: 'OGS engine, source (github.com/online-go/goban)',
  X1: 'SGF FF[4] specification (red-bean.com/sgf)',
  M: 'general knowledge, not checked against a text',
};

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
  if (!isOpen || decided !== undefined || code === 'move/off-board') return undefined;
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
