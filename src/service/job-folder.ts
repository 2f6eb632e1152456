import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodyFolder } from './bodies.js';
import type { Job, JobFile } from './job.js';
import type { Upload } from './uploads.js';

/** Beside the uploads of a job: what it is, and all its files. The job can be done again from its folder alone. */
const DESCRIPTION = 'job.json';

interface Description {
  readonly job: Job;
  /** In the order of their numbers, which are their names in the folder. */
  readonly files: readonly JobFile[];
}

export async function describeFolder(folder: BodyFolder, job: Job, files: readonly JobFile[]): Promise<void> {
  const description: Description = { job, files };
  await writeFile(join(folder.path, DESCRIPTION), JSON.stringify(description), { mode: 0o600, flush: true });
}

/** The job of a folder; `undefined` where nothing that can be read says what it is. */
export async function describedJob(folder: string): Promise<Job | undefined> {
  try {
    return (JSON.parse(await readFile(join(folder, DESCRIPTION), 'utf8')) as Description).job;
  } catch {
    return undefined;
  }
}

/** The uploads of a folder. Throws where its description cannot be read. */
export function uploadsIn(folder: string): readonly Upload[] {
  const { files } = JSON.parse(readFileSync(join(folder, DESCRIPTION), 'utf8')) as Description;
  return files.map(({ name, size }, i) => ({ name, size, at: { path: join(folder, String(i)) } }));
}
