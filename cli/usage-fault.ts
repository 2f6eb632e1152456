import { suggestion } from '../src/core/nearest.js';
import { AccessError, UsageError } from './io.js';

/** What a command knows of its options. */
export interface KnownOptions {
  readonly names: readonly string[];
  /** Those without a value, which `--no-NAME` turns off. */
  readonly flags: readonly string[];
}

/** What yargs says of wrong words, said as everywhere else: what is wrong, and what was meant. */
export function usageFault(message: string, words: readonly string[], known: KnownOptions): UsageError {
  const line = message.replace(/\s*\n\s*/g, ' ');
  const [, unknown] = /^Unknown (?:argument|command)s?: (.*)$/.exec(line) ?? [];
  if (unknown !== undefined) return unknownWord(unknown.split(', ')[0]!, words, known);
  const [, without] = /^Not enough arguments following: (.*)$/.exec(line) ?? [];
  if (without !== undefined) return new UsageError(`--${without} needs a value`);
  const choice = /Argument: (\S+), Given: "?(.*?)"?, Choices: (.*)$/.exec(line);
  if (choice) {
    const [, option = '', given = '', list = ''] = choice;
    const choices = list.split(', ').map((one) => one.replaceAll('"', ''));
    const advice = suggestion(given, choices) || `; expected ${choices.join(', ')}`;
    return new UsageError(`--${option} ${given} is not known${advice}`);
  }
  if (/^Not enough non-option arguments/.test(line))
    return new AccessError('nothing to read: give a file, or -');
  return new UsageError(line);
}

/** Options with a value that are turned off by `--no-NAME`, which yargs takes for a value. Throws UsageError. */
export function checkTurnedOff(words: readonly string[], known: KnownOptions): void {
  for (const word of optionsIn(words)) {
    const name = word.startsWith('--no-') ? word.slice('--no-'.length) : undefined;
    if (name !== undefined && !known.flags.includes(name)) throw unknownWord(word.slice(2), words, known);
  }
}

function unknownWord(name: string, words: readonly string[], known: KnownOptions): UsageError {
  const forms = [`--${name}`, `--no-${name}`, `-${name}`];
  const typed = optionsIn(words).find((word) => forms.includes(word) || isAmongLetters(name, word));
  const dotted = words.find((word) => forms.some((form) => word.startsWith(`${form}.`)));
  if (dotted !== undefined)
    return new UsageError(`there is no option ${dotted}; a file of that name goes after --`);
  if (typed === undefined) return new UsageError(`unexpected argument: ${name}`);
  const isOff = typed.startsWith('--no-');
  if (name.length === 1) return new UsageError(`there is no option -${name}`);
  const advice = isOff
    ? suggestion(typed.slice('--no-'.length), known.flags, '--no-')
    : suggestion(name, known.names, '--');
  return new UsageError(`there is no option ${typed}${advice}`);
}

/** `z` in `-qz`. */
function isAmongLetters(name: string, word: string): boolean {
  return name.length === 1 && /^-[^-]/.test(word) && word.includes(name);
}

/** The options among the words, without their values. */
function optionsIn(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const before = end < 0 ? words : words.slice(0, end);
  return before.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/s, ''));
}
