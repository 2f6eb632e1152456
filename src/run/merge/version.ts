import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own folder with its version: two folders up in the sources and from the built command, three or four from compiled sources. */
function ownPackage(): { readonly folder: string; readonly version: string } {
  for (const path of ['../../', '../../../', '../../../../']) {
    try {
      const folder = new URL(path, import.meta.url);
      const text = readFileSync(new URL('package.json', folder), 'utf8');
      const { name, version } = JSON.parse(text) as Record<string, string>;
      if (name === 'sgf-referee' && version !== undefined) return { folder: fileURLToPath(folder), version };
    } catch {
      continue; // not there: try the other place
    }
  }
  return { folder: '.', version: '0.0.0' };
}

export function packageVersion(): string {
  return ownPackage().version;
}

/** The folder of package.json, with the files that are part of the package. */
export function packageFolder(): string {
  return ownPackage().folder;
}
