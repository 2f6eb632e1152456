import { UsageError } from './io.js';

/** Loads what needs a package that may be left out of an install. Throws UsageError with the command that adds it. */
export async function withOptional<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Without the binary for this system a native package is there and cannot be loaded.
    const isMissing =
      code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_DLOPEN_FAILED';
    if (!isMissing && !/native b(inding|uild)/i.test(message)) throw error;
    throw new UsageError(
      `${purpose} needs the package ${name}, which is not installed: npm install ${name} (with -g, if sgf-referee was)`,
    );
  }
}
