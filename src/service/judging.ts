import type { WantedRuleset } from '../referee/report.js';
import { parseDeadTable } from '../run/dead-table.js';
import type { DeadTable, WorkSettings } from '../run/settings.js';
import { MAX_PER_CODE } from '../findings/cap-findings.js';
import type { FindingCode } from '../findings/catalogue.js';
import { codesInLists, codesLeftOut } from '../findings/code-selection.js';
import { suggestion } from '../core/nearest.js';
import { DEFAULT_LIMITS, type Limits } from '../core/limits.js';
import { DEFAULT_OPTIONS } from '../referee/options.js';
import { parseRuleset } from '../rules/custom.js';
import type { Ruleset } from '../rules/ruleset.js';
import { RULESET_NAMES, rulesetByName } from '../rules/rulesets.js';
import type { AnyQuery, CheckQuery, Command, ConvertQuery, SharedQuery } from './option-schemas.js';
import { Problem } from './problem.js';

/** How games are judged, as a worker must know it, without the forms of output. */
export type Judging = Omit<WorkSettings, 'sinks'>;

/** Files inside uploads are held in memory, so that they may be no larger than this. */
const LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  fileBytes: 256 * 1024 * 1024,
  nodesPerGame: 200_000,
  depth: 100_000,
  archiveRatio: 200,
};

/** What the query parameters of a command say about judging. `only`: the name of the file, where there is one. Throws Problem. */
export function judgingOf(command: Command, query: AnyQuery, only: string | undefined): Judging {
  switch (command) {
    case 'audit':
      return shared(query, only);
    case 'score': {
      const scoreUnder = wantedRulesets(('rules' in query ? query.rules : undefined) ?? 'auto');
      const [first] = scoreUnder;
      const judging = shared({ ...query, rules: 'auto' }, only);
      // One ruleset for all is the one that judges the moves; several only count.
      const rules = scoreUnder.length === 1 && first ? first : 'auto';
      return withoutDuplicates({
        ...judging,
        options: { ...judging.options, rules, accounts: { scoreUnder } },
      });
    }
    case 'convert':
      return converting(query, only);
    case 'check':
      return checking(query, only);
  }
}

function shared(query: SharedQuery, only: string | undefined): Judging {
  const { rules = 'auto', komi } = query;
  const defaultRules = query['default-rules'];
  const maxPerCode = query['max-per-code'];
  return {
    options: {
      rules: rules === 'auto' ? 'auto' : rulesetOf(rules),
      defaultRules: defaultRules === undefined ? undefined : rulesetOf(defaultRules),
      komiHalves: komi === undefined ? undefined : halves(komi),
      counting: query.counting,
      illegal: query.illegal ?? DEFAULT_OPTIONS.illegal,
      score: !isOn(query['no-score']),
      variations: isOn(query.variations),
      estimator: query.estimator ?? DEFAULT_OPTIONS.estimator,
      limits: LIMITS,
      maxPerCode: maxPerCode === undefined ? MAX_PER_CODE : Number(maxPerCode),
    },
    ignore: codesLeftOut(
      codesOf('ignore', query.ignore ?? ''),
      query.only === undefined ? undefined : codesOf('only', query.only),
    ),
    dead: query.dead === undefined ? undefined : deadOf(query.dead, only),
  };
}

function converting(query: ConvertQuery, only: string | undefined): Judging {
  const { to, from } = query;
  if (to === undefined) throw new Problem('bad-option', 'convert into what? Give to=RULESET');
  const komiTo = query['komi-to'];
  const komiFrom = query['komi-from'];
  const judging = shared({ ...query, rules: from }, only);
  const convert = komiTo === undefined ? {} : { komiToHalves: komiToOf(komiTo) };
  return withoutDuplicates({
    ...judging,
    options: {
      ...judging.options,
      komiHalves: komiFrom === undefined ? undefined : halves(komiFrom),
      accounts: { convertTo: listOf(to).map(rulesetOf), convert },
    },
  });
}

function komiToOf(given: string): number | 'same' | 'standard' {
  return given === 'same' || given === 'standard' ? given : halves(given);
}

/** Every node is checked and nothing is scored, as by the command `check`. */
function checking(query: CheckQuery, name: string | undefined): Judging {
  const isStrict = isOn(query.strict);
  if (isStrict && isOn(query.lenient))
    throw new Problem('bad-option', 'strict and lenient exclude each other');
  const { options, ...judging } = withoutDuplicates(shared(query, name));
  return {
    ...judging,
    options: { ...options, score: false, estimator: 'none' },
    check: isStrict ? 'strict' : isOn(query.lenient) ? 'lenient' : 'default',
  };
}

/** `audit` tells of copies; a score, a conversion or a check is the same for each. */
function withoutDuplicates(judging: Judging): Judging {
  return { ...judging, ignore: [...judging.ignore, 'game/duplicate'] };
}

function isOn(given: 'true' | 'false' | '' | undefined): boolean {
  return given === 'true' || given === '';
}

function wantedRulesets(list: string): WantedRuleset[] {
  return listOf(list).map((name) => (name === 'auto' ? name : rulesetOf(name)));
}

/** Names joined by commas; JSON holds commas of its own. */
function listOf(list: string): string[] {
  if (list.trimStart().startsWith('{')) return [list];
  return list.split(',').map((name) => name.trim());
}

/** A ruleset by its name, or as JSON in the request itself: a file is never opened. */
function rulesetOf(given: string): Ruleset {
  const named = rulesetByName(given) ?? rulesetByName(given.toLowerCase());
  if (named) return named;
  if (!given.trimStart().startsWith('{')) {
    throw new Problem(
      'bad-option',
      `there is no ruleset ${given.slice(0, 60)}${suggestion(given.slice(0, 60), RULESET_NAMES) || `; known: ${RULESET_NAMES.join(', ')}`}`,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(given);
  } catch {
    throw new Problem('bad-option', 'the ruleset is not valid JSON');
  }
  const parsed = parseRuleset(json);
  if (parsed.ok) return parsed.value;
  throw new Problem('bad-option', `the ruleset is wrong: ${parsed.error.join('; ')}`);
}

function halves(points: string): number {
  return Number(points) * 2;
}

function codesOf(option: 'ignore' | 'only', list: string): FindingCode[] {
  const codes = codesInLists([list]);
  if (!codes.ok) throw new Problem('bad-option', `${option}: ${codes.error}`);
  return codes.value;
}

const POINTS_ONLY = /^\s*(?:[A-Za-z]{1,2}\d{1,2}[\s;]*)*$/;

/** Points alone are those of the first game of the only file. */
function deadOf(text: string, only: string | undefined): DeadTable {
  if (POINTS_ONLY.test(text)) {
    if (only === undefined)
      throw new Problem('bad-option', 'dead: several files were sent; give CSV: file,game,points');
    return new Map([[only, new Map([[1, { points: text, row: 0 }]])]]);
  }
  const table = parseDeadTable(text);
  if (!table.ok) throw new Problem('bad-option', `dead: ${table.error}`);
  return table.value;
}
