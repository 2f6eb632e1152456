import { FAITHFUL, NORMALIZATIONS, SCORE_PARTS, STRIPS, SYMMETRIES } from '../format/format-types.js';
import { RULESET_NAMES } from '../rules/rulesets.js';
import * as kinds from './kinds.js';
import { choice, FLAG, PATH, row, section, some, TEXT, whole } from './kinds.js';

/** Options of `format`. */
export const FORMATTING_ROWS = [
  ...section('Destination', {}, [
    row('check', FLAG, ['format'], 'Write nothing; list the files that would change, exit 1 if any'),
    row('diff', FLAG, ['format'], 'Write nothing; show how files would change'),
    row('write', FLAG, ['format'], 'Replace the files themselves'),
    row(
      'backup',
      TEXT,
      ['format'],
      'With --write: keep the old file under its name and this suffix, such as .bak',
    ),
    row('keep-times', FLAG, ['format'], 'With --write: keep the times of the old files'),
    row('out', PATH, ['format'], 'Folder for new files, arranged as the inputs are'),
  ]),
  ...section('Splitting and joining', {}, [
    row('game', whole(1), ['format'], 'Only game N of each file'),
    row('split', FLAG, ['format'], 'With --out: write each game to its own file'),
    row('name', TEXT, ['format'], 'With --split: file names, such as {date}_{black}-{white}.sgf', {
      defaultWords: '{file}-{game}.sgf',
    }),
    row('join', PATH, ['format'], 'Write all games into one new file, or - for standard output'),
  ]),
  ...section('Form', {}, [
    row('charset-in', TEXT, ['format'], 'Charset of the inputs', { default: FAITHFUL.charsetIn }),
    row('charset', TEXT, ['format'], 'Charset of the output', { default: FAITHFUL.charsetOut }),
    row('root', choice(['repaired', 'kept']), ['format'], 'Repair or keep FF, GM and CA of the root', {
      default: FAITHFUL.root,
    }),
    row(
      'identifiers',
      choice(['repaired', 'kept']),
      ['format'],
      'Repair or keep identifiers of old files, such as Black for B',
      { default: FAITHFUL.identifiers },
    ),
    row('order', choice(['kept', 'ff4']), ['format'], 'Order of the properties of a node', {
      default: FAITHFUL.order,
    }),
    row('points', choice(['kept', 'compressed', 'expanded']), ['format'], 'Lists of points', {
      default: FAITHFUL.points,
    }),
  ]),
  ...section('Contents', {}, [
    row(
      'normalize',
      some(NORMALIZATIONS, 'by-word'),
      ['format'],
      `Header values as FF[4] wants them: all, or some of ${NORMALIZATIONS.join(',')}`,
    ),
    row('strip', some(STRIPS), ['format'], `Leave out: some of ${STRIPS.join(',')}`),
    row('main-line', FLAG, ['format'], 'Keep only the main line'),
    row('symmetry', choice(SYMMETRIES), ['format'], 'Mirror or turn the board', {
      default: FAITHFUL.symmetry,
    }),
    row('swap-colors', FLAG, ['format'], 'Swap Black and White, and the sign of komi'),
    row('repair-komi', FLAG, ['format'], 'Write komi that is scaled or in zi as points'),
    row('add-passes', FLAG, ['format'], 'Write passes that the record only implies'),
    row(
      'score',
      some(SCORE_PARTS),
      ['format'],
      `Add our count: some of ${SCORE_PARTS.join(',')} (TB and TW, RE)`,
    ),
    row(
      'rules',
      kinds.listed('ruleset or auto', ['auto', ...RULESET_NAMES]),
      ['format'],
      'Ruleset of --score: a name, or auto',
      { default: 'auto', config: 'yes' },
    ),
    row('lossy', FLAG, ['format'], 'Write files even where something in them cannot be kept'),
  ]),
] as const;
