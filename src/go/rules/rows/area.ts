import { always, AREA, read, type Ruleset, texts, uncited } from '../ruleset.js';

/** Area rules without pass stones, except the Chinese and Ing rules, and stone scoring. */

const newZealand: Ruleset = {
  ...AREA,
  name: 'new-zealand',
  title: 'New Zealand rules',
  basicKo: false,
  superko: 'situational',
  startCounts: false,
  selfCapture: 'allowed',
  resumption: 'by-agreement',
  komiEven: always(14),
  komiHandicap: always(0),
  handicapPlacement: 'free',
  oneStoneKomi: 'handicap',
  ...texts(
    read('N1', 'New Zealand rules', {
      'definition of a play': ['points', 'selfCapture'],
      'definition of a move': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
      'definition of territory': ['scoring', 'countings', 'sekiPoints'],
      'start of the game': ['turns'],
      'end of the game': ['passesToEnd', 'life', 'deadStones', 'resumption'],
      'even games': ['komiEven'],
      'handicap games': ['komiHandicap', 'compensation', 'handicapPlacement', 'oneStoneKomi'],
      'the winner': ['ties'],
    }),
    uncited('N2', ['superko', 'startCounts', 'selfCapture', 'komiEven', 'komiHandicap', 'ties']),
    uncited('KG', ['compensation']),
    uncited('OG', ['compensation']),
  ),
  doubts: {
    superko: "Only positions after the player's own earlier moves count, passes being moves.",
    startCounts:
      'Nobody has made the start position, so it may be restored: a ko set up with PL, taken with the first move, may be retaken at once. As the record does not tell who made the position, that is a warning.',
    passesToEnd: 'The game ends by agreement, without a number of passes; two is assumed.',
    selfCapture:
      'A single stone may be captured by its own player unless that repeats a position; KataGo forbids it.',
    compensation: 'White passes the first N-1 moves while Black places the stones; there is no komi.',
  },
};

const trompTaylor: Ruleset = {
  ...AREA,
  name: 'tromp-taylor',
  title: 'Tromp/Taylor rules',
  basicKo: false,
  selfCapture: 'multi',
  resumption: 'never',
  deadStones: 'stay',
  ...texts(
    read('T1', 'Tromp-Taylor', {
      'rule 5': ['turns'],
      'rule 6': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
      'rule 7': ['points', 'selfCapture'],
      'rule 8': ['passesToEnd', 'resumption'],
      'rule 9': ['scoring', 'countings', 'sekiPoints', 'life', 'deadStones'],
      'rule 10': ['ties'],
      'comment on rule 1': ['sizes'],
      'comment on rule 5': ['handicapPlacement'],
    }),
    uncited('KG', ['compensation']),
  ),
  doubts: {
    selfCapture:
      'The text allows all self-capture; that of a single stone repeats the position, so it never is legal.',
    komiEven: 'Not stated; 7.5 is the default of KataGo.',
    komiHandicap: 'Not stated.',
  },
};

const wmsg: Ruleset = {
  ...AREA,
  name: 'wmsg-2008',
  title: 'World Mind Sports Games 2008 (International Go Federation)',
  basicKo: false,
  komiEven: always(13),
  komiAlsoSeen: [15],
  komiByFirstPass: true,
  resumption: 'opponent-of-last-passer',
  ...texts(
    uncited('W1', ['komiEven', 'komiByFirstPass', 'passStones']),
    uncited('W2', ['superko', 'selfCapture', 'resumption', 'passesToEnd', 'scoring', 'countings']),
  ),
  doubts: {
    superko: 'A supplementary ko rule exists that was not read.',
    komiHandicap: 'Even games only.',
    passStones: 'A pass is shown by a stone beside the board, which is no prisoner.',
    sekiPoints: 'Whether shared points count was not read; they count for nobody here.',
  },
};

const stoneScoring: Ruleset = {
  ...AREA,
  name: 'stone-scoring',
  title: 'Stone scoring',
  superko: 'none',
  deadStones: 'playing-out',
  scoring: 'stones',
  countings: [],
  sekiPoints: false,
  ...texts(uncited('KG', ['basicKo', 'selfCapture', 'scoring', 'sekiPoints', 'compensation'])),
  doubts: {
    superko: 'Not stated.',
    passesToEnd: 'Play goes on until no move is left; two passes are taken as that point.',
    komiEven: 'Not stated; 7.5 is the default of KataGo.',
    komiHandicap: 'Not stated.',
    compensation: 'Old Chinese practice gave the handicap stones back.',
  },
};

export const AREA_FAMILY: readonly Ruleset[] = [newZealand, trompTaylor, wmsg, stoneScoring];

/** Ing's rules: as servers apply them, as written in 1996, and simplified. */

