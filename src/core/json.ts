/** Places in JSON that users write by hand. */
const TOKEN = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|[^\s{}[\],:"]+)/y;

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
  const open: { readonly path: string; index: number; readonly kind: 'object' | 'list' }[] = [];
  let path = '';
  // A property may be named '', which here is the path of the whole text.
  const note = (at: number): void => {
    if (path !== '' || places.size === 0) places.set(path, at);
  };
  TOKEN.lastIndex = /^\ufeff?/.exec(json)![0].length;
  for (let match = TOKEN.exec(json); match; match = TOKEN.exec(json)) {
    const [token, sign, text] = match;
    const at = TOKEN.lastIndex - token.trimStart().length;
    const inside = open.at(-1);
    if (sign === '{' || sign === '[') {
      note(at);
      open.push({ path, index: 0, kind: sign === '{' ? 'object' : 'list' });
      if (sign === '[') path += '[0]';
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && inside?.kind === 'list') path = `${inside.path}[${String(++inside.index)}]`;
    else if (
      sign === undefined &&
      inside?.kind === 'object' &&
      text !== undefined &&
      isName(json, TOKEN.lastIndex)
    )
      path = (inside.path === '' ? '' : `${inside.path}.`) + String(JSON.parse(text));
    else if (sign === undefined) note(at);
  }
  return places;
}

/** Whether a string that ends at `end` is the name of a property. */
function isName(json: string, end: number): boolean {
  return /^\s*:/.test(json.slice(end, end + 100));
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

/** Where a value does not fit a schema, and what was expected; '' if it fits. `at`: the path of the value. */
export function misfitOf(schema: Schema, value: unknown, at = ''): string {
  const { type, enum: words, anyOf } = schema;
  const expected = (what: string): string => expectedAt(at, what);
  if (anyOf) {
    const misfits = anyOf.map((one) => misfitOf(one, value, at));
    return misfits.includes('') ? '' : [...new Set(misfits)].join(', or ');
  }
  if (words) return words.includes(value) ? '' : expected(`one of ${words.join(', ')}`);
  switch (type) {
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return expected('an object');
      return objectMisfit(schema, value, at);
    case 'array':
      if (!Array.isArray(value)) return expected('a list');
      return listMisfit(schema, value, at);
    case 'integer':
    case 'number':
      if (isNumberOf(schema, value)) return '';
      return expected(NUMBERS[type]);
    case 'string': {
      const { examples = [] } = schema;
      if (isStringOf(schema, value)) return '';
      return expected(examples.length === 0 ? 'a text' : `a text such as ${examples.join(', ')}`);
    }
    case undefined:
    default:
      return '';
  }
}

function expectedAt(at: string, what: string): string {
  return `${at === '' ? '' : `${at}: `}expected ${what}`;
}

function objectMisfit(schema: Schema, value: object, at: string): string {
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return expectedAt(at, `it to have ${missing}`);
  return firstMisfit(Object.entries(value), ([name, inner]) => propertyMisfit(schema, name, inner, at));
}

function listMisfit({ items = {}, prefixItems }: Schema, value: readonly unknown[], at: string): string {
  if (prefixItems && value.length !== prefixItems.length)
    return expectedAt(at, `${String(prefixItems.length)} values`);
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
import { valueAt } from './text.js';
