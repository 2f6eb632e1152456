import { parseDiagram } from '../../support/diagram.js';
import type { Life } from '../../../src/go/life/life.js';
import type { GameRecord } from '../../../src/referee/record/record.js';
import { readRecord } from '../../../src/referee/record/read-record.js';
import { replay } from '../../../src/referee/replay/replay.js';
import type { Replay } from '../../../src/referee/replay/replayed.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';
import type { Ruleset } from '../../../src/go/rules/ruleset.js';
import { countTerritory, OWNER, type Territory } from '../../../src/referee/score/territory.js';
import { scoreGame, type ScoreOptions } from '../../../src/referee/score/score.js';
import type { GameScore } from '../../../src/referee/score/score-types.js';
import { scanFile } from '../../../src/sgf/scan/scan-file.js';

export interface Case {
  readonly record: GameRecord;
  readonly replayed: Replay;
  readonly stones: Uint8Array;
}

export function ruleset(name: string): Ruleset {
  const found = rulesetByName(name);
  if (!found) throw new RangeError(`Unexpected ruleset '${name}'`);
  return found;
}

export function caseOf(sgf: string, rules?: Ruleset): Case {
  const file = scanFile(new TextEncoder().encode(sgf));
  const record = readRecord(file.games[0]!);
  const replayed = replay(record, rules, { illegal: 'stands' });
  const stones = replayed.board.contents();
  return { record, replayed, stones };
}

/** Life as if marked: the listed points (SGF letters) are dead. */
export function lifeOf(stones: Uint8Array, width: number, dead: readonly string[] = []): Life {
  const marks = new Uint8Array(stones.length);
  for (const point of dead) marks[(point.charCodeAt(1) - 97) * width + point.charCodeAt(0) - 97] = 1;
  return {
    dead: marks,
    seki: new Uint8Array(stones.length),
    ownership: undefined,
    chains: [],
    source: 'given',
    confidence: 1,
    unfinished: '',
    findings: [],
  };
}

export function scored(
  sgf: string,
  rules: string | undefined,
  dead: readonly string[] = [],
  options: ScoreOptions = {},
): GameScore {
  const { record, replayed, stones } = caseOf(sgf);
  const rule = rules === undefined ? undefined : ruleset(rules);
  return scoreGame(record, replayed, stones, lifeOf(stones, record.width, dead), rule, options);
}

export function result(score: GameScore): string {
  if (score.resultHalves === 0) return score.winner;
  return (score.resultHalves > 0 ? 'B+' : 'W+') + String(Math.abs(score.resultHalves) / 2);
}

/** SGF of `B c3, W pass` moves, columns as letters and rows from the top, as RULES writes its examples. */
export function movesText(text: string): string {
  return text
    .split(/,\s*/)
    .map((part) => {
      const [color = '', where = 'pass'] = part.trim().split(/\s+/);
      const row = Number(where.slice(1));
      return `;${color}[${where === 'pass' ? '' : where.charAt(0) + String.fromCharCode(96 + row)}]`;
    })
    .join('');
}

/** A board with dead stones in lower case: x and o. */
export function territoryOf(text: string): Territory & { readonly picture: string } {
  const { width, height, points } = parseDiagram(text.replaceAll('x', 'X').replaceAll('o', 'O'));
  const signs = text.replace(/\s+/g, '');
  const dead = Uint8Array.from(signs, (sign) => (sign === 'x' || sign === 'o' ? 1 : 0));
  const territory = countTerritory(points, dead, width, height);
  const rows: string[] = [];
  for (let y = 0; y < height; y++) {
    let row = '';
    for (let x = 0; x < width; x++) row += signOf(territory.owner[y * width + x]!);
    rows.push(row);
  }
  return { ...territory, picture: rows.join('\n') };
}

/** B, W: territory; +: dame; b, w: seki points; p, q: Black's and White's to be filled; - a live stone. */
function signOf(owner: number): string {
  switch (owner) {
    case OWNER.black:
      return 'B';
    case OWNER.white:
      return 'W';
    case OWNER.dame:
      return '+';
    case OWNER.blackSeki:
      return 'b';
    case OWNER.blackFill:
      return 'p';
    case OWNER.whiteFill:
      return 'q';
    case OWNER.whiteSeki:
      return 'w';
    default:
      return '-';
  }
}
