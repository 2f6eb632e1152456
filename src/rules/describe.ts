import {
  type KomiRow,
  RULE_TOPICS,
  type RuleField,
  type Ruleset,
  type RuleTopic,
  UNLIMITED_HANDICAP,
} from './ruleset.js';

/** One field of a ruleset for a reader. */
export interface FieldRow {
  readonly field: RuleField;
  readonly label: string;
  /** Formatted; '-' where the rules say nothing. */
  readonly value: string;
  /** Where its text has it, '' where no article is known. */
  readonly article: string;
  /** Keys of the texts it was read from; empty: an assumption or custom, see `doubt`. */
  readonly sources: readonly string[];
  /** Open question about the field, '' when there is none. */
  readonly doubt: string;
}

/** One field of two rulesets side by side. */
export interface FieldPair {
  readonly field: RuleField;
  readonly label: string;
  readonly values: readonly [string, string];
  readonly differs: boolean;
}

interface Column {
  readonly label: string;
  readonly format: (ruleset: Ruleset) => string;
}

const NOT_STATED = '-';

const COLUMNS: { readonly [F in RuleField]: Column } = {
  basicKo: { label: 'basic ko', format: (r) => yesNo(r.basicKo) },
  superko: { label: 'superko', format: (r) => r.superko },
  literalSuperko: { label: 'superko to the letter', format: (r) => r.literalSuperko ?? r.superko },
  literalSuperkoText: { label: 'its sentence', format: (r) => r.literalSuperkoText ?? NOT_STATED },
  repetitionByAgreement: {
    label: 'repetition may become',
    format: (r) => REPETITION[r.repetitionByAgreement],
  },
  bothLose: { label: 'both can lose', format: (r) => yesNo(r.bothLose) },
  startCounts: { label: 'start position counts', format: (r) => yesNo(r.startCounts) },
  selfCapture: { label: 'self-capture', format: (r) => SELF_CAPTURE[r.selfCapture] },
  illegalMove: { label: 'illegal move', format: (r) => ILLEGAL[r.illegalMove] },
  illegalMoveClaim: { label: 'can be claimed until', format: (r) => CLAIM[r.illegalMoveClaim] },
  doubleMove: { label: 'of two moves in a row', format: (r) => DOUBLE[r.doubleMove] },
  sizes: { label: 'board sizes', format: (r) => (r.sizes.length > 0 ? r.sizes.join(', ') : 'any') },
  scoring: { label: 'scoring', format: (r) => r.scoring },
  countings: { label: 'countings', format: (r) => r.countings.join(', ') || NOT_STATED },
  passesToEnd: {
    label: 'passes to end',
    format: (r) => (r.passesToEnd > 0 ? String(r.passesToEnd) : NOT_STATED),
  },
  resumption: { label: 'resumed by', format: (r) => RESUMPTION[r.resumption] },
  deadStones: { label: 'dead stones come off', format: (r) => DEAD[r.deadStones] },
  passesAllAlive: {
    label: 'passes, all alive',
    format: (r) => (r.passesAllAlive > 0 ? String(r.passesAllAlive) : NOT_STATED),
  },
  secondStopAllAlive: {
    label: 'all alive at second stop',
    format: (r) => yesNo(r.secondStopAllAlive ?? false),
  },
  passStones: { label: 'pass stones', format: (r) => yesNo(r.passStones) },
  whitePassesLast: { label: 'White passes last', format: (r) => yesNo(r.whitePassesLast) },
  sekiPoints: { label: 'points in seki count', format: (r) => yesNo(r.sekiPoints) },
  zi: { label: 'written in zi too', format: (r) => yesNo(r.zi) },
  komiEven: { label: 'komi', format: (r) => komiRows(r.komiEven) },
  komiHandicap: { label: 'komi with handicap', format: (r) => komiRows(r.komiHandicap) },
  komiAlsoSeen: { label: 'komi also seen', format: (r) => points(r.komiAlsoSeen) },
  komiHandicapAlsoSeen: { label: 'also with handicap', format: (r) => points(r.komiHandicapAlsoSeen ?? []) },
  komiByFirstPass: { label: 'komi by first pass', format: (r) => yesNo(r.komiByFirstPass) },
  ties: { label: 'ties', format: (r) => tie(r.ties) },
  tiesHandicap: { label: 'ties with handicap', format: (r) => tie(r.tiesHandicap ?? r.ties) },
  compensation: { label: 'handicap compensation', format: compensation },
  compensationFrom: { label: 'compensation from', format: compensationFrom },
  handicapPlacement: { label: 'handicap placement', format: (r) => r.handicapPlacement },
  placementSizes: {
    label: 'points named for',
    format: (r) => (r.placementSizes.length > 0 ? r.placementSizes.join(', ') : 'any size'),
  },
  oneStoneIsPlaced: { label: 'one stone is placed', format: (r) => yesNo(r.oneStoneIsPlaced) },
  oneStoneKomi: {
    label: 'komi with one stone',
    format: (r) => (r.oneStoneKomi === 'handicap' ? 'as with handicap' : NOT_STATED),
  },
  handicapMax: {
    label: 'most handicap stones',
    format: (r) => (r.handicapMax >= UNLIMITED_HANDICAP ? NOT_STATED : String(r.handicapMax)),
  },
  predecessor: {
    label: 'earlier rules',
    format: ({ predecessor }) =>
      predecessor ? `before ${String(predecessor.beforeYear)} ${predecessor.name}` : NOT_STATED,
  },
};

