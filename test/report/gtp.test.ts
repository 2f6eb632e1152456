import { describe, expect, test } from 'vitest';
import { rulesetByName, RULESET_NAMES } from '../../src/go/rules/rulesets.js';
import { gtpSession, type GtpOptions } from '../../src/report/gtp/session.js';

/** The answers to lines, each without its empty line. */
function ask(lines: readonly string[], options: GtpOptions = {}): string[] {
  const session = gtpSession(options);
  return lines.map((line) => session.answer(line).text.replace(/ ?\n\n$/, ''));
}

const last = (lines: readonly string[], options?: GtpOptions): string => ask(lines, options).at(-1)!;

/** A 5x5 board divided by two walls, with a dead white stone in Black's part. */
const DIVIDED = [
  'boardsize 5',
  ...[5, 4, 3, 2, 1].flatMap((row) => [`play b c${String(row)}`, `play w d${String(row)}`]),
  'play w a5',
];

test('the protocol: numbers, comments, tabs, control characters, unknown commands', () => {
  expect(ask(['12 name', '\tprotocol_version\u0007 # which?', '# nothing', '', '7 foo bar', '3'])).toEqual([
    '=12 sgf-referee',
    '= 2',
    '',
    '',
    '?7 unknown command',
    '',
  ]);
  expect(last(['known_command play'])).toBe('= true');
  expect(last(['known_command loadsgf'])).toBe('= false');
  expect(last(['version'], { version: '9.9' })).toBe('= 9.9');
  expect(gtpSession().answer('5 quit')).toEqual({ text: '=5 \n\n', ends: true });
});

test('every command in the list answers nonsense with an answer of the protocol', () => {
  const commands = last(['list_commands']).slice(2).split('\n');
  expect(commands.length).toBeGreaterThan(30);
  const words = [
    '',
    'b',
    'b z99',
    'b i5',
    'w',
    '-1',
    '1e9',
    'nan',
    '{',
    '{"ko":1}',
    'pass pass',
    'é\u0301',
    '999999999999',
    'aga',
  ];
  for (const command of commands) {
    const session = gtpSession({ read: () => new Uint8Array([40, 59, 0, 255]) });
    for (const word of words) {
      const { text } = session.answer(`1 ${command} ${word}`);
      expect(text, `${command} ${word}`).toMatch(/^[=?]1 (?:[^\n]|\n(?!\n))*\n\n$/);
      expect(text, `${command} ${word}`).not.toContain('internal fault');
    }
  }
});

describe('the board', () => {
  test('sizes from 2 to 25, and rectangles', () => {
    expect(ask(['boardsize 1', 'boardsize 26', 'boardsize 2', 'boardsize 25', 'boardsize x'])).toEqual([
      '? unacceptable size',
      '? unacceptable size',
      '=',
      '=',
      '? not a whole number',
    ]);
    const lines = ['boardsize 25 13', 'play b z13', 'play b z14', 'rectangular_boardsize 7 9', 'play w g9'];
    expect(ask(lines)).toEqual(['=', '=', '? invalid color or coordinate', '=', '=']);
    expect(last([...lines, 'showboard'])).toContain('\n9 . . . . . .(O)9');
  });

  test('komi as a number', () => {
    const lines = ['komi 6.5', 'get_komi', 'komi -3', 'get_komi', 'komi a', 'komi 1e3', 'komi', 'get_komi'];
    expect(ask(lines).filter((_, i) => i !== 0 && i !== 2)).toEqual([
      '= 6.5',
      '= -3',
      '? komi not a float',
      '? komi not a float',
      '? komi not a float',
      '= -3',
    ]);
    expect(last(['get_komi'], { rules: rulesetByName('japanese') })).toBe('= 6.5');
  });

  test('handicap stones stand where GTP has them', () => {
    expect(last(['fixed_handicap 3'])).toBe('= D4 Q16 D16');
    expect(last(['boardsize 9', 'place_free_handicap 99'])).toBe('= G7 C3 G3 C7 G5 C5 E7 E3 E5');
    expect(ask(['fixed_handicap 1', 'fixed_handicap 10', 'set_free_handicap d4 d4'])).toEqual([
      '? invalid number of stones',
      '? invalid number of stones',
      '? bad vertex list',
    ]);
    expect(ask(['set_free_handicap a1 b2', 'fixed_handicap 2', 'play b c3', 'referee-findings'])).toEqual([
      '=',
      '? board not empty',
      '=',
      expect.stringContaining('handicap/first-player') as string,
    ]);
  });

  test('undo takes moves back, and no more', () => {
    const lines = ['boardsize 3', 'play b a1', 'play w pass', 'undo', 'undo', 'undo', 'play b a1'];
    expect(ask(lines)).toEqual(['=', '=', '=', '=', '=', '? cannot undo', '=']);
  });
});

/** A ko on 5x5: White has just taken, Black may not take back at once. */
const KO = ['b b3', 'w c3', 'b a2', 'w d2', 'b b1', 'w c1', 'b c2', 'w b2'].map((move) => `play ${move}`);

