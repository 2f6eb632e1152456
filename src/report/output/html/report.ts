import { confidenceOf } from '../../columns/games.js';
import {
  actionsOf,
  packRow,
  shown,
  withFindingInRow,
  LINE,
  OPEN_MARK,
  STONE_MARK,
  type PackedRow,
  type PageScore,
  type CountsLine,
  type Detail,
  type FileNote,
  type LeftOut,
  CLOSED,
  cutFinding,
  LONGEST_FILE,
} from './report-data.js';
import { OPEN_BRACKET, OPEN_PAREN } from '../../../core/bytes.js';
import { EMPTY } from '../../../core/color.js';
import type { Crosscheck, CrosscheckRow } from '../../../toolkit/event/crosscheck.js';
import { rulingInPairing } from '../../../toolkit/event/compare.js';
import type { TableDifference } from '../../../toolkit/event/difference.js';
import { type Bye, type Pairing, tableName } from '../../../toolkit/event/table.js';
import { escapeXml } from '../../picture/drawing.js';
import { openPoints, uncertainStones } from '../../picture/picture.js';
import { rulingParts } from '../outcomes.js';
import type { GameReport, PlacedFinding } from '../../../referee/judge/report.js';
import { rulesetByName } from '../../../go/rules/rulesets.js';
import type { Counts, RunFacts } from '../summary.js';

/** Style and script of the page, as built, and the hashes that its content security policy names (`sha256-...`). */
export interface PageParts {
  readonly style: string;
  readonly script: string;
  readonly styleHash: string;
  readonly scriptHash: string;
}

/**
 * Everything on the page before its data. Only this style and this script apply, nothing is loaded, and no text can become markup:
 * the policy requires trusted types and allows no way to create them.
 */
