import type { Ruleset } from '../ruleset.js';
import { always, AREA, texts } from './plain.js';

/** Ing's rules: as servers have them, as written in 1996, and simplified. */

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
  ...texts([
    [
      'I1',
      'Ing SST 1991',
      { 'article 1': ['points', 'turns', 'basicKo', 'superko', 'selfCapture'] },
      ['scoring', 'countings', 'sekiPoints', 'illegalMove', 'handicapPlacement'],
    ],
    ['I2', ['superko', 'selfCapture']],
    ['I3', ['komiEven', 'ties']],
    ['E1', ['komiEven', 'ties']],
    ['G2', ['komiHandicap']],
    ['G3', ['passesToEnd']],
    ['B3', ['compensation', 'handicapPlacement']],
    ['KG', ['compensation']],
    ['OG', ['komiEven', 'ties']],
  ]),
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
  ...texts([
    [
      'I2',
      'Ing 1996',
      {
        'summary, sentence 1': ['points', 'selfCapture'],
        'summary, sentence 2': ['life', 'deadStones'],
        'summary, sentence 4': ['scoring', 'countings'],
      },
    ],
    [
      'I4',
      'Ing 1996',
      {
        '"Hot stone"': ['basicKo'],
        '"Fighting ko" and "Disturbing ko"': ['superko', 'repetitionByAgreement'],
      },
    ],
    ['OG', ['komiEven', 'ties']],
    ['I3', "Ing's SST rules (Kim, Simon, Straus)", { '"Counting" 5': ['compensation', 'tiesHandicap'] }],
    ['I1', 'Ing SST 1991', { 'article 1': ['turns'] }, ['selfCapture', 'handicapPlacement']],
    ['I5', 'Ing 1996', { 'page 26': ['komiEven'] }, ['sekiPoints']],
    ['', 'Ing 1996', { 'page 26': ['ties'] }],
    ['G3', ['passesToEnd']],
    ['G2', ['komiHandicap']],
  ]),
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
  ...texts([
    [
      'E3',
      'Simplified Ing rules',
      {
        '"Move"': ['points', 'turns'],
        '"Suicide"': ['selfCapture'],
        '"No Repetition"': ['basicKo', 'superko', 'startCounts', 'repetitionByAgreement'],
        '"Stop"': ['passesToEnd'],
        '"Agreement"': ['resumption', 'deadStones', 'life', 'passesAllAlive', 'secondStopAllAlive'],
        '"Score"': ['scoring', 'countings', 'sekiPoints'],
        '"Result"': ['ties'],
        '"General"': ['sizes'],
      },
    ],
  ]),
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
    illegalMove: 'Not stated.',
  },
};

export const ING_FAMILY: readonly Ruleset[] = [ing, ing1996, simplifiedIng];
