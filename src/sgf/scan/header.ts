import { identCode } from '../properties.js';
import type { RawHeader } from '../raw.js';
import { decodeValue } from '../value.js';

/** Numbers kept for each header value: ident code, offset of the value, offset behind it. */
export const HEADER_FIELDS = 3;

const NOTHING: readonly string[] = [];

/**
 * Header over value extents: a value becomes a string only when somebody asks.
 * `extents` holds HEADER_FIELDS numbers a value, in the order of the file, between two indices.
 */
export class LazyHeader implements RawHeader {
  private readonly text: Uint8Array;
  private readonly extents: Int32Array;
  private readonly start: number;
  private readonly end: number;

  constructor(text: Uint8Array, extents: Int32Array, start: number, end: number) {
    this.text = text;
    this.extents = extents;
    this.start = start;
    this.end = end;
  }

  get(ident: string): string | undefined {
    const at = this.find(identCode(ident), this.start);
    return at < 0 ? undefined : this.value(at);
  }

  all(ident: string): readonly string[] {
    const code = identCode(ident);
    let at = this.find(code, this.start);
    if (at < 0) return NOTHING;
    const values: string[] = [];
    for (; at >= 0; at = this.find(code, at + HEADER_FIELDS)) values.push(this.value(at));
    return values;
  }

  offset(ident: string): number {
    const at = this.find(identCode(ident), this.start);
    return at < 0 ? -1 : this.extents[at + 1]!;
  }

  private find(code: number, from: number): number {
    const { extents, end } = this;
    for (let at = from; at < end; at += HEADER_FIELDS) if (extents[at] === code) return at;
    return -1;
  }

  private value(at: number): string {
    return decodeValue(this.text, this.extents[at + 1]!, this.extents[at + 2]!);
  }
}
