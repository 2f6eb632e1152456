import type { CommandModule } from 'yargs';
import { severityOf, type FindingCode } from '../src/findings/catalogue.js';
import { codeAdvice, codesNamed } from '../src/findings/code-selection.js';
import { explain } from '../src/findings/catalogue.js';
import { articlesOf } from '../src/rules/citation.js';
import { RULESETS } from '../src/rules/rulesets.js';
import { operandOf, paragraph, UsageError } from './io.js';
import type { Context } from './run.js';

/** `explain CODE`: what a finding means; of a family or without a code, the list. */
export function explainCommand({ io, finish }: Context): CommandModule<object, { code: string | undefined }> {
  return {
    command: 'explain [code]',
    describe: "A finding's meaning, rule, example, and what to do; all codes without one",
    builder: (y) => y.positional('code', { type: 'string', describe: 'Such as move/ko, or a family: komi/' }),
    handler: ({ code: given = '*' }) => {
      const code = operandOf(given);
      const codes = codesNamed(code.toLowerCase());
      if (codes.length === 0) throw new UsageError(`there is no finding code ${code}${codeAdvice(code)}`);
      if (codes[0] === code.toLowerCase()) io.stdout.write(text(codes[0]));
      else io.stdout.write(codes.map(listed).join(''));
      finish(0);
    },
  };
}

function listed(code: FindingCode): string {
  return `${code.padEnd(30)} ${severityOf(code).padEnd(8)} ${explain(code).title}\n`;
}

function text(code: FindingCode): string {
  const { title, means, rule, example, todo } = explain(code);
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
