import type { Finding } from '../findings/finding.js';
import { headerFinding, KOMI_MISSING, memo, parseLooseNumber, parseReal } from './header-values.js';
import type { DeclaredKomi, Origin, ZiUse } from './record.js';

/** No komi is larger than this many points, whoever wrote it. */
const IMPOSSIBLE = 100;
/** Fox writes hundredths of a point, under Chinese rules hundredths of a zi. */
const SCALE = 100;
/** Hundredths that are zi by their fraction, and 3.5 zi, which is komi 7; in points these are not in use. */
const SCALED_ZI = [275, 325, 375, 350];
/** Fox's komi of handicap games, half a point. */
const FOX_HALF = 50;
/** Komi as zi, without scale, in Chinese records of GoGoD and others. */
const ZI = [2.75, 3.25, 3.75];
/** Chinese zi and points: one zi is two points. */
const POINTS_PER_ZI = 2;

/** What komi is read from. */
export interface KomiTexts {
  /** KM, `undefined` when there is none. */
  readonly komi: string | undefined;
  readonly handicap: string | undefined;
  readonly origin: Origin;
  readonly zi: ZiUse;
  /** Byte offset of KM, -1 when there is none. */
  readonly offset: number;
  /** The same of HA. */
  readonly handicapOffset: number;
}

interface Reading {
  readonly points: number;
  readonly isText: boolean;
}

/** KM as a number, also with a unit or a fraction: `6.5집`, `6집 반`, `8점`, `5 1/2`, `3.75子`. */
const readKomi = memo((raw): Reading | undefined => {
  const text = raw.trim();
  const points = parseReal(text);
  if (points !== undefined) return { points, isText: false };
  const bare = text.replace(/(집|점|호|目|子|points?|pts?)\s*/giu, ' ').replace(/반|半/u, ' 1/2');
  const loose = parseLooseNumber(bare.trim().replace(/\s+/g, ' '));
  if (loose === undefined) return undefined;
  return { points: /子/u.test(text) ? loose * POINTS_PER_ZI : loose, isText: true };
});

/** Komi in a Korean HA: `호선 - 6집 반 공제` is an even game with 6.5 taken off, `호선` one without komi. */
const komiInHandicap = memo((text): number | undefined => {
  const match = /(\d+(?:\.\d+)?)\s*집\s*(반)?\s*(?:공제|덤)|덤\s*(\d+(?:\.\d+)?)\s*집\s*(반)?/u.exec(text);
  if (!match) return undefined;
  return Number(match[1] ?? match[3]) + ((match[2] ?? match[4]) ? 0.5 : 0);
});

/**
 * KM after repair, in half points, with the raw text kept (RULES 5.3). A value is repaired only where its writer is known
 * to write that way, or where it is impossible (over 100 points).
 * Findings: `komi/missing`, `komi/malformed`, `komi/scaled` (names the repair and its trigger), `komi/not-recorded`.
 * Not checked: whether the komi is usual under any rules.
 */
export function declaredKomi(texts: KomiTexts, found: Finding[]): DeclaredKomi {
  const raw = texts.komi;
  if (raw === undefined || raw === '') return withoutKomi(texts, found);
  const reading = readKomi(raw);
  if (!reading) {
    found.push(headerFinding('komi/malformed', { value: raw }, texts.offset, 'FF[4] KM'));
    return { kind: 'malformed', raw };
  }
  const { points, isText } = reading;
  if (points === 0 && texts.origin === 'fox' && isEven(texts.handicap)) {
    found.push(headerFinding('komi/not-recorded', { value: raw }, texts.offset, 'FF[4] KM'));
    return { kind: 'not-recorded', raw };
  }
  const repaired = repairedPoints(points, texts);
  if (!repaired) {
    if (Math.abs(points) <= IMPOSSIBLE) {
      if (isText)
        found.push(
          headerFinding(
            'komi/scaled',
            { value: raw, komi: points, trigger: 'text' },
            texts.offset,
            'FF[4] KM',
          ),
        );
      return { kind: 'komi', raw, halves: points * 2, repair: isText ? 'text' : 'none' };
    }
    found.push(headerFinding('komi/malformed', { value: raw }, texts.offset, 'FF[4] KM'));
    return { kind: 'malformed', raw };
  }
  const args = { value: raw, komi: repaired.points, trigger: repaired.trigger };
  found.push(headerFinding('komi/scaled', args, texts.offset, 'FF[4] KM'));
  return { kind: 'komi', raw, halves: repaired.points * 2, repair: repaired.repair };
}

function withoutKomi(texts: KomiTexts, found: Finding[]): DeclaredKomi {
  const points = texts.handicap ? komiInHandicap(texts.handicap) : undefined;
  if (points === undefined) {
    found.push(texts.offset < 0 ? KOMI_MISSING : headerFinding('komi/missing', {}, texts.offset, 'FF[4] KM'));
    return { kind: 'missing', raw: texts.komi };
  }
  const raw = texts.handicap!;
  const args = { value: raw, komi: points, trigger: 'given in HA' };
  found.push(headerFinding('komi/scaled', args, texts.handicapOffset, 'FF[4] KM'));
  return { kind: 'komi', raw, halves: points * 2, repair: 'text' };
}

/** Fox writes HA[0] beside a komi it does not know; with a handicap KM[0] means no komi. */
function isEven(handicap: string | undefined): boolean {
  return handicap === undefined || handicap === '' || handicap === '0';
}

interface Repaired {
  readonly points: number;
  readonly repair: 'scaled' | 'zi';
  readonly trigger: string;
}

function repairedPoints(points: number, texts: KomiTexts): Repaired | undefined {
  const { origin } = texts;
  if (origin === 'fox' && points === FOX_HALF)
    return { points: 0.5, repair: 'scaled', trigger: 'Fox, hundredths' };
  if (Math.abs(points) > IMPOSSIBLE) {
    const writer = origin === 'fox' ? 'Fox' : 'impossible value';
    if (SCALED_ZI.includes(points)) {
      return {
        points: (points / SCALE) * POINTS_PER_ZI,
        repair: 'scaled',
        trigger: `${writer}, hundredths of a zi`,
      };
    }
    const scaled = points / SCALE;
    const isKomi = Number.isInteger(scaled * 2) && Math.abs(scaled) <= IMPOSSIBLE;
    return isKomi ? { points: scaled, repair: 'scaled', trigger: `${writer}, hundredths` } : undefined;
  }
  const inZi = ZI.includes(points) && (origin === 'gogod' || texts.zi !== 'never');
  return inZi ? { points: points * POINTS_PER_ZI, repair: 'zi', trigger: 'Chinese zi' } : undefined;
}
