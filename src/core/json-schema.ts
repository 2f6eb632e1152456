/** The part of JSON Schema that files of ours are described by. */
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
  /** Of an array. */
  readonly items?: Schema;
  /** Of an object. */
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly propertyNames?: Schema;
}

/** Where a value does not fit a schema, and what was expected; '' where it fits. `at`: the path of the value. */
export function misfitOf(schema: Schema, value: unknown, at = ''): string {
  const { type, enum: words, anyOf } = schema;
  const expected = (what: string): string => `${at === '' ? '' : `${at}: `}expected ${what}`;
  if (anyOf) {
    const misfits = anyOf.map((one) => misfitOf(one, value, at));
    return misfits.includes('') ? '' : [...new Set(misfits)].join(', or ');
  }
  if (words) return words.includes(value) ? '' : expected(`one of ${words.join(', ')}`);
  switch (type) {
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return expected('an object');
      return firstMisfit(Object.entries(value), ([name, inner]) => propertyMisfit(schema, name, inner, at));
    case 'array':
      if (!Array.isArray(value)) return expected('a list');
      return firstMisfit([...value.entries()], ([i, one]) =>
        misfitOf(schema.items ?? {}, one, `${at}[${String(i)}]`),
      );
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

const NUMBERS = { integer: 'a whole number', number: 'a number' };

function isNumberOf({ type, minimum = -Infinity }: Schema, value: unknown): boolean {
  return typeof value === 'number' && value >= minimum && (type === 'number' || Number.isInteger(value));
}

function isStringOf({ pattern = '' }: Schema, value: unknown): boolean {
  return typeof value === 'string' && new RegExp(pattern).test(value);
}

function propertyMisfit(schema: Schema, name: string, value: unknown, at: string): string {
  const path = at === '' ? name : `${at}.${name}`;
  const known = schema.properties?.[name] ?? schema.additionalProperties ?? {};
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
