import type { Item } from '../input/items.js';
import type { Limits } from '../core/limits.js';
import type { Upload } from './uploads.js';

/** Uploads by themselves, or the folder of a job that holds them and says what they are. */
export type UploadSource = { readonly uploads: readonly Upload[] } | { readonly folder: string };

/** Which game is looked for: `copy`, from 1, of those with the file name and number, for an archive may have a name twice. */
export interface WantedGame {
  readonly file: string;
  readonly game: number;
  readonly copy: number;
}

/** What a reading thread is asked for. */
export type ReadingOrder =
  | { readonly order: 'items'; readonly source: UploadSource; readonly limits: Limits; readonly skip: number }
  | { readonly order: 'more' }
  | {
      readonly order: 'game';
      readonly source: UploadSource;
      readonly limits: Limits;
      readonly wanted: WantedGame;
    };

/** A game's own bytes, cut out of the uploads, and the label of the charset that its file is in. */
export interface FoundGame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly charset: string;
}

/** What a reading thread answers. */
export type ReadingAnswer =
  | { readonly answer: 'items'; readonly items: readonly Item[]; readonly isLast: boolean }
  | { readonly answer: 'game'; readonly found: FoundGame | undefined }
  | { readonly answer: 'failed'; readonly reason: string };
