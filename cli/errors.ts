import { UserError } from '../src/core/outcome.js';

/** Wrong usage, in one line; a hint follows. */
export class UsageError extends UserError {}

/** The words name no command. */
export class NoCommandError extends UsageError {}

/** Something cannot be read or written; the message says why, in one line. */
export class AccessError extends UserError {}
