import type { Color } from '../core/color.js';

export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** No arguments: the place says it all. */
type None = Readonly<Record<string, never>>;

/** How a repetition may be settled: by the players' agreement as no result or a draw, or by a referee. */
export type SettledRepetition = {
  readonly as: 'no-result' | 'jigo' | 'referee';
  /** `Japanese 1989, article 12`; '' where none is known. */
  readonly article: string;
};

type RepeatedPosition = {
  readonly cycle: number;
  /** The sentence of the text that forbids it to the letter, where it is usually read as the basic ko. */
  readonly letter?: string;
  readonly settled?: SettledRepetition;
};

/**
 * Every finding code with its arguments. Codes are permanent: never renamed, never reused.
 * Severities stand in SEVERITY_OF, words in `report/messages`, explanations in `report/explanations`.
 */
export interface FindingArgs {
  'move/off-board': { readonly value: string };
  'move/occupied': { readonly by: Color };
  'move/self-capture': { readonly stones: number };
  'move/ko': None;
  'move/superko-positional': RepeatedPosition;
  'move/superko-situational': RepeatedPosition;
  'move/superko-natural': RepeatedPosition;
  /**
   * A repetition the applied ruleset allows. `under`: the definitions that would forbid it, joined by commas; `isStartOfNobody`: it is a
   * ko retaken at once, but nobody is known to have made the position that it restores.
   */
  'move/repetition': {
    readonly cycle: number;
    readonly under: string;
    readonly isStartOfNobody?: boolean;
    readonly settled?: SettledRepetition;
  };
  /** A repetition on which the ruleset's ko rule gives no ruling from the positions alone. `under` as above. */
  'move/ko-undecided': { readonly cycle: number; readonly under: string };
  /**
   * `passLeftOut`: the server enforces turns and records no passes; `isResumption`: play goes on after the passes that stopped it,
   * and the text does not say who plays first then.
   */
  'move/out-of-turn': {
    readonly expected: Color;
    readonly passLeftOut: boolean;
    readonly isResumption?: boolean;
  };
  'move/after-end': { readonly end: string };
  'move/both-colors': None;
  'move/with-setup': None;
  'move/resigner-moved-last': { readonly result: string };
  'move/malformed': { readonly value: string };
  'setup/after-start': { readonly stones: number };
  'setup/no-liberty': { readonly stones: number };
  'setup/overlap': { readonly points: number };
  'setup/redundant': { readonly points: number };
  'handicap/stones-missing': { readonly handicap: number; readonly assumed: boolean };
  'handicap/stones-differ': { readonly handicap: number; readonly stones: number };
  'handicap/placement': { readonly stones: number };
  'handicap/first-player': { readonly handicap: number; readonly first: Color };
  'handicap/size': { readonly handicap: number };
  'handicap/free-as-moves': { readonly stones: number };
  'komi/missing': None;
  'komi/malformed': { readonly value: string };
  'komi/scaled': { readonly value: string; readonly komi: number; readonly trigger: string };
  'komi/not-recorded': { readonly value: string };
  'komi/unusual': { readonly komi: number; readonly expected: string };
  'komi/result-parity': { readonly komi: number; readonly result: string };
  'rules/missing': None;
  /** `because`: why a value that is understood names no ruleset. */
  'rules/unknown': { readonly value: string; readonly because?: string };
  'rules/setting-differs': { readonly field: string; readonly value: string; readonly expected: string };
  'ending/passes-missing': None;
  'ending/white-last': { readonly implied: boolean };
  /** Moves of both players as AGA rule 11 counts them; `lastPass`: the pass stones that White owes for passing last, 0 or 1. */
  'ending/unequal-totals': { readonly black: number; readonly white: number; readonly lastPass: number };
  'ending/third-pass': None;
  /** `allAlive`: the ruleset counts every stone as alive after so many passes. */
  'ending/four-passes': { readonly passes: number; readonly allAlive: boolean };
  'ending/resumed': { readonly passes: number };
  'result/missing': None;
  'result/malformed': { readonly value: string };
  'result/repaired': { readonly value: string; readonly meant: string };
  'result/winner-differs': {
    readonly declared: string;
    readonly computed: string;
    /** Groups whose other verdict would give the declared margin; absent when there are none. */
    readonly possible?: string;
  };
  'result/margin-differs': {
    readonly declared: string;
    readonly computed: string;
    /** Groups whose other verdict would give the declared margin; absent when there are none. */
    readonly possible?: string;
  };
  'result/not-counted': { readonly value: string };
  'territory/overlap': { readonly points: number };
  'territory/live-stone-inside': { readonly points: number };
  'territory/incomplete': { readonly points: number };
  'dead/uncertain': { readonly stones: number; readonly points: number };
  'dead/engine-failed': { readonly reason: string };
  /** `row`: of the table of dead stones, 0 where there is none. */
  'dead/given-refused': {
    readonly row: number;
    readonly point: string;
    readonly reason: 'no-point' | 'empty';
  };
  'game/size': { readonly value: string };
  'game/not-go': { readonly value: string };
  'game/duplicate': { readonly file: string; readonly game: number; readonly symmetric: boolean };
  'encoding/declared-wrong': { readonly declared: string; readonly used: string };
  'encoding/guessed': { readonly used: string; readonly confidence: number };
  'encoding/lossy': { readonly used: string; readonly characters: number };
  'sgf/no-game': { readonly what: string };
  'sgf/text-outside': { readonly characters: number };
  'sgf/unopened-tree': None;
  'sgf/unclosed-tree': { readonly missing: number };
  'sgf/surplus-parenthesis': { readonly count: number };
  'sgf/unclosed-value': { readonly ident: string };
  'sgf/missing-semicolon': None;
  'sgf/empty-variation': None;
  'sgf/lower-case-ident': { readonly ident: string };
  'sgf/repeated-property': { readonly ident: string };
  'sgf/property-without-value': { readonly ident: string };
  'sgf/value-without-property': None;
  'sgf/bad-point': { readonly ident: string; readonly value: string };
  'sgf/illegal-text': { readonly characters: number };
  'sgf/node-outside': { readonly nodes: number };
  'sgf/move-in-root': None;
  'sgf/moves-restored': { readonly moves: number; readonly pasted: string };
  'sgf/zero-byte': { readonly count: number };
  /** Told once a file, at its second game. */
  'sgf/several-games': None;
  'sgf/variation-start': { readonly found: string };
  'sgf/variation-level': { readonly expected: Color; readonly first: Color };
  'sgf/empty-node': None;
  'sgf/long-ident': { readonly ident: string };
  'sgf/unknown-property': { readonly ident: string };
  'sgf/property-format': { readonly ident: string; readonly format: number; readonly defined: string };
  'sgf/unknown-format': { readonly value: string };
  'sgf/mixed-format': { readonly value: string; readonly first: string };
  'sgf/mixed-game': { readonly value: string; readonly first: string };
  'sgf/mixed-charset': { readonly value: string; readonly first: string };
  'sgf/feature-format': { readonly feature: string; readonly format: number };
  'sgf/too-many-values': { readonly ident: string; readonly count: number };
  'sgf/bad-value': { readonly ident: string; readonly value: string; readonly expected: string };
  'sgf/empty-value': { readonly ident: string; readonly expected: string };
  'sgf/composed-value': { readonly ident: string; readonly value: string; readonly expected: string };
  'sgf/point-twice': { readonly ident: string; readonly points: number };
  'sgf/bad-rectangle': { readonly ident: string; readonly value: string };
  'sgf/square-as-rectangle': { readonly value: string; readonly expected: string };
  'sgf/view': { readonly format: number };
  'sgf/integer-komi': { readonly value: string };
  'sgf/pass-format': { readonly format: number };
  'sgf/root-property-elsewhere': { readonly ident: string };
  'sgf/game-info-elsewhere': { readonly ident: string };
  'sgf/date-format': { readonly value: string };
  'sgf/time-format': { readonly value: string };
  'sgf/annotation-clash': { readonly first: string; readonly second: string };
  'sgf/annotation-pair': { readonly first: string; readonly second: string };
  'sgf/annotation-without-move': { readonly ident: string };
  'sgf/limit': { readonly limit: string; readonly value: number };
  'file/unreadable': { readonly reason: string };
  /** Its contents became other ones during a run; `what` tells when. */
  'file/changed': { readonly what: string };
  'file/not-sgf': { readonly what: string };
  /** The file is no SGF but another format that is read as well. */
  'file/read-as': { readonly format: string };
  /** `lines`: how many make no sense; `value`: the first of them. */
  'file/bad-line': { readonly format: string; readonly lines: number; readonly value: string };
  'archive/damaged': { readonly reason: string };
  'archive/entry-skipped': { readonly entry: string; readonly reason: string };
  'archive/name-again': { readonly entry: string };
  /** How many bytes are before and after the archive in its file. */
  'archive/extra-bytes': { readonly before: number; readonly after: number };
  /** Stands for findings of a game that are counted and not listed, of one code and severity. */
  'findings/more': { readonly code: FindingCode; readonly severity: Severity; readonly count: number };
  'internal/fault': { readonly what: string };
  'internal/worker-lost': { readonly reason: string };
}

