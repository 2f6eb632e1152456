/** The decisions of a run in the page, and those that the browser keeps. */
import type { Label } from '../../core/words/words.js';
import { type Decision, DECISIONS_VERSION, parseDecisions } from '../../referee/judge/decisions.js';

/** Decisions to add, or one to take back. */
export interface DecisionChange {
  readonly add?: readonly Decision[];
  readonly takeBack?: Decision;
}

/** The decisions after a change, each once. */
export function changed(
  decisions: readonly Decision[],
  { add = [], takeBack }: DecisionChange,
): readonly Decision[] {
  const all = new Map(decisions.map((one) => [JSON.stringify(one), one]));
  for (const one of add) all.set(JSON.stringify(one), one);
  if (takeBack) all.delete(JSON.stringify(takeBack));
  return [...all.values()];
}

/** The decisions in the text of decisions.json; '' has none. Throws an Error with a sentence for the user. */
export function decisionsIn(text: string): readonly Decision[] {
  if (text === '') return [];
  const read = parseDecisions(text);
  if (read.ok) return read.value;
  throw new Error(`decisions.json: ${read.error}`);
}

/** The text of decisions.json; '' without decisions. */
export function decisionsText(decisions: readonly Decision[]): string {
  if (decisions.length === 0) return '';
  return `${JSON.stringify({ version: DECISIONS_VERSION, decisions }, undefined, 2)}\n`;
}

/** Digests of the games about which two lists decide differently. */
export function differingGames(one: readonly Decision[], other: readonly Decision[]): ReadonlySet<string> {
  const [left, right] = [one, other].map((all) => new Map(all.map((each) => [JSON.stringify(each), each])));
  const changes = [...left!, ...right!].filter(([text]) => left!.has(text) !== right!.has(text));
  return new Set(changes.map(([, { game }]) => game));
}

const KEY = 'sgf-referee-decisions';

/** The decisions that the browser keeps, about games of any run. What is damaged counts as none. */
export function keptDecisions(): readonly Decision[] {
  try {
    return decisionsIn(localStorage.getItem(KEY) ?? '');
  } catch {
    return [];
  }
}

const NAME_KEY = 'sgf-referee-referee';
/** Where the browser keeps nothing, the name stays until the page is closed. */
let lastName = '';

/** The name of the referee who decided last. */
export function keptName(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? lastName;
  } catch {
    return lastName;
  }
}

export function keepName(name: string): void {
  lastName = name;
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    // It forbids storage, or has no space left.
  }
}

/** Changes the decisions that the browser keeps; `false` where it keeps nothing, or has those of a later version, which stay. */
export function keepChange(change: DecisionChange): boolean {
  try {
    const [, version = ''] = /^\{\s*"version": (\d+)/.exec(localStorage.getItem(KEY) ?? '') ?? [];
    if (Number(version) > DECISIONS_VERSION) return false;
    localStorage.setItem(KEY, decisionsText(changed(keptDecisions(), change)));
    return true;
  } catch {
    return false;
  }
}

/** Results that need no margin, and what each says. */
export const RESULTS: readonly (readonly [result: string, what: Label])[] = [
  ['B+', 'Black wins'],
  ['W+', 'White wins'],
  ['B+R', 'White resigns'],
  ['W+R', 'Black resigns'],
  ['B+T', 'White loses on time'],
  ['W+T', 'Black loses on time'],
  ['B+F', 'White forfeits'],
  ['W+F', 'Black forfeits'],
  ['0', 'a draw'],
  ['Void', 'no result'],
];
