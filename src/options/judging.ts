import { ENGINE_SECONDS } from '../engine/command.js';
import { MAX_PER_CODE } from '../findings/cap-findings.js';
import { codesLeftOut } from '../findings/code-selection.js';
import { DEFAULT_OPTIONS } from '../referee/options.js';
import type { WorkSettings } from '../run/task.js';
import type { Judge } from './kinds.js';
import type { ValuesOf } from './read.js';

/** How games are judged, as workers need it, without the forms of output. */
export type Judging = Omit<WorkSettings, 'sinks'>;

/** The options that say how games are judged; without some, games are judged as by default. */
type JudgingValues = { readonly [Name in keyof ValuesOf<'audit'>]?: ValuesOf<'audit'>[Name] | undefined };

/** How games are judged by these options. */
export function judgingOf(values: JudgingValues): Judging {
  const judge: Judge = values.estimator ?? DEFAULT_OPTIONS.estimator;
  const engine =
    typeof judge === 'object' ? { ...judge, seconds: values['engine-seconds'] ?? ENGINE_SECONDS } : undefined;
  return {
    options: {
      rules: values.rules ?? DEFAULT_OPTIONS.rules,
      defaultRules: values['default-rules'],
      komiHalves: values.komi,
      counting: values.counting,
      illegal: values.illegal ?? DEFAULT_OPTIONS.illegal,
      score: values.score ?? DEFAULT_OPTIONS.score,
      variations: values.variations ?? DEFAULT_OPTIONS.variations,
      estimator: typeof judge === 'object' ? 'none' : judge,
      limits: values.limit ?? DEFAULT_OPTIONS.limits,
      maxPerCode: values['max-per-code'] ?? MAX_PER_CODE,
    },
    ignore: codesLeftOut(values.ignore ?? [], values.only),
    dead: values.dead,
    engine,
  };
}

/** For what is the same for each copy of a game: only `audit` reports copies. */
export function withoutCopies(judging: Judging): Judging {
  return { ...judging, ignore: [...judging.ignore, 'game/duplicate'] };
}
