import { describe, expect, test } from 'vitest';
import { analyze, type AnalyzeOptions, DEFAULT_OPTIONS } from '../../../src/referee/judge/analyze.js';
import { messageOf } from '../../../src/core/findings/finding.js';
import type { GameReport } from '../../../src/referee/judge/report.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';

/** Walls on C and D of 5x5: Black 10 points, White 5. */
const M = 'B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de]';
const KO = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb]';
const TRIPLE =
  'SZ[12:4]AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]';
const CYCLE = 'B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]';
const SETUP_KO = 'AB[ba][ab][cb][bc]AW[ca][db][cc]';

interface Row {
  readonly name: string;
  readonly rules: string;
  readonly moves: string;
  readonly root?: string;
  readonly illegal?: AnalyzeOptions['illegal'];
  /** `severity code move disposition repeats` of every finding on a move. */
  readonly found: readonly string[];
  /** Part of the message of the first of them. */
  readonly says?: string;
}

function refereed({
  rules,
  moves,
  root = 'SZ[5]',
  illegal = 'stands',
}: Omit<Row, 'name' | 'found'>): GameReport {
  const ruleset = rules === 'none' ? undefined : rulesetByName(rules);
  if (rules !== 'none' && !ruleset) throw new RangeError(`no ruleset ${rules}`);
  const sgf = new TextEncoder().encode(`(;GM[1]FF[4]KM[6.5]${root};${moves})`);
  const options = {
    ...DEFAULT_OPTIONS,
    rules: ruleset ?? 'auto',
    illegal,
    file: 'x.sgf',
    digest: () => '',
  } as const;
  return analyze(sgf, options).games[0]!;
}

