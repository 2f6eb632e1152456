import { plural } from '../src/core/text.js';
import { pruneCache, type ResultCache } from '../src/run/parts/result-cache.js';
import { copyObjects, openStore } from '../src/run/store/folder.js';
import { isBucketAddress } from '../src/run/store/store.js';
import type { Arguments, Command, Context, ExitCode } from './command.js';
import { UsageError } from './errors.js';
import { inTemporaryFolder } from './files.js';

/** `cache prune`: removes results from a cache. */
export const cache: Command<'cache'> = {
  name: 'cache',
  about: 'Remove old results from a cache',
  operands: '[action]',
  operand: { action: { type: 'string', describe: 'prune' } },
  offers: ['prune'],
  examples: [
    ['$0 cache prune --cache results --days 90', 'Removes what no run has used for 90 days'],
    ['$0 cache prune --cache s3://bucket/results --most 10000', 'Keeps the latest 10,000 MB'],
  ],
  run: prune,
};

const DAY_MS = 86_400_000;
const MEGABYTE = 1_000_000;

async function prune(args: Arguments<'cache'>, { io }: Context): Promise<ExitCode> {
  const { cache: address, days, most, quiet } = args;
  if (args.input[0] !== 'prune') throw new UsageError('cache: give an action: prune');
  if (address === undefined) throw new UsageError('--cache: give the folder or bucket of the cache');
  if (days === undefined && most === undefined) throw new UsageError('give --days or --most: what to keep');
  const { removed, removedBytes, kept, keptBytes } = await pruneCache(await openStore(address, io.env), {
    since: days === undefined ? 0 : Date.now() - days * DAY_MS,
    mostBytes: most === undefined ? Infinity : most * MEGABYTE,
  });
  const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  if (!quiet) {
    io.stderr.write(
      `${plural(removed, 'pack')} of results removed (${megabytes(removedBytes)}), ${String(kept)} kept (${megabytes(keptBytes)})\n`,
    );
  }
  return 0;
}

/** Calls `run` with the cache that the options name, if any. A cache in a bucket is copied to this machine first. */
export async function withResultCache<T>(
  address: string | undefined,
  { io }: Pick<Context, 'io'>,
  run: (cache: ResultCache | undefined) => Promise<T>,
): Promise<T> {
  if (address === undefined) return run(undefined);
  if (!isBucketAddress(address)) return run({ store: await openStore(address), folder: address });
  return inTemporaryFolder(async (folder) => {
    const store = await openStore(address, io.env);
    await copyObjects(store, '', folder);
    return run({ store, folder });
  });
}
