/** JSON that users write by hand: its values with their places, and whether they fit a schema. */
import { valueAt } from './text.js';

/** `line 3, column 5: ` of a syntax error; the end of the text if the engine's message has no position. */
export function placeInJson(json: string, error: unknown): string {
  return placeAt(json, Number(/position (\d+)/.exec(String(error))?.[1] ?? json.length));
}

/**
 * The place of the value at a path such as `players[1].name` (`''`: the whole text), or else of the nearest enclosing value, in
 * the form of `placeInJson`. `json` must be valid JSON.
 */
export function placeOfValue(json: string, wanted: string): string {
  const places = placesIn(json);
  let path = wanted;
  while (path !== '' && !places.has(path))
    path = path.slice(0, Math.max(path.search(/(\.[^.]*|\[\d*\]?)$/), 0));
  return placeAt(json, places.get(path) ?? 0);
}

function placeAt(json: string, offset: number): string {
  const lines = json.slice(0, offset).split('\n');
  return `line ${String(lines.length)}, column ${String(lines.at(-1)!.length + 1)}: `;
}

/** Where each value begins, by its path. */
function placesIn(json: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const open: [JsonValue, string][] = [[readJson(json).root, '']];
  for (let one = open.pop(); one; one = open.pop()) {
    const [{ items = [], fields = [], offset }, path] = one;
    // A property may be named '', which here is the path of the whole text.
    if (path !== '' || places.size === 0) places.set(path, offset);
    for (const [i, item] of items.entries()) open.push([item, `${path}[${String(i)}]`]);
    for (const [name, value] of fields) open.push([value, (path === '' ? '' : `${path}.`) + name]);
  }
  return places;
}

/** Why a file of ours in this format cannot be read, where that is newer than the one that this version writes. */
export function newerFormat(format: unknown, own: number): string | undefined {
  if (typeof format !== 'number' || format <= own) return undefined;
  return `a newer version of sgf-referee wrote this (format ${String(format)}, this version reads ${String(own)}): update sgf-referee`;
}

type Plain = string | number | boolean | null;

/** A value of a JSON text, and where it begins. */
export interface JsonValue {
  /** A plain value; `undefined` for objects and lists. */
  readonly plain?: Plain;
  readonly fields?: ReadonlyMap<string, JsonValue>;
  readonly items?: readonly JsonValue[];
  readonly offset: number;
}

/** Where a text breaks off or is not JSON: the offset, what is there, and what was expected. */
interface JsonFault {
  readonly at: number;
  readonly found: string;
  readonly expected: string;
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

/** The value of a JSON text; if it breaks off or is invalid, what was read up to that place. */
export function readJson(text: string): { readonly root: JsonValue; readonly fault?: JsonFault } {
  const root: Open = { items: [], offset: 0 };
  const open: Open[] = [root];
  let expected: Expected = 'value';
  const isEnded = (): Expected => (open.length === 1 ? 'nothing' : 'comma or end');
  const read = (): JsonValue => root.items![0] ?? { plain: null, offset: 0 };
  TOKEN.lastIndex = 0;
  for (;;) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    const at = start + /^\s*/.exec(text.slice(start, start + (match?.[0].length ?? text.length)))![0].length;
    if (!match && at >= text.length && expected === 'nothing') return { root: read() };
    const next: Expected | 'ended' | undefined = match ? step(match, at, { open, expected }) : undefined;
    if (next === undefined) {
      const [found = ''] = /^[^\s,:{}[\]]{1,40}|^./.exec(text.slice(at, at + 40)) ?? [];
      // Half an object in a list would look like one that lacks fields.
      if (open.at(-1)!.fields) open.at(-2)!.items?.pop();
      return { root: read(), fault: { at, found, expected: WORDS[expected] } };
    }
    expected = next === 'ended' ? isEnded() : next;
  }
}

interface State {
  readonly open: Open[];
  readonly expected: Expected;
}

/** Takes one token; `undefined` if it is not allowed there. */
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

/** The part of JSON Schema that describes our files. */
export interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly type?: 'object' | 'array' | 'integer' | 'number' | 'string';
  readonly enum?: readonly unknown[];
  /** Of a string. */
  readonly pattern?: string;
  /** Of a number. */
  readonly minimum?: number;
  readonly anyOf?: readonly Schema[];
  /** Of an array; `prefixItems`: of just so many values. */
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  /** Of an object. */
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly propertyNames?: Schema;
}

/** Where a value does not fit a schema, and what it must be; '' if it fits. `at`: the path of the value. */
export function misfitOf(schema: Schema, value: unknown, at = ''): string {
  const { type, enum: words, anyOf } = schema;
  const mustBe = (what: string): string => misfitAt(at, `must be ${what}`);
  if (anyOf) {
    const misfits = anyOf.map((one) => misfitOf(one, value, at));
    return misfits.includes('') ? '' : [...new Set(misfits)].join(', or ');
  }
  if (words) return words.includes(value) ? '' : mustBe(`one of ${words.join(', ')}`);
  switch (type) {
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return mustBe('an object');
      return objectMisfit(schema, value, at);
    case 'array':
      if (!Array.isArray(value)) return mustBe('a list');
      return listMisfit(schema, value, at);
    case 'integer':
    case 'number':
      if (isNumberOf(schema, value)) return '';
      return mustBe(NUMBERS[type]);
    case 'string': {
      const { examples = [] } = schema;
      if (isStringOf(schema, value)) return '';
      return mustBe(examples.length === 0 ? 'a text' : `a text such as ${examples.join(', ')}`);
    }
    case undefined:
    default:
      return '';
  }
}

function misfitAt(at: string, what: string): string {
  return `${at === '' ? '' : `${at}: `}${what}`;
}

function objectMisfit(schema: Schema, value: object, at: string): string {
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return misfitAt(at, `must have ${missing}`);
  return firstMisfit(Object.entries(value), ([name, inner]) => propertyMisfit(schema, name, inner, at));
}

function listMisfit({ items = {}, prefixItems }: Schema, value: readonly unknown[], at: string): string {
  if (prefixItems && value.length !== prefixItems.length)
    return misfitAt(at, `must have ${String(prefixItems.length)} values`);
  return firstMisfit([...value.entries()], ([i, one]) =>
    misfitOf(prefixItems?.[i] ?? items, one, `${at}[${String(i)}]`),
  );
}

const NUMBERS = { integer: 'a whole number', number: 'a number' };

function isNumberOf({ type, minimum = -Infinity }: Schema, value: unknown): boolean {
  return typeof value === 'number' && value >= minimum && (type === 'number' || Number.isSafeInteger(value));
}

function isStringOf({ pattern = '' }: Schema, value: unknown): boolean {
  return typeof value === 'string' && new RegExp(pattern).test(value);
}

function propertyMisfit(schema: Schema, name: string, value: unknown, at: string): string {
  const path = at === '' ? name : `${at}.${name}`;
  const known = valueAt(schema.properties ?? {}, name) ?? schema.additionalProperties ?? {};
  if (known === false) return `${path}: there is no such property`;
  return misfitOf(schema.propertyNames ?? {}, name, path) || misfitOf(known, value, path);
}

function firstMisfit<T>(all: readonly T[], misfit: (one: T) => string): string {
  for (const one of all) {
    const found = misfit(one);
    if (found !== '') return found;
  }
  return '';
}
