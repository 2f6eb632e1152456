/**
 * Prints the list of parts (CycloneDX) as `npm sbom` writes it, of what npm installs with the package and what its own files contain:
 * `node sbom.mjs`, after the build. npm itself, told to omit the tools, omits what these need too, such as zod, and knows nothing of
 * what is built in; and it calls the package by the name of the folder.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { places } from './licenses.mjs';

const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
const list = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 2 ** 28 }));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const whereOf = new Map(
  [...places()].map(([path, where]) => [
    `${path.replace(/^.*node_modules\//, '')}@${packages[path].version}`,
    where,
  ]),
);
const isPart = (reference) => whereOf.has(reference);
const own = list.metadata.component;
own.name = 'sgf-referee';
list.components = list.components
  .filter((one) => isPart(one['bom-ref']))
  .map((one) => ({
    ...one,
    properties: [{ name: 'sgf-referee:place', value: whereOf.get(one['bom-ref']).join(', ') }],
  }));
list.dependencies = list.dependencies
  .filter(({ ref }) => isPart(ref) || ref === own['bom-ref'])
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isPart) }));
const missing = [...whereOf.keys()].filter((name) => !list.components.some((one) => one['bom-ref'] === name));
if (missing.length > 0) throw new Error(`npm lists no ${missing.join(', ')}`);
process.stdout.write(`${JSON.stringify(list, undefined, 2)}\n`);
