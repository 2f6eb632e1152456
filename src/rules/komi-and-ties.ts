import type { KomiRow, Ruleset } from './ruleset.js';

/** The game that a komi is wanted for: its handicap stones, and its year when the record gives one. */
export interface KomiGame {
  readonly handicap: number;
  readonly year: number | undefined;
}

/** Komi of the rules in half points, by handicap and year (no year: the newest); `undefined` when the rules name none. */
export function komiFor(ruleset: Ruleset, game: KomiGame): number | undefined {
  return inForce(rowsFor(ruleset, game), game.year ?? Infinity)?.halves;
}

/**
 * The komi of the rules in half points, in the year of a change and in the years beside it both values; empty when the
 * rules name none. Not among them: other values that the rules' users take (`komiAlsoSeen`).
 */
export function komiStandard(ruleset: Ruleset, game: KomiGame): readonly number[] {
  const { year = Infinity } = game;
  const rows = rowsFor(ruleset, game);
  const found = [-1, 0, 1].map((shift) => inForce(rows, year + shift)?.halves);
  return [...new Set(found.filter((halves) => halves !== undefined))];
}

/**
 * Every komi, in half points, that is usual: that of the rules, those also seen,
 * and both values in the year of a change and in the years beside it. Empty when the rules name none and none is usual.
 * A one-stone handicap takes the values of both even and handicap games, unless the text says which.
 */
export function komiAccepted(ruleset: Ruleset, game: KomiGame): readonly number[] {
  const dated =
    game.year === undefined ? rowsFor(ruleset, game).map((row) => row.halves) : komiStandard(ruleset, game);
  const also = isHandicap(game) ? (ruleset.komiHandicapAlsoSeen ?? []) : ruleset.komiAlsoSeen;
  const found = new Set([...dated, ...also]);
  if (game.handicap === 1 && ruleset.oneStoneKomi === 'either') {
    const other = { ...game, handicap: 0 };
    for (const halves of komiAccepted(ruleset, other)) found.add(halves);
  }
  return [...found];
}

/** White's extra half points under area counting for this many handicap stones. */
export function compensationFor(ruleset: Ruleset, stones: number): number {
  if (stones < ruleset.compensationFrom) return 0;
  switch (ruleset.compensation) {
    case 'none':
      return 0;
    case 'n-1':
      return 2 * (stones - 1);
    case 'n':
      return 2 * stones;
  }
}

/** Who wins an exact tie of a game with this many handicap stones. */
export function tiesFor({ ties, tiesHandicap }: Ruleset, stones: number): Ruleset['ties'] {
  return stones >= 1 ? (tiesHandicap ?? ties) : ties;
}

/** One stone is a handicap in komi: Black plays first and gives the small komi. */
function isHandicap(game: KomiGame): boolean {
  return game.handicap >= 1;
}

function rowsFor(ruleset: Ruleset, game: KomiGame): readonly KomiRow[] {
  return isHandicap(game) ? ruleset.komiHandicap : ruleset.komiEven;
}

function inForce(rows: readonly KomiRow[], year: number): KomiRow | undefined {
  return rows.find((row) => row.fromYear <= year);
}
