import {
  always,
  read,
  type Ruleset,
  TERRITORY,
  texts,
  textsOver,
  uncited,
  UNLIMITED_HANDICAP,
} from '../ruleset.js';
import { AGA_RULES, agaConcise, SETUP_IS_MADE } from './aga.js';
import { simplifiedIng } from './area.js';
import { japanese } from './territory.js';

/** European rules made after the AGA's: pass stones or a count that needs none, White passes last. */

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
  predecessor: { beforeYear: 2008, name: 'bga-2007' },
  ...texts(
    read('', 'AGA rules as the BGA has them', AGA_RULES),
    uncited('A6', [
      'ties',
      'repetitionByAgreement',
      'compensationFrom',
      'placementSizes',
      'oneStoneIsPlaced',
      'oneStoneKomi',
      'handicapMax',
    ]),
    read('B1', 'BGA interpretation', {
      '2.1': ['points'],
      '3.1': ['komiEven', 'komiHandicap', 'sizes'],
      '6.2': ['basicKo', 'superko'],
      '': ['handicapPlacement'],
    }),
    read('B2', 'BGA summary', {
      '"Pass"': ['passStones'],
      '"Game End"': ['passesToEnd', 'passesAllAlive', 'life', 'deadStones', 'resumption'],
      '"White Passes Last"': ['whitePassesLast'],
      '"The Score"': ['scoring', 'countings', 'sekiPoints'],
      '"Illegal Moves"': ['illegalMove', 'illegalMoveClaim', 'doubleMove'],
      '': ['turns', 'selfCapture', 'superko'],
    }),
    uncited('B3', ['illegalMove', 'komiEven', 'predecessor']),
    uncited('KG', ['compensation']),
  ),
  doubts: {
    basicKo:
      'The BGA text read here has only the natural rule; the basic ko beside it is reported by a comparison page. The rules PDF could not be read.',
    startCounts: SETUP_IS_MADE,
    illegalMove: 'Deliberate illegal play may forfeit the game.',
    illegalMoveClaim: 'A later discovery is undone only by mutual consent.',
    komiEven:
      'Until late 2007 the BGA played Japanese rules with komi 6: games dated 2007 or earlier follow the row bga-2007.',
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
  illegalMoveClaim: 'unstated',
  doubleMove: 'unstated',
  resumption: 'unstated',
  sizes: [],
  scoring: 'area',
  countings: ['area', 'territory'],
  komiEven: always(15),
  komiAlsoSeen: [11],
  handicapPlacement: 'free',
  placementSizes: [],
  ...texts(
    read('F4', 'French rule', {
      '"Matériel"': ['sizes'],
      '"Déroulement du jeu"': ['points', 'turns'],
      '"Capture"': ['selfCapture'],
      '"Vie et mort"': ['life'],
      '"Répétition"': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
      '"Fin de la partie"': ['passesToEnd', 'deadStones', 'resumption', 'scoring', 'sekiPoints', 'komiEven'],
      '"Fin de la partie", short form': ['passesAllAlive'],
      '"Partie à handicap"': [
        'komiHandicap',
        'compensation',
        'compensationFrom',
        'handicapPlacement',
        'handicapMax',
        'oneStoneKomi',
      ],
      '"Méthode de décompte rapide"': ['passStones', 'whitePassesLast'],
    }),
    uncited('F2', ['superko', 'basicKo', 'komiAlsoSeen']),
    read('F1', 'French rule', {
      '"Méthode de décompte rapide"': ['countings', 'passStones', 'whitePassesLast'],
      '': ['komiEven', 'komiHandicap'],
    }),
    uncited('F3', ['sekiPoints']),
    uncited('KG', ['compensation']),
  ),
  doubts: {
    superko:
      'The rule text is natural situational and has no basic ko; a comparison page and KataGo list it as situational.',
    startCounts:
      'Nobody has made the start position, so it may be restored: a ko set up with PL, taken with the first move, may be retaken at once. As the record does not tell who made the position, that is a warning.',
    passStones:
      'A counting device: pass stones let the area be counted by territory. The margin is the area margin.',
    whitePassesLast: 'Part of the counting device only: White hands one more stone when Black played last.',
    passesAllAlive:
      'The short form removes nothing after two further passes; the full text has the players play on until settled.',
    komiEven: 'Formerly 5.5; the year of the change was not found, so both are accepted at any time.',
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
  komiEven: always(12),
  komiAlsoSeen: [],
  ...texts(uncited('B3', ['scoring', 'countings', 'komiEven', 'repetitionByAgreement'])),
  doubts: {
    repetitionByAgreement: 'A triple ko was called a jigo.',
    illegalMove:
      "The handbook of those years was read only for komi and triple ko; the rest is the Japanese rules' own.",
    komiEven: 'The BGA changed to AGA rules in late 2007; games of that year may carry 7.5.',
  },
};

export const EUROPEAN_FAMILY: readonly Ruleset[] = [bga, bgaUntil2007, french];

/** The three combinations of rules and komi that the tournament rules of the European Go Federation name. */

const TEXT = 'EGF tournament rules';

const egfIng: Ruleset = {
  ...simplifiedIng,
  name: 'egf-ing',
  title: 'EGF tournament rules, area scoring with Ing material: komi 8, Black wins ties',
  komiEven: always(16),
  komiAlsoSeen: [15],
  ties: 'black',
  ...textsOver(
    simplifiedIng,
    read('E1', TEXT, {
      '"Area Scoring with Ing playing material"': ['komiEven', 'ties', 'countings'],
      '"Rules of play"': ['komiHandicap', 'handicapPlacement', 'handicapMax'],
    }),
  ),
  doubts: {
    selfCapture: simplifiedIng.doubts['selfCapture']!,
    passesAllAlive: simplifiedIng.doubts['passesAllAlive']!,
    superko:
      'The text of 2007 names the Simplified Ing rules, which are applied here; the present one says Ing rules.',
    komiEven: 'An event may announce another.',
    komiHandicap: 'Left to the event.',
    handicapPlacement: 'Left to the event, which must announce it.',
    compensation: 'Not stated.',
    illegalMove: 'The part on illegal moves was not read.',
  },
};

const egfArea: Ruleset = {
  ...egfIng,
  name: 'egf-area',
  title: 'EGF tournament rules, area scoring with Japanese material: komi 7.5, pass stones',
  countings: ['area', 'territory'],
  passStones: true,
  whitePassesLast: true,
  komiEven: always(15),
  komiAlsoSeen: [],
  ties: 'jigo',
  ...textsOver(
    egfIng,
    read('E1', TEXT, {
      '"Area Scoring with Japanese playing material"': [
        'komiEven',
        'countings',
        'passStones',
        'whitePassesLast',
      ],
    }),
    read('E3', 'Simplified Ing rules', { '"Result"': ['ties'] }),
  ),
  doubts: {
    ...egfIng.doubts,
    passStones:
      'A counting device: with them and White’s last pass the count by territory gives the area margin.',
  },
};

const egfTerritory: Ruleset = {
  ...TERRITORY,
  name: 'egf-territory',
  title: 'EGF tournament rules, territory scoring: verbal European-Japanese rules, komi 6.5',
  deadStones: 'agreement',
  komiEven: always(13),
  tiesHandicap: 'white',
  handicapPlacement: 'either',
  ...texts(
    read('E1', TEXT, {
      '"Territory Scoring"': ['scoring', 'countings', 'komiEven', 'tiesHandicap'],
      '"Rules of play"': ['komiHandicap', 'handicapPlacement', 'handicapMax'],
    }),
    uncited('E4', ['deadStones']),
  ),
  doubts: {
    basicKo: 'Verbal rules have no text; as in the Japanese rules.',
    superko: 'Verbal rules have no text; as in the Japanese rules. Arbitration decides.',
    selfCapture: 'Verbal rules have no text; as in the Japanese rules.',
    sekiPoints: 'Verbal rules have no text; as in the Japanese rules.',
    passesToEnd: 'Verbal rules have no text; two is assumed.',
    illegalMove: 'The part on illegal moves was not read.',
    komiEven: 'An event may announce another.',
    komiHandicap: 'Left to the event.',
    tiesHandicap: 'In handicap games with integer komi.',
    handicapPlacement: 'Left to the event, which must announce it.',
  },
};

export const EGF_FAMILY: readonly Ruleset[] = [egfIng, egfArea, egfTerritory];

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
  ...texts(
    read('S3', 'Finnish rules', {
      '"Japanilaiset säännöt pääpiirteittäin"': ['points', 'turns', 'sizes', 'selfCapture', 'basicKo'],
      '"Elämä ja kuolema"': ['life', 'deadStones'],
      '"Pisteenlasku"': ['scoring', 'countings', 'sekiPoints', 'komiEven', 'ties'],
      '"Erikoissääntöjä"': ['superko', 'repetitionByAgreement', 'illegalMove'],
      '"Tasoitukset"': HANDICAP,
    }),
  ),
  doubts: {
    repetitionByAgreement: 'The players may agree that the game is undecided; RE may be 0 or Void.',
    illegalMove: 'The opponent wins; in practice the move is usually taken back.',
    passesToEnd: 'The text does not say how many passes end the game; two is assumed.',
    sekiPoints:
      'Strictly, chains that have a neutral point hold no territory, so dame must be filled before counting; by custom they are filled first, which is counted here.',
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
  ...texts(
    read('S2', 'Swedish rules', {
      '"Spelplan och spelpjäser"': ['sizes'],
      '"Att lägga stenar"': ['points', 'turns'],
      '"Att omringa sig själv"': ['selfCapture'],
      '"Ko-regeln"': ['basicKo', 'superko', 'literalSuperko', 'literalSuperkoText', 'repetitionByAgreement'],
      '"Färg och komi"': ['komiEven', 'ties'],
      '"Att passa"': ['passesToEnd'],
      '"Att räkna poäng"': ['scoring', 'countings'],
      '"Fångade stenar"': ['life'],
      '"Gradering och handikapp"': HANDICAP,
    }),
  ),
  doubts: {
    superko:
      'The text forbids a move that brings back an earlier position, which is positional superko to the letter, but presents itself as Japanese rules. The basic ko is applied; longer repetitions are reported as warnings.',
    sekiPoints: 'Points inside a seki are not mentioned; Japanese practice (none) is assumed.',
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
  ...texts(
    read('S2', 'Swedish rules', {
      '"Spelets mål"': ['scoring'],
      '"Spelplan och spelpjäser"': ['sizes'],
      '"Att lägga stenar"': ['points', 'turns'],
      '"Att omringa sig själv"': ['selfCapture'],
      '': ['basicKo', 'passesToEnd'],
    }),
  ),
  doubts: {
    basicKo: 'A ko fight cannot arise: the first capture ends the game.',
    passesToEnd: 'Passing, komi and handicap are introduced only in the advanced game.',
  },
};

export const NORDIC_FAMILY: readonly Ruleset[] = [sweden, firstCapture, finland];
