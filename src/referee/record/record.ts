import type { Color } from '../../core/color.js';
import {
  severityOf,
  finding,
  type Finding,
  type FindingArgs,
  type FindingCode,
} from '../../core/findings/finding.js';
import { ACTION, type MainLine, type TerritoryMarks } from '../../core/line.js';
import type { Point } from '../../core/point.js';
import type { RawHeader } from '../../sgf/raw.js';

/** Programs and servers whose habits differ from the standard (see `record/origin`). */
export const ORIGINS = [
  'fox',
  'tygem',
  'tom',
  'kgs',
  'ogs',
  'igs',
  'nngs',
  'dgs',
  'gogod',
  'korean-news',
  'cgoban',
  'gnugo',
  'other',
] as const;
export type Origin = (typeof ORIGINS)[number];

/** What RE says. Margins in half points, Black minus White, komi included, after repairs of scaled or zi values. */
export type DeclaredResult =
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed'; readonly raw: string }
  /** `?`, or a text that says that the result is not known. */
  | { readonly kind: 'unknown'; readonly raw: string }
  | { readonly kind: 'void'; readonly raw: string }
  /** Both players lose (Japanese article 13), for which FF[4] has no value. */
  | { readonly kind: 'both-lose'; readonly raw: string }
  | { readonly kind: 'jigo'; readonly raw: string }
  /** `B+` alone, and codes known not to be counts (Fox +0.02). */
  | { readonly kind: 'winner'; readonly raw: string; readonly winner: Color }
  | { readonly kind: 'margin'; readonly raw: string; readonly winner: Color; readonly marginHalves: number }
  | {
      readonly kind: 'ended';
      readonly raw: string;
      readonly winner: Color;
      readonly by: 'resign' | 'time' | 'forfeit' | 'illegal';
    };

/** Whether quarters of a point are counted in zi: as the rules prescribe, possibly (area counting, or unknown rules), or never. */
export type ZiUse = 'written' | 'possible' | 'never';

/** KM after repair. `halves` may be fractional only when the file says so (komi 6.25 = 12.5 halves). */
export type DeclaredKomi =
  /** `usualHalves`: the komi of all games of the event, where it is known for one of its own. */
  | { readonly kind: 'missing'; readonly raw: string | undefined; readonly usualHalves?: number }
  | { readonly kind: 'malformed'; readonly raw: string }
  /** The server writes this value when it does not record komi (Fox KM[0]). */
  | { readonly kind: 'not-recorded'; readonly raw: string }
  | {
      readonly kind: 'komi';
      readonly raw: string;
      readonly halves: number;
      readonly repair: 'none' | 'scaled' | 'zi' | 'text';
    };

export interface Handicap {
  readonly raw: string | undefined;
  /** HA as a number, or in Korean text; `undefined` when the file says nothing usable. */
  readonly declared: number | undefined;
  /** Stones that are really Black's handicap: setup stones before White's first move, leading moves, or implied. */
  readonly stones: number;
  /** How they were placed. `implied`: HA says so, the server omits them (Fox): `implied` lists the points. */
  readonly how: 'none' | 'setup' | 'second-node' | 'moves' | 'implied';
  readonly implied: readonly Point[];
}

/** What comes after the main time. `seconds`: of a period, or added for each move (`fischer`), or for each move alone (`simple`). */
export type Overtime =
  /** `absolute`: nothing; `unstated`: the record does not say; `unknown`: what it says is not understood. */
  | { readonly kind: 'absolute' | 'no-limit' | 'unstated' | 'unknown' }
  | { readonly kind: 'byo-yomi'; readonly periods: number; readonly seconds: number }
  | { readonly kind: 'canadian'; readonly moves: number; readonly seconds: number }
  /** `cap`: the most that a clock may hold. */
  | { readonly kind: 'fischer'; readonly seconds: number; readonly cap?: number | undefined }
  | { readonly kind: 'simple'; readonly seconds: number };

export const OVERTIMES = [
  'absolute',
  'byo-yomi',
  'canadian',
  'fischer',
  'simple',
  'no-limit',
  'unstated',
  'unknown',
] as const satisfies readonly Overtime['kind'][];

/** Overtime as OT has it: `5x30 byo-yomi`, `25/600 Canadian`, `10 Fischer`, `none`; '' if the record does not say. */
export function overtimeText(overtime: Overtime): string {
  switch (overtime.kind) {
    case 'byo-yomi':
      return `${String(overtime.periods)}x${String(overtime.seconds)} byo-yomi`;
    case 'canadian':
      return `${String(overtime.moves)}/${String(overtime.seconds)} Canadian`;
    case 'fischer': {
      const { seconds, cap } = overtime;
      return `${String(seconds)} Fischer${cap === undefined ? '' : ` max ${String(cap)}`}`;
    }
    case 'simple':
      return `${String(overtime.seconds)} simple`;
    case 'no-limit':
      return 'no limit';
    case 'unstated':
      return '';
    case 'absolute':
    case 'unknown':
      return overtime.kind;
  }
}

/** The time limits that the record states. */
export interface TimeSystem {
  /** Main time of each player in seconds; `undefined` where it is not stated or not understood. */
  readonly main: number | undefined;
  readonly overtime: Overtime;
}

