import { cited } from './cited.js';
import type { Ruleset } from './ruleset.js';

/** AGA rules and the texts derived from them: pass stones, White passes last, both countings give one margin. */

const agaConcise: Ruleset = {
  name: 'aga',
  title: 'American Go Association (2004 and later)',
  basicKo: false,
  superko: 'situational',
  repetitionByAgreement: 'none',
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'taken-back-as-pass',
  standsOnceAnswered: true,
  sizes: [19, 13, 9],
  scoring: 'territory',
  countings: ['territory', 'area'],
  passesToEnd: 2,
  passesAllAlive: 4,
  passStones: true,
  whitePassesLast: true,
  sekiPoints: true,
  komiEven: [
    { fromYear: 2004, halves: 15 },
    { fromYear: 0, halves: 11 },
  ],
  komiHandicap: [{ fromYear: 0, halves: 1 }],
  komiAlsoSeen: [],
  komiByFirstPass: false,
  ties: 'jigo',
  compensation: 'n-1',
  compensationFrom: 2,
  handicapPlacement: 'either',
  oneStoneIsPlaced: false,
  handicapMax: 9,
  sources: cited({
    A6: [
      'superko',
      'selfCapture',
      'illegalMove',
      'sizes',
      'passesToEnd',
      'passesAllAlive',
      'passStones',
      'whitePassesLast',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
      'compensation',
      'oneStoneIsPlaced',
    ],
    A3: ['superko', 'scoring', 'countings', 'komiEven', 'compensation'],
    S0: ['scoring', 'komiEven', 'standsOnceAnswered'],
    S4: ['passStones', 'standsOnceAnswered', 'handicapMax'],
    A1: ['standsOnceAnswered'],
  }),
  doubts: {
    superko:
      'Rule 6 speaks of the same position with the same player to move, which counts positions kept by a pass (situational). The Swedish commentary and the BGA read it as positions the player made by a play (natural). They differ only after a pass.',
    standsOnceAnswered:
      'The clause that an illegal move stands once it is answered is in the full text, not in the concise rules.',
    handicapPlacement:
      'The concise rules name no points; the 1991 text prescribes the traditional ones unless otherwise agreed.',
    whitePassesLast:
      'In handicap games White moves first and last; equal totals hold when placing the handicap counts as one move of Black. Practice adds no further stones.',
    komiEven: 'The change from 5.5 to 7.5 came in 2004 or 2005; games of those years may carry either.',
    scoring:
      'Territory when nothing was agreed: said by the full text and the AGA summary, not by the concise rules.',
  },
};

const aga1991: Ruleset = {
  ...agaConcise,
  name: 'aga-1991',
  title: 'American Go Association 1991',
  komiEven: [{ fromYear: 0, halves: 11 }],
  handicapPlacement: 'fixed',
  sources: cited({
    S1: [
      'superko',
      'selfCapture',
      'sizes',
      'komiEven',
      'komiHandicap',
      'compensation',
      'handicapPlacement',
      'oneStoneIsPlaced',
    ],
    S4: [
      'superko',
      'selfCapture',
      'illegalMove',
      'standsOnceAnswered',
      'sizes',
      'scoring',
      'countings',
      'passesToEnd',
      'passesAllAlive',
      'passStones',
      'whitePassesLast',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
      'compensation',
      'handicapMax',
    ],
    A1: ['illegalMove', 'standsOnceAnswered'],
  }),
  doubts: {
    superko: agaConcise.doubts['superko']!,
    handicapPlacement:
      'The text prescribes the traditional points unless the players specify otherwise; later comparisons call the placement free, or either.',
    whitePassesLast: agaConcise.doubts['whitePassesLast']!,
  },
};