export type FindingCode = keyof FindingArgs;

/** Severity unless the stage that reports says otherwise. */
export const SEVERITY_OF: Readonly<Record<FindingCode, Severity>> = {
  'move/off-board': 'error',
  'move/occupied': 'error',
  'move/self-capture': 'error',
  'move/ko': 'error',
  'move/superko-positional': 'error',
  'move/superko-situational': 'error',
  'move/superko-natural': 'error',
  'move/repetition': 'note',
  'move/ko-undecided': 'warning',
  'move/out-of-turn': 'warning',
  'move/after-end': 'warning',
  'move/both-colors': 'warning',
  'move/with-setup': 'warning',
  'move/resigner-moved-last': 'note',
  'move/malformed': 'error',
  'setup/after-start': 'warning',
  'setup/no-liberty': 'warning',
  'setup/overlap': 'warning',
  'setup/redundant': 'note',
  'handicap/stones-missing': 'warning',
  'handicap/stones-differ': 'warning',
  'handicap/placement': 'note',
  'handicap/first-player': 'warning',
  'handicap/size': 'note',
  'handicap/free-as-moves': 'note',
  'komi/missing': 'note',
  'komi/malformed': 'warning',
  'komi/scaled': 'note',
  'komi/not-recorded': 'note',
  'komi/unusual': 'note',
  'komi/result-parity': 'warning',
  'rules/missing': 'note',
  'rules/unknown': 'note',
  'rules/setting-differs': 'note',
  'ending/passes-missing': 'note',
  'ending/white-last': 'note',
  'ending/unequal-totals': 'note',
  'ending/third-pass': 'note',
  'ending/four-passes': 'note',
  'ending/resumed': 'note',
  'result/missing': 'note',
  'result/malformed': 'warning',
  'result/repaired': 'note',
  'result/winner-differs': 'warning',
  'result/margin-differs': 'warning',
  'result/not-counted': 'note',
  'territory/overlap': 'warning',
  'territory/live-stone-inside': 'warning',
  'territory/incomplete': 'note',
  'dead/uncertain': 'note',
  'dead/engine-failed': 'warning',
  'dead/given-refused': 'error',
  'game/size': 'warning',
  'game/not-go': 'warning',
  'game/duplicate': 'note',
  'encoding/declared-wrong': 'note',
  'encoding/guessed': 'note',
  'encoding/lossy': 'warning',
  'sgf/no-game': 'warning',
  'sgf/text-outside': 'note',
  'sgf/unopened-tree': 'warning',
  'sgf/unclosed-tree': 'warning',
  'sgf/surplus-parenthesis': 'warning',
  'sgf/unclosed-value': 'warning',
  'sgf/missing-semicolon': 'warning',
  'sgf/empty-variation': 'note',
  'sgf/lower-case-ident': 'note',
  'sgf/repeated-property': 'warning',
  'sgf/property-without-value': 'warning',
  'sgf/value-without-property': 'warning',
  'sgf/bad-point': 'warning',
  'sgf/illegal-text': 'note',
  'sgf/node-outside': 'warning',
  'sgf/move-in-root': 'note',
  'sgf/moves-restored': 'warning',
  'sgf/zero-byte': 'warning',
  'sgf/several-games': 'note',
  'sgf/variation-start': 'warning',
  'sgf/variation-level': 'note',
  'sgf/empty-node': 'note',
  'sgf/long-ident': 'note',
  'sgf/unknown-property': 'note',
  'sgf/property-format': 'note',
  'sgf/unknown-format': 'warning',
  'sgf/mixed-format': 'note',
  'sgf/mixed-game': 'warning',
  'sgf/mixed-charset': 'warning',
  'sgf/feature-format': 'note',
  'sgf/too-many-values': 'warning',
  'sgf/bad-value': 'warning',
  'sgf/empty-value': 'note',
  'sgf/composed-value': 'warning',
  'sgf/point-twice': 'warning',
  'sgf/bad-rectangle': 'warning',
  'sgf/square-as-rectangle': 'note',
  'sgf/view': 'note',
  'sgf/integer-komi': 'note',
  'sgf/pass-format': 'note',
  'sgf/root-property-elsewhere': 'warning',
  'sgf/game-info-elsewhere': 'warning',
  'sgf/date-format': 'note',
  'sgf/time-format': 'note',
  'sgf/annotation-clash': 'warning',
  'sgf/annotation-pair': 'note',
  'sgf/annotation-without-move': 'warning',
  'sgf/limit': 'error',
  'file/unreadable': 'error',
  'file/changed': 'warning',
  'file/not-sgf': 'error',
  'file/read-as': 'note',
  'file/bad-line': 'warning',
  'archive/damaged': 'error',
  'archive/entry-skipped': 'warning',
  'archive/name-again': 'warning',
  'archive/extra-bytes': 'warning',
  'findings/more': 'note',
  'internal/fault': 'error',
  'internal/worker-lost': 'error',
};

export const FINDING_CODES = Object.keys(SEVERITY_OF) as FindingCode[];
