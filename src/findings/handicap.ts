import { type Color, opponent, playerName } from '../core/color.js';
import { count, type Family } from './family.js';

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
