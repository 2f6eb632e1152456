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

/** Japanese and Korean rules, and those like them: territory and prisoners, basic ko, no pass stones. */

/** Komi of professional games in Japan. */
const JAPANESE_KOMI = {
  komiEven: [
    { fromYear: 2003, halves: 13 },
    { fromYear: 1955, halves: 11 },
    { fromYear: 1934, halves: 9 },
    { fromYear: 0, halves: 0 },
  ],
  komiHandicap: always(1),
  komiAlsoSeen: [11],
  komiHandicapAlsoSeen: [0],
};

const KOMI_DOUBTS = {
  komiEven:
    'Custom, not in the text. 4.5, 5.5 and 6.5 came in event by event; the years are first uses (1934, 1955) and the Nihon Ki-in decision of September 2002.',
  komiHandicap: 'Custom: 0 or 0.5, by event.',
  handicapPlacement: 'Custom, not in the text.',
};

export const japanese: Ruleset = {
  ...TERRITORY,
  ...JAPANESE_KOMI,
  name: 'japanese',
  title: 'Japanese rules 1989 (Nihon Ki-in, Kansai Ki-in)',
  repetitionByAgreement: 'no-result',
  bothLose: true,
  illegalMove: 'loses',
  illegalMoveClaim: 'result',
  sizes: [19],
  resumption: 'opponent-of-requester',
  ...texts(
    read('J1', 'Japanese 1989', {
      'article 2': ['turns'],
      'article 3': ['points', 'sizes'],
      'article 4': ['selfCapture'],
      'article 6': ['basicKo'],
      'article 7': ['life'],
      'article 8': ['sekiPoints'],
      'article 9': ['passesToEnd', 'resumption'],
      'article 10': ['scoring', 'countings', 'ties', 'deadStones'],
      'article 12': ['superko', 'repetitionByAgreement'],
      'article 13': ['bothLose'],
      'article 14': ['illegalMove', 'illegalMoveClaim'],
    }),
    uncited('J2', [
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
    ]),
    uncited('H1', ['komiEven']),
    uncited('KG', ['compensation']),
    uncited('OG', ['compensation']),
  ),
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
    ...KOMI_DOUBTS,
  },
};

const korean: Ruleset = {
  ...TERRITORY,
  name: 'korean',
  title: 'Korean rules (Korea Baduk Association)',
  repetitionByAgreement: 'no-result',
  penaltiesFrom: 2024,
  sizes: [19],
  komiEven: [
    { fromYear: 1997, halves: 13 },
    { fromYear: 0, halves: 11 },
  ],
  komiHandicap: always(0),
  komiAlsoSeen: [15],
  komiHandicapAlsoSeen: [1],
  ...texts(
    read('K1', 'Korean 2016', {
      'article 1': ['scoring', 'countings'],
      'article 2': ['sizes'],
      'article 3': ['points', 'turns'],
      'article 5': ['selfCapture'],
      'article 6': ['life'],
    }),
    uncited('K2', ['repetitionByAgreement']),
    read('K3', 'Korean 1992', {
      'article 6': ['passesToEnd'],
      'article 9': ['basicKo'],
      'article 10': ['deadStones'],
      '': ['selfCapture'],
    }),
    uncited('K4', ['illegalMove', 'penaltiesFrom']),
    uncited('K5', ['komiHandicap', 'handicapPlacement', 'oneStoneIsPlaced']),
    uncited('B3', ['sekiPoints', 'komiEven', 'handicapPlacement']),
    uncited('KG', ['komiEven']),
    uncited('H1', ['komiEven']),
  ),
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

const korean2016: Ruleset = {
  ...korean,
  name: 'korean-2016',
  title: 'Korean rules 2016 (Korea Baduk Association)',
  repetitionByAgreement: 'jigo',
  ...textsOver(
    korean,
    read('K2', 'Korean 2016', { 'draw by repetition': ['superko', 'repetitionByAgreement'] }),
  ),
  doubts: {
    ...korean.doubts,
    repetitionByAgreement:
      'A repetition that is played stops the game as a draw. The section was read in a discussion of it (Sensei’s Library), not in the text.',
    basicKo: `${korean.doubts['basicKo']!} The earlier text is applied.`,
  },
};

const japanese1949: Ruleset = {
  ...TERRITORY,
  ...JAPANESE_KOMI,
  name: 'japanese-1949',
  title: 'Japanese rules 1949 (Nihon Ki-in)',
  repetitionByAgreement: 'no-result',
  ...texts(
    read('J4', 'Japanese 1949', {
      'article 35': ['passesToEnd'],
      'article 36': ['resumption'],
      '': ['turns', 'scoring', 'countings'],
    }),
    read('', 'WAGC 1979 after Japanese 1949', { 'rules 1 and 2': ['turns', 'scoring', 'countings'] }),
    read('J5', 'Japanese 1949', { precedents: ['life', 'deadStones'] }),
    uncited('J6', ['repetitionByAgreement', 'life', 'deadStones']),
    uncited('H1', ['komiEven']),
  ),
  doubts: {
    basicKo: 'The article on ko was not read; the basic ko of the later rules is assumed.',
    selfCapture: 'The article was not read; as in the later rules.',
    repetitionByAgreement: 'Repetition without end gives no result; read in a summary of the WAGC rules.',
    deadStones:
      'Life and death were defined, and hard cases decided by precedents: bent four in the corner is dead whatever else is on the board.',
    sekiPoints:
      'The article was not read. One precedent counts three points for “three points without capturing”, a shape that later is a seki without points; more for larger ones. That is not applied here.',
    passesToEnd: 'Article 35 treats the end of the game; a number of passes was not read, two is assumed.',
    resumption: 'Article 36 treats a move that was passed and taken up again; who plays was not read.',
    illegalMove: 'The article on illegal moves was not read.',
    ...KOMI_DOUBTS,
  },
};

const laskerMaas: Ruleset = {
  ...TERRITORY,
  name: 'lasker-maas',
  title: 'Lasker-Maas rules 1995',
  deadStones: 'playing-out',
  sekiPoints: true,
  handicapPlacement: 'either',
  handicapMax: UNLIMITED_HANDICAP,
  ...texts(
    read('L1', 'Lasker-Maas', {
      '"General"': ['points', 'turns', 'sizes', 'komiEven', 'komiHandicap', 'handicapPlacement'],
    }),
    read('L2', 'Lasker-Maas', {
      'restrictions on a placed stone': ['selfCapture'],
      'how the game ends': ['scoring', 'countings', 'life', 'deadStones'],
    }),
  ),
  doubts: {
    basicKo: 'The part on ko was not read; the basic ko is assumed.',
    superko: 'The part on repetition was not read.',
    sekiPoints:
      'What is territory is settled by play; no exception for seki was seen, so surrounded points count.',
    passesToEnd: 'The part on the end of the game was not read in full; two passes are assumed.',
    komiEven: 'The players agree on it: so many Black stones lie with the captured ones from the start.',
    komiHandicap: 'As agreed.',
    handicapPlacement: 'A number of moves in a row, or a standard pattern.',
    illegalMove: 'The part on illegal moves was not read.',
  },
};

export const TERRITORY_FAMILY: readonly Ruleset[] = [japanese, japanese1949, korean, korean2016, laskerMaas];