const agaSweden: Ruleset = {
  ...agaConcise,
  name: 'aga-sweden',
  title: 'AGA rules as translated and commented in Sweden',
  superko: 'natural',
  komiEven: [{ fromYear: 0, halves: 15 }],
  komiAlsoSeen: [],
  handicapPlacement: 'fixed',
  sources: cited({
    S0: [
      'superko',
      'selfCapture',
      'illegalMove',
      'standsOnceAnswered',
      'sizes',
      'scoring',
      'countings',
      'passesToEnd',
      'passesAllAlive',
      'passStones',
      'whitePassesLast',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
      'compensation',
      'handicapPlacement',
      'oneStoneIsPlaced',
      'handicapMax',
    ],
  }),
  doubts: {
    superko:
      'Rule 6 of this text is situational like the English one; its commentary names the natural situational reading, which is applied here.',
    startCounts:
      'Nobody plays the start position; it is taken as made by the player who is not to move, so that the first ko of a setup cannot be retaken at once.',
    whitePassesLast: agaConcise.doubts['whitePassesLast']!,
  },
};

const bga: Ruleset = {
  ...agaConcise,
  name: 'bga',
  title: 'British Go Association',
  basicKo: true,
  superko: 'natural',
  sizes: [19],
  komiEven: [
    { fromYear: 2008, halves: 15 },
    { fromYear: 0, halves: 12 },
  ],
  sources: cited({
    B1: ['superko', 'sizes', 'komiEven', 'komiHandicap', 'handicapPlacement'],
    B2: [
      'superko',
      'illegalMove',
      'standsOnceAnswered',
      'passesToEnd',
      'passesAllAlive',
      'passStones',
      'whitePassesLast',
      'sekiPoints',
    ],
    B3: ['illegalMove', 'komiEven'],
    KG: ['compensation'],
  }),
  doubts: {
    basicKo:
      'The BGA text read here has only the natural rule; the basic ko beside it is reported by a comparison page. The rules PDF could not be read.',
    startCounts: agaSweden.doubts['startCounts']!,
    illegalMove: 'Deliberate illegal play may forfeit the game.',
    standsOnceAnswered: 'A later discovery is undone only by mutual consent.',
    komiEven:
      'Until late 2007 the BGA played Japanese rules with komi 6 and called a triple ko a jigo; older games follow those, whatever this row says of ko.',
    compensation: 'Taken from the AGA rules and from KataGo, which groups the BGA with them.',
    handicapPlacement: 'As the AGA; an event may vary it.',
  },
};

const french: Ruleset = {
  ...agaConcise,
  name: 'french',
  title: 'Fédération Française de Go',
  superko: 'natural',
  startCounts: false,
  illegalMove: 'unstated',
  standsOnceAnswered: false,
  sizes: [],
  scoring: 'area',
  countings: ['area', 'territory'],
  komiEven: [{ fromYear: 0, halves: 15 }],
  komiAlsoSeen: [11],
  handicapPlacement: 'free',
  sources: cited({
    F4: [
      'superko',
      'startCounts',
      'selfCapture',
      'scoring',
      'passesToEnd',
      'passesAllAlive',
      'passStones',
      'whitePassesLast',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
      'compensation',
      'handicapPlacement',
    ],
    F2: ['superko', 'basicKo', 'komiAlsoSeen'],
    F1: ['countings', 'passStones', 'whitePassesLast', 'komiEven', 'komiHandicap'],
    F3: ['sekiPoints'],
    KG: ['compensation'],
  }),
  doubts: {
    superko:
      'The rule text is natural situational and has no basic ko; a comparison page and KataGo list it as situational.',
    passStones:
      'A counting device: pass stones let the area be counted by territory. The margin is the area margin.',
    whitePassesLast: 'Part of the counting device only: White hands one more stone when Black played last.',
    passesAllAlive:
      'The short form removes nothing after two further passes; the full text has the players play on until settled.',
    komiEven: 'Formerly 5.5; the year of the change was not found, so both are accepted at any time.',
  },
};

export const AGA_FAMILY: readonly Ruleset[] = [aga1991, agaConcise, agaSweden, bga, french];
