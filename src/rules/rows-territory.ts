import { cited } from './cited.js';
import { UNLIMITED_HANDICAP, type Ruleset } from './ruleset.js';

/** Japanese-style rules: territory and prisoners, basic ko, no pass stones; and the beginners' first-capture game. */

const japanese: Ruleset = {
  name: 'japanese',
  title: 'Japanese rules 1989 (Nihon Ki-in, Kansai Ki-in)',
  basicKo: true,
  superko: 'none',
  repetitionByAgreement: 'no-result',
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'loses',
  standsOnceAnswered: false,
  sizes: [19],
  scoring: 'territory',
  countings: ['territory'],
  passesToEnd: 2,
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  sekiPoints: false,
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
  oneStoneIsPlaced: false,
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
    ],
    J2: ['basicKo', 'superko', 'repetitionByAgreement', 'illegalMove', 'sekiPoints', 'passesToEnd'],
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
    passesToEnd: 'Two passes stop the game; it ends when life and death are confirmed.',
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
  illegalMove: 'unstated',
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
    K3: ['basicKo', 'selfCapture', 'passesToEnd'],
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
  komiEven: [{ fromYear: 0, halves: 13 }],
  komiHandicap: [{ fromYear: 0, halves: 0 }],
  komiAlsoSeen: [],
  komiHandicapAlsoSeen: [],
  sources: cited({
    S3: [
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

const sweden: Ruleset = {
  ...japanese,
  name: 'sweden',
  title: 'Swedish Japanese-style rules (advanced game)',
  literalSuperko: 'positional',
  repetitionByAgreement: 'none',
  illegalMove: 'unstated',
  sizes: [9, 13, 19],
  komiEven: [{ fromYear: 0, halves: 13 }],
  komiHandicap: [{ fromYear: 0, halves: 1 }],
  komiAlsoSeen: [],
  komiHandicapAlsoSeen: [],
  oneStoneIsPlaced: true,
  sources: cited({
    S2: [
      'basicKo',
      'literalSuperko',
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
  ...sweden,
  name: 'sweden-first-capture',
  title: 'Swedish simplified game: the first capture wins',
  basicKo: false,
  superko: 'none',
  literalSuperko: 'none',
  scoring: 'first-capture',
  countings: [],
  passesToEnd: 0,
  komiEven: [],
  komiHandicap: [],
  handicapPlacement: 'either',
  oneStoneIsPlaced: false,
  handicapMax: UNLIMITED_HANDICAP,
  sources: cited({ S2: ['scoring', 'selfCapture', 'basicKo', 'passesToEnd', 'sizes'] }),
  doubts: {
    basicKo: 'A ko fight cannot arise: the first capture ends the game.',
    passesToEnd: 'Passing, komi and handicap are introduced only in the advanced game.',
    illegalMove: 'Not stated.',
  },
};

export const TERRITORY_FAMILY: readonly Ruleset[] = [sweden, firstCapture, finland, japanese, korean];
