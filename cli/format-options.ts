import { kindOf } from '../src/input/file-kinds.js';
import { formatFile } from '../src/format/format-file.js';
import {
  FAITHFUL,
  NORMALIZATIONS,
  SCORE_PARTS,
  STRIPS,
  SYMMETRIES,
  type FormatOptions,
} from '../src/format/format-types.js';
import { RULESET_NAMES, rulesetByName } from '../src/rules/rulesets.js';
import type { ArgumentsOf } from './command.js';
import { patternFault } from './format-targets.js';
import { UsageError } from './io.js';
import { suggestion } from '../src/core/nearest.js';
import { limitsOf, whole } from './settings.js';
import { SHARED_OPTIONS } from './shared-options.js';

const WHERE = 'Where to:';
const PARTS = 'Splitting and joining:';
const FORM = 'Form:';
const CONTENTS = 'Contents:';

/** A list of words joined by commas. */
const words = (group: string, describe: string) =>
  ({ type: 'string', group, requiresArg: true, describe }) as const;
const flag = (group: string, describe: string) =>
  ({ type: 'boolean', default: false, group, describe }) as const;

export const FORMAT_COMMAND_OPTIONS = {
  check: flag(WHERE, 'Write nothing, list the files that would change; exit 1 if any'),
  diff: flag(WHERE, 'Write nothing, show how files would change'),
  write: flag(WHERE, 'Replace the files themselves'),
  backup: words(WHERE, 'With --write: end of the name under which the old file stays, such as .bak'),
  'keep-times': flag(WHERE, 'With --write: files keep the times of the old ones'),
  out: words(WHERE, 'Folder for new files, in folders as the inputs are'),

  game: { type: 'number', group: PARTS, requiresArg: true, describe: 'Only game N of each file' },
  split: flag(PARTS, 'With --out: each game a file of its own'),
  name: {
    ...words(PARTS, 'With --split: names, such as {date}_{black}-{white}.sgf'),
    defaultDescription: '{file}-{game}.sgf',
  },
  join: words(PARTS, 'Write all games into one new file, or - for standard output'),

  'charset-in': { ...words(FORM, 'Charset of the inputs'), default: FAITHFUL.charsetIn },
  charset: { ...words(FORM, 'Charset that is written'), default: FAITHFUL.charsetOut },
  root: {
    choices: ['repaired', 'kept'] as const,
    default: FAITHFUL.root,
    group: FORM,
    requiresArg: true,
    describe: 'FF, GM and CA of the root',
  },
  identifiers: {
    choices: ['repaired', 'kept'] as const,
    default: FAITHFUL.identifiers,
    group: FORM,
    requiresArg: true,
    describe: 'Identifiers of old files, such as Black for B',
  },
  order: {
    choices: ['kept', 'ff4'] as const,
    default: FAITHFUL.order,
    group: FORM,
    requiresArg: true,
    describe: 'Order of the properties of a node',
  },
  points: {
    choices: ['kept', 'compressed', 'expanded'] as const,
    default: FAITHFUL.points,
    group: FORM,
    requiresArg: true,
    describe: 'Lists of points',
  },

  normalize: words(
    CONTENTS,
    `Header values as FF[4] wants them: all, or some of ${NORMALIZATIONS.join(',')}`,
  ),
  strip: words(CONTENTS, `Left out: some of ${STRIPS.join(',')}`),
  'main-line': flag(CONTENTS, 'Only the first variation, all the way down'),
  symmetry: {
    choices: SYMMETRIES,
    default: FAITHFUL.symmetry,
    group: CONTENTS,
    requiresArg: true,
    describe: 'Mirror or turn the board',
  },
  'swap-colors': flag(CONTENTS, 'Black and White change places, komi its sign'),
  'repair-komi': flag(CONTENTS, 'Komi that is scaled or in zi, as points'),
  'add-passes': flag(CONTENTS, 'Passes that the record only implies'),
  score: words(CONTENTS, `From our count: some of ${SCORE_PARTS.join(',')} (TB and TW, RE)`),
  rules: { ...SHARED_OPTIONS.rules, group: CONTENTS, describe: 'Ruleset of --score: a name, or auto' },
  lossy: flag(CONTENTS, 'Write files of which something cannot be kept, without it'),

  quiet: { ...SHARED_OPTIONS.quiet, describe: 'No summary' },
  'files-from': SHARED_OPTIONS['files-from'],
  config: SHARED_OPTIONS.config,
  limit: SHARED_OPTIONS.limit,
} as const;

export type FormatArguments = ArgumentsOf<typeof FORMAT_COMMAND_OPTIONS>;

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
  const { game, rules } = args;
  if (game !== undefined) whole('game', game, 1);
  if (rules !== 'auto' && !rulesetByName(rules)) {
    const advice = suggestion(rules, RULESET_NAMES) || `; one of auto, ${RULESET_NAMES.join(', ')}`;
    throw new UsageError(`--rules ${rules} is not known${advice}`);
  }
  const options: FormatOptions = {
    charsetIn: args['charset-in'],
    charsetOut: args.charset,
    root: args.root,
    identifiers: args.identifiers,
    order: args.order,
    points: args.points,
    normalize:
      args.normalize === 'all' ? NORMALIZATIONS : chosen('normalize', args.normalize, NORMALIZATIONS),
    strip: chosen('strip', args.strip, STRIPS),
    nodes: args['main-line'] ? 'mainLine' : 'all',
    symmetry: args.symmetry,
    colors: args['swap-colors'] ? 'swapped' : 'kept',
    komi: args['repair-komi'] ? 'repaired' : 'kept',
    passes: args['add-passes'] ? 'added' : 'kept',
    score: chosen('score', args.score, SCORE_PARTS),
    rules,
    lossy: args.lossy ? 'allowed' : 'refused',
    games: game === undefined ? 'all' : [game],
    limits: limitsOf(args),
  };
  try {
    formatFile(Buffer.from('(;)'), options);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
  return options;
}

function chosen<Word extends string>(
  option: string,
  text: string | undefined,
  known: readonly Word[],
): readonly Word[] {
  if (text === undefined) return [];
  return text.split(',').map((given) => {
    const word = known.find((one) => one.toLowerCase() === given.trim().toLowerCase());
    if (word !== undefined) return word;
    throw new UsageError(
      `--${option} ${given} is not known${suggestion(given, known) || `; one of ${known.join(', ')}`}`,
    );
  });
}
