import { NO_BOARD } from '../columns/tables.js';
import { explain, FINDING_CODES, pageOf, severityOf } from '../findings/catalogue.js';
import { type BoardSize, messageOf } from '../findings/finding.js';
import type { PlacedFinding } from '../referee/report.js';

const RULE_INDEX: ReadonlyMap<string, number> = new Map(FINDING_CODES.map((code, i) => [code, i]));

/** Everything of a SARIF 2.1.0 log before its first result: tool and one rule for each finding code. */
export function sarifHead(version: string): string {
  const rules = FINDING_CODES.map((code) => {
    const { title, means, rule, todo } = explain(code);
    return {
      id: code,
      shortDescription: { text: title },
      fullDescription: { text: means },
      // `helpUri` must be absolute; the documentation site is wherever somebody puts it.
      help: { text: `${rule} ${todo}`, markdown: `${rule} ${todo} [${code}](${pageOf(code)})` },
      defaultConfiguration: { level: severityOf(code) },
    };
  });
  const driver = JSON.stringify({ name: 'sgf-referee', version, rules });
  return `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${driver}},"columnKind":"unicodeCodePoints","results":[\n`;
}

/** What closes the log. */
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

/** A file name as a relative reference: every byte that a URI does not allow is escaped, slashes stay. */
function uriOf(file: string): string {
  const path = file
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
  return path === '' ? 'unnamed' : path;
}
