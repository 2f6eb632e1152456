import { always, AREA, read, type Ruleset, texts, uncited } from '../ruleset.js';

/** Chinese rules, as written and as servers apply them. */

const chinese: Ruleset = {
  ...AREA,
  name: 'chinese',
  title: 'Chinese rules 2002 (Chinese Weiqi Association)',
  repetitionByAgreement: 'referee',
  illegalMove: 'taken-back-as-pass',
  doubleMove: 'second',
  sizes: [19],
  zi: true,
  komiEven: [
    { fromYear: 2003, halves: 15 },
    { fromYear: 0, halves: 11 },
  ],
  compensation: 'n',
  handicapPlacement: 'free',
  ...texts(
    uncited('C1', ['illegalMove', 'komiEven', 'sekiPoints', 'handicapPlacement']),
    read('C2', 'Chinese 2002', {
      'article 6': ['basicKo', 'superko'],
      'article 20.3': ['repetitionByAgreement'],
    }),
    read('C4', 'Chinese 2002', {
      'article 1': ['sizes'],
      'article 2': ['points', 'turns'],
      'article 5': ['selfCapture'],
      'article 8': ['life', 'deadStones'],
      'article 9': ['scoring', 'countings', 'sekiPoints', 'ties'],
      '': ['superko', 'zi'],
    }),
    read('C5', 'Chinese 2002', { 'article 7': ['passesToEnd'], '': ['superko'] }),
    uncited('C6', ['superko']),
    read('C7', 'Chinese 2002', { 'article 17': ['doubleMove'], '': ['illegalMove'] }),
    uncited('B3', ['komiEven', 'compensation', 'handicapPlacement']),
    uncited('KG', ['compensation']),
  ),
  doubts: {
    superko:
      'Written: whole-board repetition is forbidden (articles 6 and 20), positional by its title; the later wording of article 6 (the opponent may not face a position again) reads as situational. Applied in practice as basic ko and a referee, who may declare no result, a draw or a new game.',
    repetitionByAgreement:
      'Article 20.3: triple and quadruple ko, eternal life and the like are forbidden in principle; an event may provide for no result, a draw or another game.',
    illegalMove:
      'A play on a forbidden point counts as a pass; the second of two moves in a row is void and brings a warning (article 17).',
    passesToEnd:
      'The earlier wording asks for agreement that play is finished; two passes are in the later wording.',
    sekiPoints: 'Points between living groups of both sides count half for each; the margin is the same.',
    komiEven: '3 3/4 zi, that is 7.5 points; 2 3/4 zi until about 2002 or 2003.',
    komiHandicap: 'The rules do not treat handicap games; servers use 0 or 0.5.',
    compensation: 'Custom: no article on handicap was found. White gets N points for N stones.',
    compensationFrom: 'One stone: OGS gives White a point, KataGo none.',
  },
};

/** What all servers have in common. */
const SERVED = {
  ...AREA,
  illegalMove: 'refused',
  zi: true,
  komiEven: always(15),
  komiHandicap: always(1),
  compensation: 'n',
  handicapPlacement: 'free',
} as const;

const chineseOgs: Ruleset = {
  ...SERVED,
  name: 'chinese-ogs',
  title: 'Chinese rules on OGS',
  basicKo: false,
  compensationFrom: 1,
  ...texts(
    uncited('OG', [
      'superko',
      'selfCapture',
      'illegalMove',
      'sizes',
      'scoring',
      'countings',
      'passesToEnd',
      'sekiPoints',
      'komiEven',
      'komiHandicap',
      'compensation',
      'compensationFrom',
      'handicapPlacement',
    ]),
  ),
  doubts: {
    superko: 'OGS looks back at most 30 positions, so it misses longer cycles that are reported here.',
    komiHandicap: 'Komi less its whole part: 7.5 becomes 0.5.',
    compensationFrom: 'One stone gives White a point on OGS; KataGo counts none.',
  },
};

export const chineseKgs: Ruleset = {
  ...SERVED,
  name: 'chinese-kgs',
  title: 'Chinese rules on KGS',
  basicKo: false,
  komiAlsoSeen: [0, 1, 11, 12, 13, 14],
  komiHandicapAlsoSeen: [0, 11, 12, 13, 14, 15],
  ...texts(
    read('G1', 'KGS rule sets', {
      '"Chinese"': [
        'superko',
        'basicKo',
        'scoring',
        'countings',
        'life',
        'deadStones',
        'resumption',
        'compensation',
      ],
      '': ['illegalMove', 'passesToEnd'],
    }),
    uncited('KG', ['superko', 'komiEven', 'compensation']),
    uncited('C1', ['handicapPlacement']),
  ),
  doubts: {
    komiEven: 'No help page states a komi; the players choose it.',
    komiHandicap: 'No help page states a komi.',
    sizes: 'No help page states the sizes (2 to 38 by reputation).',
  },
};

/** Listed with the other servers' rules. */
export const chineseFox: Ruleset = {
  ...SERVED,
  name: 'chinese-fox',
  title: 'Chinese rules on Fox',
  superko: 'none',
  repetitionByAgreement: 'no-result',
  komiAlsoSeen: [11, 13],
  komiHandicapAlsoSeen: [0],
  ...texts(
    uncited('KG', ['komiEven', 'komiHandicap']),
    uncited('B4', ['komiEven', 'komiHandicap']),
    uncited('G8', ['superko', 'repetitionByAgreement']),
  ),
  doubts: {
    superko:
      'The server publishes no text. An international match played there declared a triple ko void, so long repetitions seem to be playable.',
    repetitionByAgreement: 'Void by the conditions of that match; for other games not found.',
    komiEven: 'Its records write 375 for 3 3/4 zi.',
    komiHandicap: 'From programs that read its records; KM[0] there may mean that komi is not recorded.',
    compensation: 'Not found; N points as is the custom with the Chinese rules.',
    illegalMove: 'Not found; a refusal is assumed.',
  },
};

export const CHINESE_FAMILY: readonly Ruleset[] = [chinese, chineseOgs, chineseKgs];
