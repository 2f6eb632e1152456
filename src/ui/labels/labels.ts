import { DECIDE_LABELS, GAME_LABELS } from './game.js';
import { START_LABELS } from './start.js';
import { TABLE_LABELS } from './table.js';

/** The labels of the page, by their English text. Data, messages and codes are not translated. */
export const LABELS = { ...START_LABELS, ...TABLE_LABELS, ...GAME_LABELS, ...DECIDE_LABELS };
