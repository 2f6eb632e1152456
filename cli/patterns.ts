/** A state of the automaton that reads paths: a character that it takes, or none, and the states after it. */
interface State {
  readonly takes?: (letter: string) => boolean;
  readonly to: number[];
}

const anything = (): boolean => true;
const inName = (letter: string): boolean => letter !== '/';
const isSlash = (letter: string): boolean => letter === '/';

const TOKEN = /\*\*\/|\*\*|\{[^{}]*\}|./gsu;

/**
 * Whether a path matches one of some patterns: `*` and `?` within a folder, `**` across folders, `{a,b}` for either.
 * As in .gitignore, a pattern without a slash matches names at any depth, and a pattern that matches a folder, or an archive,
 * matches what is in it. Paths have `/` between folders and are relative. Takes time in proportion to patterns and path, whatever
 * they are: all patterns are read at once.
 */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const states: State[] = [];
  const add = (takes: State['takes'], ...to: number[]): number =>
    states.push({ ...(takes && { takes }), to }) - 1;
  /** Any number of such characters, then `next`. */
  const many = (takes: State['takes'], next: number): number => {
    const fork = add(undefined, next);
    states[fork]!.to.push(add(takes, fork));
    return fork;
  };
  const folders = (next: number): number => add(undefined, next, many(anything, add(isSlash, next)));

  function before(next: number, pattern: string): number {
    let at = next;
    for (const [token] of [...pattern.matchAll(TOKEN)].reverse()) {
      if (token === '**/') at = folders(at);
      else if (token === '*' || token === '**') at = many(token === '*' ? inName : anything, at);
      else if (token === '?') at = add(inName, at);
      else if (token.length > 1 && token.startsWith('{')) {
        const after = at;
        at = add(
          undefined,
          ...token
            .slice(1, -1)
            .split(',')
            .map((one) => before(after, one)),
        );
      } else at = add((letter) => letter === token, at);
    }
    return at;
  }

  const end = add(undefined);
  const inside = add(isSlash, many(anything, end));
  const whole = add(
    undefined,
    end,
    inside,
    add((letter) => letter === '!', inside),
  );
  const starts = patterns.map((pattern) => {
    const start = before(whole, pattern.replace(/^\.?\//, '').replace(/\/$/, ''));
    return /\/./.test(pattern) ? start : folders(start);
  });
  return (path) => reaches(states, starts, path, end);
}

/** Whether the automaton is in `end` after the last character of the path. */
function reaches(states: readonly State[], starts: readonly number[], path: string, end: number): boolean {
  const seen = new Int32Array(states.length);
  let step = 0;
  /** The states with a character to take that can be reached without one. */
  const settled = (open: number[]): number[] => {
    step++;
    const found: number[] = [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === step) continue;
      seen[at] = step;
      const { takes, to } = states[at]!;
      if (takes) found.push(at);
      else open.push(...to);
    }
    return found;
  };
  let current = settled([...starts]);
  for (const letter of path) {
    if (current.length === 0) return false;
    current = settled(current.flatMap((at) => (states[at]!.takes!(letter) ? states[at]!.to : [])));
  }
  return seen[end] === step;
}