/** A player's clock as one node of the main line shows it. */
export interface ClockReading {
  readonly color: Color;
  readonly node: number;
  readonly offset: number;
  /** Seconds (BL, WL). */
  readonly left: number | undefined;
  /** Periods left in byo-yomi, moves left in a Canadian period (OB, OW). */
  readonly count: number | undefined;
}

/** How the record ends, by declaration first, then by its moves. */
export const ENDINGS = [
  'passes',
  'resign',
  'time',
  'forfeit',
  'illegal',
  'stopped',
  'void',
  'capture',
] as const;
export type Ending = (typeof ENDINGS)[number];

/** One game as the file describes it: typed, repaired where a server's habit is known, and possibly nonsense. */
export interface GameRecord {
  readonly game: number;
  readonly width: number;
  readonly height: number;
  readonly sizeDeclared: boolean;
  /** GM: 1 or absent is Go. */
  readonly isGo: boolean;
  readonly black: string;
  readonly white: string;
  /** BR and WR as they are written; '' where they are absent. */
  readonly ranks: { readonly black: string; readonly white: string };
  readonly event: string;
  readonly round: string;
  readonly date: string;
  /** First year in DT; `undefined` when there is none. */
  readonly year: number | undefined;
  readonly origin: Origin;
  readonly rulesRaw: string | undefined;
  /** Ruleset name that RU means; `undefined`: RU is missing or not understood. */
  readonly rulesName: string | undefined;
  readonly komi: DeclaredKomi;
  readonly handicap: Handicap;
  readonly result: DeclaredResult;
  /** `undefined`: the record says nothing about time. */
  readonly time: TimeSystem | undefined;
  /** In the order of the nodes, Black's before White's. */
  readonly clocks: readonly ClockReading[];
  /** As in the file, but with `handicap.implied` stones added as setup in the root when they were missing. */
  readonly line: MainLine;
  readonly marks: TerritoryMarks | undefined;
  readonly lastComment: string;
  readonly findings: readonly Finding[];
  /** Byte offsets of header values in the scanned text, -1 when absent; for findings of later stages. */
  readonly at: {
    readonly KM: number;
    readonly HA: number;
    readonly RU: number;
    readonly RE: number;
    readonly SZ: number;
  };
}

/** What the values of a header are read with. */
export interface HeaderFacts {
  readonly header: RawHeader;
  readonly at: GameRecord['at'];
  readonly origin: Origin;
  readonly zi: ZiUse;
}

const VULGAR: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

/** An FF[4] real number: optional sign, digits, optional decimals. `undefined` for anything else, the empty text included. */
export function parseReal(text: string): number | undefined {
  let dots = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code === 46) dots++;
    else if (i > 0 || (code !== 43 && code !== 45)) return undefined;
  }
  return digits > 0 && dots <= 1 ? Number(text) : undefined;
}

/**
 * A number as people write it: `3.5`, `3,5`, `3 1/2`, `3又1/2`, `1/4`, `3½`, `½`.
 * `undefined` unless the whole text is one.
 */
export function parseLooseNumber(text: string): number | undefined {
  const plain = parseReal(text.replace(',', '.'));
  if (plain !== undefined) return plain;
  const parts = /^(\d{1,9})?\s{0,9}(?:又|と)?\s{0,9}(?:(\d{1,9})\s{0,9}\/\s{0,9}(\d{1,9})|([¼½¾]))$/.exec(
    text,
  );
  if (!parts) return undefined;
  const whole = Number(parts[1] ?? 0);
  if (parts[4] !== undefined) return whole + VULGAR[parts[4]]!;
  // `11/2` would match as 1 and 1/2: a space or a word must separate the whole from the fraction.
  if (parts[1] !== undefined && !/\d\s+\d|又|と/.test(text)) return undefined;
  const denominator = Number(parts[3]);
  return denominator === 0 ? undefined : whole + Number(parts[2]) / denominator;
}

/** One object for all games, because nothing in them depends on the game. */
export const RULES_MISSING = finding('rules/missing', {});
export const KOMI_MISSING = finding('komi/missing', {});
export const RESULT_MISSING = finding('result/missing', {});

/**
 * A finding about the value of a header property at byte `offset`; `rule` such as `FF[4] KM`.
 * Most games have one or two of these, so the object is written out instead of being merged from parts.
 */
export function headerFinding<C extends FindingCode>(
  code: C,
  args: FindingArgs[C],
  offset: number,
  rule: string,
): Finding {
  return { offset, rule, code, severity: severityOf(code), args, line: 0, column: 0 } as unknown as Finding;
}

/** With so many plays after an illegal move, a record that is wrong or lacks moves is as likely as a move that nobody noticed. */
const PLAYED_ON = 10;

/** Whether many plays follow an action. */
export function isPlayedOn({ kinds, count }: MainLine, index: number): boolean {
  let plays = 0;
  for (let i = index + 1; i < count && plays < PLAYED_ON; i++) if (kinds[i]! <= ACTION.playWhite) plays++;
  return plays === PLAYED_ON;
}
