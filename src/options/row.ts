import type { Kind } from './kinds.js';

/** An option of some commands. One name with several meanings has a row for each of them. */
export interface Row<
  Name extends string = string,
  T = unknown,
  On extends string = string,
  Missing extends 'undefined' | 'default' = 'undefined' | 'default',
> {
  readonly name: Name;
  readonly takes: Kind<T>;
  /** The commands that have it. */
  readonly on: readonly On[];
  /** What it does, for help and docs. */
  readonly about: string;
  /** Heading that help and docs list it under. */
  readonly group: string;
  /** As a user would give it. A flag without one is off; any other option may be missing. */
  readonly default?: string | number | boolean;
  /** What its value is where nobody gave one: the default, or (flags aside) `undefined`. */
  readonly missing: Missing;
  /** The default in words, where it depends on the machine. */
  readonly defaultWords?: string;
  readonly alias?: string;
  /** Whether a configuration file may set it. */
  readonly config: 'yes' | 'no';
  /** Whether a request may give it, and whether with another value or sentence. */
  readonly http: 'yes' | 'no' | HttpForm;
}

interface HttpForm {
  readonly takes?: Kind<unknown>;
  readonly about?: string;
}

type Details = Partial<Pick<Row, 'default' | 'defaultWords' | 'alias' | 'config' | 'http'>>;

export function row<const Name extends string, T, const On extends string, const D extends Details = object>(
  name: Name,
  takes: Kind<T>,
  on: readonly On[],
  about: string,
  details?: D,
): Row<Name, T, On, D extends { readonly default: unknown } ? 'default' : 'undefined'> {
  const missing = details?.default === undefined ? 'undefined' : 'default';
  return { name, takes, on, about, missing, ...details } as never;
}

/** Rows under one heading. `common`: what all of them have that say nothing else. */
export function section<const R extends readonly Row[]>(
  group: string,
  common: Pick<Details, 'config' | 'http'>,
  rows: R,
): R {
  const rest: Partial<Row> = { group, config: 'no', http: 'no', ...common };
  return rows.map((one) => ({ ...rest, ...one })) as unknown as R;
}
