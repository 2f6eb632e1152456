/** Writes the real output of every `$ sgf-referee` example into README.md; look at the difference before committing it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const readme = readFileSync('README.md', 'utf8');
const updated = readme.replace(/```console\n\$ sgf-referee (.*)\n[\s\S]*?```/g, (_, line) => {
  const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]);
  const env = { ...process.env, COLUMNS: '80', NO_COLOR: '1' };
  const { stdout } = spawnSync(process.execPath, ['dist/cli/bin.js', ...argv], { encoding: 'utf8', env });
  return `\`\`\`console\n$ sgf-referee ${line}\n${stdout}\`\`\``;
});
writeFileSync('README.md', updated);
