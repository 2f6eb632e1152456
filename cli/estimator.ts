import { isProgram, splitCommand } from '../src/engine/command.js';
import type { WorkSettings } from '../src/run/settings.js';
import { ESTIMATORS, type EstimatorName } from '../src/referee/options.js';
import { UsageError } from './io.js';
import { suggestion } from '../src/core/nearest.js';
import type { SharedArguments } from './shared-options.js';

/** What stands before the command of an engine. */
export const ENGINE_PREFIX = 'gtp:';

/** Longer than a day is longer than a timer can hold without care, and no game needs it. */
const MOST_SECONDS = 86_400;

/** Who judges life, as `--estimator` and `--engine-seconds` say. Throws UsageError. */
export function estimatorOf(args: Pick<SharedArguments, 'estimator' | 'engine-seconds'>): {
  readonly estimator: EstimatorName;
  readonly engine: WorkSettings['engine'];
} {
  const seconds = args['engine-seconds'];
  if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
    throw new UsageError(`--engine-seconds must be above 0 and at most ${MOST_SECONDS}`);
  }
  const name = args.estimator;
  if (name.startsWith(ENGINE_PREFIX)) {
    const command = splitCommand(name.slice(ENGINE_PREFIX.length));
    if (!command.ok) throw new UsageError(`--estimator ${name}: ${command.error}`);
    const [program = ''] = command.value;
    if (!isProgram(program, process.env['PATH'] ?? '')) {
      throw new UsageError(`--estimator ${name}: there is no program ${program}`);
    }
    return { estimator: 'none', engine: { command: command.value, seconds } };
  }
  const known = ESTIMATORS.find((one) => one === name);
  if (known) return { estimator: known, engine: undefined };
  const advice =
    suggestion(name, ESTIMATORS) || `; known: ${ESTIMATORS.join(', ')}, and ${ENGINE_PREFIX}COMMAND`;
  throw new UsageError(`there is no estimator ${name}${advice}`);
}
