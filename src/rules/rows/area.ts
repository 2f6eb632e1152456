import type { Ruleset } from '../ruleset.js';
import { always, AREA, texts } from './plain.js';

/** Area rules without pass stones but the Chinese and the Ing ones, and stone scoring. */

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
  ...texts([
    [
      'N1',
      'New Zealand rules',
      {
        'definition of a play': ['points', 'selfCapture'],
        'definition of a move': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
        'definition of territory': ['scoring', 'countings', 'sekiPoints'],
        'start of the game': ['turns'],
        'end of the game': ['passesToEnd', 'life', 'deadStones', 'resumption'],
        'even games': ['komiEven'],
        'handicap games': ['komiHandicap', 'compensation', 'handicapPlacement', 'oneStoneKomi'],
        'the winner': ['ties'],
      },
    ],
    ['N2', ['superko', 'startCounts', 'selfCapture', 'komiEven', 'komiHandicap', 'ties']],
    ['KG', ['compensation']],
    ['OG', ['compensation']],
  ]),
  doubts: {
    superko: "Only positions after the player's own earlier moves count, passes being moves.",
    passesToEnd: 'The game ends by agreement, without a number of passes; two is assumed.',
    selfCapture:
      'A single stone may be captured by its own player unless that repeats a position; KataGo forbids it.',
    illegalMove: 'Not stated.',
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
  ...texts([
    [
      'T1',
      'Tromp-Taylor',
      {
        'rule 5': ['turns'],
        'rule 6': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
        'rule 7': ['points', 'selfCapture'],
        'rule 8': ['passesToEnd', 'resumption'],
        'rule 9': ['scoring', 'countings', 'sekiPoints', 'life', 'deadStones'],
        'rule 10': ['ties'],
        'comment on rule 1': ['sizes'],
        'comment on rule 5': ['handicapPlacement'],
      },
    ],
    ['KG', ['compensation']],
  ]),
  doubts: {
    selfCapture:
      'The text allows all self-capture; that of a single stone repeats the position, so it never is legal.',
    komiEven: 'Not stated; 7.5 is the default of KataGo.',
    komiHandicap: 'Not stated.',
    illegalMove: 'Not stated.',
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
  ...texts([
    ['W1', ['komiEven', 'komiByFirstPass', 'passStones']],
    ['W2', ['superko', 'selfCapture', 'resumption', 'passesToEnd', 'scoring', 'countings']],
  ]),
  doubts: {
    superko: 'A supplementary ko rule exists that was not read.',
    komiHandicap: 'Even games only.',
    passStones: 'A pass is shown by a stone beside the board, which is no prisoner.',
    sekiPoints: 'Whether shared points count was not read; they count for nobody here.',
    illegalMove: 'Not stated.',
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
  ...texts([['KG', ['basicKo', 'selfCapture', 'scoring', 'sekiPoints', 'compensation']]]),
  doubts: {
    superko: 'Not stated.',
    passesToEnd: 'Play goes on until no move is left; two passes are taken as that point.',
    komiEven: 'Not stated; 7.5 is the default of KataGo.',
    komiHandicap: 'Not stated.',
    compensation: 'Old Chinese practice gave the handicap stones back.',
    illegalMove: 'Not stated.',
  },
};

export const AREA_FAMILY: readonly Ruleset[] = [newZealand, trompTaylor, wmsg, stoneScoring];