describe('legal', () => {
  const japanese = { rules: rulesetByName('japanese') };

  test('a ko with its code, rule and article; a move elsewhere lifts it', () => {
    const lines = ['boardsize 5', ...KO];
    expect(last([...lines, 'play b c2'], japanese)).toBe('? illegal move');
    expect(last([...lines, 'referee-legal b c2'], japanese)).toBe(
      '= no move/ko: Move 9 (Black C2) takes the ko back at once; Japanese 1989, article 6: basic ko',
    );
    expect(last([...lines, 'play b e5', 'play w e4', 'referee-legal b c2'], japanese)).toBe('= yes');
    expect(last([...lines, 'is_legal b c2'], japanese)).toBe('= 0');
  });

  test('self-capture depends on the rules, which may change during the game', () => {
    const lines = ['boardsize 5', 'play b a2', 'play b b2', 'play b c1', 'play w a1', 'play w pass'];
    expect(
      ask(
        [...lines, 'referee-legal w b1', 'kata-set-rules new-zealand', 'referee-legal w b1'],
        japanese,
      ).slice(-3),
    ).toEqual([
      expect.stringContaining('no move/self-capture') as string,
      '=',
      expect.stringContaining('no move/out-of-turn') as string,
    ]);
    expect(last([...lines, 'kata-set-rules new-zealand', 'play b pass', 'referee-legal w b1'])).toBe('= yes');
  });

  test('a move on a stone is refused under any rules', () => {
    for (const name of RULESET_NAMES) {
      const lines = ['boardsize 9', 'play b e5', 'play w e5'];
      expect(last(lines, { rules: rulesetByName(name) }), name).toBe('? illegal move');
    }
  });

  test('two moves in a row are played, and reported', () => {
    const lines = ['boardsize 9', 'play b e5', 'play b e4', 'referee-findings'];
    expect(ask(lines, japanese).slice(-2)).toEqual([
      '=',
      expect.stringContaining('move/out-of-turn') as string,
    ]);
  });
});

describe('the score', () => {
  test('dead stones, status of points, owner, by both countings', () => {
    const area = { rules: rulesetByName('chinese') };
    expect(last([...DIVIDED, 'final_status_list dead'], area)).toBe('= A5');
    expect(last([...DIVIDED, 'final_status_list white_territory'], area)).toBe('= E5 E4 E3 E2 E1');
    expect(last([...DIVIDED, 'final_status a5'], area)).toBe('= dead');
    expect(last([...DIVIDED, 'final_status a1'], area)).toBe('= black_territory');
    expect(last([...DIVIDED, 'komi 0.5', 'final_score'], area)).toBe('= B+4.5');
    expect(last([...DIVIDED, 'komi 0.5', 'final_score'], { rules: rulesetByName('japanese') })).toBe(
      '= B+5.5',
    );
    expect(last([...DIVIDED, 'referee-owner'], area)).toBe(`= ${Array(5).fill('1 1 1 -1 -1').join('\n')}`);
    const account = last([...DIVIDED, 'komi 0', 'referee-account chinese japanese'], area);
    expect(account).toContain('japanese');
    expect(account).not.toMatch(/declared|game 1/);
    expect(last([...DIVIDED, 'final_status_list sleeping'], area)).toBe('? invalid status');
  });

  test('a game that is not played out has no score, and an answer says why', () => {
    expect(last(['boardsize 19', 'play b q16', 'play w d4', 'final_score'])).toMatch(
      /^\? cannot score: not played out/,
    );
    // These rules count the board as it stands.
    expect(
      last(['boardsize 9', 'komi 0', 'play b e5', 'play w d4', 'final_score'], {
        rules: rulesetByName('tromp-taylor'),
      }),
    ).toBe('= 0');
  });
});

describe('rules', () => {
  test("by our names, by names in RU, and in KataGo's form", () => {
    for (const name of RULESET_NAMES) expect(last([`kata-set-rules ${name}`]), name).toBe('=');
    expect(last(['kata-set-rules Japanese Rules', 'kata-get-rules'])).toContain('"name":"japanese"');
    const json =
      '{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"N"}';
    const told = last([`kata-set-rules ${json}`, 'kata-get-rules']);
    expect(JSON.parse(told.slice(2))).toMatchObject(JSON.parse(json) as object);
    expect(last(['kata-get-rules'])).toBe('? no rules are set: kata-set-rules NAME');
    expect(last(['kata-set-rules japnese'])).toBe('? there is no ruleset japnese; did you mean japanese?');
    expect(last(['kata-set-rules {"ko":"ODD"}'])).toBe('? these are not rules as kata-get-rules writes them');
    expect(last(['kata-set-rules {"ko"'])).toBe('? the rules are not valid JSON');
  });
});

describe('loadsgf', () => {
  const record = '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]HA[2]AB[bb][dd];W[cc];B[cb](;W[];B[])(;W[aa]))';
  const read = (name: string): Uint8Array =>
    new TextEncoder().encode(name === 'a b.sgf' ? record : 'nothing');

  test('takes the main line with komi, handicap and rules, or a part of it', () => {
    const lines = ['loadsgf a b.sgf', 'get_komi', 'kata-get-rules', 'printsgf'];
    const [loaded, komi, rules, text] = ask(lines, { read });
    expect([loaded, komi]).toEqual(['=', '= 6.5']);
    expect(rules).toContain('"name":"japanese"');
    expect(text).toContain(';W[cc];B[cb];W[];B[]');
    expect(last(['loadsgf a b.sgf 2', 'printsgf'], { read })).toMatch(/AB\[bb\]\[dd\];W\[cc\]\)$/);
    expect(last(['loadsgf b.sgf'], { read })).toBe('? cannot load file: no game in it');
  });

  test('marks of the players hold until the position changes', () => {
    const marked =
      '(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])';
    const from = { read: () => new TextEncoder().encode(marked) };
    expect(last(['loadsgf x', 'printsgf'], from)).toContain('TB[aa]');
    expect(last(['loadsgf x', 'undo', 'printsgf'], from)).not.toContain('TB');
    expect(last(['loadsgf x', 'final_score'], from)).toBe('= B+5');
  });
});
