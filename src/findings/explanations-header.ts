import type { ExplanationsOf } from './explanation.js';

/** Explanations of the findings about handicap, komi and the ruleset. */
export const HEADER_EXPLANATIONS: ExplanationsOf<'handicap' | 'komi' | 'rules'> = {
  'handicap/stones-missing': {
    title: 'Handicap stones are not in the record',
    means:
      'HA tells a handicap, but the record sets up no stones. On servers that are known to leave them out the usual points were assumed and play was replayed with them.',
    rule: 'FF[4] HA: adds nothing by itself, AB should stand in the same node.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Japanese];W[dp];B[pp])',
    todo: 'Add AB with the stones as they stood. If the assumed points are wrong, the replay may show plays on occupied points.',
  },
  'handicap/stones-differ': {
    title: 'HA and the stones disagree',
    means:
      'The number in HA is not the number of black stones on the board before the first move. Scores use the stones, for they were really there.',
    rule: "FF[4] HA; AGA 4: two to nine stones before White's first move.",
    example: '(;GM[1]FF[4]SZ[19]HA[3]KM[0.5]RU[Japanese]AB[pd][dp];W[dd])',
    todo: 'Find out which is right: under area counting each stone is a point of compensation.',
  },
  'handicap/placement': {
    title: 'Handicap stones on unusual points',
    means:
      'The rules name fixed points for this number of stones and the record has others. Three stones may leave either of the two usual corners open.',
    rule: 'AGA 4 and the Finnish rules: Q16 D4 Q4 D16 Q10 D10 K16 K4 K10, the fifth and the seventh stone in the center.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Japanese]AB[cc][qq];W[pd])',
    todo: 'Nothing if the players agreed on free placement; the rules allow to agree otherwise.',
  },
  'handicap/first-player': {
    title: 'The wrong player moves first',
    means:
      'Black moves first in an even game, White after a placed handicap. The record has it the other way round, and no PL says why.',
    rule: 'AGA 2, and every ruleset here except some historical ones.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Japanese]AB[pd][dp];B[dd];W[pp])',
    todo: 'Check whether the handicap was really given, or whether colors were swapped.',
  },
  'handicap/size': {
    title: 'More stones than the rules describe',
    means: "The handicap is larger than the ruleset's table.",
    rule: 'AGA 4 and the Swedish and Finnish rules describe handicaps up to nine stones.',
    example: '(;GM[1]FF[4]SZ[19]HA[10]KM[0.5]RU[AGA]AB[pd][dp][pp][dd][pj][dj][jp][jd][jj][cc];W[qf])',
    todo: 'Nothing: it is a fact worth knowing before a rating list refuses the game.',
  },
  'handicap/free-as-moves': {
    title: 'The handicap was placed by moves',
    means:
      "Black's first moves, with nothing but passes by White between them, are the handicap. They are not counted as moves out of turn.",
    rule: 'New Zealand, Chinese and French rules: free placement, as consecutive moves of Black.',
    example: '(;GM[1]FF[4]SZ[19]HA[2]KM[0.5]RU[Chinese];B[pd];B[dp];W[dd])',
    todo: 'Nothing.',
  },
  'komi/missing': {
    title: 'No komi in the record',
    means: 'KM is absent or empty. When the game is scored, the report says which komi was assumed and why.',
    rule: 'FF[4] KM.',
    example: '(;GM[1]FF[4]SZ[9]RU[Japanese];B[ee])',
    todo: 'Give it with --komi if you know it.',
  },
  'komi/malformed': {
    title: 'Komi that is no number',
    means: 'KM could not be read as a number of points.',
    rule: 'FF[4] KM: a real number.',
    example: '(;GM[1]FF[4]SZ[9]KM[six];B[ee])',
    todo: 'Give it with --komi.',
  },
  'komi/scaled': {
    title: 'Komi written in another unit',
    means:
      'The server writes komi times a hundred or in Chinese zi (half points of difference); it was turned into points. The finding tells what gave it away.',
    rule: 'Habit of Fox and of some Chinese records: 650 is 6.5, 375 is 3 3/4 zi and thus 7.5 points.',
    example: '(;GM[1]FF[4]SZ[19]AP[foxwq]RU[Chinese]KM[375]HA[0];B[pd])',
    todo: 'Nothing, unless the value read is wrong: then use --komi.',
  },
  'komi/not-recorded': {
    title: 'A komi value that means "not recorded"',
    means: 'This server writes the value when it did not store komi. It is not taken as komi zero.',
    rule: 'Habit of Fox: KM[0] with HA[0].',
    example: '(;GM[1]FF[4]SZ[19]AP[foxwq]RU[Japanese]KM[0]HA[0];B[pd])',
    todo: 'Give the komi of the event with --komi if the score matters.',
  },
  'komi/unusual': {
    title: 'A komi that the ruleset does not name',
    means:
      "KM is neither the ruleset's komi for the year and handicap nor another value its users take. Events may set any komi.",
    rule: 'Komi tables: AGA 3, and the custom of each ruleset; see `rules NAME`.',
    example: '(;GM[1]FF[4]SZ[19]RU[Japanese]KM[12.5]HA[0];B[pd])',
    todo: 'Compare with the rules of the event.',
  },
  'komi/result-parity': {
    title: 'Komi and result cannot belong together',
    means:
      'Counted margins are whole points before komi, so the fraction of the declared margin must be that of komi. Here it is not: one of the two is wrong.',
    rule: 'Territory and area are whole numbers on a board without shared points (AGA 12, Japanese article 10).',
    example: '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+3];B[ee];W[cc])',
    todo: 'Check KM first: komi 0 or 6 beside a margin with half a point, or the reverse, is mostly a server default that nobody changed.',
  },
  'rules/missing': {
    title: 'No ruleset in the record',
    means:
      'RU is absent or empty. Only what every ruleset forbids is judged, and scores are shown under both countings.',
    rule: 'FF[4] RU.',
    example: '(;GM[1]FF[4]SZ[9]KM[6.5];B[ee])',
    todo: 'Name the ruleset with --rules or --default-rules.',
  },
  'rules/unknown': {
    title: 'A ruleset name that is not understood',
    means:
      'RU has a value that is no known name or spelling of a ruleset. The record is treated as if RU were missing.',
    rule: 'FF[4] RU: AGA, GOE, Japanese and NZ are fixed spellings, others are free.',
    example: '(;GM[1]FF[4]SZ[9]RU[house rules]KM[6.5];B[ee])',
    todo: 'Name the ruleset with --rules.',
  },
  'rules/setting-differs': {
    title: 'A setting differs from the ruleset applied',
    means:
      'The record says one thing and the ruleset or the option another: RU differs from --rules, or the board has a size that the rule text does not name.',
    rule: 'The option wins over the record. Sizes: AGA 1 names 9x9, 13x13 and 19x19.',
    example: '(;GM[1]FF[4]SZ[7]RU[AGA]KM[7.5];B[dd])',
    todo: 'Nothing if it was meant; else drop the option.',
  },
};
