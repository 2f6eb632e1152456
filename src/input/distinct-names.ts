/** The ending of a name, that of a packed tar included. */
const ENDING = /(?:\.tar)?\.[^./]+$/i;

/**
 * Hands out names of which none comes twice: one that was there before gets a number, `game (2).sgf`. What a name
 * promises about its contents stays.
 */
export function createDistinctNames(): (wanted: string) => string {
  const taken = new Set<string>();
  /** The last number tried for a name. */
  const numbers = new Map<string, number>();
  return (wanted) => {
    let name = wanted;
    const ending = ENDING.exec(wanted)?.[0] ?? '';
    const stem = wanted.slice(0, wanted.length - ending.length);
    let number = numbers.get(wanted) ?? 1;
    while (taken.has(name)) name = `${stem} (${String(++number)})${ending}`;
    if (number > 1) numbers.set(wanted, number);
    taken.add(name);
    return name;
  };
}