const ILLEGAL = {
  'taken-back-as-pass': 'taken back, counts as a pass',
  refused: 'refused by the server',
  loses: 'loses the game',
  unstated: NOT_STATED,
} as const;
const CLAIM = {
  reply: 'the opponent moves',
  result: 'the result is confirmed',
  unstated: NOT_STATED,
} as const;
const DOUBLE = { both: 'both are taken back', second: 'the second is void', unstated: NOT_STATED } as const;
const REPETITION = {
  'no-result': 'no result by agreement',
  jigo: 'a draw by agreement',
  referee: "the referee's decision",
  none: NOT_STATED,
} as const;
const RESUMPTION = {
  'opponent-of-last-passer': 'opponent of last passer',
  'opponent-of-requester': 'opponent of who asks',
  'by-agreement': 'agreement',
  never: 'nobody',
  unstated: NOT_STATED,
} as const;
const DEAD = {
  agreement: 'by agreement',
  confirmation: 'by confirmation, no threats',
  'playing-out': 'by play only',
  stay: 'never',
  unstated: NOT_STATED,
} as const;
const SELF_CAPTURE = { forbidden: 'forbidden', multi: 'two stones or more', allowed: 'allowed' } as const;

/** Every field in the order in which it is shown. */
export const RULE_FIELDS = Object.keys(COLUMNS) as RuleField[];

/** Fields of one ruleset with labels, formatted values, sources and doubts. */
export function describeRuleset(ruleset: Ruleset): FieldRow[] {
  return RULE_FIELDS.map((field) => ({
    field,
    label: COLUMNS[field].label,
    value: COLUMNS[field].format(ruleset),
    article: ruleset.articles[field] ?? '',
    sources: ruleset.sources[field] ?? [],
    doubt: ruleset.doubts[field] ?? '',
  }));
}

/** Where a text has what every ruleset says alike. */
export interface TopicRow {
  readonly topic: RuleTopic;
  readonly label: string;
  readonly article: string;
  readonly sources: readonly string[];
}

const TOPICS: Readonly<Record<RuleTopic, string>> = {
  points: 'where stones are played',
  turns: 'whose turn it is',
  life: 'life and death',
};

/** Articles and sources of the topics that are no fields. */
export function describeTopics({ articles, sources }: Ruleset): TopicRow[] {
  return RULE_TOPICS.map((topic) => ({
    topic,
    label: TOPICS[topic],
    article: articles[topic] ?? '',
    sources: sources[topic] ?? [],
  }));
}

/** Two rulesets field by field; `differs` compares what a reader sees. */
export function compareRulesets(one: Ruleset, other: Ruleset): FieldPair[] {
  return RULE_FIELDS.map((field) => {
    const { label, format } = COLUMNS[field];
    const values = [format(one), format(other)] as const;
    return { field, label, values, differs: values[0] !== values[1] };
  });
}

function tie(ties: Ruleset['ties']): string {
  return ties === 'jigo' ? 'jigo' : `${ties} wins`;
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function points(halves: readonly number[]): string {
  return halves.length > 0 ? halves.map((half) => String(half / 2)).join(', ') : NOT_STATED;
}

/** `7.5; before 2004 5.5`. */
function komiRows(rows: readonly KomiRow[]): string {
  if (rows.length === 0) return NOT_STATED;
  return rows
    .map((row, i) =>
      i === 0 ? points([row.halves]) : `before ${String(rows[i - 1]!.fromYear)} ${points([row.halves])}`,
    )
    .join('; ');
}

function compensation(ruleset: Ruleset): string {
  return { none: 'none', 'n-1': 'N-1 points under area', n: 'N points under area' }[ruleset.compensation];
}

function compensationFrom(ruleset: Ruleset): string {
  if (ruleset.compensation === 'none') return NOT_STATED;
  return ruleset.compensationFrom === 1 ? '1 stone' : `${String(ruleset.compensationFrom)} stones`;
}
