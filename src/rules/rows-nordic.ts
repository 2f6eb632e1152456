import { japanese } from './rows-territory.js';
import { UNLIMITED_HANDICAP, type Ruleset } from './ruleset.js';
import { articles, cited } from './subjects.js';

/** Japanese-style rules of Sweden and Finland, and the Swedish first-capture game for beginners. */

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
  articles: articles('Finnish rules', {
    '"Japanilaiset säännöt pääpiirteittäin"': ['points', 'turns', 'sizes', 'selfCapture', 'basicKo'],
    '"Elämä ja kuolema"': ['life', 'deadStones'],
    '"Pisteenlasku"': ['scoring', 'countings', 'sekiPoints', 'komiEven', 'ties'],
    '"Erikoissääntöjä"': ['superko', 'repetitionByAgreement', 'illegalMove'],
    '"Tasoitukset"': ['komiHandicap', 'handicapPlacement', 'handicapMax', 'oneStoneIsPlaced', 'oneStoneKomi'],
  }),
  sources: cited({
    S3: [
      'points',
      'turns',
      'life',
      'superko',
      'ties',
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
  articles: articles('Swedish rules', {
    '"Spelplan och spelpjäser"': ['sizes'],
    '"Att lägga stenar"': ['points', 'turns'],
    '"Att omringa sig själv"': ['selfCapture'],
    '"Ko-regeln"': ['basicKo', 'superko', 'literalSuperko', 'literalSuperkoText', 'repetitionByAgreement'],
    '"Färg och komi"': ['komiEven', 'ties'],
    '"Att passa"': ['passesToEnd'],
    '"Att räkna poäng"': ['scoring', 'countings'],
    '"Fångade stenar"': ['life'],
    '"Gradering och handikapp"': [
      'komiHandicap',
      'handicapPlacement',
      'handicapMax',
      'oneStoneIsPlaced',
      'oneStoneKomi',
    ],
  }),
  sources: cited({
    S2: [
      'points',
      'turns',
      'life',
      'superko',
      'ties',
      'repetitionByAgreement',
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
  articles: articles('Swedish rules', {
    '"Spelets mål"': ['scoring'],
    '"Spelplan och spelpjäser"': ['sizes'],
    '"Att lägga stenar"': ['points', 'turns'],
    '"Att omringa sig själv"': ['selfCapture'],
  }),
  sources: cited({ S2: ['points', 'turns', 'scoring', 'selfCapture', 'basicKo', 'passesToEnd', 'sizes'] }),
  doubts: {
    basicKo: 'A ko fight cannot arise: the first capture ends the game.',
    passesToEnd: 'Passing, komi and handicap are introduced only in the advanced game.',
    illegalMove: 'Not stated.',
  },
};

export const NORDIC_FAMILY: readonly Ruleset[] = [sweden, firstCapture, finland];
