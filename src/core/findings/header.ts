import { type Color, opponent, playerName } from '../color.js';
import { count, type Family, quote } from './family.js';

/** Findings about a game as a whole. */
export const GAME_FINDINGS = {
  'game/size': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) =>
      `Unexpected board size ${quote(a.value)}, expected 1 to 52 points a side`,
    title: 'A board size that cannot be used',
    means:
      'SZ is not a size from 1 to 52 points a side, or is written in a form that the format forbids. Unless a size can be recognized, the game is read on 19x19.',
    rule: 'FF[4] SZ: one number for square boards, columns and rows with a colon for others.',
    example: '(;GM[1]FF[4]SZ[99];B[ee])',
    todo: 'Correct SZ.',
  },
  'game/not-go': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) => `Unexpected game type ${quote(a.value)}, expected 1 (Go)`,
    title: 'A game other than Go',
    means: 'GM names another game. Its moves are not judged.',
    rule: 'FF[4] GM: 1 is Go.',
    example: '(;GM[2]FF[4]SZ[8];B[d3])',
    todo: 'Nothing, or correct GM.',
  },
  'game/duplicate': {
    severity: 'note',
    sentence: (a: { readonly file: string; readonly game: number; readonly symmetric: boolean }) =>
      `Same moves as game ${a.game} of ${a.file}` +
      (a.symmetric ? ', with the board rotated or mirrored' : ''),
    title: 'The same game twice',
    means: 'Another game of this run has the same moves, on the same or on a rotated or mirrored board.',
    rule: 'None; it helps keepers of collections.',
    example: 'Two files of one run with the same main line.',
    todo: 'Keep one. If results or names differ between the copies, one of them is wrong.',
  },
} satisfies Family;

/** Findings about the ruleset that a record names. */
export const RULES_FINDINGS = {
  'rules/missing': {
    severity: 'note',
    sentence: () => 'Unexpected record without ruleset, expected RU',
    title: 'No ruleset in the record',
    means:
      'RU is absent or empty. Only what every ruleset forbids is judged, and scores are shown under both countings.',
    rule: 'FF[4] RU.',
    example: '(;GM[1]FF[4]SZ[9]KM[6.5];B[ee])',
    todo: 'Name the ruleset with --rules or --default-rules.',
  },
  'rules/unknown': {
    severity: 'note',
    /** `because`: why a value that was understood gives no ruleset. */
    sentence: (a: { readonly value: string; readonly because?: string }) =>
      a.because === undefined
        ? `Unexpected ruleset ${quote(a.value)}, expected the name of a known ruleset`
        : `Ruleset ${quote(a.value)} cannot be applied: ${a.because}`,
    title: 'A ruleset name that is not understood',
    means:
      'The value of RU is not a known name or spelling of a ruleset. The record is treated as if RU were missing.',
    rule: 'FF[4] RU: AGA, GOE, Japanese and NZ are fixed spellings, others are free.',
    example: '(;GM[1]FF[4]SZ[9]RU[house rules]KM[6.5];B[ee])',
    todo: 'Name the ruleset with --rules.',
  },
  'rules/setting-differs': {
    severity: 'note',
    sentence: (a: { readonly field: string; readonly value: string; readonly expected: string }) =>
      `Unexpected ${a.field} ${quote(a.value)}, expected ${a.expected}`,
    title: 'A setting differs from the applied ruleset',
    means:
      'The record says one thing and the ruleset or the option another: RU differs from --rules, or the board has a size that the rule text does not name.',
    rule: 'The option wins over the record. Sizes: AGA 1 names 9x9, 13x13 and 19x19.',
    example: '(;GM[1]FF[4]SZ[7]RU[AGA]KM[7.5];B[dd])',
    todo: 'Nothing if it was intended; otherwise leave out the option.',
  },
} satisfies Family;

