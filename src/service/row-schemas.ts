import { z } from '@hono/zod-openapi';
import type { Column, ColumnTable } from '../columns/column-table.js';
import { FINDING_TABLE, GAME_TABLE } from '../columns/columns.js';
import { CONVERT_TABLE } from '../output/convert-cells.js';
import { SCORE_TABLE } from '../columns/score-cells.js';
import type { Command } from './commands.js';
import { without } from './without.js';

/** The cells of a column as JSON has them. */
function cellSchema({ kind, about, isFilled }: Column): z.ZodType {
  const schema = schemaOf(kind);
  return (isFilled ? schema : schema.nullable()).openapi({ description: about });
}

function schemaOf(kind: Column['kind']): z.ZodType {
  switch (kind) {
    case 'text':
      return z.string();
    case 'integer':
      return z.int();
    case 'number':
    case 'decimal':
      return z.number();
    case 'size':
      return z.union([z.int(), z.string()]);
    default:
      return z.enum(kind as readonly [string, ...string[]]);
  }
}

/** The properties of a row, made of the table that makes the rows. */
function propertiesOf(table: ColumnTable): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, cellSchema(column)]));
}

const FindingSchema = z
  .object({
    ...propertiesOf(without(FINDING_TABLE, 'file', 'game')),
    args: z
      .record(z.string(), z.unknown())
      .openapi({ description: 'What the message is made of; each code has its own' }),
  })
  .openapi('Finding', { description: 'A finding: the columns of findings.csv, and its arguments' });

const findings = z.array(FindingSchema).openapi({ description: 'What was found' });

const change = z
  .object({
    by: z
      .enum(['passes', 'protective-move', 'counting', 'komi', 'group', 'none'])
      .openapi({ description: 'What would have to be otherwise; `none`: nothing that is known' }),
    text: z.string().openapi({ description: 'The same in words' }),
    point: z.string().nullable().openapi({ description: 'Where, if it is about a point', example: 'Q16' }),
  })
  .nullable()
  .openapi({ description: 'What would make a contradicted result true; null for other verdicts' });

const GameSchema = z
  .object({ ...propertiesOf(GAME_TABLE), change, findings })
  .openapi('Game', { description: 'A game: the columns of games.csv, and its findings' });

const ScoreSchema = z
  .object(propertiesOf(SCORE_TABLE))
  .openapi('Score', { description: 'A game counted under one ruleset' });

const ConversionSchema = z.object(propertiesOf(CONVERT_TABLE)).openapi('Conversion', {
  description: 'A result converted into another ruleset, with every item of the difference',
});

const FileFindingsSchema = z
  .object({
    file: cellSchema(GAME_TABLE.file),
    game: z.null().openapi({ description: 'Null tells these from rows of games' }),
    findings,
  })
  .openapi('FileFindings', { description: 'Findings about a file that belong to none of its games' });

const ROWS: Readonly<Record<Command, z.ZodType>> = {
  audit: GameSchema,
  score: ScoreSchema,
  convert: ConversionSchema,
  check: GameSchema,
};

/** A row of what a command answers; findings about files stand between the games. */
export function rowsOf(...commands: readonly Command[]): z.ZodType {
  const rows = [...new Set(commands.map((command) => ROWS[command])), FileFindingsSchema];
  return z.union(rows as unknown as readonly [z.ZodType, z.ZodType]);
}
