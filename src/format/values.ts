import { PROPERTIES, type ValueKind } from '../sgf/properties.js';
import { decodeValue } from '../sgf/value.js';

const BACKSLASH = 92;
const RETURN = 13;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** What stands in a value: an escaped character, a soft line break, a line break, a backslash that the end cut off. */
const RAW_PARTS = /\\(\r\n|\n\r|[^])|\\$|\r\n|\n\r|\r/gu;

/** The value in [start, end) with its escapes, soft line breaks removed, every line break as `\n`. */
export function rawValue(text: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte !== BACKSLASH && byte !== RETURN) continue;
    return decoder.decode(text.subarray(start, end)).replace(RAW_PARTS, (found, escaped?: string) => {
      if (escaped === undefined) return found === '\\' ? '' : '\n';
      return escaped.startsWith('\n') || escaped.startsWith('\r') ? '' : found;
    });
  }
  return decodeValue(text, start, end);
}

/** What a raw value says, as a whole. */
export function unescaped(raw: string): string {
  return raw.includes('\\') ? raw.replace(/\\([^])/gu, '$1') : raw;
}

/** A text as a raw value; `:` is escaped as well where it would divide a composed value. */
export function escaped(text: string, form: 'text' | 'part' = 'text'): string {
  return form === 'part' ? text.replace(/[\\\]:]/gu, '\\$&') : text.replace(/[\\\]]/gu, '\\$&');
}

/** The parts of a composed value, raw; one part where nothing divides it. Only the first colon divides. */
export function partsOf(raw: string): [first: string] | [first: string, second: string] {
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === 58) return [raw.slice(0, at), raw.slice(at + 1)];
  }
  return [raw];
}

const TEXTS: readonly ValueKind[] = ['text', 'simple-text', 'simple-text-list'];
const COMPOSED: readonly ValueKind[] = ['labels', 'composed-text', 'figure'];

/** How escapes of a property's values are written: those of unknown ones stay where they may mean something. */
type EscapeForm = 'text' | 'composed' | 'unknown';

const FORMS = new Map<string, EscapeForm>();
for (const [ident, { value }] of PROPERTIES) {
  if (TEXTS.includes(value)) FORMS.set(ident, 'text');
  else if (COMPOSED.includes(value)) FORMS.set(ident, 'composed');
}

/** A value that ends so would be taken for one that lost its bracket and ran into the next game. */
const GAME_START = /\((\s*);(?=\s*(?:FF|GM|CA|AP|SZ)\[)/gu;

/** The value as FF[4] has it: every escape that is needed and no other. */
export function writtenValue(ident: string, raw: string): string {
  const hasEscapes = raw.includes('\\');
  const form = FORMS.get(ident) ?? 'unknown';
  let value = raw;
  if (form === 'composed') value = composed(raw);
  else if (hasEscapes) value = form === 'text' ? escaped(unescaped(raw)) : withoutNeedless(raw);
  return value.includes('(') ? value.replace(GAME_START, '($1\\;') : value;
}

function composed(raw: string): string {
  if (!raw.includes('\\') && raw.indexOf(':') === raw.lastIndexOf(':')) return raw;
  return partsOf(raw)
    .map((part) => escaped(unescaped(part), 'part'))
    .join(':');
}

function withoutNeedless(raw: string): string {
  return raw.replace(/\\([^])/gu, (found, character: string) =>
    '\\]:'.includes(character) ? found : character,
  );
}
