type Growing =
  Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** A copy of an array with room for so many numbers at least: its length is doubled until they fit. */
export function longer<A extends Growing>(array: A, needed: number): A {
  let length = Math.max(array.length, 1);
  while (length < needed) length *= 2;
  const copy = new (array.constructor as new (length: number) => A)(length);
  copy.set(array);
  return copy;
}
