import type { RawHeader } from '../sgf/raw.js';
import { memo } from './header-values.js';
import type { Origin } from './record.js';

/** What a server or program writes of itself, as beginning of AP, lower case. */
const PROGRAMS: readonly (readonly [string, Origin])[] = [
  ['foxwq', 'fox'],
  ['cgoban:3', 'kgs'],
  ['cgoban:2', 'kgs'],
  ['cgoban', 'cgoban'],
  ['panda-egg', 'igs'],
  ['nngs', 'nngs'],
  ['gnu go', 'gnugo'],
  ['gnugo', 'gnugo'],
  ['hangame', 'korean-news'],
  ['puremorph', 'korean-news'],
  ['pureboard', 'korean-news'],
];

/** Names anywhere in PC, SO, US or AP, lower case. */
const PLACES: readonly (readonly [string, Origin])[] = [
  ['kgs', 'kgs'],
  ['online-go', 'ogs'],
  ['ogs', 'ogs'],
  ['pandanet', 'igs'],
  ['igs', 'igs'],
  ['nngs', 'nngs'],
  ['no name go server', 'nngs'],
  ['dragon', 'dgs'],
  ['tygem', 'tygem'],
  ['foxwq', 'fox'],
  ['fox', 'fox'],
  ['tom', 'tom'],
  ['gogod', 'gogod'],
  ['hangame', 'korean-news'],
];

const HANGUL = /[\uac00-\ud7a3]/;

const originOfProgram = memo((text): Origin | undefined => {
  const lower = text.trim().toLowerCase();
  return PROGRAMS.find(([beginning]) => lower.startsWith(beginning))?.[1];
});

const originOfPlace = memo((text): Origin | undefined => {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9-]+/g, ' ')} `;
  return (
    PLACES.find(([name]) => words.includes(` ${name} `))?.[1] ??
    (/gokgs|online-go/.exec(words) ? urlOrigin(words) : undefined)
  );
});

function urlOrigin(words: string): Origin {
  return words.includes('gokgs') ? 'kgs' : 'ogs';
}

const isKorean = memo((text) => HANGUL.test(text));

/**
 * Server or program that wrote the game, from AP, PC, SO and US; `other` when nothing says so.
 * Fox writes the program GNU Go beside or instead of its own name, always with its own property TT.
 */
export function originOf(header: RawHeader): Origin {
  const program = header.get('AP');
  if (program !== undefined && header.offset('TT') >= 0) {
    if (program === 'GNU Go:3.8' || program === 'YuanYu' || header.all('AP').includes('foxwq')) return 'fox';
  }
  const place = header.get('PC');
  const byPlace = place ? originOfPlace(place) : undefined;
  if (byPlace) return byPlace;
  if (program) {
    const byProgram = originOfProgram(program) ?? originOfPlace(program);
    if (byProgram) return byProgram;
  }
  return bySource(header) ?? 'other';
}

function bySource(header: RawHeader): Origin | undefined {
  for (const ident of ['SO', 'US']) {
    const text = header.get(ident);
    const found = text ? originOfPlace(text) : undefined;
    if (found) return found;
  }
  for (const ident of ['HA', 'RE']) {
    const text = header.get(ident);
    if (text && isKorean(text)) return 'korean-news';
  }
  return undefined;
}
