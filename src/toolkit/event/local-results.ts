/** Results of a results table as they are written in the language of its head: `S+1,5` below `Schwarz`, `N+abandon` below `Noir`. */

/** Words of a language in lower case. */
interface LocalWords {
  readonly black: readonly string[];
  readonly white: readonly string[];
  /** How a game ends, by the letter that RE has for it. */
  readonly endings: Readonly<Record<string, string>>;
}

const LANGUAGES: readonly LocalWords[] = [
  {
    black: ['s', 'schwarz'],
    white: ['w', 'weiß', 'weiss'],
    endings: { a: 'R', aufg: 'R', aufgabe: 'R', z: 'T', zeit: 'T', kampflos: 'F' },
  },
  {
    black: ['n', 'noir'],
    white: ['b', 'blanc'],
    endings: { a: 'R', ab: 'R', abandon: 'R', temps: 'T', forfait: 'F' },
  },
  {
    black: ['s', 'svart'],
    white: ['v', 'vit'],
    endings: { uppgivet: 'R', tid: 'T', walkover: 'F' },
  },
  {
    black: ['m', 'musta'],
    white: ['v', 'valkea', 'valkoinen'],
    endings: { luovutus: 'R', aika: 'T' },
  },
  {
    black: ['c', 'czarne', 'czarny'],
    white: ['b', 'białe', 'biały'],
    endings: { poddanie: 'R', czas: 'T', walkower: 'F' },
  },
];

/** How the results of a table are read. */
export interface LocalResults {
  /** A result in the form of RE; one that is not in the language stays as it is. */
  readonly inEnglish: (result: string) => string;
  /** `B` is Black or, as in `blanc`, White, and no result shows which. */
  readonly isOpen: boolean;
}

/**
 * Reads results in the language of the head, by its word for Black. English letters are read as well; where `B` is a letter of the
 * language for White, it is White if other results have words of the language, and open unless one has the English `W`.
 */
export function localResults(headOfBlack: string, results: readonly string[]): LocalResults {
  const language = LANGUAGES.find(({ black }) =>
    black.includes(partsOf(headOfBlack.replace(/^\ufeff/, '')).winner),
  );
  if (!language) return { inEnglish: (result) => result, isOpen: false };
  const { black, white, endings } = language;
  const winners = results.map((result) => partsOf(result).winner);
  const isWhiteB = white.includes('b');
  const isLocal = winners.some((word) => word !== 'b' && [...black, ...white].includes(word));
  return {
    isOpen: isWhiteB && !isLocal && winners.includes('b') && !winners.includes('w'),
    inEnglish: (result) => {
      const { winner, how, mark } = partsOf(result);
      const isWhite = white.includes(winner) && (winner !== 'b' || isLocal);
      if (!isWhite && !black.includes(winner)) return result;
      const bare = how.toLowerCase().replace(/\.$/, '');
      return `${isWhite ? 'W' : 'B'}+${Object.hasOwn(endings, bare) ? endings[bare]! : how}${mark}`;
    },
  };
}

/** The word for the winner, what follows its `+`, and the `!` of a win by default. */
function partsOf(result: string): { readonly winner: string; readonly how: string; readonly mark: string } {
  const [, winner = '', how = '', mark = ''] = /^(\p{L}+) ?(?:\+([^!]*))?(!?)$/u.exec(result.trim()) ?? [];
  return { winner: winner.normalize('NFC').toLowerCase(), how: how.trim(), mark };
}