/** Findings about komi. */
export const KOMI_FINDINGS = {
  'komi/missing': {
    severity: 'note',
    sentence: () => 'Unexpected record without komi, expected KM',
    title: 'No komi in the record',
    means: 'KM is absent or empty. When the game is scored, the report says which komi was assumed and why.',
    rule: 'FF[4] KM.',
    example: '(;GM[1]FF[4]SZ[9]RU[Japanese];B[ee])',
    todo: 'Give it with --komi if you know it.',
  },
  'komi/malformed': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) =>
      `Unexpected komi ${quote(a.value)}, expected a number of points`,
    title: 'Komi that is not a number',
    means: 'KM could not be read as a number of points.',
    rule: 'FF[4] KM: a real number.',
    example: '(;GM[1]FF[4]SZ[9]KM[six];B[ee])',
    todo: 'Give it with --komi.',
  },
  'komi/scaled': {
    severity: 'note',
    sentence: (a: { readonly value: string; readonly komi: number; readonly trigger: string }) =>
      `Komi ${quote(a.value)} is read as ${a.komi} points (${a.trigger})`,
    title: 'Komi written in another unit',
    means:
      'The server writes komi times a hundred or in Chinese zi (half points of difference); it was converted into points. The finding says how the unit was recognized.',
    rule: 'Habit of Fox and of some Chinese records: 650 is 6.5, 375 is 3 3/4 zi and thus 7.5 points.',
    example: '(;GM[1]FF[4]SZ[19]AP[foxwq]RU[Chinese]KM[375]HA[0];B[pd])',
    todo: 'Nothing, unless the value read is wrong: then use --komi.',
  },
  'komi/not-recorded': {
    severity: 'note',
    sentence: (a: { readonly value: string }) =>
      `Komi ${quote(a.value)} is what this server writes when komi was not stored`,
    title: 'A komi value that means "not recorded"',
    means: 'This server writes the value when it did not store komi. It is not read as komi zero.',
    rule: 'Habit of Fox: KM[0] with HA[0].',
    example: '(;GM[1]FF[4]SZ[19]AP[foxwq]RU[Japanese]KM[0]HA[0];B[pd])',
    todo: 'Give the komi of the event with --komi if the score matters.',
  },
  'komi/fraction': {
    severity: 'note',
    sentence: (a: { readonly value: string }) =>
      `Unexpected komi ${quote(a.value)}, expected a multiple of a quarter of a point`,
    title: 'A komi in fractions that nobody uses',
    means:
      'KM is a number, but no multiple of a quarter of a point. Rules and events name komi in whole and half points, or in quarters of a Chinese zi. The value is used as it stands.',
    rule: 'Komi tables: AGA 3, and the custom of each ruleset; see `rules NAME`.',
    example: '(;GM[1]FF[4]SZ[9]RU[Chinese]KM[6.1];B[ee])',
    todo: 'Look for a slip of the pen, such as 6.1 for 6.5; give the right value with --komi.',
  },
  'komi/unusual': {
    severity: 'note',
    sentence: (a: { readonly komi: number; readonly expected: string }) =>
      `Unexpected komi ${a.komi}, expected ${a.expected} under these rules`,
    title: 'A komi that the ruleset does not name',
    means:
      "KM is neither the ruleset's komi for the year and handicap nor another value in use with it. Events may set any komi.",
    rule: 'Komi tables: AGA 3, and the custom of each ruleset; see `rules NAME`.',
    example: '(;GM[1]FF[4]SZ[19]RU[Japanese]KM[12.5]HA[0];B[pd])',
    todo: 'Compare it with the rules of the event.',
  },
  'komi/result-parity': {
    severity: 'warning',
    sentence: (a: { readonly komi: number; readonly result: string }) =>
      `Result ${quote(a.result)} cannot come from a count with komi ${a.komi}`,
    title: 'Komi and result contradict each other',
    means:
      'Counted margins are whole points before komi, so the declared margin and komi must have the same fraction. Here they do not: one of the two is wrong.',
    rule: 'Territory and area are whole numbers on a board without shared points (AGA 12, Japanese article 10).',
    example: '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+3];B[ee];W[cc])',
    todo: 'Check KM first: komi 0 or 6 with a margin that has half a point, or the reverse, is usually a server default that nobody changed.',
  },
} satisfies Family;

