import { type Environment, isBucketAddress, type Store } from './store.js';

/** The store in a folder, or at `s3://bucket/prefix`. Throws StoreError. */
export async function openStore(address: string, env: Environment = process.env): Promise<Store> {
  if (!isBucketAddress(address)) return (await import('./folder.js')).openFolder(address);
  const { bucketSettings, openBucket } = await import('./bucket.js');
  return openBucket(address, bucketSettings(env));
}
