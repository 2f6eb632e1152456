import type { CommandRun, RunOptions } from './command.js';
import type { AttackedServer, ServeOptions } from './attacked-server.js';

/** Who attacks, which decides how long `/healthz` may take to answer meanwhile. */
export type Attacker = 'command' | 'stranger' | 'tenant';

/** Longest time that `/healthz` may take while somebody attacks, in milliseconds; a stranger has no token. */
export const MAX_HEALTH_MS: Readonly<Record<Attacker, number>> = {
  command: Infinity,
  stranger: 250,
  tenant: 1000,
};

/** The same for all but a hundredth of its answers, whoever attacks. */
export const MAX_USUAL_HEALTH_MS = 250;

/** What a case works with. All of it is removed after the case. */
export interface Place {
  /** An empty folder of its own. */
  readonly folder: string;
  /** Starts the built server; `/healthz` is asked all the time, and memory is watched. */
  readonly serve: (options?: ServeOptions) => Promise<AttackedServer>;
  /** Runs the built command; its peak memory is noted. */
  readonly run: (words: readonly string[], options?: RunOptions) => Promise<CommandRun>;
}

/** One attack. A file of `cases/` exports some of them as `CASES`. */
export interface AttackCase {
  readonly name: string;
  readonly by: Attacker;
  /** Most memory that the server or the command may take, in MB. */
  readonly mostMb: number;
  /** Attacks. Returns what fell, in words; '' when all held. What it throws fell too. */
  readonly attack: (place: Place) => Promise<string>;
}
