/** A game cut out of a text: balanced, without stray characters, safe to parse. */
export interface CleanGame {
  readonly text: string;
  /** Parentheses inside each other. */
  readonly depth: number;
}

/** Tokens of SGF and everything that is none; the last alternative takes one stray character or an unclosed value. */
const TOKEN = /[\s]+|[();]|[A-Za-z]+|\[(?:[^\\\]]|\\[^])*\]|[^]/g;
const GAME_START = /^\(\s*;\s*(?:FF|GM|CA|AP|SZ)\[/;
const SWALLOWED = /\(\s*;\s*(?:FF|GM|CA|AP|SZ)\[/;
/** In a value that is closed; one that quotes a game has escapes after its start. */
const SWALLOWED_CLOSED = /\(\s*;\s*(?:FF|GM|CA|AP|SZ)\[[^\\]*$/;

/**
 * Cuts a text into games. Rules are those of the scan: a game starts with `(` and then `;` or a property; text
 * elsewhere is dropped; what is missing at the end is added; empty variations and stray characters are left out.
 */
export function cleanGames(text: string): readonly CleanGame[] {
  const games: CleanGame[] = [];
  let at = 0;
  let isUnbalanced = false;
  for (;;) {
    const start = gameStart(text, at);
    if (start < 0) return games;
    let cut = cutGame(text, start, text.length);
    if (cut.candidate >= 0 && (isUnbalanced || cut.open)) {
      isUnbalanced = true;
      cut = cutGame(text, start, cut.candidate);
    }
    games.push(cut.game);
    at = cut.end;
  }
}

interface Cut {
  readonly game: CleanGame;
  readonly end: number;
  readonly open: boolean;
  readonly candidate: number;
}

function gameStart(text: string, from: number): number {
  const start = /\([\s(]*(?:;|[A-Za-z]+\[)|;\s*(?:FF|GM|CA|AP|SZ)\[/g;
  start.lastIndex = from;
  return start.exec(text)?.index ?? -1;
}

function cutGame(text: string, start: number, limit: number): Cut {
  const isUnopened = text.charAt(start) === ';';
  const parts: string[] = isUnopened ? ['('] : [];
  let depth = parts.length;
  let deepest = depth;
  let candidate = -1;
  let end = limit;
  let hasNode = false;
  /** A value would belong to a property of this node; the parser gives it to the node before otherwise. */
  let hasProperty = false;
  const stop = limit;
  const token = new RegExp(TOKEN);
  token.lastIndex = start;
  while (token.lastIndex < stop) {
    const at = token.lastIndex;
    const found = token.exec(text)?.[0];
    if (found === undefined) break;
    if (found.startsWith('[')) {
      const { value, next } = valueOf(text, at, found, stop);
      if (hasProperty) parts.push(value);
      if (next >= 0) {
        end = next;
        break;
      }
      token.lastIndex = found.length > 1 ? at + found.length : stop;
    } else if (found === '(') {
      if (candidate < 0 && hasNode && GAME_START.test(text.slice(at, at + 40))) candidate = at;
      depth++;
      hasProperty = false;
      deepest = Math.max(deepest, depth);
      parts.push(found);
    } else if (found === ')') {
      depth--;
      if (parts.at(-1) === '(' && depth > 0) parts.pop();
      else parts.push(found);
      if (depth === 0) {
        end = token.lastIndex;
        break;
      }
    } else if (depth > 1 && parts.at(-1) === '(' && /^[a-z]/.test(found) && !/[A-Z]/.test(found)) {
      // Without a capital it is no property, and begins no node of a variation.
      hasProperty = false;
    } else if (found === ';' || /^[A-Za-z]/.test(found)) {
      hasNode = true;
      hasProperty = /[A-Z]/.test(found);
      parts.push(found);
    } else if (isIdent(parts.at(-1))) {
      // Keeps two identifiers apart, of which the first has no value.
      parts.push(' ');
    }
  }
  for (let missing = depth; missing > 0; missing--) parts.push(')');
  return { game: { text: parts.join(''), depth: deepest }, end, open: depth > 0, candidate };
}

function isIdent(part: string | undefined): boolean {
  return part !== undefined && /^[A-Za-z]/.test(part);
}

/** A value, cut where it swallowed the start of the next game (`next`) or where the text ends. */
function valueOf(text: string, at: number, found: string, stop: number): { value: string; next: number } {
  const isClosed = found.length > 1 && at + found.length <= stop;
  const body = isClosed ? found : text.slice(at, stop);
  const from = isClosed ? Math.max(1, body.length - 41) : 1;
  const swallowed = (isClosed ? SWALLOWED_CLOSED : SWALLOWED).exec(body.length > 6 ? body.slice(from) : '');
  if (swallowed !== null)
    return { value: close(body.slice(0, from + swallowed.index)), next: at + from + swallowed.index };
  return { value: isClosed ? body : close(body), next: -1 };
}

/** Adds the bracket that is missing; a lone backslash at the end would escape it. */
function close(value: string): string {
  const slashes = /\\*$/.exec(value)![0].length;
  return (slashes % 2 === 1 ? value.slice(0, -1) : value) + ']';
}
