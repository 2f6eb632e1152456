import { readFileSync } from 'node:fs';

/** The version in package.json, two folders up in the sources and from the built command, three from compiled sources. */
export function packageVersion(): string {
  for (const path of ['../../package.json', '../../../package.json', '../../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<
        string,
        string
      >;
      if (name === 'sgf-referee' && version !== undefined) return version;
    } catch {
      continue; // not there: try the other place
    }
  }
  return '0.0.0';
}