const ROWS: readonly Row[] = [
  {
    name: 'a resumption: the opponent of who asks plays first (article 9.3)',
    rules: 'japanese',
    moves: `${M};B[];W[];W[aa];B[ab];W[];B[]`,
    found: [],
  },
  {
    name: 'a resumption where the text does not say who plays first',
    rules: 'finland',
    moves: `${M};B[];W[];W[aa];B[ab];W[];B[]`,
    found: ['note move/out-of-turn 13'],
    says: 'do not state who plays first then',
  },
  {
    name: 'a resumption in turn needs no word',
    rules: 'finland',
    moves: `${M};B[];W[];B[aa];W[ab];B[];W[]`,
    found: [],
  },
  {
    name: 'a resumption by the last passer (AGA rule 10)',
    rules: 'aga',
    moves: `${M};B[];W[];W[aa];B[ab];W[];B[]`,
    found: ['warning move/out-of-turn 13 accepted'],
  },
  {
    name: 'two moves in a row that one missing pass explains',
    rules: 'japanese',
    moves: `${M};W[aa];B[];W[]`,
    found: ['warning move/out-of-turn 11 conditional'],
    says: 'a move or a pass by Black may be missing before it; if not, it loses the game under these rules (Japanese 1989, article 14)',
  },
  {
    name: 'the same under Finnish rules',
    rules: 'finland',
    moves: `${M};W[aa];B[];W[]`,
    found: ['warning move/out-of-turn 11 conditional'],
  },
  {
    name: 'a ko retaken at once loses, whatever comes later has no say',
    rules: 'japanese',
    moves: `${KO};W[bb];B[cb]`,
    found: ['error move/ko 10 forfeit 8', 'error move/ko 11 decided 9'],
    says: 'it loses the game (Japanese 1989, article 14)',
  },
  {
    name: 'a stone on a stone is a fault of the record',
    rules: 'japanese',
    moves: 'B[cc];W[cc];B[dd]',
    found: ['error move/occupied 2 doubtful'],
  },
  {
    name: 'an illegal move that was answered stands under AGA rules',
    rules: 'aga',
    moves: `${KO};W[bb];B[ee]`,
    found: ['error move/ko 10 accepted 8'],
  },
  {
    name: 'an illegal move nobody answered is open under AGA rules',
    rules: 'aga',
    moves: `${KO};W[bb]`,
    found: ['error move/ko 10 last-move 8'],
  },
  {
    name: 'it is void and a pass under Chinese rules, answered or not',
    rules: 'chinese',
    moves: `${KO};W[bb];B[ee]`,
    found: ['error move/ko 10 void 8'],
    says: 'void and counts as a pass',
  },
  {
    name: 'the second of two moves is void under Chinese rules (article 17)',
    rules: 'chinese',
    moves: `${M};W[aa];B[bb]`,
    found: ['warning move/out-of-turn 11 void'],
    says: 'the second move is void',
  },
  {
    name: 'Korean rules: the text is silent',
    rules: 'korean',
    moves: `${KO};W[bb];B[ee]`,
    found: ['error move/ko 10 unstated 8'],
    says: 'the applied rules do not state',
  },
  {
    name: 'Swedish rules: the text is silent',
    rules: 'sweden',
    moves: `${KO};W[bb];B[ee]`,
    found: ['error move/ko 10 unstated 8'],
  },
  {
    name: 'no ruleset, no ruling',
    rules: 'none',
    moves: `${KO};W[bb];B[ee]`,
    found: ['error move/ko 10 unstated 8'],
  },
  {
    name: 'a server refuses it',
    rules: 'chinese-kgs',
    moves: `${KO};W[bb];B[ee]`,
    found: ['error move/ko 10 refused 8'],
  },
  {
    name: 'a move after the passes that end the game for good',
    rules: 'tromp-taylor',
    moves: `${M};B[];W[];B[aa]`,
    found: ['warning move/after-end 13'],
  },
  {
    name: 'three passes do not end a game under Ing rules',
    rules: 'ing',
    moves: `${M};B[];W[];B[];W[ec]`,
    found: [],
  },
  {
    name: 'four do',
    rules: 'ing',
    moves: `${M};B[];W[];B[];W[];B[aa]`,
    found: ['warning move/after-end 15'],
  },
  {
    name: 'four passes under AGA rules',
    rules: 'aga',
    moves: `${M};B[];W[];B[];W[];B[aa]`,
    found: ['warning move/after-end 15'],
  },
  {
    name: 'a ko retaken at once after setup with PL: New Zealand',
    rules: 'new-zealand',
    root: `SZ[5]${SETUP_KO}PL[W]`,
    moves: 'W[bb];B[cb];W[ee]',
    found: ['error move/ko 2 unstated 0'],
  },
  {
    name: 'the same under French rules',
    rules: 'french',
    root: `SZ[5]${SETUP_KO}PL[W]`,
    moves: 'W[bb];B[cb];W[ee]',
    found: ['error move/ko 2 unstated 0'],
  },
  {
    name: 'without PL nobody is known to have made the start',
    rules: 'french',
    root: `SZ[5]${SETUP_KO}`,
    moves: 'W[bb];B[cb];W[ee]',
    found: ['warning move/repetition 2 0'],
    says: 'cannot be judged',
  },
  {
    name: 'without PL, under a ruleset with the basic ko',
    rules: 'japanese',
    root: `SZ[5]${SETUP_KO}`,
    moves: 'W[bb];B[cb];W[ee]',
    found: ['error move/ko 2 forfeit 0'],
  },
  {
    name: 'a triple ko by the letter of the Swedish text',
    rules: 'sweden',
    root: TRIPLE,
    moves: CYCLE,
    found: ['warning move/superko-positional 6 0'],
    says: '"Det är nämligen förbjudet att spela ett drag som gör att brädet återgår till en tidigare position."), but allowed as they are usually read, with only the basic ko',
  },
  {
    name: 'a triple ko under Chinese rules: the referee may settle it',
    rules: 'chinese',
    root: TRIPLE,
    moves: CYCLE,
    found: ['error move/superko-positional 6 void 0'],
    says: 'the referee may declare no result, a draw or another game (Chinese 2002, article 20.3)',
  },
  {
    name: 'a triple ko under Chinese rules that the referee has settled',
    rules: 'chinese',
    root: `${TRIPLE}RE[Void]`,
    moves: CYCLE,
    found: ['note move/superko-positional 6 0'],
    says: 'article 20.3',
  },
  {
    name: 'sending two, returning one is for no referee',
    rules: 'chinese',
    root: 'SZ[9]RE[Void]AB[ab][bb][cc][dc][ec]AW[ba][da][cb][db]PL[W]',
    moves: 'W[aa];B[ca];W[ba]',
    found: ['error move/superko-positional 3 void 0'],
  },
  {
    name: 'a triple ko under Japanese rules',
    rules: 'japanese',
    root: `${TRIPLE}RE[Void]`,
    moves: CYCLE,
    found: ['note move/repetition 6 0'],
    says: 'the players may agree on no result (Japanese 1989, article 12)',
  },
  {
    name: 'two self-captures of one stone in a row repeat, but are no ko',
    rules: 'new-zealand',
    root: 'SZ[5]AB[ab][bb][ba]AW[de][dd][ed]PL[B]',
    moves: 'B[ca];W[aa];B[ee];W[aa]',
    found: [
      'note move/repetition 2 1',
      'error move/superko-situational 3 unstated 1',
      'error move/superko-situational 4 unstated 2',
    ],
  },
  {
    name: 'a repetition after a move that was taken back cites the play, not the pass in its place',
    rules: 'aga',
    root: 'SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc]',
    moves: 'B[ed];W[ba];B[cb];W[bb]',
    illegal: 'pass',
    found: ['error move/occupied 2 as-pass', 'error move/ko 4 as-pass 1'],
  },
  {
    name: 'after a real pass it cites the pass',
    rules: 'aga',
    root: 'SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc]',
    moves: 'B[ed];W[];B[cb];W[bb]',
    found: ['error move/ko 4 last-move 2'],
  },
];

