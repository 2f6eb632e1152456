import { cited } from './cited.js';
import { UNLIMITED_HANDICAP, type Ruleset } from './ruleset.js';

/** Japanese-style rules: territory and prisoners, basic ko, no pass stones; and the beginners' first-capture game. */

const japanese: Ruleset = {
  name: 'japanese',
  title: 'Japanese rules 1989 (Nihon Ki-in, Kansai Ki-in)',
  basicKo: true,
  superko: 'none',
  repetitionByAgreement: 'no-result',
  bothLose: true,
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'loses',
  illegalMoveClaim: 'result',
  doubleMove: 'unstated',
  sizes: [19],
  scoring: 'territory',
  countings: ['territory'],
  passesToEnd: 2,
  resumption: 'opponent-of-requester',
  deadStones: 'confirmation',
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  sekiPoints: false,
  zi: false,
  komiEven: [
    { fromYear: 2003, halves: 13 },
    { fromYear: 1955, halves: 11 },
    { fromYear: 1934, halves: 9 },
    { fromYear: 0, halves: 0 },
  ],
  komiHandicap: [{ fromYear: 0, halves: 1 }],
  komiAlsoSeen: [11],
  komiHandicapAlsoSeen: [0],
  komiByFirstPass: false,
  ties: 'jigo',
  compensation: 'none',
  compensationFrom: 2,
  handicapPlacement: 'fixed',
  placementSizes: [],
  oneStoneIsPlaced: false,
  oneStoneKomi: 'either',
  handicapMax: 9,
  sources: cited({
    J1: [
      'basicKo',
      'repetitionByAgreement',
      'selfCapture',
      'illegalMove',
      'sizes',
      'scoring',
      'countings',
      'passesToEnd',
      'sekiPoints',
      'resumption',
      'deadStones',
      'bothLose',
      'illegalMoveClaim',
    ],
    J2: [
      'basicKo',
      'superko',
      'repetitionByAgreement',
      'illegalMove',
      'illegalMoveClaim',
      'sekiPoints',
      'passesToEnd',
      'resumption',
      'deadStones',
      'bothLose',
    ],
    H1: ['komiEven'],
    KG: ['compensation'],
    OG: ['compensation'],
  }),
  doubts: {
    repetitionByAgreement: 'No result needs the agreement of both players; the rules count no repetitions.',
    illegalMove:
      'Loses at the illegal move when it is found before the result is confirmed; a confirmed result never changes.',
    sizes:
      'The text speaks of 19 lines because it is for professionals; other sizes by agreement are no fault.',
    illegalMoveClaim: 'Articles 14 and 10.4: a confirmed result never changes, whatever is found later.',
    passesToEnd: 'Two passes stop the game; it ends when life and death are confirmed.',
    resumption: 'Article 9.3: the opponent of the player who asks plays first, and may pass.',
    deadStones:
      'Article 7.2: in the confirmation a ko may be retaken only after a pass for that ko, so that ko threats count for nothing.',
    bothLose:
      'Article 13: when an effective move is seen after the stop and nobody asks to resume, or when displaced stones cannot be put back.',
    sekiPoints:
      'Strictly, any living group that touches an unfilled neutral point has no territory; by custom dame are filled first.',
    komiEven:
      'Custom, not in the text. 4.5, 5.5 and 6.5 came in event by event; the years are first uses (1934, 1955) and the Nihon Ki-in decision of September 2002.',
    komiHandicap: 'Custom: 0 or 0.5, by event.',
    handicapPlacement: 'Custom, not in the text.',
  },
};

const korean: Ruleset = {
  ...japanese,
  name: 'korean',
  title: 'Korean rules (Korea Baduk Association)',
  bothLose: false,
  illegalMove: 'unstated',
  illegalMoveClaim: 'unstated',
  resumption: 'unstated',
  komiEven: [
    { fromYear: 1997, halves: 13 },
    { fromYear: 0, halves: 11 },
  ],
  komiHandicap: [{ fromYear: 0, halves: 0 }],
  komiAlsoSeen: [15],
  komiHandicapAlsoSeen: [1],
  sources: cited({
    K1: ['selfCapture', 'sizes', 'scoring', 'countings'],
    K2: ['repetitionByAgreement'],
    K3: ['basicKo', 'selfCapture', 'passesToEnd', 'deadStones'],
    K4: ['illegalMove'],
    K5: ['komiHandicap', 'handicapPlacement', 'oneStoneIsPlaced'],
    B3: ['sekiPoints', 'komiEven', 'handicapPlacement'],
    KG: ['komiEven'],
    H1: ['komiEven'],
  }),
  doubts: {
    basicKo:
      'The 1992 text lets a ko be retaken after a play elsewhere; read literally a pass would not lift the ban. Articles of the 2016 text after the sixth were not read.',
    illegalMove:
      'Since autumn 2024 caution, then a warning with two points to the opponent, then loss; which of them a board offence gets was not found. A margin may hold two points for each warning that no move shows.',
    passesToEnd:
      'No number was seen: passing is for the end of the game. Two is assumed, as in the Japanese rules.',
    sekiPoints: 'A comparison page puts it with the Japanese rules; the article was not read.',
    komiEven: '5.5 before about 1997. 7.5 occurs in newspaper games.',
    komiHandicap: 'Custom: none, so draws exist; 0.5 occurs.',
  },
};

