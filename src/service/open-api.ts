import { z } from '@hono/zod-openapi';
import { BODY_TYPES } from './uploads.js';
import { ProblemSchema } from './schemas.js';

type Schema = z.ZodType;
interface Media {
  readonly schema: Schema;
}

const binary = z.string().openapi({ format: 'binary' });

/** A body of SGF or of an archive: as it is, or several files as multipart/form-data. */
export const FILES_BODY = {
  body: {
    required: true,
    description: 'SGF, .zip, .tar, .tar.gz, .gz, or several of them as multipart/form-data',
    content: {
      ...Object.fromEntries(BODY_TYPES.map((type): [string, Media] => [type, { schema: binary }])),
      'multipart/form-data': { schema: z.object({ file: z.array(binary) }) },
    },
  },
};

/** An answer in several media types. */
export function answers(
  description: string,
  content: Readonly<Record<string, Schema>>,
): { description: string; content: Record<string, Media> } {
  const media = Object.entries(content).map(([type, schema]): [string, Media] => [type, { schema }]);
  return { description, content: Object.fromEntries(media) };
}

/** What every route may answer when it does not answer as asked. */
export const PROBLEM_ANSWER = {
  default: answers('Why not', { 'application/problem+json': ProblemSchema }),
};

export const TEXT = z.string();

/** A path parameter with the id of a job. */
export const JOB_PARAMS = { params: z.object({ id: z.uuid() }) };
