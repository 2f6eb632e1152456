import { simplifiedIng } from './rows-ing.js';
import { japanese } from './rows-territory.js';
import type { Ruleset } from './ruleset.js';
import { articles, cited } from './subjects.js';

/** The three combinations of rules and komi that the tournament rules of the European Go Federation name. */

const TEXT = 'EGF tournament rules';

const egfIng: Ruleset = {
  ...simplifiedIng,
  name: 'egf-ing',
  title: 'EGF tournament rules, area scoring with Ing material: komi 8, Black wins ties',
  komiEven: [{ fromYear: 0, halves: 16 }],
  komiAlsoSeen: [15],
  ties: 'black',
  articles: {
    ...simplifiedIng.articles,
    ...articles(TEXT, { '"Area Scoring with Ing playing material"': ['komiEven', 'ties', 'countings'] }),
    ...articles(TEXT, { '"Rules of play"': ['komiHandicap', 'handicapPlacement', 'handicapMax'] }),
  },
  sources: {
    ...simplifiedIng.sources,
    ...cited({
      E1: ['komiEven', 'ties', 'countings', 'komiHandicap', 'handicapPlacement', 'handicapMax'],
    }),
  },
  doubts: {
    selfCapture: simplifiedIng.doubts['selfCapture']!,
    passesAllAlive: simplifiedIng.doubts['passesAllAlive']!,
    superko:
      'The text of 2007 names the Simplified Ing rules, which are applied here; the present one says Ing rules.',
    komiEven: 'An event may announce another.',
    komiHandicap: 'Left to the event.',
    handicapPlacement: 'Left to the event, which must announce it.',
    compensation: 'Not stated.',
    illegalMove: 'Not read.',
  },
};

const egfArea: Ruleset = {
  ...egfIng,
  name: 'egf-area',
  title: 'EGF tournament rules, area scoring with Japanese material: komi 7.5, pass stones',
  countings: ['area', 'territory'],
  passStones: true,
  whitePassesLast: true,
  komiEven: [{ fromYear: 0, halves: 15 }],
  komiAlsoSeen: [],
  ties: 'jigo',
  articles: {
    ...egfIng.articles,
    ...articles(TEXT, {
      '"Area Scoring with Japanese playing material"': [
        'komiEven',
        'countings',
        'passStones',
        'whitePassesLast',
      ],
    }),
    ...articles('Simplified Ing rules', { '"Result"': ['ties'] }),
  },
  sources: {
    ...egfIng.sources,
    ...cited({ E1: ['komiEven', 'countings', 'passStones', 'whitePassesLast'], E3: ['ties'] }),
  },
  doubts: {
    ...egfIng.doubts,
    passStones:
      'A counting device: with them and White’s last pass the count by territory gives the area margin.',
  },
};

const egfTerritory: Ruleset = {
  ...japanese,
  name: 'egf-territory',
  title: 'EGF tournament rules, territory scoring: verbal European-Japanese rules, komi 6.5',
  repetitionByAgreement: 'none',
  bothLose: false,
  illegalMove: 'unstated',
  illegalMoveClaim: 'unstated',
  resumption: 'unstated',
  deadStones: 'agreement',
  sizes: [],
  komiEven: [{ fromYear: 0, halves: 13 }],
  komiHandicap: [],
  komiAlsoSeen: [],
  komiHandicapAlsoSeen: [],
  tiesHandicap: 'white',
  handicapPlacement: 'either',
  articles: articles(TEXT, {
    '"Territory Scoring"': ['scoring', 'countings', 'komiEven', 'tiesHandicap'],
    '"Rules of play"': ['komiHandicap', 'handicapPlacement', 'handicapMax'],
  }),
  sources: cited({
    E1: [
      'scoring',
      'countings',
      'komiEven',
      'tiesHandicap',
      'komiHandicap',
      'handicapPlacement',
      'handicapMax',
    ],
    E4: ['deadStones'],
  }),
  doubts: {
    basicKo: 'Verbal rules have no text; as in the Japanese rules.',
    superko: 'Verbal rules have no text; as in the Japanese rules. Arbitration decides.',
    selfCapture: 'Verbal rules have no text; as in the Japanese rules.',
    sekiPoints: 'Verbal rules have no text; as in the Japanese rules.',
    passesToEnd: 'Verbal rules have no text; two is assumed.',
    illegalMove: 'Not read.',
    komiEven: 'An event may announce another.',
    komiHandicap: 'Left to the event.',
    tiesHandicap: 'In handicap games with integer komi.',
    handicapPlacement: 'Left to the event, which must announce it.',
  },
};

export const EGF_FAMILY: readonly Ruleset[] = [egfIng, egfArea, egfTerritory];
