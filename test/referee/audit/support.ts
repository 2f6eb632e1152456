import { ACTION, type MainLine } from '../../../src/core/line.js';
import type { GameRecord } from '../../../src/referee/record/record.js';
import type { Replay } from '../../../src/referee/replay/replayed.js';
import { pointFromSgf } from '../../../src/core/point.js';
import { boardFor } from '../../../src/go/board/board.js';

const KINDS: Readonly<Record<string, number>> = {
  B: ACTION.playBlack,
  W: ACTION.playWhite,
  AB: ACTION.addBlack,
  AW: ACTION.addWhite,
};

/** A main line from words such as `AB:pd W:dd B: PL:W`: one node a word, an empty value is a pass. */
export function lineOf(words: string, width = 19, height = 19): MainLine {
  const list = words.split(' ').filter((word) => word !== '');
  const kinds = new Uint8Array(list.length);
  const points = new Uint16Array(list.length);
  list.forEach((word, i) => {
    const [ident, value] = word.split(':') as [string, string];
    if (ident === 'PL') kinds[i] = value === 'B' ? ACTION.turnBlack : ACTION.turnWhite;
    else if (value === '') kinds[i] = ident === 'B' ? ACTION.passBlack : ACTION.passWhite;
    else {
      kinds[i] = KINDS[ident]!;
      points[i] = pointFromSgf(value, width, height)!;
    }
  });
  return {
    count: list.length,
    kinds,
    points,
    nodes: Uint32Array.from(list, (_, i) => i + 1),
    offsets: Uint32Array.from(list, (_, i) => 100 + i),
    nodeCount: list.length + 1,
  };
}

/** An even 19x19 game with komi 6.5 that White won by resignation, changed as given. */
export function recordWith(change: Partial<GameRecord>): GameRecord {
  return {
    game: 1,
    width: 19,
    height: 19,
    sizeDeclared: true,
    isGo: true,
    ranks: { black: '', white: '' },
    black: 'Black',
    white: 'White',
    event: '',
    round: '',
    date: '',
    year: undefined,
    origin: 'other',
    rulesRaw: 'Japanese',
    rulesName: 'japanese',
    komi: { kind: 'komi', raw: '6.5', halves: 13, repair: 'none' },
    handicap: { raw: undefined, declared: undefined, stones: 0, how: 'none', implied: [] },
    result: { kind: 'ended', raw: 'W+R', winner: 'white', by: 'resign' },
    time: undefined,
    clocks: [],
    line: lineOf('B:pd W:dp'),
    marks: undefined,
    lastComment: '',
    findings: [],
    at: { KM: 10, HA: 20, RU: 30, RE: 40, SZ: 50 },
    ...change,
  };
}

/** A replay of two plays, White's the last, changed as given. */
export function replayWith(change: Partial<Replay>): Replay {
  return {
    board: boardFor(19, 19),
    moves: 2,
    playsBlack: 1,
    playsWhite: 1,
    passesBlack: 0,
    passesWhite: 0,
    setupBlack: 0,
    setupWhite: 0,
    startBlack: 0,
    startWhite: 0,
    trailingPasses: 0,
    firstTrailingPass: undefined,
    lastPlay: 'white',
    lastMove: 'white',
    lastPlayPoint: 300,
    firstEnd: 0,
    resumedAfter: 0,
    longestPassRun: 0,
    editedMidGame: false,
    illegal: 0,
    stoppedAt: 0,
    firstCapture: undefined,
    findings: [],
    ...change,
  };
}
