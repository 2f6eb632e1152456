import type { GameRecord, Origin } from '../record/record.js';
import { recordsNoPasses } from '../replay/board-plays.js';
import type { Ruleset } from '../../go/rules/ruleset.js';

export const CONVENTION_NAMES = [
  'protective-moves',
  'points-to-fill',
  'seki-points',
  'territory',
  'open-end',
] as const;
export type ConventionName = (typeof CONVENTION_NAMES)[number];

/** `auto`: every convention of the record's origin. */
export const CONVENTION_CHOICES = ['auto', 'none'] as const;
export type ConventionChoice = (typeof CONVENTION_CHOICES)[number];

/** How records of some origins were counted where no rules text says so: found in those records' results, never in a game's own. */
export interface Convention {
  readonly name: ConventionName;
  readonly title: string;
  /** The origins that it applies to, each with the name to print; absent where it applies to all that record passes. */
  readonly origins?: Readonly<Partial<Record<Origin, string>>>;
  /** Rulesets as these servers apply them: the convention applies under them even when the user names one. */
  readonly rulesets: readonly string[];
  /** It applies only where the record names no rules. */
  readonly withoutRules: boolean;
  /** The day (`2024-06-17`) from which it applies no longer. */
  readonly until?: string;
  readonly means: string;
  /** Its evidence, measured on the tuning half of the corpus. */
  readonly evidence: string;
}

export const CONVENTIONS: readonly Convention[] = [
  {
    name: 'protective-moves',
    title: 'A protective move that the position needs is charged',
    origins: { fox: 'Fox', 'korean-news': 'Korean newspapers' },
    rulesets: ['japanese-fox'],
    withoutRules: false,
    means:
      "Under territory counting a move inside a player's own territory that reading shows to be needed costs its player a point, played or not, when the weakest living chain of that player beside it has two to six liberties on the final board. Where that chain is in atari, nothing is charged.",
    evidence:
      'On Fox, of 417 games, 332 counted to the declared margin without it and 360 with it; of 548 games from Korean newspapers 429 and 449. With the chain in atari it was charged in none of 53 games with one such move. On Tygem the same rule would lose 34 games of 852, so it holds nowhere else.',
  },
  {
    name: 'points-to-fill',
    title: 'Points that must be filled at the end count as territory',
    origins: { tygem: 'Tygem' },
    rulesets: [],
    withoutRules: true,
    means:
      'Points in false eyes and others that their owner must fill once the dame are taken count for their owner all the same.',
    evidence:
      'Of 56 games on Tygem with one such point, 33 counted to the declared margin with it and 19 without it; of 762 others that one of the two explains, 479 and 283.',
  },
  {
    name: 'seki-points',
    title: 'Everything surrounded counts, in seki and in false eyes too',
    origins: { ogs: 'OGS' },
    rulesets: [],
    withoutRules: false,
    until: '2024-06-17',
    means:
      'Under territory counting the server counted every point that one color surrounds, also in seki, in false eyes and where a protective move is due. Since then its scorer knows seki and counts none of these.',
    evidence:
      "The server's own change of scorer, online-go.com pull request 2719 and goban pull request 163, both of June 2024. Players could mark dame by hand, so the other count stays an explanation.",
  },
  {
    name: 'territory',
    title: 'Territory is counted whatever the komi',
    origins: { 'korean-news': 'Korean newspapers' },
    rulesets: [],
    withoutRules: true,
    means: 'A komi of 7.5, which elsewhere suggests that area was counted, suggests nothing.',
    evidence: 'Of 26 such games in which the two countings differ, 15 met territory and 11 area.',
  },
  {
    name: 'open-end',
    title:
      'Where a record ends before the dame were filled, the protective moves that filling them makes necessary are charged',
    rulesets: [],
    withoutRules: false,
    means:
      "Under territory counting a record that ends with dame open and without two passes lacks its last moves. The dame are filled by reading, and a move inside a player's own territory that becomes necessary then costs its player a point, as it did in the game (Japanese rules 1989, article 9), when the weakest living chain of that player beside it has two to six liberties on the final board.",
    evidence:
      'Of 1,152 professional records with dame open and such moves, 614 counted to the declared margin with them charged and 209 without; with no dame open 24 of 25 met it without.',
  },
];

/** Whether a game with this DT, whose first year is `year`, was surely played before a day. */
function isBefore(day: string, date: string, year: number | undefined): boolean {
  const ofDay = Number(day.slice(0, 4));
  if (year !== ofDay) return year !== undefined && year < ofDay;
  return /^\d{4}-\d\d-\d\d/.test(date) && date < day;
}

/** Whether a record ends before its game did: with dame open and without two passes, where its server records passes. */
export function isOpenEnd(origin: Origin, trailingPasses: number, dame: number): boolean {
  return dame > 0 && trailingPasses < 2 && !recordsNoPasses(origin);
}

/**
 * The conventions that apply to a record under the applied ruleset. `isNamed`: the user named the ruleset, so the game is
 * counted by its text unless these are the rules as the server applies them.
 */
export function conventionsOf(
  { origin, rulesName, date, year }: Pick<GameRecord, 'origin' | 'rulesName' | 'date' | 'year'>,
  ruleset?: Pick<Ruleset, 'name'>,
  isNamed = false,
): ReadonlySet<ConventionName> {
  const names = new Set<ConventionName>();
  for (const { name, origins, rulesets, withoutRules, until } of CONVENTIONS) {
    if (!origins || origins[origin] === undefined || (withoutRules && rulesName !== undefined)) continue;
    if (until !== undefined && !isBefore(until, date, year)) continue;
    if (!isNamed || rulesets.includes(ruleset?.name ?? '')) names.add(name);
  }
  // What the record lacks does not depend on the rules that are named.
  if (!names.has('protective-moves')) names.add('open-end');
  return names;
}
