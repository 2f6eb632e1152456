import { existsSync, readFileSync } from 'node:fs';

/**
 * Prints `N passed, N failed` from vitest's JSON report, as the last line of `.ci/run`. A file that could not be run at all
 * counts as a failed test. Ends with 1 where no test passed, or one failed or was left out.
 */
const file = process.argv[2];
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
const counts = { passed: 0, failed: 0 };
const leftOut = [];
for (const { name, status, assertionResults } of report.testResults) {
  for (const one of assertionResults) {
    if (one.status in counts) counts[one.status]++;
    else leftOut.push(`${name}: ${one.fullName} (${one.status})`);
  }
  if (status === 'failed' && assertionResults.every((one) => one.status !== 'failed')) counts.failed++;
}
for (const one of leftOut) console.log(`left out: ${one}`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
if (counts.passed === 0 || counts.failed > 0 || leftOut.length > 0) process.exitCode = 1;
