import type { AnalyzeOptions, EngineAnswer } from '../../referee/judge/options.js';
import type { FileStart, Task, WorkSettings } from './task.js';
import type { TaskOutput } from './task-output.js';

/** An engine's answer for a game, by the index of its item in the task and its number; `undefined` if no engine was queried. */
export type Answers = (item: number, game: number) => EngineAnswer | undefined;
/** A file that was read, or a part of one. */
export interface GivenFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Index of its item in the task. */
  readonly index: number;
  readonly options: AnalyzeOptions;
  readonly task: Task;
  readonly answers: Answers | undefined;
}

/** Writes the rows and findings of one file into the output. */
export type FileWork = (file: GivenFile) => FileStart;
/** Makes the function that a run applies to each file. */
export type MakeFileWork = (settings: WorkSettings, out: TaskOutput) => FileWork;
