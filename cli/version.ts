import { readFileSync } from 'node:fs';

/** The version in package.json, beside `cli` in the sources and two folders up from the built command. */
export function packageVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<
        string,
        string
      >;
      if (name === 'sgf-referee' && version !== undefined) return version;
    } catch {
      continue; // not there: the other place
    }
  }
  return '0.0.0';
}
