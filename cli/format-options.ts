import { kindOf } from '../src/input/file-names.js';
import { formatFile } from '../src/format/format-file.js';
import { FAITHFUL, type FormatOptions } from '../src/format/format-types.js';
import type { Arguments } from './command.js';
import { patternFault } from './format-targets.js';
import { UsageError } from './io.js';

export type FormatArguments = Arguments<'format'>;

/** Where the rewritten files go. */
export type Destination =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'compare'; readonly check: 'yes' | 'no'; readonly diff: 'yes' | 'no' }
  | {
      readonly kind: 'write';
      readonly backup: string | undefined;
      readonly times: 'kept' | undefined;
    }
  | { readonly kind: 'out'; readonly folder: string; readonly split: string | undefined }
  | { readonly kind: 'join'; readonly file: string };

/** Throws UsageError for options that do not go together. */
export function destinationOf(args: FormatArguments): Destination {
  const { check, diff, write, backup, out, split, name, join } = args;
  const given = [check || diff, write, out !== undefined, join !== undefined].filter(Boolean).length;
  if (given > 1) throw new UsageError('give one of --write, --out, --join, or --check and --diff');
  if (backup !== undefined && !write) throw new UsageError('--backup goes with --write');
  if (args['keep-times'] && !write) throw new UsageError('--keep-times goes with --write');
  if (split && out === undefined) throw new UsageError('--split goes with --out DIR');
  if (name !== undefined && !split) throw new UsageError('--name goes with --split');
  if (backup !== undefined && (backup === '' || backup.includes('/') || kindOf(`x${backup}`) !== 'other'))
    throw new UsageError(`--backup ${backup}: the end of a name that is not taken for a game, such as .bak`);
  const fault = name === undefined ? undefined : patternFault(name);
  if (fault !== undefined) throw new UsageError(`--name ${name!}: ${fault}`);
  if (join !== undefined) return { kind: 'join', file: join };
  if (out !== undefined)
    return { kind: 'out', folder: out, split: split ? (name ?? '{file}-{game}.sgf') : undefined };
  if (write) return { kind: 'write', backup, times: args['keep-times'] ? 'kept' : undefined };
  if (check || diff) return { kind: 'compare', check: check ? 'yes' : 'no', diff: diff ? 'yes' : 'no' };
  return { kind: 'stdout' };
}

/** What is done to the games. Throws UsageError. */
export function formatOptionsOf(args: FormatArguments): FormatOptions {
  const { game } = args;
  const options: FormatOptions = {
    charsetIn: args['charset-in'],
    charsetOut: args.charset,
    root: args.root,
    identifiers: args.identifiers,
    order: args.order,
    points: args.points,
    normalize: args.normalize ?? [],
    strip: args.strip ?? [],
    nodes: args['main-line'] ? 'mainLine' : 'all',
    symmetry: args.symmetry,
    colors: args['swap-colors'] ? 'swapped' : 'kept',
    komi: args['repair-komi'] ? 'repaired' : 'kept',
    passes: args['add-passes'] ? 'added' : 'kept',
    score: args.score ?? [],
    rules: args.rules,
    lossy: args.lossy ? 'allowed' : 'refused',
    games: game === undefined ? 'all' : [game],
    limits: args.limit ?? FAITHFUL.limits,
  };
  try {
    formatFile(Buffer.from('(;)'), options);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  return options;
}
