import { NO_BOARD } from '../columns/tables.js';
import { visible } from '../../core/text.js';
import {
  explain,
  FINDING_CODES,
  severityOf,
  messageOf,
  type BoardSize,
} from '../../core/findings/finding.js';
import { escapeXml } from '../picture/drawing.js';
import type { GameReport, PlacedFinding } from '../../referee/judge/report.js';

/** Reports for build servers: JUnit and SARIF. */

/**
 * The text before the first test case. The suite has no totals: they would have to come here, before the games are read.
 * Readers count the cases themselves.
 */
export const JUNIT_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sgf-referee">\n<testsuite name="sgf-referee">\n';
export const JUNIT_TAIL = '</testsuite>\n</testsuites>\n';

const OUTPUT_END = '</system-out>\n';
const CASE_END = '</testcase>\n';

/** One game as a test case: a failure for each error, with warnings and notes as its output. */
export function junitGame(report: GameReport): string {
  const { record, findings } = report;
  const players = `${record.black === '' ? 'Black' : record.black} - ${record.white === '' ? 'White' : record.white}`;
  const name = `game ${String(report.game)}: ${shown(players)}`;
  return testCase(report.file, name, findings, record, 'failure');
}

/** The findings of a file that belong to no game, as a test case that could not be run. */
export function junitFile(file: string, findings: readonly PlacedFinding[]): string {
  return findings.length === 0 ? '' : testCase(file, 'file', findings, NO_BOARD, 'error');
}

/** The test case of a game with one more note. */
export function junitWithNote(part: string, found: PlacedFinding): string {
  const line = `${outputLine(found, NO_BOARD)}\n`;
  const end = part.lastIndexOf(OUTPUT_END);
  if (end >= 0) return part.slice(0, end) + line + part.slice(end);
  return part.slice(0, part.lastIndexOf(CASE_END)) + `<system-out>${line}${OUTPUT_END}${CASE_END}`;
}

function testCase(
  file: string,
  name: string,
  findings: readonly PlacedFinding[],
  board: BoardSize,
  kind: 'failure' | 'error',
): string {
  let failures = '';
  let output = '';
  for (const found of findings) {
    if (found.severity === 'error') failures += failure(found, board, kind);
    else output += `${outputLine(found, board)}\n`;
  }
  return (
    `<testcase classname="${attribute(file)}" name="${attribute(name)}">\n` +
    failures +
    (output === '' ? '' : `<system-out>${output}${OUTPUT_END}`) +
    CASE_END
  );
}

function failure(found: PlacedFinding, board: BoardSize, kind: 'failure' | 'error'): string {
  const message = attribute(messageOf(found, board));
  return `<${kind} type="${attribute(found.code)}" message="${message}">${escapeXml(placeOf(found))}</${kind}>\n`;
}

function outputLine(found: PlacedFinding, board: BoardSize): string {
  const place = placeOf(found);
  const where = place === '' ? '' : ` (${place})`;
  return escapeXml(visible(`${found.severity} ${found.code}: ${messageOf(found, board)}${where}`));
}

function placeOf({ line, column, variation }: PlacedFinding): string {
  const place = line > 0 ? `line ${String(line)}, column ${String(column)}` : '';
  return variation === undefined ? place : `${place}, variation ${variation}`;
}

const LONGEST_NAME = 200;

function shown(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

/** Attributes contain no line breaks and no bidirectional control characters. */
function attribute(text: string): string {
  return escapeXml(visible(text));
}

const RULE_INDEX: ReadonlyMap<string, number> = new Map(FINDING_CODES.map((code, i) => [code, i]));

/** Everything in a SARIF 2.1.0 log before its first result: the tool, and a rule for each finding code. */
export function sarifHead(version: string): string {
  const rules = FINDING_CODES.map((code) => {
    const { title, means, rule, todo } = explain(code);
    return {
      id: code,
      shortDescription: { text: title },
      fullDescription: { text: means },
      // `helpUri` must be absolute; the documentation has no fixed address.
      help: { text: `${rule} ${todo}`, markdown: `${rule} ${todo}` },
      defaultConfiguration: { level: severityOf(code) },
    };
  });
  const driver = JSON.stringify({ name: 'sgf-referee', version, rules });
  return `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${driver}},"columnKind":"unicodeCodePoints","results":[\n`;
}

/** The end of the log. */
export const SARIF_TAIL = '\n]}]}\n';

/** One finding as a SARIF result. `game`: undefined for findings that belong to no game. */
export function sarifResult(
  file: string,
  game: number | undefined,
  found: PlacedFinding,
  board: BoardSize = NO_BOARD,
): string {
  const physicalLocation = {
    artifactLocation: { uri: uriOf(file) },
    ...(found.line > 0
      ? { region: { startLine: found.line, ...(found.column > 0 ? { startColumn: found.column } : {}) } }
      : {}),
  };
  const aside = found.variation === undefined ? '' : `, variation ${found.variation}`;
  const name = `game ${String(game)}${aside}${found.move === undefined ? '' : `, move ${String(found.move)}`}`;
  return JSON.stringify({
    ruleId: found.code,
    ruleIndex: RULE_INDEX.get(found.code),
    level: found.severity,
    message: { text: messageOf(found, board) },
    locations: [
      {
        physicalLocation,
        ...(game === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: name }] }),
      },
    ],
    ...(found.rule === undefined ? {} : { properties: { rule: found.rule, ruleSource: found.ruleSource } }),
  });
}

/** A file name as a relative URI reference, percent-encoded except for slashes. */
function uriOf(file: string): string {
  const path = file
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return path === '' ? 'unnamed' : path;
}
