import { plural, visible } from '../../core/text.js';

/** What one configuration does in a run. */
export interface ConfigurationNote {
  /** The file, and which of its overrides. */
  readonly file: string;
  /** The options that it sets and that change how games are judged and shown, as they are written. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** How many files it excludes; an archive is one. */
  readonly excluded?: number;
  /** Why it, or something in it, does not apply. */
  readonly refused?: string;
}

/** A note in words: `games/sgf-referee.config.json: ignores move/; excludes 2 files`. */
export function noteText({ file, sets = {}, excluded = 0, refused }: ConfigurationNote): string {
  const { ignore, only, ...others } = sets;
  const names = Object.keys(others);
  const parts = [
    ...(ignore === undefined ? [] : [`ignores ${words(ignore)}`]),
    ...(only === undefined ? [] : [`reports only ${words(only)}`]),
    ...(excluded === 0 ? [] : [`excludes ${plural(excluded, 'file')}`]),
    ...(names.length === 0 ? [] : [`sets ${names.join(', ')}`]),
    ...(refused === undefined ? [] : [refused]),
  ];
  return visible(`${file}: ${parts.join('; ')}`);
}

function words(value: unknown): string {
  return [value].flat().join(', ');
}
