/** The result of a call that may fail because of the caller's data; errors are thrown only for programming mistakes. */
export type Outcome<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function failure<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Something that a user can mend; the message says in one line what cannot be done and why. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** What common error codes of the operating system mean. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'a folder, not a file',
  ENOTDIR: 'a file is where a folder should be',
  EEXIST: 'it already exists',
  EROFS: 'nothing can be written to this disk',
  ELOOP: 'a symbolic link that leads to itself',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files',
  EBADF: 'it is not open for this operation',
  EIO: 'the disk reports an error',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
};

/** Why a call failed, without path and stack. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = (error as { readonly code?: string }).code;
  return (code !== undefined ? REASONS[code] : undefined) ?? error.message.split('\n')[0]!;
}
