export const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** A value that is made at the first call: what never changes is not made for each request. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
