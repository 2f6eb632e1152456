/** What the reading of plain words needs to know of an option in the table of a command. */
export interface PlainOption {
  readonly type?: 'string' | 'number' | 'boolean';
  readonly choices?: readonly string[];
  readonly array?: boolean;
  readonly default?: unknown;
}

/** Words that yargs takes for more than they say, and quotes, which it takes off. */
const SPECIAL = /^-|^$|^help$|^true$|^false$|["'`]/i;

/**
 * The arguments that yargs makes of words that leave nothing to interpret: operands, and options of the table by their
 * full names, each once. `undefined` for all other words, wrong ones and lists among them. yargs takes as long to
 * load and to prepare its help as a game takes to be audited.
 */
export function plainArguments(
  words: readonly string[],
  options: Readonly<Record<string, PlainOption>>,
): Record<string, unknown> | undefined {
  const input: string[] = [];
  const given = new Map<string, unknown>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!word.startsWith('--')) {
      if (SPECIAL.test(word)) return undefined;
      input.push(word);
      continue;
    }
    const [, named = '', joined] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? [];
    const isOff = named.startsWith('no-');
    const name = isOff ? named.slice('no-'.length) : named;
    const option = Object.hasOwn(options, name) ? options[name]! : undefined;
    if (option === undefined || given.has(name)) return undefined;
    if (option.type === 'boolean') {
      if (joined !== undefined) return undefined;
      given.set(name, !isOff);
      continue;
    }
    const value = isOff ? undefined : valueOf(option, joined ?? words[++i]);
    if (value === undefined) return undefined;
    given.set(name, value);
  }
  const defaults = Object.entries(options).map(([name, option]) => [name, option.default] as const);
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(given), input };
}

function valueOf(option: PlainOption, word: string | undefined): string | number | undefined {
  if (word === undefined || SPECIAL.test(word) || option.array === true) return undefined;
  if (option.type === 'number') return /^(?:0|[1-9]\d{0,8})$/.test(word) ? Number(word) : undefined;
  if (option.choices) return option.choices.includes(word) ? word : undefined;
  return option.type === 'string' ? word : undefined;
}
