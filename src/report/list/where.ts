import type { Cell } from '../columns/column.js';
import { cellFault, columnNamed } from '../columns/lists.js';
import { checkArgument, isAnyText, isFunction } from '../../core/checks.js';
import { failure, type Outcome, success } from '../../core/outcome.js';

/** Comparisons in a filter, by the order of field and value: negative, 0 or positive. */
const ORDERS = {
  '=': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;
type Comparison = keyof typeof ORDERS | '~' | '!~';
const COMPARISONS: readonly string[] = [...Object.keys(ORDERS), '~', '!~'];

/** A filter; plain data, so that it can be sent to a worker. */
export type Condition =
  | { readonly kind: 'compare'; readonly field: string; readonly by: Comparison; readonly value: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition };

/** Why a filter is invalid. `column`: 1-based, of the character in the expression. */
export interface WhereFault {
  readonly column: number;
  readonly message: string;
}

interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'end';
  readonly text: string;
  readonly column: number;
}

class Fault extends Error implements WhereFault {
  readonly column: number;

  constructor(column: number, message: string) {
    super(message);
    this.column = column;
  }
}

const TOKEN = /(?<sign>!=|!~|<=|>=|[=<>~()])|(?<word>[^\s()=<>~!"']+)|(?<quote>["'])/y;

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(expression.charAt(at))) at++;
    const column = at + 1;
    if (at === expression.length) return [...tokens, { kind: 'end', text: '', column }];
    TOKEN.lastIndex = at;
    const { sign, word, quote } = TOKEN.exec(expression)?.groups ?? {};
    const plain = sign ?? word;
    if (quote !== undefined) {
      const text = quoted(expression, at);
      if (text === undefined) throw new Fault(column, 'this quote is not closed');
      tokens.push({ kind: 'text', text: text.replaceAll(quote + quote, quote), column });
      at += text.length + 2;
    } else if (plain !== undefined) {
      tokens.push({ kind: sign === undefined ? 'word' : 'sign', text: plain, column });
      at += plain.length;
    } else throw new Fault(column, `${expression.charAt(at)} has no meaning here`);
  }
}

/** The text between the quote at `at` and the closing one; a quote inside is doubled. */
function quoted(expression: string, at: number): string | undefined {
  const quote = expression.charAt(at);
  for (let end = expression.indexOf(quote, at + 1); end >= 0; end = expression.indexOf(quote, end + 2))
    if (expression.charAt(end + 1) !== quote) return expression.slice(at + 1, end);
  return undefined;
}

/** Most nested parentheses and `not`s. */
const DEEPEST = 100;

/**
 * Reads a filter such as `size=19 and handicap>=2 and not (black~"Lee" or white~"Lee")`.
 * `not` binds before `and`, `and` before `or`. A value is a word, or text in single or double quotes; a quote inside is doubled.
 * `nameOf` returns the right name of a field, or why there is none; without it, fields are those of `list`, and their values are checked, too.
 */
export function parseWhere(
  expression: string,
  nameOf: (field: string) => Outcome<string, string> = columnNamed,
): Outcome<Condition, WhereFault> {
  checkArgument('expression', expression, isAnyText);
  checkArgument('nameOf', nameOf, isFunction);
  try {
    return success(parsed(tokensOf(expression), nameOf));
  } catch (error) {
    if (error instanceof Fault) return failure({ column: error.column, message: error.message });
    throw error;
  }
}

/** Throws a Fault. */
function parsed(tokens: readonly Token[], nameOf: (field: string) => Outcome<string, string>): Condition {
  let at = 0;
  let depth = 0;
  const next = (): Token => tokens[Math.min(at++, tokens.length - 1)]!;

  const takes = (word: string): boolean => {
    const { kind, text } = tokens[at]!;
    if (kind !== 'word' || text.toLowerCase() !== word) return false;
    at++;
    return true;
  };

  const joined = (kind: 'and' | 'or', one: () => Condition): Condition => {
    const parts = [one()];
    while (takes(kind)) parts.push(one());
    return parts.length === 1 ? parts[0]! : { kind, parts };
  };

  const either = (): Condition => joined('or', () => joined('and', part));

  const part = (): Condition => {
    if (depth++ >= DEEPEST) throw new Fault(tokens[at]!.column, 'too many parentheses');
    const condition = takes('not') ? ({ kind: 'not', part: part() } as const) : group(next());
    depth--;
    return condition;
  };

  const group = (open: Token): Condition => {
    if (open.kind !== 'sign' || open.text !== '(') return comparison(open);
    const inside = either();
    const { kind, text, column } = next();
    if (kind === 'sign' && text === ')') return inside;
    throw new Fault(column, `the ( in column ${String(open.column)} has no )`);
  };

  const comparison = (field: Token): Condition => {
    if (field.kind !== 'word') throw unexpected(field, 'the name of a field');
    const name = nameOf(field.text);
    if (!name.ok) throw new Fault(field.column, name.error);
    const by = next();
    if (by.kind !== 'sign' || !COMPARISONS.includes(by.text))
      throw unexpected(by, `one of ${COMPARISONS.join(' ')}`);
    const value = next();
    if (value.kind !== 'word' && value.kind !== 'text')
      throw unexpected(value, 'a value', ` (comparisons are ${COMPARISONS.join(' ')})`);
    const isWhole = nameOf === columnNamed && by.text !== '~' && by.text !== '!~';
    const fault = isWhole ? cellFault(name.value, value.text) : undefined;
    if (fault !== undefined) throw new Fault(value.column, fault);
    return { kind: 'compare', field: name.value, by: by.text as Comparison, value: value.text };
  };

  const whole = either();
  const rest = next();
  if (rest.kind !== 'end') throw unexpected(rest, 'and, or, or the end');
  return whole;
}

function unexpected({ kind, text, column }: Token, expected: string, hint = ''): Fault {
  const shown = kind === 'end' ? 'the end' : text;
  return new Fault(column, `${shown} stands where ${expected} should be${kind === 'sign' ? hint : ''}`);
}

/** The fields of a filter. */
export function fieldsOf(condition: Condition): string[] {
  if (condition.kind === 'compare') return [condition.field];
  return condition.kind === 'not' ? fieldsOf(condition.part) : condition.parts.flatMap(fieldsOf);
}

/** Whether a game passes; `cellOf` returns the value of a field. */
export function passes(condition: Condition, cellOf: (field: string) => Cell): boolean {
  switch (condition.kind) {
    case 'compare':
      return compared(String(cellOf(condition.field)), condition.by, condition.value);
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
 * Compares numbers as numbers, dates to the precision of the value (`date=2012`, `date>=2012-05`), anything else as text.
 * `~` looks for the value anywhere, ignoring case. An empty field is neither less nor greater than anything.
 */
function compared(text: string, by: Comparison, value: string): boolean {
  if (by === '~' || by === '!~') return text.toLowerCase().includes(value.toLowerCase()) === (by === '~');
  if (text === '' && by !== '=' && by !== '!=') return false;
  const a = numberIn(text);
  const b = numberIn(value);
  if (a !== undefined && b !== undefined) return ORDERS[by](a - b);
  const shown = DATE.test(value) && /^\d{4}/.test(text) ? text.slice(0, value.length) : text;
  return ORDERS[by](orderOf(shown, value));
}

function orderOf<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** Order of two cells for sorting: numbers first and by value, then texts, empty cells last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === '' || b === '') return orderOf(a === '', b === '');
  const x = numberIn(String(a));
  const y = numberIn(String(b));
  if (x !== undefined && y !== undefined) return x - y;
  if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
  return orderOf(a, b);
}
