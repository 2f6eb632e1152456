import { always, read, type Ruleset, TERRITORY, texts, uncited } from '../ruleset.js';
import { agaConcise } from './aga.js';
import { chineseFox, chineseKgs } from './chinese.js';

/** Rules as servers apply them, where they differ from the text of that name. `chinese.ts` has the servers' Chinese rules. */

const KGS = 'KGS rule sets';
const REFUSED = 'The server takes no illegal move.';

/** The AGA's rules with area counting, as servers apply them: without pass stones. */
const AGA_BY_AREA = {
  ...agaConcise,
  illegalMove: 'refused',
  illegalMoveClaim: 'unstated',
  doubleMove: 'unstated',
  sizes: [],
  scoring: 'area',
  countings: ['area'],
  resumption: 'unstated',
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  komiEven: always(15),
  komiHandicap: always(1),
} as const;

const agaKgs: Ruleset = {
  ...AGA_BY_AREA,
  name: 'aga-kgs',
  title: 'AGA rules on KGS: area counting, no pass stones',
  superko: chineseKgs.superko,
  komiAlsoSeen: chineseKgs.komiAlsoSeen,
  komiHandicapAlsoSeen: [0, 11, 12, 13, 14, 15],
  ...texts(
    read('G1', KGS, {
      '"AGA"': ['superko', 'basicKo', 'scoring', 'countings', 'compensation', 'deadStones', 'life'],
    }),
    read('G4', KGS, { 'remarks on the AGA rules': ['passesToEnd', 'whitePassesLast'] }),
  ),
  doubts: {
    superko: 'Played as Chinese rules there, says the help; which superko it does not say.',
    whitePassesLast: 'Two passes end the game, whoever passes last.',
    illegalMove: REFUSED,
    komiEven: 'No help page states a komi; the players choose it.',
    komiHandicap: 'No help page states a komi.',
  },
};

const agaOgs: Ruleset = {
  ...AGA_BY_AREA,
  name: 'aga-ogs',
  title: 'AGA rules on OGS: area counting',
  ...texts(
    uncited('OG', [
      'superko',
      'selfCapture',
      'scoring',
      'countings',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
    ]),
    uncited('G5', ['passStones', 'whitePassesLast', 'countings']),
  ),
  doubts: {
    superko:
      'OGS looks back at most 30 positions. Before it had the situational rule it refused every earlier position.',
    whitePassesLast:
      'The engine has the setting, but nobody is made to pass a third time; by area counting it changes nothing.',
    compensation: 'N-1 points; games before 2015-02-01 were scored with N.',
    komiHandicap: 'Komi less its whole part: 7.5 becomes 0.5.',
    illegalMove: REFUSED,
  },
};

const SERVED = {
  ...TERRITORY,
  illegalMove: 'refused',
  deadStones: 'agreement',
  komiHandicap: always(1),
  komiHandicapAlsoSeen: [0],
} as const;

const japaneseKgs: Ruleset = {
  ...SERVED,
  name: 'japanese-kgs',
  title: 'Japanese rules on KGS',
  repetitionByAgreement: 'no-result',
  komiEven: always(13),
  komiAlsoSeen: [0, 1, 9, 11, 12, 14, 15],
  komiHandicapAlsoSeen: [0, 11, 13],
  ...texts(
    read('G1', KGS, {
      '"Japanese"': [
        'scoring',
        'countings',
        'sekiPoints',
        'superko',
        'repetitionByAgreement',
        'life',
        'deadStones',
      ],
    }),
  ),
  doubts: {
    repetitionByAgreement: 'A long cycle that neither player wants to break is scored as no result.',
    deadStones:
      'The Japanese confirmation is not to be had: where the players disagree, a third person decides.',
    illegalMove: REFUSED,
    komiEven: 'No help page states a komi; the players choose it.',
    komiHandicap: 'No help page states a komi.',
    passesToEnd: 'Two, as for the other rules there.',
  },
};

const japaneseFox: Ruleset = {
  ...SERVED,
  name: 'japanese-fox',
  title: 'Japanese rules on Fox',
  komiEven: always(13),
  komiAlsoSeen: [11, 15],
  ...texts(uncited('KG', ['komiEven', 'komiHandicap']), uncited('B4', ['komiEven', 'komiHandicap'])),
  doubts: {
    basicKo: 'The server publishes no text; as in the Japanese rules.',
    superko: 'The server publishes no text; as in the Japanese rules.',
    repetitionByAgreement: 'Not found.',
    sekiPoints: 'Not found; as in the Japanese rules.',
    deadStones: 'Not found; agreement is assumed.',
    illegalMove: 'Not found; a refusal is assumed.',
    komiEven:
      'Its records write komi scaled (650, 325) and label most games Japanese, whatever komi was played.',
    komiHandicap: 'From programs that read its records: 0.5 with any handicap.',
    handicapPlacement:
      'Fixed; before 2018 the sixth and seventh stone were at the top and bottom instead of the sides.',
  },
};

const igs: Ruleset = {
  ...SERVED,
  name: 'igs',
  title: 'IGS: territory, as served',
  komiEven: always(11),
  komiAlsoSeen: [1, 13],
  ...texts(
    read('G3', 'IGS help', { '"komi"': ['komiEven', 'komiHandicap'] }),
    uncited('G6', ['selfCapture', 'basicKo', 'komiEven', 'handicapPlacement']),
  ),
  doubts: {
    superko: 'A comparison of 1997 says of long cycles that the game is void.',
    scoring: 'Not found in a text of the server; its results are counted by territory.',
    sekiPoints: 'Not found; as in the Japanese rules.',
    passesToEnd: 'The number was not found in a text; two is assumed. Goe games there take four.',
    deadStones: 'Not found; agreement is assumed.',
    illegalMove: 'Not found; a refusal is assumed.',
    komiEven: '5.5 between equal ranks, 0.5 otherwise; the players may set any, negative ones too.',
  },
};

const PANDANET = texts(
  read('G7', 'Pandanet Cup rules', {
    '"Even Games"': ['komiEven', 'komiAlsoSeen'],
    '"Handicap Games"': ['handicapMax'],
  }),
);

const pandanet: Ruleset = {
  ...igs,
  name: 'pandanet',
  title: 'Pandanet tournaments on IGS',
  komiEven: [
    { fromYear: 2004, halves: 13 },
    { fromYear: 0, halves: 11 },
  ],
  komiAlsoSeen: [1],
  articles: PANDANET.articles,
  sources: { ...igs.sources, ...PANDANET.sources },
  doubts: {
    ...igs.doubts,
    komiEven:
      '5.5 by the page of 2000, 6.5 by that of 2004; the years between were not read. Where nobody sets it, 0.5 between unequal ranks.',
    komiHandicap: 'Not stated for handicap games; as on the server.',
  },
};

export const SERVED_FAMILY: readonly Ruleset[] = [
  agaKgs,
  agaOgs,
  japaneseKgs,
  japaneseFox,
  chineseFox,
  igs,
  pandanet,
];
