import { explain as explanationOf, type FindingCode, severityOf } from '../src/findings/catalogue.js';
import { codeAdvice, codesNamed } from '../src/findings/code-selection.js';
import { articlesOf } from '../src/rules/citation.js';
import { RULESETS } from '../src/rules/rulesets.js';
import type { Command } from './command.js';
import { paragraph, UsageError } from './io.js';

/** `explain CODE`: what a finding means; of a family or without a code, the list. */
export const explain: Command = {
  name: 'explain',
  about: "A finding's meaning, rule, example, and what to do; all codes without one",
  operands: '[code]',
  operand: { code: { type: 'string', describe: 'Such as move/ko, or a family: komi/' } },
  run({ input: [code = '*'] }, { io }) {
    const codes = codesNamed(code.toLowerCase());
    if (codes.length === 0) throw new UsageError(`there is no finding code ${code}${codeAdvice(code)}`);
    if (codes[0] === code.toLowerCase()) io.stdout.write(text(codes[0]));
    else io.stdout.write(codes.map(listed).join(''));
    return 0;
  },
};

function listed(code: FindingCode): string {
  return `${code.padEnd(30)} ${severityOf(code).padEnd(8)} ${explanationOf(code).title}\n`;
}

function text(code: FindingCode): string {
  const { title, means, rule, example, todo } = explanationOf(code);
  return [
    `${code} (${severityOf(code)}): ${title}\n\n`,
    paragraph(means),
    `\nRule\n${paragraph(rule, '  ')}`,
    articles(code),
    `\nExample\n${paragraph(example, '  ')}`,
    `\nWhat to do\n${paragraph(todo, '  ')}`,
  ].join('');
}

/** Where the texts of the rulesets treat it; '' for findings that rest on none. */
function articles(code: FindingCode): string {
  const found = articlesOf(code, RULESETS);
  if (found.length === 0) return '';
  const lines = found.map(({ article, rulesets }) =>
    paragraph(`${article} (${rulesets.join(', ')})`, '  ', '    '),
  );
  return `\nArticles\n${lines.join('')}`;
}
