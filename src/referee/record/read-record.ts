import type { Finding } from '../../core/findings/finding.js';
import { rulesetByName, rulesetFromRU, whyUnknown } from '../../go/rules/rulesets.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { meaningOf, memo } from '../../core/text.js';
import type { RawGame, RawHeader } from '../../sgf/raw.js';
import { declaredKomi, readHandicap, withSetup } from './handicap-and-komi.js';
import { declaredResult } from './declared-result.js';
import { headerFinding, RULES_MISSING, type GameRecord, type Origin, type ZiUse } from './record.js';
import { readClocks, readTimeSystem } from './time.js';

/** Beginnings of AP by which a server or program names itself, lower case. */
const PROGRAMS = meaningOf<Origin>({
  fox: 'foxwq',
  kgs: 'cgoban:3, cgoban:2',
  cgoban: 'cgoban',
  igs: 'panda-egg',
  nngs: 'nngs',
  gnugo: 'gnu go, gnugo',
  'korean-news': 'hangame, puremorph, pureboard',
});

/** Names anywhere in PC, SO, US or AP, lower case. */
const PLACES = meaningOf<Origin>({
  kgs: 'kgs',
  ogs: 'online-go, ogs',
  igs: 'pandanet, igs',
  nngs: 'nngs, no name go server',
  dgs: 'dragon',
  tygem: 'tygem',
  fox: 'foxwq, fox',
  tom: 'tom',
  gogod: 'gogod',
  'korean-news': 'hangame',
});

const HANGUL = /[\uac00-\ud7a3]/;

const originOfProgram = memo((text): Origin | undefined => {
  const lower = text.trim().toLowerCase();
  return [...PROGRAMS].find(([beginning]) => lower.startsWith(beginning))?.[1];
});

const originOfPlace = memo((text): Origin | undefined => {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9-]+/g, ' ')} `;
  const named = [...PLACES].find(([name]) => words.includes(` ${name} `))?.[1];
  if (named) return named;
  return words.includes('gokgs') ? 'kgs' : words.includes('online-go') ? 'ogs' : undefined;
});

const isKorean = memo((text) => HANGUL.test(text));

/**
 * Server or program that wrote the game, from AP, PC, SO and US; `other` when none of them names one.
 * Fox writes the program GNU Go besides or instead of its own name, always with its own property TT.
 */
function originOf(header: RawHeader): Origin {
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

/** Rules that a caller gives: instead of RU, or where RU names none. */
export interface GivenRules {
  readonly rules?: Ruleset | 'auto' | undefined;
  readonly defaultRules?: Ruleset | undefined;
}

/**
 * What the file says about one game, typed; header values repaired where a server's habit is known, with the raw value kept.
 * `given` decides only whether quarters of a point are zi.
 * Findings: those of the scanner, then `game/not-go`, `rules/missing`, `rules/unknown`, and those of komi, result and time.
 * Not checked: anything that needs a ruleset, a board or the moves' legality.
 */
export function readRecord(raw: RawGame, given: GivenRules = {}): GameRecord {
  const { header } = raw;
  const found: Finding[] = raw.findings.length > 0 ? raw.findings.slice() : [];
  const at = {
    KM: header.offset('KM'),
    HA: header.offset('HA'),
    RU: header.offset('RU'),
    RE: header.offset('RE'),
    SZ: header.offset('SZ'),
  };
  const game = header.get('GM');
  const isGo = game === undefined || game === '1' || isGoGame(game);
  if (!isGo) found.push(headerFinding('game/not-go', { value: game }, header.offset('GM'), 'FF[4] GM'));

  const origin = originOf(header);
  const textOf = (ident: string): string => simpleText(header, ident, found);
  const date = textOf('DT');
  const year = yearOf(date);
  const rulesRaw = header.get('RU');
  const rulesName = rulesNameOf(rulesRaw, header.get('KM'), at.RU, found);
  const facts = { header, at, origin, zi: ziUse(rulesName, given) };
  const komi = declaredKomi(facts, found);
  const handicap = readHandicap(raw, { komi, origin, year });
  const result = declaredResult({ ...facts, komi }, found);
  const clocks = readClocks(raw.clocks, found);
  return {
    game: raw.game,
    width: raw.width,
    height: raw.height,
    sizeDeclared: raw.sizeDeclared,
    isGo,
    black: textOf('PB'),
    white: textOf('PW'),
    ranks: { black: textOf('BR'), white: textOf('WR') },
    event: textOf('EV'),
    round: textOf('RO'),
    date,
    year,
    origin,
    rulesRaw,
    rulesName,
    komi,
    handicap,
    result,
    time: readTimeSystem(header, origin, clocks, found),
    clocks,
    line: handicap.implied.length > 0 ? withSetup(raw.line, handicap.implied, at.HA) : raw.line,
    marks: raw.marks,
    lastComment: raw.lastComment,
    findings: found,
    at,
  };
}

const BREAKS = /\r\n|\n\r|[\t-\r]/;

/** A name of a property and its bracket at the start of a line: the value before it was not closed. */
const NEXT_PROPERTY = /[\r\n][\t ]*[A-Z]{1,2}\[/;

/** A value of one line: white space other than blanks is a blank (FF[4] SimpleText). One that was not closed ends before the next property. */
function simpleText(header: RawHeader, ident: string, found: Finding[]): string {
  const value = header.get(ident) ?? '';
  if (!BREAKS.test(value)) return value;
  const end = value.search(NEXT_PROPERTY);
  if (end >= 0)
    found.push(headerFinding('sgf/unclosed-value', { ident }, header.offset(ident), 'FF[4] grammar'));
  return (end < 0 ? value : value.slice(0, end)).split(BREAKS).join(' ');
}

/** GM is 1 for Go; an empty value decides nothing, and words that name Go mean it. */
const isGoGame = memo((text) => {
  const value = text.trim();
  return value === '' || Number(value) === 1 || /\b(go|weiqi|baduk)\b/i.test(value);
});

function ziUse(rulesName: string | undefined, { rules, defaultRules }: GivenRules): ZiUse {
  const named = rulesName === undefined ? defaultRules : rulesetByName(rulesName);
  const ruleset = rules === undefined || rules === 'auto' ? named : rules;
  if (ruleset === undefined) return 'possible';
  if (ruleset.zi) return 'written';
  return ruleset.countings.includes('area') ? 'possible' : 'never';
}

function rulesNameOf(
  text: string | undefined,
  komi: string | undefined,
  offset: number,
  found: Finding[],
): string | undefined {
  if (text === undefined || text.trim() === '') {
    found.push(offset < 0 ? RULES_MISSING : headerFinding('rules/missing', {}, offset, 'FF[4] RU'));
    return undefined;
  }
  const name = rulesetFromRU(text, komi);
  if (name === undefined) {
    const because = whyUnknown(text);
    const args = because === undefined ? { value: text } : { value: text, because };
    found.push(headerFinding('rules/unknown', args, offset, 'FF[4] RU'));
  }
  return name;
}

/**
 * First calendar year in a DT text: the first four digits of the first run of at least four
 * (`2016-12-04`, `20060903`, `0800 approx.`). `undefined` when there is none, as in `2단3/02/22`.
 */
export function yearOf(date: string): number | undefined {
  let year = 0;
  let digits = 0;
  for (let i = 0; i < date.length; i++) {
    const digit = date.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) {
      digits = 0;
      year = 0;
      continue;
    }
    year = year * 10 + digit;
    if (++digits === 4) return year;
  }
  return undefined;
}
