import { ClassicLevel } from 'classic-level';
import type { Checkpoint, Job, JobStore, SeenGame } from './job.js';

/** Steps are padded, so that the order of keys is theirs. */
const DIGITS = 10;
/** Behind every character of a key. */
const END = '\uffff';

const jobKey = (id: string): string => `job!${id}`;
const checkpointKey = (id: string): string => `at!${id}`;
const stepKey = (number: number): string => String(number).padStart(DIGITS, '0');
const partsKey = (id: string, sink: string): string => `part!${id}!${sink}!`;
const seenKey = (id: string): string => `seen!${id}!`;

/** A store in a LevelDB of this folder, which one process opens at a time. Throws when another has it open. */
export async function openLevelStore(folder: string): Promise<JobStore> {
  const db = new ClassicLevel<string, Uint8Array>(folder, { keyEncoding: 'utf8', valueEncoding: 'view' });
  await db.open();

  async function json<T>(key: string): Promise<T | undefined> {
    const bytes = await db.get(key);
    return bytes === undefined ? undefined : (parse(bytes) as T);
  }

  return {
    async list() {
      const jobs: Job[] = [];
      for await (const bytes of db.values({ gt: 'job!', lt: `job!${END}` })) jobs.push(parse(bytes) as Job);
      return jobs.sort((a, b) => (a.created < b.created ? -1 : 1));
    },
    get: (id) => json<Job>(jobKey(id)),
    put: (job) => db.put(jobKey(job.id), written(job), { sync: true }),
    async remove(id) {
      await db.del(jobKey(id), { sync: true });
      await db.del(checkpointKey(id));
      for (const range of [`part!${id}!`, seenKey(id)]) await db.clear({ gt: range, lt: range + END });
    },
    checkpoint: (id) => json<Checkpoint>(checkpointKey(id)),
    async append(id, { parts, seen }, behind) {
      const step = stepKey(behind.step - 1);
      const batch = db.batch().put(checkpointKey(id), written(behind));
      for (const [sink, bytes] of parts) {
        if (bytes.length > 0) batch.put(partsKey(id, sink) + step, bytes);
      }
      if (seen.length > 0) batch.put(seenKey(id) + step, written(seen));
      await batch.write();
    },
    async *parts(id, sink, fromStep) {
      const range = partsKey(id, sink);
      for await (const [key, bytes] of db.iterator({ gte: range + stepKey(fromStep), lt: range + END })) {
        yield [Number(key.slice(range.length)), bytes];
      }
    },
    async *seen(id) {
      const range = seenKey(id);
      for await (const bytes of db.values({ gt: range, lt: range + END })) yield* parse(bytes) as SeenGame[];
    },
    close: () => db.close(),
  };
}

function written(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}
