import pLimit from 'p-limit';
import { failure, success, type Outcome } from '../core/outcome.js';
import type { Point } from '../core/point.js';
import type { EngineSettings } from '../engine/command.js';
import { askDead, type Engine, type FinalPosition } from './gtp-dead.js';
import { startGtp, type GtpProcess } from '../engine/process.js';

/** Engines that answer positions, several at a time. */
export interface EnginePool {
  /** Points of dead stones, or why there is no answer. */
  readonly ask: (position: FinalPosition) => Promise<Outcome<readonly Point[], string>>;
  /** Ends all engines; what is still asked fails. */
  readonly close: () => void;
}

/** An engine may take this long, or the time for one game if that is more, until it answers its first command. */
const START_SECONDS = 60;
/** After so many starts in a row without an engine that answers, no more are tried. */
const MOST_FAILED_STARTS = 3;

/**
 * A pool of engines that start when they are needed, at most `engines`. An engine that crashes or exceeds the time for a
 * game is ended and the game has no answer; the next game gets a fresh engine.
 */
export function createEnginePool(request: {
  readonly engine: EngineSettings;
  readonly engines: number;
}): EnginePool {
  const { command, seconds } = request.engine;
  const limit = pLimit(request.engines);
  const alive = new Set<GtpProcess>();
  const idle: Engine[] = [];
  let failedStarts = 0;
  let lastFailure = '';
  let isClosed = false;

  async function start(): Promise<Outcome<Engine, string>> {
    if (failedStarts >= MOST_FAILED_STARTS) return failure(lastFailure);
    const process = startGtp(command);
    alive.add(process);
    const listed = await within(process, Math.max(START_SECONDS, seconds), process.send('list_commands'));
    const commands = new Set(listed.ok ? listed.value.split(/\s+/) : []);
    // An engine that refuses to list its commands may still know the one that matters.
    if (listed.ok && !commands.has('final_status_list')) process.kill('it does not know final_status_list');
    if (process.isAlive()) {
      failedStarts = 0;
      return success({ process, commands });
    }
    alive.delete(process);
    failedStarts++;
    const gone = await process.send('');
    lastFailure = gone.ok ? '' : gone.error;
    return failure(lastFailure);
  }

  async function askOne(engine: Engine, position: FinalPosition): Promise<Outcome<readonly Point[], string>> {
    const found = await within(engine.process, seconds, askDead(engine, position));
    if (engine.process.isAlive()) idle.push(engine);
    else alive.delete(engine.process);
    return found;
  }

  async function answer(position: FinalPosition): Promise<Outcome<readonly Point[], string>> {
    if (isClosed) return failure('the run has ended');
    const used = idle.pop();
    if (used && !used.process.isAlive()) alive.delete(used.process);
    else if (used) {
      const found = await askOne(used, position);
      // What an engine has been through is no reason for a game to go without a verdict: a fresh one is asked again.
      if (found.ok || used.process.isAlive() || used.process.wasKilled()) return found;
    }
    const fresh = await start();
    return fresh.ok ? askOne(fresh.value, position) : fresh;
  }

  return {
    ask: (position) => limit(() => answer(position)),
    close() {
      isClosed = true;
      for (const process of alive) process.kill('the run has ended');
      alive.clear();
    },
  };
}

/** Ends the process when it takes longer. */
async function within<T>(process: GtpProcess, seconds: number, result: Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.kill(`no answer within ${seconds} seconds`), seconds * 1000);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
  }
}
