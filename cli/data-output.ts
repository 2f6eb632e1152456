import { createJoiner, type Frame, type Output, type Target } from '../src/run/output.js';
import type { SinkName } from '../src/output/formats.js';
import type { Io } from './io.js';
import type { OutputFiles } from './output-files.js';
import { SHARED_OPTIONS } from './shared-options.js';

/** Forms of data that `score` and `convert` offer. */
export const DATA_FORMATS = ['csv', 'jsonl', 'json', 'text'] as const;
export type DataFormat = (typeof DATA_FORMATS)[number];

/** The option `--format` of those commands. */
export const DATA_FORMAT_OPTION = {
  ...SHARED_OPTIONS.format,
  choices: DATA_FORMATS,
  describe: 'Form of the data; csv, or text on a terminal',
} as const;

/** The form that is asked for: by option, by the end of the file's name, else text on a terminal and csv elsewhere. */
export function formatFor(
  args: { readonly format: DataFormat | undefined },
  file: string | undefined,
  io: Io,
): DataFormat {
  if (args.format !== undefined) return args.format;
  if (file === undefined) return io.stdout.isTTY === true ? 'text' : 'csv';
  const name = file.toLowerCase();
  if (name.endsWith('.txt')) return 'text';
  return DATA_FORMATS.find((format) => name.endsWith(`.${format}`)) ?? 'csv';
}

/** Data to a file or to standard output; findings about files, which CSV has no row for, to standard error. */
export function dataOutputs(
  request: {
    readonly sink: SinkName;
    readonly file: string | undefined;
    readonly format: DataFormat;
    readonly quiet: boolean;
  },
  files: OutputFiles,
): Output[] {
  const { sink, file, format, quiet } = request;
  const outputs: Output[] = [{ sink, target: file === undefined ? files.stdout : files.open(file) }];
  if (format === 'csv' && !quiet) outputs.push({ sink: 'talk', target: files.talk });
  return outputs;
}

/** Nothing around the rows. */
export const NO_FRAME: Frame = { head: () => '', separator: '', tail: '' };

/** What stands around rows that carry a line feed, and in JSON a comma before it. */
export function frameAround(format: DataFormat, head: string): Frame {
  if (format === 'json') return { head: () => '[\n', separator: ',\n', tail: '\n]\n' };
  return { ...NO_FRAME, head: () => head };
}

/** A target that puts the frame around what it is given. The head is written at the first row, or at the end. */
export function framed(target: Target, frame: Frame, version: string): Target {
  const joiner = createJoiner({ sink: 'csv', target, frame }, version);
  return {
    write: async (bytes) => (await joiner).write(bytes),
    end: async () => (await joiner).end(),
  };
}
