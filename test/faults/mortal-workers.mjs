// Preloaded (`node --import`), stops every worker thread from outside at a random moment of its first LIFE milliseconds, without the
// pool that started it being told; at the end one line on standard error tells how many were stopped.
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import threads from 'node:worker_threads';

if (threads.isMainThread) {
  const life = Number(process.env.LIFE);
  let stopped = 0;
  threads.Worker = class extends threads.Worker {
    constructor(url, options) {
      super(url, options);
      const clock = setTimeout(() => {
        stopped++;
        void this.terminate();
      }, life * Math.random());
      clock.unref();
      this.once('exit', () => clearTimeout(clock));
    }
  };
  syncBuiltinESMExports();
  process.once('exit', () => process.stderr.write(`${String(stopped)} workers stopped\n`));
}
