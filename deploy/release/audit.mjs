/**
 * Asks npm for known vulnerabilities: `node audit.mjs [--required]`. Those of packages that are installed with ours fail, those of tools
 * are listed. Where the registry cannot be asked, it says so: that fails with --required alone.
 */
import { spawnSync } from 'node:child_process';

const isRequired = process.argv.includes('--required');

/** Packages with advisories, the most severe first; undefined where nobody could be asked. */
function found(...more) {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...more], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 28,
  });
  try {
    const { vulnerabilities } = JSON.parse(stdout);
    if (vulnerabilities === undefined) return undefined;
    return Object.values(vulnerabilities).map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  } catch {
    return undefined;
  }
}

const shipped = found('--omit', 'dev');
const all = shipped && found();
if (all === undefined) {
  process.stderr.write(
    'npm audit: the registry answers no questions about advisories; nothing was checked\n',
  );
  process.exitCode = isRequired ? 1 : 0;
} else {
  const tools = all.filter((one) => !shipped.includes(one));
  for (const one of tools) process.stdout.write(`npm audit, a tool: ${one}\n`);
  for (const one of shipped) process.stdout.write(`npm audit, installed with the package: ${one}\n`);
  process.stdout.write(`npm audit: ${shipped.length} of the package, ${tools.length} of the tools\n`);
  process.exitCode = shipped.length > 0 ? 1 : 0;
}
