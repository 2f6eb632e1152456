/** Prints what CHANGELOG.md says of a version, as the notes of its release: `node notes.mjs VERSION`. */
import { readFileSync } from 'node:fs';

const [version] = process.argv.slice(2);
const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const sections = changelog.split(/^## /m).slice(1);
const section = sections.find((one) => one.split(/\s/, 1)[0].replace(/^\[|\]$/g, '') === version);
if (section === undefined) throw new Error(`CHANGELOG.md says nothing of ${version}`);
process.stdout.write(`${section.slice(section.indexOf('\n')).trim()}\n`);