const ing: Ruleset = {
  ...AREA,
  name: 'ing',
  title: 'Ing Goe rules (SST 1991, 1996)',
  basicKo: false,
  selfCapture: 'multi',
  sizes: [19],
  resumption: 'never',
  deadStones: 'playing-out',
  passesToEnd: 4,
  komiEven: always(16),
  komiHandicap: always(0),
  komiAlsoSeen: [15],
  ties: 'black',
  handicapPlacement: 'free',
  ...texts(
    read('I1', 'Ing SST 1991', {
      'article 1': ['points', 'turns', 'basicKo', 'superko', 'selfCapture'],
      '': ['scoring', 'countings', 'sekiPoints', 'illegalMove', 'handicapPlacement'],
    }),
    uncited('I2', ['superko', 'selfCapture']),
    uncited('I3', ['komiEven', 'ties']),
    uncited('E1', ['komiEven', 'ties']),
    uncited('G2', ['komiHandicap']),
    uncited('G3', ['passesToEnd']),
    uncited('B3', ['compensation', 'handicapPlacement']),
    uncited('KG', ['compensation']),
    uncited('OG', ['komiEven', 'ties']),
  ),
  doubts: {
    superko:
      'The rules distinguish fighting and disturbing ko; positional superko is the usual approximation, as in KataGo and OGS.',
    passesToEnd: 'Four passes come from the IGS help on Goe games, not from the Ing text.',
    illegalMove: 'Treated forgivingly since 1991, says the translator.',
    sekiPoints: 'Shared points are split between the players.',
    komiHandicap: 'From servers and programs only.',
    ties: 'Black wins ties in even games; in handicap games White does by one text, Black by a program.',
    compensation: 'OGS gives N points by request; KataGo and the comparison page give none.',
  },
};

const ing1996: Ruleset = {
  ...ing,
  name: 'ing-1996',
  title: 'Ing Goe rules 1996: fighting and disturbing ko, count by filling in',
  basicKo: true,
  superko: 'fighting-disturbing',
  tiesHandicap: 'white',
  compensation: 'n',
  ...texts(
    read('I2', 'Ing 1996', {
      'summary, sentence 1': ['points', 'selfCapture'],
      'summary, sentence 2': ['life', 'deadStones'],
      'summary, sentence 4': ['scoring', 'countings'],
    }),
    read('I4', 'Ing 1996', {
      '"Hot stone"': ['basicKo'],
      '"Fighting ko" and "Disturbing ko"': ['superko', 'repetitionByAgreement'],
    }),
    uncited('OG', ['komiEven', 'ties']),
    read('I3', "Ing's SST rules (Kim, Simon, Straus)", { '"Counting" 5': ['compensation', 'tiesHandicap'] }),
    read('I1', 'Ing SST 1991', { 'article 1': ['turns'], '': ['selfCapture', 'handicapPlacement'] }),
    read('I5', 'Ing 1996', { 'page 26': ['komiEven'], '': ['sekiPoints'] }),
    read('', 'Ing 1996', { 'page 26': ['ties'] }),
    uncited('G3', ['passesToEnd']),
    uncited('G2', ['komiHandicap']),
  ),
  doubts: {
    ...ing.doubts,
    basicKo:
      'A hot stone may be removed only after another board or pass play. Read strictly, a ko that decides no life has no hot stones; its immediate recapture would still repeat the position without end, which sentence 1 forbids.',
    superko:
      'A fighting ko decides life and death of the groups in it, and another play lifts the ban; a disturbing ko does not, and whoever began it must stop after one full cycle. Which of the two a ko is depends on the life of those groups, which the text defines by the ko in turn. So a play that restores a position is ruled on only where both readings agree; else it is reported as undecided.',
    compensation:
      'N points for N stones, to make the count by filling in equal a count of territory; told by the paper of 1991 on these rules and asked for by an AGA president, not found in Ing’s own text. KataGo and the comparison page give none.',
    tiesHandicap: 'From the paper on the rules; cgoban lets Black win ties in all games.',
    ties: 'Eight points, and Black wins an even count.',
    deadStones: 'Life and death are verified by removal, that is, by play.',
    sekiPoints:
      'Points between living stones of both players are shared evenly; the margin is the same as when nobody counts them.',
  },
};

export const simplifiedIng: Ruleset = {
  ...AREA,
  name: 'simplified-ing',
  title: 'Simplified Ing rules (EGF, R. Jasiek)',
  basicKo: false,
  selfCapture: 'multi',
  resumption: 'opponent-of-last-passer',
  secondStopAllAlive: true,
  passesAllAlive: 4,
  ...texts(
    read('E3', 'Simplified Ing rules', {
      '"Move"': ['points', 'turns'],
      '"Suicide"': ['selfCapture'],
      '"No Repetition"': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
      '"Stop"': ['passesToEnd'],
      '"Agreement"': ['resumption', 'deadStones', 'life', 'passesAllAlive', 'secondStopAllAlive'],
      '"Score"': ['scoring', 'countings', 'sekiPoints'],
      '"Result"': ['ties'],
      '"General"': ['sizes'],
    }),
  ),
  doubts: {
    selfCapture:
      'A play may remove one’s own stones; that of a single stone repeats the position, so it never is legal.',
    sizes: '19 lines are the default; the text allows others.',
    passesAllAlive:
      'Two passes are a stop; two more without a play between them are the second stop, after which nothing is removed.',
    komiEven: 'Not stated; the EGF adds 7.5 or 8.',
    komiHandicap: 'Not stated.',
    handicapPlacement: 'Not stated.',
    compensation: 'Not stated.',
  },
};

export const ING_FAMILY: readonly Ruleset[] = [ing, ing1996, simplifiedIng];