export function documentHead({ style, script, styleHash, scriptHash }: PageParts, title: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(title)}</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body>
<main id="report"><p id="reading">Reading the report…</p></main>
<noscript><p>This page draws its tables and boards by its own script. The same data are in games.csv and findings.csv.</p></noscript>
<script type="text/plain" id="data">
`;
}

/** The last line of the data. */
export function countsLine(
  counts: Counts,
  facts: Pick<RunFacts, 'interrupted' | 'configurations'>,
  version: string,
  leftOut: LeftOut,
): string {
  const { files, games, scored, gamesWithIllegalMoves, severities } = counts;
  const counted: CountsLine = {
    version,
    files,
    games,
    scored,
    illegal: gamesWithIllegalMoves,
    interrupted: facts.interrupted === 'yes',
    severities,
    leftOut,
    ...((facts.configurations ?? []).length > 0 && { configurations: facts.configurations }),
  };
  return line(LINE.counts, counted);
}

/** The end of the page, after its data. */
export const DOCUMENT_END = '</script>\n</body>\n</html>\n';

/** Bytes of lines in one block of the page's data. */
const BLOCK_BYTES = 1024 * 1024;

/** A page as it is written: its lines in blocks, which do not depend on how the lines arrive. */
export interface PageWriter {
  /** Takes lines in UTF-8 and returns what is to be written: of the lines only whole blocks. */
  readonly add: (lines: Uint8Array) => string;
  /** What is left, the last line included, and the end of the page. */
  readonly end: (counts: string) => string;
}

/** `deflate`: deflates bytes and returns them in base64. */
export function createPageWriter(deflate: (block: Uint8Array) => string): PageWriter {
  const block = new Uint8Array(BLOCK_BYTES);
  let used = 0;
  const add = (lines: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < lines.length;) {
      const some = lines.subarray(at, at + BLOCK_BYTES - used);
      block.set(some, used);
      used += some.length;
      at += some.length;
      if (used < BLOCK_BYTES) continue;
      text += `${deflate(block)}\n`;
      used = 0;
    }
    return text;
  };
  return {
    add,
    end(counts) {
      const text = add(new TextEncoder().encode(counts));
      return `${text}${deflate(block.subarray(0, used))}\n${DOCUMENT_END}`;
    },
  };
}

/**
 * The lines of one game for the page: its row, its detail and, if there is more to show, its SGF. A line of a `closed` kind
 * (see `Budget`) is only its letter.
 */
export function gameLines(report: GameReport, closed: readonly number[] = []): string {
  const isClosed = (kind: keyof typeof CLOSED): boolean => closed[CLOSED[kind]] === 1;
  if (isClosed('rows')) return letter(LINE.row);
  const { findings } = report;
  const row = line(LINE.row, packRow(report, shownFile(report.file), 'short'));
  const isFlagged = report.replay.illegal > 0 || findings.some(({ severity }) => severity !== 'note');
  const kind = isFlagged ? 'flagged' : 'plain';
  const detail = isClosed(kind) ? letter(LINE[kind]) : line(LINE[kind], detailOf(report, isFlagged));
  if (!report.source || !(isFlagged || saysMore(report.source))) return row + detail;
  const [texts, text, bytes] = isFlagged
    ? (['texts', LINE.text, LINE.bytes] as const)
    : (['plainTexts', LINE.plainText, LINE.plainBytes] as const);
  return row + detail + (isClosed(texts) ? letter(text) : sourceLine(report.source, text, bytes));
}

/** Whether a record has what a reader opens it for beside its moves: comments, clocks or variations. */
function saysMore(source: Uint8Array): boolean {
  if (source.length > LONGEST_SOURCE) return false;
  if (hasProperty(source, '', 'C') || hasProperty(source, 'BW', 'L')) return true;
  // Most records have one parenthesis that opens.
  const hasBranch = source.indexOf(OPEN_PAREN, source.indexOf(OPEN_PAREN) + 1) >= 0;
  return hasBranch && /\(\s*;[^]*\(\s*;/.test(LATIN.decode(source));
}

/** Whether a property occurs: its last letter, and in front of it one of the first letters, if any. Found by bytes: most records have none. */
function hasProperty(source: Uint8Array, first: string, last: string): boolean {
  const letter = (at: number): string => String.fromCharCode(source[at] ?? 0);
  const code = last.charCodeAt(0);
  for (let at = source.indexOf(code); at >= 0; at = source.indexOf(code, at + 1)) {
    if (source[at + 1] !== OPEN_BRACKET) continue;
    const isFirst = first === '' || first.includes(letter(at - 1));
    if (isFirst && !/[A-Z]/.test(letter(first === '' ? at - 1 : at - 2))) return true;
  }
  return false;
}

const LATIN = new TextDecoder('latin1');

/** A line of a closed kind. */
function letter(kind: string): string {
  return `${kind}\n`;
}

/** Findings of a file that belong to no game or, with `game`, findings of its comparison with a results table. */
export function fileLine(file: string, findings: readonly PlacedFinding[], game = 0): string {
  return line(LINE.file, fileNote(shownFile(file), findings, game));
}

export function fileNote(file: string, findings: readonly PlacedFinding[], game = 0): FileNote {
  return { file, ...(game > 0 && { game }), found: findings.map(cutFinding) };
}

/** The lines of a game with one more note about the whole game. */
export function withNote(lines: string, found: PlacedFinding): string {
  const end = lines.indexOf('\n');
  if (end === 1) return lines;
  const row = withFindingInRow(JSON.parse(lines.slice(1, end)) as PackedRow, found);
  const rest = lines.slice(end + 1);
  const detailEnd = rest.indexOf('\n');
  if (detailEnd <= 1) return line(LINE.row, row) + rest; // closed, or of an earlier build
  const detail = JSON.parse(rest.slice(1, detailEnd)) as Detail;
  const more: Detail = { ...detail, found: [cutFinding(found), ...(detail.found ?? [])] };
  return line(LINE.row, row) + line(rest.charAt(0), more) + rest.slice(detailEnd + 1);
}

function line(kind: string, value: unknown): string {
  return `${kind}${JSON.stringify(value)}\n`;
}

/** What is `undefined` is not written. */
type Written<T> = { readonly [Name in keyof T]: T[Name] | undefined };

function detailOf(report: GameReport, isFlagged: boolean): Written<Detail> {
  const { record, ruleset, score, ahead, findings, settlement } = report;
  const own = ruleset !== undefined && rulesetByName(ruleset.name) !== ruleset;
  return {
    found: findings.length > 0 ? findings.map(cutFinding) : undefined,
    sha256: isFlagged ? report.sha256 : undefined,
    round: record.round === '' ? undefined : shown(record.round),
    rulesRaw: record.rulesRaw === undefined ? undefined : shown(record.rulesRaw),
    rulesName: record.rulesName,
    ruleset: own ? ruleset : undefined,
    rulesetSource: report.rulesetSource,
    because: report.notScoredBecause === '' ? undefined : report.notScoredBecause,
    explanation: settlement?.explanation === '' ? undefined : settlement?.explanation,
    main: record.isGo ? actionsOf(record.line) : undefined,
    ...(score && scoreDetail(report, score)),
    ...(ahead && openDetail(report, ahead)),
    ...ruledOn(report),
  };
}

function ruledOn(report: GameReport): Partial<Detail> {
  const { groups, back, before, repairs, decisions } = rulingParts(report);
  return {
    ...(groups.length > 0 && { groups }),
    ...(back && { back }),
    ...(before && { before: { ...before, findings: before.findings.map(cutFinding) } }),
    ...(repairs && { repairs }),
    ...(decisions.length > 0 && { decisions }),
  };
}

function scoreDetail(report: GameReport, score: NonNullable<GameReport['score']>): Partial<Detail> {
  const { result, komi } = report.record;
  return {
    result: cutResult(result),
    komi: 'raw' in komi && komi.raw !== undefined ? { ...komi, raw: shown(komi.raw) } : komi,
    deadSource: score.life.source,
    score: shownScore(score),
    marks: marksOf(score, report),
    ...(isCutShort(report) && { stones: [...score.basis.stones] }),
  };
}

/** Whether the final board is not the end of the line: --illegal pass or stop, or a first capture. */
function isCutShort({ replay, findings }: GameReport): boolean {
  return replay.stoppedAt > 0 || findings.some(({ disposition }) => disposition === 'as-pass');
}

function cutResult(result: GameReport['record']['result']): GameReport['record']['result'] {
  return result.kind === 'missing' ? result : { ...result, raw: shown(result.raw) };
}

function shownScore(score: NonNullable<GameReport['score']>): PageScore {
  // What is `undefined` is not written.
  const hidden = { life: undefined, owner: undefined, findings: undefined, protectiveMoves: undefined };
  const unshown = { conventions: undefined, agreedHalves: undefined, inferredCounting: undefined };
  const basis = { ...score.basis, stones: undefined };
  return { ...score, ...hidden, ...unshown, confidence: confidenceOf(score), basis };
}

function marksOf(score: NonNullable<GameReport['score']>, report: GameReport): readonly number[] {
  const { stones } = score.basis;
  const doubt = uncertainStones(stones, score, report);
  const marks = new Uint8Array(stones.length);
  for (let point = 0; point < stones.length; point++) {
    marks[point] =
      stones[point] === EMPTY
        ? score.owner[point]!
        : STONE_MARK + score.life.dead[point]! + 2 * score.life.seki[point]! + 4 * doubt[point]!;
  }
  return [...marks];
}

/** Only the open points: the board was not counted. */
function openDetail(report: GameReport, { open }: NonNullable<GameReport['ahead']>): Partial<Detail> {
  if (isCutShort(report)) return {};
  const { width, height } = report.record;
  return { marks: Array.from(openPoints(open, width * height), (isOpen) => isOpen * OPEN_MARK) };
}

/** The name of a file, as rows of the page show it. */
function shownFile(file: string): string {
  return shown(file.length > LONGEST_FILE ? `…${file.slice(-LONGEST_FILE)}` : file, LONGEST_FILE + 1);
}

/** Largest SGF that the page contains unchanged, in bytes. */
const LONGEST_SOURCE = 64 * 1024;

/** Makes each byte a character, as Latin-1 does; the decoder of that name reads Windows-1252. */
const UTF_16 = new TextDecoder('utf-16le');

function sourceLine(source: Uint8Array, text: string, bytes: string): string {
  if (source.length > LONGEST_SOURCE) return '';
  try {
    return line(text, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source));
  } catch {
    return line(bytes, UTF_16.decode(new Uint16Array(source)));
  }
}

/** A results table as the page draws it, with the verdict on each pairing. */
export interface Crosstable {
  readonly title: string;
  readonly rounds: number;
  /** `place`: as the table has it, or its criteria give it. */
  readonly players: readonly {
    readonly name: string;
    readonly rank: string;
    readonly place?: number;
    readonly criteria?: readonly string[];
  }[];
  /** Names of the criteria; '' for one that the table does not name. */
  readonly criteria: readonly string[];
  readonly pairings: readonly CrosstablePairing[];
  readonly byes: readonly Bye[];
}

/** Players are indexes into those of the table; `file` is '' if there is no record. */
export interface CrosstablePairing
  extends
    Pick<Pairing, 'round' | 'table' | 'black' | 'white' | 'byDefault'>,
    Pick<
      CrosscheckRow,
      | 'verdict'
      | 'reason'
      | 'differed'
      | 'difference'
      | 'replaced'
      | 'resultDecided'
      | 'file'
      | 'game'
      | 'resultAsRE'
    > {
  readonly outcome: Pairing['result']['outcome'];
  readonly result: string;
  /** `resultDecided` by the colors of the pairing. */
  readonly ruling?: string;
}

/** Lines for the report: each table, then the findings of tables and games. */
export function crosscheckLines(checked: Crosscheck): string {
  return [
    ...crosstablesOf(checked, shownFile).map((one) => line(LINE.crosstable, one)),
    ...checked.findings.map(({ file, game, finding }) => fileLine(file, [finding], game)),
  ].join('');
}

/** Rows for the web page, whose rows have full file names. */
export function crosscheckJson(checked: Crosscheck): string {
  return [
    ...crosstablesOf(checked, (file) => file).map((crosstable) => ({ crosstable })),
    ...checked.findings.map(({ file, game, finding }) => fileNote(file, [finding], game)),
  ]
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
}

function shownDifference({ table, players, black, records, ...others }: TableDifference): TableDifference {
  const files = records?.map(({ file, result }) => ({ file: shownFile(file), result }));
  const names = players && { black: shown(players.black), white: shown(players.white) };
  return {
    ...others,
    table: shown(table),
    ...(names && { players: names }),
    ...(black !== undefined && { black: shown(black) }),
    ...(files && { records: files }),
  };
}

function crosstablesOf({ tables, rows }: Crosscheck, nameOf: (file: string) => string): Crosstable[] {
  return tables.map((table, i): Crosstable => {
    const { name, place, begins, ends, rounds, players, criteria, pairings, byes } = table;
    const days = begins === ends ? [begins] : [begins, ends];
    const title = [
      tables.length > 1 ? tableName(table) : name,
      // Wall lists have `DE,Dresden`.
      place.replace(/,(?=\p{L})/gu, ', '),
      days.filter((day) => day !== '').join(' – '),
    ].filter((part) => part !== '');
    return {
      title: shown(title.join(', ')),
      rounds,
      players: players.map((player) => ({
        name: shown(player.name),
        rank: shown(player.rank),
        ...(player.standing !== undefined && { place: player.standing }),
        ...(player.criteria && { criteria: player.criteria.map((value) => shown(value)) }),
      })),
      criteria: criteria.map((name) => shown(name)),
      pairings: rows
        .filter(({ of }) => of.table === i)
        .map(
          ({
            of,
            verdict,
            reason,
            differed,
            difference,
            replaced,
            resultDecided,
            file,
            game,
            resultTable,
            resultAsRE,
            ...names
          }) => {
            const { round, table: board, black, white, byDefault, result } = pairings[of.pairing]!;
            return {
              ...{
                round,
                table: board,
                black,
                white,
                byDefault,
                outcome: result.outcome,
                result: resultTable,
              },
              ...{ verdict, reason: shown(reason), file: nameOf(file), game, resultAsRE },
              ...(differed !== undefined && { differed: shown(differed) }),
              ...(resultDecided !== undefined && {
                resultDecided,
                ruling: rulingInPairing({ ...names, resultDecided }),
              }),
              ...(difference && { difference: shownDifference(difference) }),
              ...(replaced && { replaced: replaced.map((one) => ({ ...one, file: nameOf(one.file) })) }),
            };
          },
        )
        .sort((a, b) => a.round - b.round || (a.table ?? 0) - (b.table ?? 0)),
      byes,
    };
  });
}
