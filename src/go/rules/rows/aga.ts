import { always, type Places, PLAIN, read, type Ruleset, texts, uncited, without } from '../ruleset.js';

/** AGA rules: pass stones, White passes last, both countings give one margin. */

/** All AGA texts number the same twelve rules. */
const RULES_1_TO_6: Places = {
  'rule 1': ['sizes'],
  'rule 2': ['points', 'turns'],
  'rule 3': ['komiEven', 'komiHandicap', 'ties'],
  'rule 4': [
    'compensation',
    'compensationFrom',
    'handicapPlacement',
    'placementSizes',
    'handicapMax',
    'oneStoneIsPlaced',
    'oneStoneKomi',
  ],
  'rule 5': ['selfCapture'],
  'rule 6': ['basicKo', 'superko', 'repetitionByAgreement'],
};
const RULES_7_TO_12: Places = {
  'rule 7': ['passStones'],
  'rule 8': ['illegalMove', 'illegalMoveClaim', 'doubleMove'],
  'rule 9': ['passesToEnd', 'life', 'deadStones'],
  'rule 10': ['passesAllAlive', 'resumption'],
  'rule 11': ['whitePassesLast'],
  'rule 12': ['scoring', 'countings', 'sekiPoints'],
};
export const AGA_RULES: Places = { ...RULES_1_TO_6, ...RULES_7_TO_12 };

/** What the concise rules leave to the full text. */
const NOT_CONCISE = [
  'placementSizes',
  'handicapMax',
  'illegalMoveClaim',
  'doubleMove',
  'scoring',
  'countings',
] as const;

const SUPERKO =
  'Rule 6 speaks of the same position with the same player to move, which counts positions kept by a pass (situational). The Swedish commentary and the BGA read it as positions the player made by a play (natural). They differ only after a pass.';
const WHITE_LAST =
  'In handicap games White moves first and last; equal totals hold when placing the handicap counts as one move of Black. Practice adds no further stones.';

export const agaConcise: Ruleset = {
  ...PLAIN,
  name: 'aga',
  title: 'American Go Association (2004 and later)',
  basicKo: false,
  superko: 'situational',
  illegalMove: 'taken-back-as-pass',
  illegalMoveClaim: 'reply',
  doubleMove: 'both',
  sizes: [19, 13, 9],
  scoring: 'territory',
  countings: ['territory', 'area'],
  resumption: 'opponent-of-last-passer',
  deadStones: 'agreement',
  passesAllAlive: 4,
  passStones: true,
  whitePassesLast: true,
  sekiPoints: true,
  komiEven: [
    { fromYear: 2004, halves: 15 },
    { fromYear: 0, halves: 11 },
  ],
  komiHandicap: always(1),
  compensation: 'n-1',
  placementSizes: [19],
  oneStoneKomi: 'handicap',
  handicapMax: 9,
  ...texts(
    read('A6', 'AGA Concise Rules', without(AGA_RULES, NOT_CONCISE)),
    uncited('A3', ['superko', 'scoring', 'countings', 'komiEven', 'compensation']),
    read('S0', 'Official AGA Rules', {
      'rule 12': ['scoring'],
      'rule 8': ['illegalMoveClaim'],
      '': ['komiEven'],
    }),
    read('S4', 'Official AGA Rules', {
      'rule 4': ['placementSizes', 'handicapMax'],
      'rule 8': ['illegalMoveClaim'],
      'rule 12': ['countings'],
      '': ['passStones'],
    }),
    read('A1', 'Official AGA Rules', { 'rule 8': ['illegalMoveClaim', 'doubleMove'] }),
  ),
  doubts: {
    superko: SUPERKO,
    doubleMove:
      'The full text and the Swedish translation take back both moves; the concise rules speak of one move.',
    illegalMoveClaim:
      'The clause that an illegal move stands once it is answered is in the full text, not in the concise rules.',
    handicapPlacement:
      'The concise rules name no points; the 1991 text prescribes the traditional ones unless otherwise agreed.',
    whitePassesLast: WHITE_LAST,
    komiEven: 'The change from 5.5 to 7.5 came in 2004 or 2005; games of those years may carry either.',
    scoring:
      'Territory when nothing was agreed: said by the full text and the AGA summary, not by the concise rules.',
  },
};

const aga1991: Ruleset = {
  ...agaConcise,
  name: 'aga-1991',
  title: 'American Go Association 1991',
  komiEven: always(11),
  handicapPlacement: 'fixed',
  ...texts(
    read('S1', 'AGA 1991', without(RULES_1_TO_6, ['handicapMax'])),
    read('S4', 'AGA 1991', {
      ...without(RULES_7_TO_12, ['doubleMove']),
      'rule 4': ['handicapMax'],
      '': ['placementSizes', 'superko', 'selfCapture', 'sizes', 'komiEven', 'komiHandicap', 'compensation'],
    }),
    read('A1', 'AGA 1991', { 'rule 8': ['illegalMove', 'illegalMoveClaim', 'doubleMove'] }),
  ),
  doubts: {
    superko: SUPERKO,
    handicapPlacement:
      'The text prescribes the traditional points unless the players specify otherwise; later comparisons call the placement free, or either.',
    whitePassesLast: WHITE_LAST,
  },
};

export const SETUP_IS_MADE =
  'Nobody plays the start position; it is taken as made by the player who is not to move, so that the first ko of a setup cannot be retaken at once.';

const agaSweden: Ruleset = {
  ...agaConcise,
  name: 'aga-sweden',
  title: 'AGA rules as translated and commented in Sweden',
  superko: 'natural',
  komiEven: always(15),
  handicapPlacement: 'fixed',
  ...texts(
    read('S0', 'Swedish AGA text', AGA_RULES),
    read('', 'Swedish AGA text', {
      'rule 6 with its comments': ['superko'],
      'comment on rule 4': ['handicapPlacement', 'placementSizes'],
    }),
  ),
  doubts: {
    superko:
      'Rule 6 of this text is situational like the English one; its commentary names the natural situational reading, which is applied here.',
    startCounts: SETUP_IS_MADE,
    whitePassesLast: WHITE_LAST,
  },
};

export const AGA_FAMILY: readonly Ruleset[] = [aga1991, agaConcise, agaSweden];