/** Findings about handicap stones and who moves first. */
export const HANDICAP_FINDINGS = {
  'handicap/stones-missing': {
    severity: 'warning',
    sentence: (a: { readonly handicap: number; readonly assumed: boolean }) =>
      a.assumed
        ? `Unexpected empty board with a handicap of ${a.handicap}; the usual points were assumed`
        : `Unexpected empty board with a handicap of ${a.handicap}, expected ${count(a.handicap, 'stone')}`,
    title: 'Handicap stones are not in the record',
    means:
      'HA gives a handicap, but the record sets up no stones. For servers that are known to leave them out, the usual points were assumed and the game was replayed with them.',
    rule: 'FF[4] HA: places no stones by itself; AB should be in the same node.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Japanese];W[dp];B[pp])',
    todo: 'Add AB with the stones as they were placed. If the assumed points are wrong, the replay may show plays on occupied points.',
  },
  'handicap/stones-differ': {
    severity: 'warning',
    sentence: (a: { readonly handicap: number; readonly stones: number }) =>
      a.handicap === 1 && a.stones === 1
        ? 'Unexpected stone on the board with a handicap of 1, expected Black only to move first'
        : a.handicap === 0
          ? `Unexpected ${count(a.stones, 'stone')} on the board before play, expected HA to give the handicap`
          : `Unexpected ${count(a.stones, 'stone')} on the board before play, expected the handicap of ${a.handicap}`,
    title: 'HA and the stones disagree',
    means:
      'The number in HA is not the number of black stones on the board before the first move. Scores use the stones that are on the board.',
    rule: "FF[4] HA; AGA 4: two to nine stones before White's first move.",
    example: '(;GM[1]FF[4]SZ[19]HA[3]KM[0.5]RU[Japanese]AB[pd][dp];W[dd])',
    todo: 'Find out which is right: under area counting each stone is a point of compensation.',
  },
  'handicap/placement': {
    severity: 'note',
    sentence: (a: { readonly stones: number }) =>
      `The ${count(a.stones, 'handicap stone is', 'handicap stones are')} not on the fixed points of the rules`,
    title: 'Handicap stones on unusual points',
    means:
      'The rules name fixed points for this number of stones and the record has others. With three stones either of the two usual corners may be open.',
    rule: 'AGA 4 and the Finnish rules: Q16 D4 Q4 D16 Q10 D10 K16 K4 K10, the fifth and the seventh stone in the center.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Japanese]AB[cc][qq];W[pd])',
    todo: 'Nothing if the players agreed on free placement, which the rules allow.',
  },
  'handicap/first-player': {
    severity: 'warning',
    sentence: (a: { readonly handicap: number; readonly first: Color }) =>
      a.handicap === 0
        ? `Unexpected first move by ${playerName(a.first)} in an even game, expected ${playerName(opponent(a.first))}`
        : `Unexpected first move by ${playerName(a.first)} with a handicap of ${a.handicap}, expected ${playerName(opponent(a.first))}`,
    title: 'The wrong player moves first',
    means:
      'Black moves first in an even game, White after a placed handicap. The record has it the other way round, and no PL explains why.',
    rule: 'AGA 2, and every ruleset here except some historical ones.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Japanese]AB[pd][dp];B[dd];W[pp])',
    todo: 'Check whether the handicap was really given, or whether colors were swapped.',
  },
  'handicap/size': {
    severity: 'note',
    sentence: (a: { readonly handicap: number }) =>
      `A handicap of ${a.handicap} is not among those that the rules describe`,
    title: 'More stones than the rules describe',
    means: "The handicap is larger than the ruleset's table.",
    rule: 'AGA 4 and the Swedish and Finnish rules describe handicaps up to nine stones.',
    example: '(;GM[1]FF[4]SZ[19]HA[10]KM[0.5]RU[AGA]AB[pd][dp][pp][dd][pj][dj][jp][jd][jj][cc];W[qf])',
    todo: 'Nothing, but a rating list may refuse the game.',
  },
  'handicap/free-as-moves': {
    severity: 'note',
    sentence: (a: { readonly stones: number }) =>
      `Black's first ${count(a.stones, 'move')} place the handicap`,
    title: 'The handicap was placed by moves',
    means:
      "Black's first moves, with nothing but passes by White between them, are the handicap. They are not counted as moves out of turn.",
    rule: 'New Zealand, Chinese and French rules: free placement, as consecutive moves of Black.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Chinese];B[pd];B[dp];W[dd])',
    todo: 'Nothing.',
  },
} satisfies Family;
