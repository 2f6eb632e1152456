/** A plugin of Rolldown and Vite that notes which packages a bundle contains. `name`: where they are then, in words. */
export function bundled(name: string): {
  name: string;
  generateBundle: (options: unknown, bundle: Readonly<Record<string, object>>) => void;
};

/** The paths of the packages that npm installs with ours, by the lock file. */
export function installed(): string[];

/** The text of LICENSES.txt for packages by path, with the words for where they are. Throws where one has no license file. */
export function licensesText(places: ReadonlyMap<string, readonly string[]>): string;
