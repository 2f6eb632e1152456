import type { CommandModule } from 'yargs';
import { FINDING_CODES, SEVERITY_OF, type FindingCode } from '../src/core/catalogue.js';
import { explain } from '../src/report/explanations.js';
import { articlesOf } from '../src/rules/citation.js';
import { RULESETS } from '../src/rules/rulesets.js';
import { operandOf, UsageError } from './io.js';
import type { Context } from './run.js';
import { nearest } from './nearest.js';
import { paragraph } from './paragraph.js';

/** `explain CODE`: what a finding means; without a code, the list of all. */
export function explainCommand({ io, finish }: Context): CommandModule<object, { code: string | undefined }> {
  return {
    command: 'explain [code]',
    describe: "A finding's meaning, rule, example, and what to do; all codes without one",
    builder: (y) => y.positional('code', { type: 'string', describe: 'Such as move/ko' }),
    handler: ({ code }) => {
      if (code === undefined) {
        for (const one of FINDING_CODES) {
          io.stdout.write(`${one.padEnd(30)} ${SEVERITY_OF[one].padEnd(8)} ${explain(one).title}\n`);
        }
      } else {
        io.stdout.write(text(checked(operandOf(code))));
      }
      finish(0);
    },
  };
}

function checked(code: string): FindingCode {
  const found = FINDING_CODES.find((one) => one === code.toLowerCase());
  if (found) return found;
  const meant = nearest(code, FINDING_CODES);
  throw new UsageError(
    `there is no finding code ${code}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}

function text(code: FindingCode): string {
  const { title, means, rule, example, todo } = explain(code);
  return [
    `${code} (${SEVERITY_OF[code]}): ${title}\n\n`,
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
