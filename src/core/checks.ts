/** Checks of values that come from a caller or from JSON, and of the options of the library. */
import { DEFAULT_LIMITS, LIMIT_NAMES } from './limits.js';
import { UserError } from './outcome.js';
import { suggestion } from './text.js';

/** What a value must be, as the end of "must be ..."; `undefined` when it is valid. */
export type Check = (value: unknown) => string | undefined;

/** A check by a condition. */
export function must(expected: string, holds: (value: unknown) => boolean): Check {
  return (value) => (holds(value) ? undefined : expected);
}

export const isFlag = must('true or false', (value) => typeof value === 'boolean');
export const isText = must('a text that is not empty', (value) => typeof value === 'string' && value !== '');
export const isAnyText = must('a text', (value) => typeof value === 'string');
export const isFunction = must('a function', (value) => typeof value === 'function');
export const isAnObject = must('an object', isObject);
export const isBytes = must('the bytes of a file (a Uint8Array)', (value) => value instanceof Uint8Array);
export const isNamedFile = must(
  'an object with name and bytes',
  (value) => isObject(value) && typeof value['name'] === 'string' && value['bytes'] instanceof Uint8Array,
);

export function oneOf(values: readonly string[]): Check {
  const expected = values.map((value) => JSON.stringify(value)).join(', ');
  return must(`one of ${expected}`, (value) => typeof value === 'string' && values.includes(value));
}

export function whole(least: number, most = Infinity): Check {
  const range = most === Infinity ? String(least) : `${String(least)} to ${String(most)}`;
  const holds = (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return must(`a whole number from ${range}`, holds);
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return 'a list';
    const all = value.map(check);
    const at = all.findIndex((expected) => expected !== undefined);
    return at < 0 ? undefined : `a list, each entry ${all[at]!} (entry ${String(at + 1)} is not)`;
  };
}

/** An object with names, as JSON has them: neither a list nor bytes. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export type Checks<Name extends string = string> = Readonly<Record<Name, Check>>;

const LIMIT_CHECKS: Checks = Object.fromEntries(LIMIT_NAMES.map((name) => [name, whole(0)]));

/** Limits for games, any of which may be left out. Throws as `checkOptions` does. */
export function limitsOf(given: unknown): typeof DEFAULT_LIMITS {
  checkOptions(given, LIMIT_CHECKS, 'limits');
  return { ...DEFAULT_LIMITS, ...(given as object) };
}

/**
 * Throws UserError for an option that there is not, and for a value that an option cannot have. `name`: of the option that holds them,
 * '' for those of a function. A value of `undefined` is an option left out.
 */
export function checkOptions(given: unknown, checks: Checks, name = ''): void {
  if (!isObject(given)) throw wrongValue(name || 'options', given, 'an object');
  for (const [option, value] of Object.entries(given)) {
    const shown = `${name && `${name}.`}${option.slice(0, 60)}`;
    if (!Object.hasOwn(checks, option)) {
      const advice = suggestion(option.slice(0, 60), Object.keys(checks), name && `${name}.`);
      throw new UserError(`there is no option ${shown}${advice}`);
    }
    const expected = value === undefined ? undefined : checks[option]!(value);
    if (expected !== undefined) throw wrongValue(shown, value, expected);
  }
}

/** Throws UserError for an argument of a function of the library that its check refuses. */
export function checkArgument(name: string, value: unknown, check: Check): void {
  const expected = check(value);
  if (expected !== undefined) throw wrongValue(name, value, expected);
}

/** An object as a function of the library returned it, known by one of its fields. */
export function made(what: string, field: string): Check {
  return must(what, (value) => isObject(value) && value[field] !== undefined);
}

/** `score is "no" but must be true or false`. */
export function wrongValue(name: string, value: unknown, expected: string): UserError {
  return new UserError(`${name} is ${shownValue(value)} but must be ${expected}`);
}

/** A value in a few words. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) {
    const isShort =
      value.length <= 3 && value.every((one) => typeof one === 'string' || typeof one === 'number');
    return value.length === 0 ? 'an empty list' : isShort ? JSON.stringify(value).slice(0, 60) : 'a list';
  }
  if (ArrayBuffer.isView(value)) return 'bytes';
  return isObject(value) ? 'an object' : String(value);
}
