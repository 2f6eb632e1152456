import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Every rule that axe has, those of the strictest level and the experimental ones too. Runs in the browser: a text. */
const RUN = `axe.run(document, {
  rules: Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }])),
  resultTypes: ['violations'],
}).then(({ violations, passes }) => ({
  checked: passes.length,
  violations: violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
    [id, target.join(' '), ...[...any, ...all, ...none].map(({ message }) => message)].join(': '))),
}))`;

/** What axe finds wrong with the page as it is now, a line each. Throws when it checked nothing. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { checked, violations } = await page.evaluate<{
    readonly checked: number;
    readonly violations: readonly string[];
  }>(RUN);
  if (checked < 10) throw new Error(`axe passed ${String(checked)} rules only`);
  return violations;
}
