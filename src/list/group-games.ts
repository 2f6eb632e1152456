import type { Cell } from '../columns/column.js';
import { type GameGroup, type Grouping, type Score } from '../columns/groups.js';

/** Columns of `list` that groups are made of, after the names of the group. */
const FACTS = ['winner', 'moves', 'komi', 'handicap'] as const;
const NAMES: Readonly<Record<Grouping, readonly string[]>> = {
  player: ['black', 'white'],
  ruleset: ['ruleset'],
  event: ['event'],
  year: ['year'],
};

/** The columns of `list` whose cells `GroupedGames` takes of each game. */
export function groupedColumns(by: Grouping): readonly string[] {
  return [...NAMES[by], ...FACTS];
}

type Role = 'black' | 'white';

/** The facts of one game. */
interface Facts {
  readonly winner: Cell;
  readonly moves: number;
  readonly komi: number | undefined;
  readonly handicap: number;
}

/** Sums games by group, one after the other: the memory grows with the groups, not with the games. */
export class GroupedGames {
  readonly #by: Grouping;
  readonly #groups = new Map<string, GameGroup>();

  constructor(by: Grouping) {
    this.#by = by;
  }

  /** Adds a game by its cells of `groupedColumns`. A player of both colors gets one game and the scores of both. */
  add(cells: readonly Cell[]): void {
    const names = cells.slice(0, -FACTS.length).map(String);
    const [winner = '', moves = 0, komi = '', handicap = 0] = cells.slice(-FACTS.length);
    const facts: Facts = {
      winner,
      moves: Number(moves),
      komi: komi === '' ? undefined : Number(komi),
      handicap: Number(handicap),
    };
    for (const name of new Set(names)) addGame(this.#groupOf(name), facts);
    const roles: readonly Role[] = ['black', 'white'];
    for (const [i, role] of roles.entries()) {
      const group = this.#groupOf(this.#by === 'player' ? names[i]! : names[0]!);
      addRole(group, role, facts);
    }
  }

  /** The groups, those of the most games first, then by name. */
  groups(): readonly GameGroup[] {
    return [...this.#groups.values()].sort(
      (a, b) => b.games - a.games || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
  }

  #groupOf(name: string): GameGroup {
    const found = this.#groups.get(name);
    if (found) return found;
    const made = newGroup(name);
    this.#groups.set(name, made);
    return made;
  }
}

function newGroup(name: string): GameGroup {
  const score = (): Score => ({ games: 0, wins: 0 });
  return {
    ...{ name, games: 0, black: score(), white: score(), draws: 0, moves: 0, komi: 0, withKomi: 0 },
    ...{ handicapGames: 0, handicapStones: 0, even: score(), giving: score(), taking: score() },
    ...{ usualKomi: score(), noKomi: score(), reverseKomi: score() },
  };
}

function addGame(group: GameGroup, { winner, moves, komi, handicap }: Facts): void {
  group.games++;
  group.moves += moves;
  if (winner === 'draw') group.draws++;
  if (komi !== undefined) {
    group.komi += komi;
    group.withKomi++;
  }
  if (handicap < 2) return;
  group.handicapGames++;
  group.handicapStones += handicap;
}

function addRole(group: GameGroup, role: Role, { winner, komi, handicap }: Facts): void {
  const isWon = winner === role;
  for (const score of [group[role], ...rolesOf(group, role, komi, handicap)]) {
    score.games++;
    if (isWon) score.wins++;
  }
}

function rolesOf(group: GameGroup, role: Role, komi: number | undefined, handicap: number): readonly Score[] {
  if (handicap >= 2) return [role === 'black' ? group.taking : group.giving];
  if (komi === undefined) return [group.even];
  return [group.even, komi < 0 ? group.reverseKomi : komi > 1 ? group.usualKomi : group.noKomi];
}
