import { type KomiRow, type Ruleset, type RuleSubject, UNLIMITED_HANDICAP } from '../ruleset.js';

type Unnamed = Omit<Ruleset, 'name' | 'title'>;
type Undecided = 'basicKo' | 'superko' | 'scoring' | 'countings' | 'deadStones' | 'sekiPoints';

/** The defaults of every row, which names only what differs. */
export const PLAIN: Omit<Unnamed, Undecided> = {
  repetitionByAgreement: 'none',
  bothLose: false,
  startCounts: true,
  selfCapture: 'forbidden',
  illegalMove: 'unstated',
  illegalMoveClaim: 'unstated',
  doubleMove: 'unstated',
  sizes: [],
  passesToEnd: 2,
  resumption: 'unstated',
  passesAllAlive: 0,
  passStones: false,
  whitePassesLast: false,
  zi: false,
  komiEven: [],
  komiHandicap: [],
  komiAlsoSeen: [],
  komiByFirstPass: false,
  ties: 'jigo',
  compensation: 'none',
  compensationFrom: 2,
  handicapPlacement: 'either',
  placementSizes: [],
  oneStoneIsPlaced: false,
  oneStoneKomi: 'either',
  handicapMax: UNLIMITED_HANDICAP,
  articles: {},
  sources: {},
  doubts: {},
};

/** Area scoring with positional superko. */
export const AREA: Unnamed = {
  ...PLAIN,
  basicKo: true,
  superko: 'positional',
  scoring: 'area',
  countings: ['area'],
  deadStones: 'agreement',
  sekiPoints: true,
};

/** Territory and prisoners with the basic ko, as in Japan. */
export const TERRITORY: Unnamed = {
  ...PLAIN,
  basicKo: true,
  superko: 'none',
  scoring: 'territory',
  countings: ['territory'],
  deadStones: 'confirmation',
  sekiPoints: false,
  handicapPlacement: 'fixed',
  handicapMax: 9,
};

/** One komi for all years, in half points. */
export function always(halves: number): readonly KomiRow[] {
  return [{ fromYear: 0, halves }];
}

/** Subjects by the place of a text that treats them: `{ 'article 6': ['basicKo'] }`. */
export type Places = Readonly<Record<string, readonly RuleSubject[]>>;

/**
 * What a text was read for: its key in SOURCE_TEXTS, and either the subjects alone, or how rulings cite the text, the places
 * in it, and further subjects without a place. The key '' only cites: for subjects read in another source.
 */
type TextRead =
  | readonly [source: string, subjects: readonly RuleSubject[]]
  | readonly [source: string, title: string, places: Places, further?: readonly RuleSubject[]];

/**
 * `articles` and `sources` of a row. Of several citations of a subject the last one holds; its sources are all that were read
 * for it, in the order given. `base`: a row whose citations and sources stay for subjects that these texts do not treat.
 */
export function texts(
  read: readonly TextRead[],
  base?: Pick<Ruleset, 'articles' | 'sources'>,
): Pick<Ruleset, 'articles' | 'sources'> {
  const articles: Record<string, string> = {};
  const sources: Record<string, string[]> = {};
  for (const [source, ...rest] of read) {
    const [title, places, further = []] = rest.length === 1 ? ['', {}, rest[0]] : rest;
    const placed = Object.entries(places).flatMap(([place, subjects]) =>
      subjects.map((subject) => [subject, `${title}, ${place}`] as const),
    );
    Object.assign(articles, Object.fromEntries(placed));
    if (source === '') continue;
    for (const subject of [...placed.map(([subject]) => subject), ...further]) {
      (sources[subject] ??= []).push(source);
    }
  }
  return { articles: { ...base?.articles, ...articles }, sources: { ...base?.sources, ...sources } };
}

/** The places of a text without some subjects. */
export function without(places: Places, left: readonly RuleSubject[]): Places {
  const kept = Object.entries(places).map(
    ([place, subjects]) => [place, subjects.filter((subject) => !left.includes(subject))] as const,
  );
  return Object.fromEntries(kept);
}