const finland: Ruleset = {
  ...japanese,
  name: 'finland',
  title: 'Finnish Japanese-style rules',
  repetitionByAgreement: 'jigo',
  bothLose: false,
  illegalMoveClaim: 'unstated',
  resumption: 'unstated',
  komiEven: [{ fromYear: 0, halves: 13 }],
  komiHandicap: [{ fromYear: 0, halves: 0 }],
  komiAlsoSeen: [],
  komiHandicapAlsoSeen: [],
  oneStoneKomi: 'handicap',
  sources: cited({
    S3: [
      'oneStoneKomi',
      'deadStones',
      'basicKo',
      'repetitionByAgreement',
      'selfCapture',
      'illegalMove',
      'sizes',
      'scoring',
      'countings',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
      'handicapPlacement',
      'oneStoneIsPlaced',
      'handicapMax',
    ],
  }),
  doubts: {
    repetitionByAgreement: 'The players may agree that the game is undecided; RE may be 0 or Void.',
    illegalMove: 'The opponent wins; in practice the move is usually taken back.',
    passesToEnd: 'The text does not say how many passes end the game; two is assumed.',
    sekiPoints: 'Chains that have a neutral point hold no territory, so dame must be filled before counting.',
    komiEven: '6.5 is called typical.',
  },
};

const swedish: Ruleset = {
  ...japanese,
  repetitionByAgreement: 'none',
  bothLose: false,
  illegalMove: 'unstated',
  illegalMoveClaim: 'unstated',
  resumption: 'unstated',
  deadStones: 'unstated',
  sizes: [9, 13, 19],
  komiAlsoSeen: [],
  komiHandicapAlsoSeen: [],
};

const sweden: Ruleset = {
  ...swedish,
  name: 'sweden',
  title: 'Swedish Japanese-style rules (advanced game)',
  literalSuperko: 'positional',
  literalSuperkoText:
    'Det är nämligen förbjudet att spela ett drag som gör att brädet återgår till en tidigare position.',
  komiEven: [{ fromYear: 0, halves: 13 }],
  komiHandicap: [{ fromYear: 0, halves: 1 }],
  oneStoneIsPlaced: true,
  oneStoneKomi: 'handicap',
  sources: cited({
    S2: [
      'basicKo',
      'literalSuperko',
      'literalSuperkoText',
      'oneStoneKomi',
      'selfCapture',
      'sizes',
      'scoring',
      'countings',
      'passesToEnd',
      'komiEven',
      'komiHandicap',
      'handicapPlacement',
      'oneStoneIsPlaced',
      'handicapMax',
    ],
  }),
  doubts: {
    superko:
      'The text forbids a move that brings back an earlier position, which is positional superko to the letter, but presents itself as Japanese rules. The basic ko is applied; longer repetitions are reported as warnings.',
    sekiPoints: 'Points inside a seki are not mentioned; Japanese practice (none) is assumed.',
    illegalMove: 'Not stated.',
    oneStoneIsPlaced:
      'The text speaks of one to nine placed stones, one for each grade, and also of Black simply moving first with komi 0.5.',
  },
};

const firstCapture: Ruleset = {
  ...swedish,
  name: 'sweden-first-capture',
  title: 'Swedish simplified game: the first capture wins',
  basicKo: false,
  superko: 'none',
  scoring: 'first-capture',
  countings: [],
  passesToEnd: 0,
  komiEven: [],
  komiHandicap: [],
  handicapPlacement: 'either',
  handicapMax: UNLIMITED_HANDICAP,
  sources: cited({ S2: ['scoring', 'selfCapture', 'basicKo', 'passesToEnd', 'sizes'] }),
  doubts: {
    basicKo: 'A ko fight cannot arise: the first capture ends the game.',
    passesToEnd: 'Passing, komi and handicap are introduced only in the advanced game.',
    illegalMove: 'Not stated.',
  },
};

const bgaUntil2007: Ruleset = {
  ...japanese,
  name: 'bga-2007',
  title: 'British Go Association until 2007, Japanese style',
  repetitionByAgreement: 'jigo',
  bothLose: false,
  illegalMove: 'unstated',
  illegalMoveClaim: 'unstated',
  komiEven: [{ fromYear: 0, halves: 12 }],
  komiAlsoSeen: [],
  sources: cited({ B3: ['scoring', 'countings', 'komiEven', 'repetitionByAgreement'] }),
  doubts: {
    repetitionByAgreement: 'A triple ko was called a jigo.',
    illegalMove:
      "The handbook of those years was read only for komi and triple ko; the rest is the Japanese rules' own.",
    komiEven: 'The BGA changed to AGA rules in late 2007; games of that year may carry 7.5.',
  },
};

export const TERRITORY_FAMILY: readonly Ruleset[] = [
  sweden,
  firstCapture,
  finland,
  japanese,
  korean,
  bgaUntil2007,
];
