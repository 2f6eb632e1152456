/** Kinds of problems, with status and title. The names are permanent, as finding codes are. */
export const PROBLEMS = {
  'bad-option': { status: 400, title: 'An option is wrong' },
  'bad-body': { status: 400, title: 'The body cannot be read' },
  'token-needed': { status: 401, title: 'An API token is needed' },
  'foreign-origin': { status: 403, title: 'Requests from other sites are refused' },
  'not-found': { status: 404, title: 'Not found' },
  'wrong-method': { status: 405, title: 'This method is not allowed here' },
  'no-such-form': { status: 406, title: 'The answer is not available in this format' },
  'slow-body': { status: 408, title: 'The body arrives too slowly' },
  'time-limit': { status: 408, title: 'The time limit was reached' },
  'job-state': { status: 409, title: 'The job is in another state' },
  'body-limit': { status: 413, title: 'The body is too large' },
  'files-limit': { status: 413, title: 'There are too many files' },
  'games-limit': { status: 413, title: 'There are too many games' },
  'answer-limit': { status: 413, title: 'The answer is too large' },
  'wrong-media-type': { status: 415, title: 'This media type is not supported' },
  'store-damaged': {
    status: 500,
    title: 'The stored job is damaged, or of a version that this one cannot read',
  },
  'internal-fault': { status: 500, title: 'Internal error' },
  'requests-limit': { status: 503, title: 'Too many requests at a time' },
  'jobs-limit': { status: 503, title: 'Too many jobs' },
  'disk-limit': { status: 507, title: 'The disk space for jobs is used up' },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

/** A problem document (RFC 9457). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

/** Why a request failed; `detail` is a message for the sender, without paths of the server. */
export class Problem extends Error {
  readonly kind: ProblemName;

  constructor(kind: ProblemName, detail: string) {
    super(detail);
    this.kind = kind;
  }

  get document(): ProblemDocument {
    const { status, title } = PROBLEMS[this.kind];
    return { type: `urn:sgf-referee:problem:${this.kind}`, title, status, detail: this.message };
  }
}

/** The problem of an error; unexpected errors reveal nothing to the sender. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return new Problem('disk-limit', 'the disk of the server is full');
  return new Problem('internal-fault', 'the request was not finished');
}

const RETRY_SECONDS = '5';

export function problemResponse(problem: Problem): Response {
  const { document } = problem;
  const headers = new Headers({ 'content-type': 'application/problem+json; charset=utf-8' });
  if (document.status === 401) headers.set('www-authenticate', 'Bearer');
  if (document.status === 503) headers.set('retry-after', RETRY_SECONDS);
  return new Response(JSON.stringify(document), { status: document.status, headers });
}
