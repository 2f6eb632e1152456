import { DECIDE_LABELS, GAME_LABELS } from './game.js';
import { START_LABELS } from './start.js';
import { TABLE_LABELS } from './table.js';

/** A label in the order of `LANGUAGES` after English. Forms for different numbers are separated by `|`, in the order of `FORMS`. */
export type Row = readonly [
  sv: string,
  pl: string,
  fi: string,
  de: string,
  fr: string,
  ja: string,
  zh: string,
  ko: string,
];

/** The labels of the page, by their English text. Data, messages and codes are not translated. */
export const LABELS = { ...START_LABELS, ...TABLE_LABELS, ...GAME_LABELS, ...DECIDE_LABELS };
