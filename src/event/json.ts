/** JSON with the place of every value, and with what can be read of a damaged file. */
import { malformed, type TableDraft } from './table.js';
import type { TableText } from './table-text.js';

type Plain = string | number | boolean | null;

export interface JsonValue {
  /** A plain value; `undefined` for objects and lists. */
  readonly plain?: Plain;
  readonly fields?: ReadonlyMap<string, JsonValue>;
  readonly items?: readonly JsonValue[];
  readonly offset: number;
}

export interface JsonDocument {
  readonly root: JsonValue;
  readonly damage: 'whole' | 'damaged';
}

interface Open {
  readonly fields?: Map<string, JsonValue>;
  readonly items?: JsonValue[];
  readonly offset: number;
  key?: string | undefined;
}

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)\b)/uy;

/** What may come next. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

const WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value or end': 'a value or "]"',
  key: 'a name in quotes',
  'key or end': 'a name in quotes or "}"',
  colon: '":"',
  'comma or end': '"," or the end of the list',
  nothing: 'the end of the file',
};

/**
 * The value of a JSON text; where it breaks off or makes no sense, what was read up to there.
 * Findings: `table/malformed` at that place.
 */
export function readJson(source: TableText, draft: TableDraft): JsonDocument {
  const { text } = source;
  const root: Open = { items: [], offset: 0 };
  const open: Open[] = [root];
  let expected: Expected = 'value';
  let damage: JsonDocument['damage'] = 'whole';
  const isEnded = (): Expected => (open.length === 1 ? 'nothing' : 'comma or end');
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    const at = start + /^\s*/.exec(text.slice(start))![0].length;
    if (!match && at >= text.length && expected === 'nothing') break;
    const next: Expected | 'ended' | undefined = match ? step(match, at, { open, expected }) : undefined;
    if (next === undefined) {
      const [found = ''] = /^[^\s,:{}[\]]{1,40}|^./.exec(text.slice(at, at + 40)) ?? [];
      malformed(draft, source.at(at), found, WORDS[expected]);
      damage = 'damaged';
      // Half an object of a list would be taken for one that lacks something.
      if (open.at(-1)!.fields) open.at(-2)!.items?.pop();
      break;
    }
    expected = next === 'ended' ? isEnded() : next;
  }
  return { root: root.items![0] ?? { plain: null, offset: 0 }, damage };
}

interface State {
  readonly open: Open[];
  readonly expected: Expected;
}

/** Takes one token; `undefined` where it may not stand. */
function step(
  [, sign, string, plain]: RegExpExecArray,
  offset: number,
  { open, expected }: State,
): Expected | 'ended' | undefined {
  const inside = open.at(-1)!;
  const takesValue = expected.startsWith('value');
  if (string !== undefined && expected.startsWith('key')) {
    inside.key = JSON.parse(string) as string;
    return 'colon';
  }
  if (string !== undefined || plain !== undefined) {
    if (!takesValue) return undefined;
    put(inside, { plain: JSON.parse(string ?? plain!) as Plain, offset });
    return 'ended';
  }
  switch (sign as '{' | '[' | '}' | ']' | ':' | ',') {
    case '{':
    case '[':
      if (!takesValue) return undefined;
      return begin(open, sign === '{' ? { fields: new Map(), offset } : { items: [], offset });
    case '}':
    case ']':
      if (!mayEnd(sign, inside, expected)) return undefined;
      open.pop();
      return 'ended';
    case ':':
      return expected === 'colon' ? 'value' : undefined;
    case ',':
      if (expected !== 'comma or end') return undefined;
      return inside.fields ? 'key' : 'value';
  }
}

function begin(open: Open[], inner: Open): Expected {
  put(open.at(-1)!, inner);
  open.push(inner);
  return firstIn(inner);
}

function mayEnd(sign: string | undefined, inside: Open, expected: Expected): boolean {
  if ((sign === '}') !== (inside.fields !== undefined)) return false;
  return expected === 'comma or end' || expected === firstIn(inside);
}

/** What an object or a list may begin with. */
function firstIn({ fields }: Open): Expected {
  return fields ? 'key or end' : 'value or end';
}

function put(inside: Open, value: JsonValue): void {
  if (inside.items) inside.items.push(value);
  else inside.fields!.set(inside.key!, value);
}
