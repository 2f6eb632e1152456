import { readOptions } from '../../src/options/read.js';
import { serviceLimits } from '../../src/service/limits.js';

/** The limits of a server that was given no option. */
export const SERVICE_LIMITS = serviceLimits(
  readOptions('serve', {}, { json: () => undefined, dead: () => [], bytes: () => new Uint8Array() }),
);
