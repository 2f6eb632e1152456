import { z } from '@hono/zod-openapi';
import { PROBLEMS, type ProblemName } from './problem.js';
import { ProblemSchema } from './schemas.js';
import { BODY_TYPES } from './uploads.js';

interface Media {
  readonly schema: z.ZodType;
}

const binary = z.string().openapi({ format: 'binary' });

/** What operations are listed under, in this order. */
export const TAGS = [
  { name: 'games', description: 'Games in, answer out. For what fits into one request.' },
  {
    name: 'jobs',
    description:
      'Large archives: the upload is kept, worked on, and its results are kept until they are deleted.',
  },
  { name: 'reference', description: 'What the program knows, and how the server is.' },
] as const;
export type Tag = (typeof TAGS)[number]['name'];

/** A body of SGF or of an archive: as it is, or several files as multipart/form-data. */
export const FILES_BODY = {
  body: {
    required: true,
    description:
      'SGF, GIB or NGF, .zip, .tar, .tar.gz or .gz, whatever the type says; or several of them as multipart/form-data. ' +
      'Of several files with one name the later ones become `game (2).sgf`.',
    content: {
      ...Object.fromEntries(BODY_TYPES.map((type): [string, Media] => [type, { schema: binary }])),
      'multipart/form-data': {
        schema: z.object({ file: z.array(binary).openapi({ description: 'The files' }) }),
      },
    },
  },
};

/** An answer in several media types. */
export function answers(
  description: string,
  content: Readonly<Record<string, z.ZodType>>,
): { description: string; content: Record<string, Media> } {
  const media = Object.entries(content).map(([type, schema]): [string, Media] => [type, { schema }]);
  return { description, content: Object.fromEntries(media) };
}

/** Of Node's HTTP server, before any route. */
const HEAD_TOO_LARGE = { 431: { description: 'The head of the request is too large' } };

/** Problems of every route that asks who is there. */
export const ANYBODYS: readonly ProblemName[] = [
  'token-needed',
  'foreign-origin',
  'requests-limit',
  'internal-fault',
];

const HEADERS: Readonly<Record<number, Record<string, { description: string; schema: { type: 'string' } }>>> =
  {
    401: { 'www-authenticate': { description: 'Bearer', schema: { type: 'string' } } },
    503: { 'retry-after': { description: 'Seconds to wait', schema: { type: 'string' } } },
  };

/** The answers of a route that has these problems, by their status. */
export function problems(...names: readonly ProblemName[]) {
  const byStatus = new Map<number, string[]>();
  for (const name of new Set(names)) {
    const { status, title } = PROBLEMS[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${title} (\`${name}\`)`]);
  }
  const found = [...byStatus].map(([status, titles]) => {
    const answer = answers(titles.join('; '), { 'application/problem+json': ProblemSchema });
    const headers = HEADERS[status];
    return [status, headers ? { ...answer, headers } : answer] as const;
  });
  return { ...Object.fromEntries(found), ...HEAD_TOO_LARGE };
}

export const TEXT = z.string();

/** A path parameter with the id of a job. */
export const JOB_PARAMS = {
  params: z.object({ id: z.uuid().openapi({ description: 'Id of the job, as POST /v1/jobs gives it' }) }),
};