describe('rulings on single moves', () => {
  test.each(ROWS)('$name', ({ found, says, ...row }) => {
    const { findings, record, replay } = refereed(row);
    const onMoves = findings.filter(({ code }) => code.startsWith('move/'));
    expect(
      onMoves.map(({ severity, code, move, disposition, repeatsMove }) =>
        [severity, code, move, disposition, repeatsMove].filter((part) => part !== undefined).join(' '),
      ),
    ).toEqual(found);
    if (says !== undefined) expect(messageOf(onMoves[0]!, record)).toContain(says);
    expect(replay.illegal).toBe(onMoves.filter(({ disposition }) => disposition !== undefined).length);
  });
});

describe('two moves in a row under --illegal pass', () => {
  const DOUBLE = 'B[cc];W[dc];B[cb];B[aa];W[db];B[];W[]';

  test.each([
    ['both come off (AGA rule 8)', 'aga', DOUBLE, [1, 2, 2, 1]],
    ['both come off (Swedish AGA rules 8)', 'aga-sweden', DOUBLE, [1, 2, 2, 1]],
    ['only the second is void (Chinese article 17)', 'chinese', DOUBLE, [2, 2, 2, 1]],
    ['only the second where the text is silent', 'japanese', DOUBLE, [2, 2, 2, 1]],
    ['three in a row are one pass', 'aga', 'B[cc];W[dc];B[cb];B[aa];B[ba];W[db];B[];W[]', [1, 2, 2, 1]],
    ['a pass and a play are one pass', 'aga', 'B[cc];W[dc];B[];B[aa];W[db];B[];W[]', [1, 2, 2, 1]],
    ['a play and a pass too', 'aga', 'B[cc];W[dc];B[aa];B[];W[db];B[];W[]', [1, 2, 2, 1]],
  ])('%s: %s', (_name, rules, moves, expected) => {
    const { playsBlack, playsWhite, passesBlack, passesWhite } = refereed({
      rules,
      moves,
      illegal: 'pass',
    }).replay;
    expect([playsBlack, playsWhite, passesBlack, passesWhite]).toEqual(expected);
  });

  test('a handicap placed by moves is no double move', () => {
    const row = {
      rules: 'aga',
      root: 'SZ[5]HA[2]',
      moves: 'B[bb];B[dd];W[cc];B[];W[]',
      illegal: 'pass',
    } as const;
    expect(refereed(row).replay.playsBlack).toBe(2);
  });
});

describe('rules of the year', () => {
  test.each([
    ['2005-03-05', 'bga-2007', 0],
    ['2009-03-05', 'bga', 1],
    ['', 'bga', 1],
  ])('a BGA game of "%s" follows %s', (date, name, passStones) => {
    const { ruleset, score } = refereed({ rules: 'bga', root: `SZ[5]DT[${date}]`, moves: `${M};B[];W[]` });
    expect([ruleset?.name, score?.passStonesBlack]).toEqual([name, passStones]);
  });
});
