import { type Ruleset, UNLIMITED_HANDICAP } from '../ruleset.js';
import { always, TERRITORY, texts } from './plain.js';

/** Japanese-style rules of Sweden and Finland, and the Swedish first-capture game for beginners. */

/** What the sections on handicap say. */
const HANDICAP = [
  'komiHandicap',
  'handicapPlacement',
  'placementSizes',
  'handicapMax',
  'oneStoneIsPlaced',
  'oneStoneKomi',
] as const;

const finland: Ruleset = {
  ...TERRITORY,
  name: 'finland',
  title: 'Finnish Japanese-style rules',
  repetitionByAgreement: 'jigo',
  illegalMove: 'loses',
  sizes: [19],
  komiEven: always(13),
  komiHandicap: always(0),
  placementSizes: [19],
  oneStoneKomi: 'handicap',
  ...texts([
    [
      'S3',
      'Finnish rules',
      {
        '"Japanilaiset säännöt pääpiirteittäin"': ['points', 'turns', 'sizes', 'selfCapture', 'basicKo'],
        '"Elämä ja kuolema"': ['life', 'deadStones'],
        '"Pisteenlasku"': ['scoring', 'countings', 'sekiPoints', 'komiEven', 'ties'],
        '"Erikoissääntöjä"': ['superko', 'repetitionByAgreement', 'illegalMove'],
        '"Tasoitukset"': HANDICAP,
      },
    ],
  ]),
  doubts: {
    repetitionByAgreement: 'The players may agree that the game is undecided; RE may be 0 or Void.',
    illegalMove: 'The opponent wins; in practice the move is usually taken back.',
    passesToEnd: 'The text does not say how many passes end the game; two is assumed.',
    sekiPoints: 'Chains that have a neutral point hold no territory, so dame must be filled before counting.',
    komiEven: '6.5 is called typical.',
  },
};

const SWEDISH = { ...TERRITORY, deadStones: 'unstated', sizes: [9, 13, 19] } as const;

const sweden: Ruleset = {
  ...SWEDISH,
  name: 'sweden',
  title: 'Swedish Japanese-style rules (advanced game)',
  literalSuperko: 'positional',
  literalSuperkoText:
    'Det är nämligen förbjudet att spela ett drag som gör att brädet återgår till en tidigare position.',
  komiEven: always(13),
  komiHandicap: always(1),
  placementSizes: [13, 19],
  oneStoneIsPlaced: true,
  oneStoneKomi: 'handicap',
  ...texts([
    [
      'S2',
      'Swedish rules',
      {
        '"Spelplan och spelpjäser"': ['sizes'],
        '"Att lägga stenar"': ['points', 'turns'],
        '"Att omringa sig själv"': ['selfCapture'],
        '"Ko-regeln"': [
          'basicKo',
          'superko',
          'literalSuperko',
          'literalSuperkoText',
          'repetitionByAgreement',
        ],
        '"Färg och komi"': ['komiEven', 'ties'],
        '"Att passa"': ['passesToEnd'],
        '"Att räkna poäng"': ['scoring', 'countings'],
        '"Fångade stenar"': ['life'],
        '"Gradering och handikapp"': HANDICAP,
      },
    ],
  ]),
  doubts: {
    superko:
      'The text forbids a move that brings back an earlier position, which is positional superko to the letter, but presents itself as Japanese rules. The basic ko is applied; longer repetitions are reported as warnings.',
    sekiPoints: 'Points inside a seki are not mentioned; Japanese practice (none) is assumed.',
    illegalMove: 'Not stated.',
    oneStoneIsPlaced:
      'The text speaks of one to nine placed stones, one for each grade, and also of Black simply moving first with komi 0.5.',
    placementSizes: 'Of its 9x9 diagram the text names C3 and E3 as marked points, and E3 is no usual one.',
  },
};

const firstCapture: Ruleset = {
  ...SWEDISH,
  name: 'sweden-first-capture',
  title: 'Swedish simplified game: the first capture wins',
  basicKo: false,
  superko: 'none',
  scoring: 'first-capture',
  countings: [],
  passesToEnd: 0,
  handicapPlacement: 'either',
  handicapMax: UNLIMITED_HANDICAP,
  ...texts([
    [
      'S2',
      'Swedish rules',
      {
        '"Spelets mål"': ['scoring'],
        '"Spelplan och spelpjäser"': ['sizes'],
        '"Att lägga stenar"': ['points', 'turns'],
        '"Att omringa sig själv"': ['selfCapture'],
      },
      ['basicKo', 'passesToEnd'],
    ],
  ]),
  doubts: {
    basicKo: 'A ko fight cannot arise: the first capture ends the game.',
    passesToEnd: 'Passing, komi and handicap are introduced only in the advanced game.',
    illegalMove: 'Not stated.',
  },
};

export const NORDIC_FAMILY: readonly Ruleset[] = [sweden, firstCapture, finland];
