/** Values kept for one reader: enough for the texts that return in every file, too few to matter in memory. */
const MOST_KEPT = 2048;
/** Longer texts are no usual header values and are not kept. */
const LONGEST_KEPT = 64;

/**
 * The same function with its answers kept by text; when full, further texts are computed anew each time.
 * Header values repeat from game to game, so most games read theirs without parsing.
 */
export function memo<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known as T;
    const value = read(text);
    if (kept.size < MOST_KEPT && text.length <= LONGEST_KEPT) kept.set(text, value);
    return value;
  };
}
