import { failure, success, type Outcome } from '../core/outcome.js';
import type { Cell } from '../columns/column.js';

/** What a filter compares a field with. */
const COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', '~', '!~'] as const;
type Comparison = (typeof COMPARISONS)[number];

/** A filter; plain data, so that it can be sent to a worker. */
export type Condition =
  | { readonly kind: 'compare'; readonly field: string; readonly by: Comparison; readonly value: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition };

/** Why a filter cannot be understood. `column`: 1-based, of the character in the expression. */
export interface WhereFault {
  readonly column: number;
  readonly message: string;
}

interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly column: number;
}

const WORD = /[^\s()=<>~!"']+/y;
const SIGN = /!=|!~|<=|>=|[=<>~()]/y;
const BLANK = /\s*/y;
/** Open parentheses and `not`s inside each other. */
const DEEPEST = 100;

class Fault extends Error {
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

/**
 * Reads a filter such as `size=19 and handicap>=2 and not (black~"Lee" or white~"Lee")`.
 * `not` binds before `and`, `and` before `or`. A value is a word or stands in quotes, single or double; a quote inside is doubled.
 * `nameOf` tells the right name of a field, or why there is none.
 */
export function parseWhere(
  expression: string,
  nameOf: (field: string) => Outcome<string, string>,
): Outcome<Condition, WhereFault> {
  try {
    return success(new Parser(tokensOf(expression), nameOf).whole());
  } catch (error) {
    if (error instanceof Fault) return failure({ column: error.column, message: error.message });
    throw error;
  }
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    return form.exec(expression)?.[0];
  };
  for (;;) {
    at += match(BLANK)?.length ?? 0;
    const column = at + 1;
    const first = expression[at];
    if (first === undefined) {
      tokens.push({ kind: 'end', text: '', column });
      return tokens;
    }
    if (first === '"' || first === "'") {
      let text = '';
      for (at++; ; at++) {
        const end = expression.indexOf(first, at);
        if (end < 0) throw new Fault(column, 'this quote is not closed');
        text += expression.slice(at, end);
        at = end + 1;
        if (expression[at] !== first) break;
        text += first;
      }
      tokens.push({ kind: 'text', text, column });
      continue;
    }
    const sign = match(SIGN);
    const text = sign ?? match(WORD);
    if (text === undefined) throw new Fault(column, `unexpected ${first}`);
    tokens.push({ kind: sign === undefined ? 'word' : 'sign', text, column });
    at += text.length;
  }
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private readonly nameOf: (field: string) => Outcome<string, string>;

  constructor(tokens: readonly Token[], nameOf: (field: string) => Outcome<string, string>) {
    this.tokens = tokens;
    this.nameOf = nameOf;
  }

  whole(): Condition {
    const condition = this.either();
    const { kind, text, column } = this.next();
    if (kind !== 'end') throw new Fault(column, `unexpected ${text}, expected and, or, or the end`);
    return condition;
  }

  private either(): Condition {
    const parts = [this.both()];
    while (this.takes('or')) parts.push(this.both());
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
  }

  private both(): Condition {
    const parts = [this.one()];
    while (this.takes('and')) parts.push(this.one());
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  private one(): Condition {
    if (this.depth >= DEEPEST) throw new Fault(this.peek().column, 'too many parentheses');
    this.depth++;
    const condition = this.inner();
    this.depth--;
    return condition;
  }

  private inner(): Condition {
    if (this.takes('not')) return { kind: 'not', part: this.one() };
    const open = this.next();
    if (open.kind === 'sign' && open.text === '(') {
      const inside = this.either();
      const close = this.next();
      if (close.text !== ')' || close.kind !== 'sign') {
        throw new Fault(close.column, `expected ) for the ( in column ${String(open.column)}`);
      }
      return inside;
    }
    return this.comparison(open);
  }

  private comparison(field: Token): Condition {
    if (field.kind !== 'word') {
      throw new Fault(field.column, `${unexpected(field)}, expected the name of a field`);
    }
    const name = this.nameOf(field.text);
    if (!name.ok) throw new Fault(field.column, name.error);
    const sign = this.next();
    const by = sign.kind === 'sign' ? COMPARISONS.find((one) => one === sign.text) : undefined;
    if (by === undefined) {
      throw new Fault(sign.column, `${unexpected(sign)}, expected one of ${COMPARISONS.join(' ')}`);
    }
    const value = this.next();
    if (value.kind !== 'word' && value.kind !== 'text') {
      throw new Fault(value.column, `${unexpected(value)}, expected a value`);
    }
    return { kind: 'compare', field: name.value, by, value: value.text };
  }

  private takes(word: string): boolean {
    const token = this.peek();
    if (token.kind !== 'word' || token.text.toLowerCase() !== word) return false;
    this.at++;
    return true;
  }

  private peek(): Token {
    return this.tokens[this.at]!;
  }

  private next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.at++;
    return token;
  }
}

function unexpected({ kind, text }: Token): string {
  return kind === 'end' ? 'unexpected end' : `unexpected ${text}`;
}

/** The fields that a filter asks for. */
export function fieldsOf(condition: Condition): string[] {
  if (condition.kind === 'compare') return [condition.field];
  return condition.kind === 'not' ? fieldsOf(condition.part) : condition.parts.flatMap(fieldsOf);
}

/** Whether a game passes; `cellOf` tells the value of a field. */
export function passes(condition: Condition, cellOf: (field: string) => Cell): boolean {
  switch (condition.kind) {
    case 'compare':
      return compared(cellOf(condition.field), condition.by, condition.value);
    case 'not':
      return !passes(condition.part, cellOf);
    case 'and':
      return condition.parts.every((part) => passes(part, cellOf));
    case 'or':
      return condition.parts.some((part) => passes(part, cellOf));
  }
}

const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/;

/**
 * Numbers are compared as numbers, dates as far as the value goes (`date=2012`, `date>=2012-05`), anything else as text.
 * `~` looks for the value anywhere, in any case. An empty field is neither less nor greater than anything.
 */
function compared(cell: Cell, by: Comparison, value: string): boolean {
  const text = String(cell);
  if (by === '~' || by === '!~') return text.toLowerCase().includes(value.toLowerCase()) === (by === '~');
  const order = orderOf(text, value);
  switch (by) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return text !== '' && order < 0;
    case '<=':
      return text !== '' && order <= 0;
    case '>':
      return text !== '' && order > 0;
    case '>=':
      return text !== '' && order >= 0;
  }
}

function orderOf(text: string, value: string): number {
  const a = numberIn(text);
  const b = numberIn(value);
  if (a !== undefined && b !== undefined) return a - b;
  const shown = DATE.test(value) && /^\d{4}/.test(text) ? text.slice(0, value.length) : text;
  return shown < value ? -1 : shown > value ? 1 : 0;
}

function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** Order of two cells for sorting: numbers first and by value, then texts, empty cells last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  const x = numberIn(String(a));
  const y = numberIn(String(b));
  if (x !== undefined && y !== undefined) return x - y;
  if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
