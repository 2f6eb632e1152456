/** Generated from /openapi.json by openapi-typescript; the test beside it says when it is old. */
export interface paths {
  '/v1/rulesets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every named ruleset with its sources
     * @description What each ruleset counts and forbids, its sources, and what they leave open.
     */
    get: operations['rulesets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/findings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Every finding code with its explanation
     * @description What each code means, its rule, an example, and what to do. Codes are permanent; more may be added.
     */
    get: operations['findings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the server is up
     * @description For load balancers. Needs no token, and accepts any host name.
     */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Metrics of the server
     * @description In the text format of Prometheus.
     */
    get: operations['metrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Referee games: read, replay, judge, score, compare with the result
     * @description Replays every game under its ruleset, reports each violation, scores the games that ended by counting, and compares the count with the declared result. One row per game, with its findings.
     *
     *     `format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text, HTML or SARIF.
     */
    post: operations['audit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/score': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Count games under one or several rulesets, item by item
     * @description Judges life and death once, and counts each game under every ruleset given. One row per game and ruleset.
     *
     *     `format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text or HTML.
     */
    post: operations['score'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/convert': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Convert results between rulesets, with an account of every point
     * @description Computes what each result would have been under other rules, from our own count and from the declared margin, and itemizes the difference. One row per game, ruleset and basis.
     *
     *     `format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text or HTML.
     */
    post: operations['convert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check SGF: every property of every node of every variation
     * @description Checks the file alone: its syntax, and every property of every node of every variation. Nothing is scored. One row per game, with its findings.
     *
     *     `format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text, HTML or SARIF.
     */
    post: operations['check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/crosscheck': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compare games with an event's results tables
     * @description Referees games as audit does, finds the pairing of each in the results tables of the event (EGD wall list, FFG tou, AGA report and .tde, OpenGotha and MacMahon XML, Pairgoth .tour, CSV), and compares winner, colors, handicap and komi, and our own count with the result. One row per pairing. Over HTTP the tables are the files of the form field `table`.
     *
     *     `format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text or HTML.
     */
    post: operations['crosscheck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ruling': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A sheet for one ruling, as an HTML page to print
     * @description The question, the boards before and after the move, the article, the outcomes under both countings, the decisions and lines for signatures, of one game of one file. The page loads nothing and has no script.
     */
    post: operations['ruling'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All jobs
     * @description The jobs of the sender, oldest first; an administrator's token lists everybody's.
     */
    get: operations['listJobs'];
    put?: never;
    /**
     * A job over many games
     * @description Accepts an upload of any number of games and answers before they are refereed. A job resumes when the server restarts. Its options are those of its command.
     */
    post: operations['createJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * State, progress and summary of a job
     * @description Poll it until `state` is done, failed or cancelled.
     */
    get: operations['getJob'];
    put?: never;
    post?: never;
    /**
     * Delete a job
     * @description Stops it if it is running, and deletes its upload and its results.
     */
    delete: operations['deleteJob'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a job
     * @description Finished results stay, and can be read.
     */
    post: operations['cancelJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Results so far, or as they come
     * @description In the order of the files, as one run of the command would write them, in the format that `format`, or else `Accept`, names.
     */
    get: operations['getResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{id}/game': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One game of the upload
     * @description The game's own bytes as SGF, from its first bracket to its last.
     */
    get: operations['getGame'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A named ruleset */
    Ruleset: {
      /** @description Its name, as options have it */
      name: string;
      /** @description Its full name */
      title: string;
      /**
       * @description What is counted
       * @enum {string}
       */
      scoring: 'territory' | 'area' | 'stones' | 'first-capture';
      /** @description Countings that the rules offer */
      countings: ('territory' | 'area')[];
      /**
       * @description Which repetitions of the whole board are forbidden
       * @enum {string}
       */
      superko: 'none' | 'positional' | 'situational' | 'natural' | 'fighting-disturbing';
      /**
       * @description Which self-captures are legal
       * @enum {string}
       */
      selfCapture: 'forbidden' | 'multi' | 'allowed';
      /** @description Whether a pass gives the opponent a stone */
      passStones: boolean;
      /** @description Whether points in seki count */
      sekiPoints: boolean;
      /**
       * @description Points of White for n handicap stones under area counting
       * @enum {string}
       */
      compensation: 'none' | 'n-1' | 'n';
      /** @description Komi of even games today, in points */
      komi: number | null;
      /** @description The sources of each of its fields */
      sources: {
        [key: string]: string[];
      };
      /** @description What the texts leave open */
      doubts: {
        [key: string]: string;
      };
    };
    /** @description Why a request failed (RFC 9457) */
    Problem: {
      /**
       * @description What went wrong, by a permanent name
       * @example urn:sgf-referee:problem:bad-option
       */
      type: string;
      /** @description The same in words */
      title: string;
      /** @description The status of the answer */
      status: number;
      /** @description What is wrong with this request */
      detail: string;
    };
    /** @description A kind of finding, with its explanation */
    FindingCode: {
      /**
       * @description Its permanent name
       * @example move/superko-positional
       */
      code: string;
      /**
       * @description Its severity, unless a finding says otherwise
       * @enum {string}
       */
      severity: 'error' | 'warning' | 'note';
      /** @description Its title */
      title: string;
      /** @description What it means */
      means: string;
      /** @description Its rule */
      rule: string;
      /** @description An example */
      example: string;
      /** @description What to do */
      todo: string;
    };
    /** @description The state of the server */
    Health: {
      /**
       * @description The server answers
       * @enum {string}
       */
      status: 'ok';
      /** @description Version of the program */
      version: string;
    };
    /** @description A game: the columns of games.csv, and its findings */
    Game: {
      /** @description Name of the file; in an archive: archive.zip!/inner/path.sgf */
      file: string;
      /** @description Number of the game in its file, from 1 */
      game: number;
      /** @description SHA-256 of the game's own bytes */
      sha256: string;
      /** @description Name of Black (PB) */
      black: string | null;
      /** @description Name of White (PW) */
      white: string | null;
      /** @description Event (EV) */
      event: string | null;
      /** @description Round (RO) */
      round: string | null;
      /** @description Date (DT) */
      date: string | null;
      /** @description Size of the board: 19, or columns x rows as in 9x13 */
      size: number | string;
      /** @description Handicap stones: HA, or else the stones placed */
      handicap: number | null;
      /** @description Komi of the record, with scaled values repaired */
      komi: number | null;
      /** @description Rules as written (RU) */
      rules_declared: string | null;
      /** @description Ruleset applied; unknown if the record names none that we know */
      ruleset: string;
      /**
       * @description Where the ruleset comes from
       * @enum {string}
       */
      ruleset_source: 'declared' | 'option' | 'default' | 'unknown';
      /** @description B and W properties executed, passes included */
      moves: number;
      /** @description Passes of Black */
      passes_black: number;
      /** @description Passes of White */
      passes_white: number;
      /**
       * @description How the game ended; stopped: neither passes nor a declared ending
       * @enum {string}
       */
      ending: 'passes' | 'resign' | 'time' | 'forfeit' | 'illegal' | 'stopped' | 'void' | 'capture';
      /** @description Declared result (RE) */
      result_declared: string | null;
      /** @description Moves that this ruleset forbids */
      illegal: number;
      /** @description Findings of the severity error */
      errors: number;
      /** @description Findings of the severity warning */
      warnings: number;
      /** @description Findings of the severity note */
      notes: number;
      /** @description Code of the most severe finding */
      first_code: string | null;
      /** @description Move of that finding */
      first_move: number | null;
      /**
       * @description Whether the game was scored
       * @enum {string}
       */
      scored: 'yes' | 'no';
      /** @description Why it is not scored */
      not_scored_because: string | null;
      /**
       * @description How the dead stones are known
       * @enum {string|null}
       */
      dead_source: 'marked' | 'given' | 'proved' | 'estimated' | 'none' | null;
      /** @description Estimated chance that the margin is right, 0 to 1 */
      confidence: number | null;
      /** @description Black stones that are dead */
      dead_black: number | null;
      /** @description White stones that are dead */
      dead_white: number | null;
      /** @description Black stones on the final board, dead or alive */
      stones_black: number | null;
      /** @description White stones on the final board, dead or alive */
      stones_white: number | null;
      /** @description Points that Black surrounds */
      territory_black: number | null;
      /** @description Points that White surrounds */
      territory_white: number | null;
      /** @description White stones captured during play */
      prisoners_black: number | null;
      /** @description Black stones captured during play */
      prisoners_white: number | null;
      /** @description Black points in seki or to fill */
      seki_points_black: number | null;
      /** @description White points in seki or to fill */
      seki_points_white: number | null;
      /** @description Neutral points */
      dame: number | null;
      /** @description Pass stones from Black */
      pass_stones_black: number | null;
      /** @description Pass stones from White */
      pass_stones_white: number | null;
      /** @description Points for White in return for handicap stones */
      handicap_compensation: number | null;
      /** @description Komi counted in the result */
      komi_applied: number | null;
      /** @description Black area minus White area, before komi and compensation */
      area_margin: number | null;
      /** @description Black territory minus White territory, before komi */
      territory_margin: number | null;
      /** @description Result by area counting: B+3.5, W+0.5, or 0 */
      result_area: string | null;
      /** @description Result by territory counting: B+3.5, W+0.5, or 0 */
      result_territory: string | null;
      /** @description Result under the applied ruleset; B+ for a tie that Black wins */
      result: string | null;
      /**
       * @description How the computed result compares with the declared one
       * @enum {string|null}
       */
      verdict:
        | 'confirmed'
        | 'explained'
        | 'contradicted'
        | 'unsure'
        | 'winner-only'
        | 'not-checked'
        | 'not-scorable'
        | null;
      /** @description Assumption under which the declared result is right, or what was inferred */
      explanation: string | null;
      /** @description Declared margin, Black minus White, with scaled values repaired */
      declared_margin: number | null;
      /** @description Main time of each player in seconds */
      time_main: number | null;
      /** @description What comes after the main time: 5x30 byo-yomi, 25/600 Canadian, 10 Fischer, 30 simple, absolute, no limit; unknown where the record is not understood */
      time_system: string | null;
      /** @description Black's clock as last recorded, in seconds */
      time_left_black: number | null;
      /** @description White's clock as last recorded, in seconds */
      time_left_white: number | null;
      /** @description Periods (byo-yomi) or moves of a period (Canadian) that Black had left then */
      periods_black: number | null;
      /** @description Periods (byo-yomi) or moves of a period (Canadian) that White had left then */
      periods_white: number | null;
      /** @description The longest time in seconds that a move is known to have taken at least */
      longest_think: number | null;
      /** @description Number of that move */
      longest_think_move: number | null;
      /** @description Who decided about the game: --decisions */
      decided_by: string | null;
      /** @description What was decided, with date and reason */
      decision: string | null;
      /**
       * @description Whether the game counts under the conditions of the event (--event); unknown: the record does not state what they need
       * @enum {string|null}
       */
      counts: 'yes' | 'no' | 'unknown' | null;
      /** @description Why it does not count */
      counts_because: string | null;
      /** @description Conventions of the server that the result rests on, with the points that each adds for Black */
      conventions: string | null;
      /**
       * @description Why a human must decide about the game: the most serious reason; table-differs only in the report and on the page
       * @enum {string|null}
       */
      needs_ruling:
        'illegal-move' | 'winner-differs' | 'contradicted' | 'table-differs' | 'uncertain-life' | null;
      /** @description What there is to decide */
      question: string | null;
      /**
       * @description Who was ahead on the board of a game that was not counted; an estimate, not a score
       * @enum {string|null}
       */
      ahead: 'black' | 'white' | 'cannot-tell' | null;
      /** @description The range in which four of five such games end, komi counted: W+2.5 to B+15.5 */
      ahead_range: string | null;
      /** @description Estimated chance that this color would win */
      ahead_confidence: number | null;
      /** @description What would make a contradicted or unsure result true; null for other verdicts */
      change: {
        /**
         * @description What would have to differ; `none`: nothing known
         * @enum {string}
         */
        by: 'passes' | 'protective-move' | 'penalty' | 'counting' | 'komi' | 'group' | 'winner' | 'none';
        /** @description The same in words */
        text: string;
        /**
         * @description Where, if it is about a point
         * @example Q16
         */
        point: string | null;
      } | null;
      /** @description The time limit and the clocks; null where the record has no time data */
      clock: {
        /** @description Main time of each player in seconds */
        main: number | null;
        overtime: {
          /** @enum {string} */
          kind:
            'absolute' | 'byo-yomi' | 'canadian' | 'fischer' | 'simple' | 'no-limit' | 'unstated' | 'unknown';
          /** @description Of a period, or for each move */
          seconds?: number;
          periods?: number;
          /** @description Of a Canadian period */
          moves?: number;
          /** @description The most that a clock may hold */
          cap?: number;
        } | null;
        /** @description Black's clock as last recorded */
        black: {
          /** @description Seconds */
          left: number | null;
          /** @description Periods left in byo-yomi, moves left in a Canadian period */
          count: number | null;
          /** @description The move that it was read at */
          move: number;
        } | null;
        /** @description White's clock as last recorded */
        white: {
          /** @description Seconds */
          left: number | null;
          /** @description Periods left in byo-yomi, moves left in a Canadian period */
          count: number | null;
          /** @description The move that it was read at */
          move: number;
        } | null;
        /** @description The longest time that a move is known to have taken at least */
        longest: {
          seconds: number;
          move: number;
        } | null;
      } | null;
      /** @description Points that neither player holds surely; null without `ahead` */
      open_points: string[] | null;
      /** @description What was found */
      findings: components['schemas']['Finding'][];
    };
    /** @description A finding: the columns of findings.csv, and its arguments */
    Finding: {
      /** @description Code of the finding; GET /v1/findings explains every code */
      code: string;
      /**
       * @description Severity
       * @enum {string}
       */
      severity: 'error' | 'warning' | 'note';
      /** @description Node on its line, from 0 */
      node: number | null;
      /** @description Number of the move, from 1, passes included */
      move: number | null;
      /**
       * @description Color of the move
       * @enum {string|null}
       */
      color: 'black' | 'white' | null;
      /** @description Point, such as Q16: letters without I, rows from the bottom */
      point: string | null;
      /** @description Rule that it cites */
      rule: string | null;
      /** @description Move after which the position was the same; 0: the start */
      repeats_move: number | null;
      /**
       * @description What became of an illegal move
       * @enum {string|null}
       */
      disposition:
        | 'accepted'
        | 'last-move'
        | 'as-pass'
        | 'stopped'
        | 'forfeit'
        | 'conditional'
        | 'decided'
        | 'void'
        | 'refused'
        | 'doubtful'
        | 'unstated'
        | null;
      /** @description Line of the file, from 1 */
      line: number | null;
      /** @description Column of that line, from 1 */
      column: number | null;
      /** @description The finding as a sentence */
      message: string;
      /** @description Path of the variation, if it is in one */
      variation: string | null;
      /** @description Text that states the rule */
      rule_source: string | null;
      /** @description What the message is made of; each code has its own */
      args: {
        [key: string]: unknown;
      };
    };
    /** @description Findings about a file that belong to none of its games */
    FileFindings: {
      /** @description Name of the file; in an archive: archive.zip!/inner/path.sgf */
      file: string;
      /** @description Always null, unlike in rows of games */
      game: null;
      /** @description What was found */
      findings: components['schemas']['Finding'][];
    };
    /** @description A log of SARIF 2.1.0 with a result for each finding */
    Sarif: {
      /** @enum {string} */
      version: '2.1.0';
      runs: {
        [key: string]: unknown;
      }[];
    } & {
      [key: string]: unknown;
    };
    /** @description A game counted under one ruleset */
    Score: {
      /** @description Name of the file; in an archive: archive.zip!/inner/path.sgf */
      file: string;
      /** @description Number of the game in its file, from 1 */
      game: number;
      /** @description Ruleset counted under; unknown if the record names none that we know */
      ruleset: string;
      /**
       * @description Counting that gives the result
       * @enum {string|null}
       */
      counting: 'territory' | 'area' | 'stones' | 'first-capture' | null;
      /** @description Black stones on the final board, dead or alive */
      stones_black: number | null;
      /** @description White stones on the final board, dead or alive */
      stones_white: number | null;
      /** @description Black stones that are dead */
      dead_black: number | null;
      /** @description White stones that are dead */
      dead_white: number | null;
      /** @description Points that Black surrounds */
      territory_black: number | null;
      /** @description Points that White surrounds */
      territory_white: number | null;
      /** @description White stones captured during play */
      prisoners_black: number | null;
      /** @description Black stones captured during play */
      prisoners_white: number | null;
      /** @description Black points in seki or to fill */
      seki_points_black: number | null;
      /** @description White points in seki or to fill */
      seki_points_white: number | null;
      /** @description Neutral points */
      dame: number | null;
      /** @description Pass stones from Black */
      pass_stones_black: number | null;
      /** @description Pass stones from White */
      pass_stones_white: number | null;
      /** @description Points for White in return for handicap stones */
      handicap_compensation: number | null;
      /** @description Komi counted in the result */
      komi_applied: number | null;
      /**
       * @description Where the komi comes from
       * @enum {string|null}
       */
      komi_source: 'file' | 'option' | 'ruleset' | 'assumed' | null;
      /** @description Black area minus White area, before komi and compensation */
      area_margin: number | null;
      /** @description Black territory minus White territory, before komi */
      territory_margin: number | null;
      /** @description Result by area counting: B+3.5, W+0.5, or 0 */
      result_area: string | null;
      /** @description Result by territory counting: B+3.5, W+0.5, or 0 */
      result_territory: string | null;
      /** @description Result under the applied ruleset; B+ for a tie that Black wins */
      result: string | null;
      /**
       * @description Winner under the ruleset
       * @enum {string|null}
       */
      winner: 'black' | 'white' | 'jigo' | null;
      /**
       * @description How the computed result compares with the declared one
       * @enum {string}
       */
      verdict:
        | 'confirmed'
        | 'explained'
        | 'contradicted'
        | 'unsure'
        | 'winner-only'
        | 'not-checked'
        | 'not-scorable';
      /** @description Assumption under which the declared result is right, or what was inferred */
      explanation: string | null;
      /** @description Estimated chance that the margin is right, 0 to 1 */
      confidence: number | null;
      /**
       * @description How the dead stones are known
       * @enum {string|null}
       */
      dead_source: 'marked' | 'given' | 'proved' | 'estimated' | 'none' | null;
      /** @description Why it is not scored */
      not_scored_because: string | null;
      /**
       * @description Where the ruleset comes from
       * @enum {string}
       */
      ruleset_source: 'declared' | 'option' | 'default' | 'unknown';
      /** @description Declared result (RE) */
      result_declared: string | null;
    };
    /** @description A result converted into another ruleset, with every item of the difference */
    Conversion: {
      /** @description Name of the file; in an archive: archive.zip!/inner/path.sgf */
      file: string;
      /** @description Number of the game in its file, from 1 */
      game: number;
      /** @description Name of Black (PB) */
      black: string | null;
      /** @description Name of White (PW) */
      white: string | null;
      /** @description Ruleset converted from; unknown if the record names none that we know */
      from_ruleset: string;
      /** @description Ruleset converted into */
      to_ruleset: string;
      /**
       * @description Whether the computed or the declared margin is converted
       * @enum {string|null}
       */
      basis: 'computed' | 'declared' | null;
      /** @description Final margin under from_ruleset, Black minus White */
      margin_from: number | null;
      /** @description Result under from_ruleset */
      result_from: string | null;
      /** @description Final margin under to_ruleset, Black minus White */
      margin_to: number | null;
      /** @description Result under to_ruleset */
      result_to: string | null;
      /**
       * @description Whether the winner changes with the rules
       * @enum {string|null}
       */
      winner_flips: 'yes' | 'no' | null;
      /** @description Points for Black by who played last */
      parity: number | null;
      /** @description Points for Black by passes before the end */
      early_passes: number | null;
      /** @description Points for Black by pass stones */
      pass_stones: number | null;
      /** @description Points for Black by komi */
      komi: number | null;
      /** @description Points for Black by handicap compensation */
      handicap_compensation: number | null;
      /** @description Points for Black by points in seki */
      seki_points: number | null;
      /** @description Points for Black by dead stones in seki */
      dead_in_seki: number | null;
      /** @description Points for Black by unfilled dame */
      unfilled_dame: number | null;
      /** @description Points for Black by the rule for ties */
      ties: number | null;
      /** @description What the items do not explain: 0 */
      residue: number | null;
      /** @description Smallest margin_to if an odd dame were filled */
      to_low: number | null;
      /** @description Largest margin_to if an odd dame were filled */
      to_high: number | null;
      /**
       * @description How the dead stones are known
       * @enum {string|null}
       */
      dead_source: 'marked' | 'given' | 'proved' | 'estimated' | 'none' | null;
      /** @description Estimated chance that the margin is right, 0 to 1 */
      confidence: number | null;
      /**
       * @description Whether computed and declared margin agree
       * @enum {string|null}
       */
      agrees_with_declared: 'yes' | 'no' | null;
      /** @description What was assumed, and what is missing */
      note: string | null;
      /** @description Points for Black by group tax */
      group_tax: number | null;
      /** @description Komi under the ruleset converted from */
      komi_from: number | null;
      /** @description Komi under the ruleset converted into */
      komi_to: number | null;
      /**
       * @description Source of that komi
       * @enum {string|null}
       */
      komi_to_source: 'standard' | 'agreed' | 'from' | 'option' | null;
      /** @description Points for Black by stones that only one of the rulesets takes off the board */
      dead_stones: number | null;
    };
    /** @description A pairing of the results tables, and how its record compares */
    Pairing: {
      /** @description Round; empty where the table does not say */
      round: number | null;
      /** @description Number of the board */
      table: number | null;
      /** @description Black, as the results table has the name */
      black: string;
      /** @description White, as the results table has the name */
      white: string;
      /** @description Handicap in the results table */
      handicap: number | null;
      /** @description Komi of this game in the results table */
      komi: number | null;
      /** @description Result in the results table: W+, B+3.5, =, ? (none), 0-0 (both lost), with ! for a default */
      result_table: string;
      /** @description File of the record; of several, the first */
      file: string | null;
      /** @description Number of the game in its file, from 1 */
      game: number | null;
      /** @description Declared result of the record (RE) */
      result_declared: string | null;
      /** @description Result by our own count */
      result_counted: string | null;
      /** @description Estimated chance that the computed margin is right, 0 to 1 */
      confidence: number | null;
      /**
       * @description Whether table and record agree
       * @enum {string}
       */
      verdict: 'agrees' | 'differs' | 'no-record' | 'cannot-tell';
      /** @description What differs, or why it is undecided */
      reason: string | null;
    };
    /** @description A job: many games, with results that outlive the server */
    Job: {
      /**
       * Format: uuid
       * @description Names the job in the other routes
       */
      id: string;
      /** @description Name of the tenant whose token sent it; empty without tokens */
      owner: string;
      /**
       * @description What the job does
       * @enum {string}
       */
      command: 'audit' | 'score' | 'convert' | 'check' | 'crosscheck';
      /** @description The options it was sent with */
      options: {
        [key: string]: string;
      };
      /**
       * @description How far the job has got
       * @enum {string}
       */
      state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
      /** @description The first of its files: at most 100, in a list of jobs at most 3 */
      files: {
        /** @description Name of the file */
        name: string;
        /** @description Its bytes */
        size: number;
      }[];
      /** @description All of its files */
      file_count: number;
      /**
       * Format: date-time
       * @description When it was sent
       */
      created: string;
      /**
       * Format: date-time
       * @description When it started
       */
      started: string | null;
      /**
       * Format: date-time
       * @description When it ended
       */
      finished: string | null;
      problem: components['schemas']['Problem'] & (Record<string, never> | null);
      /** @description How much is done */
      progress: {
        /** @description Games that are done */
        games: number;
        /** @description Those of `total_bytes` that are done */
        bytes: number;
        /** @description Bytes of the files */
        total_bytes: number;
      };
      summary: components['schemas']['Summary'];
    };
    /** @description What a job has counted so far */
    Summary: {
      /** @description Files */
      files: number;
      /** @description Games */
      games: number;
      /** @description Bytes of the files */
      bytes: number;
      /** @description Games that were scored */
      scored: number;
      /** @description Games with moves that their rules forbid */
      games_with_illegal_moves: number;
      /** @description Findings of the severity error */
      errors: number;
      /** @description Findings of the severity warning */
      warnings: number;
      /** @description Findings of the severity note */
      notes: number;
      /** @description Findings by code */
      codes: {
        [key: string]: number;
      };
      /** @description Games by their ending */
      endings: {
        [key: string]: number;
      };
      /** @description Games by the applied ruleset */
      rulesets: {
        [key: string]: number;
      };
      /** @description Games by the verdict on their result */
      verdicts: {
        [key: string]: number;
      };
    };
    /** @description Jobs */
    Jobs: {
      /** @description Oldest first */
      jobs: components['schemas']['Job'][];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  rulesets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rulesets */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ruleset'][];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  findings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The codes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FindingCode'][];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is up */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  metrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metrics */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  audit: {
    parameters: {
      query?: {
        /** @description Conditions of the event that games must meet, JSON */
        event?: string;
        /** @description Ruleset for all games: a name, JSON, or auto (as RU says) (default: auto) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points, instead of the record's */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description auto: count as the server of the record does; none: by the text of the rules alone (default: auto) */
        conventions?: 'auto' | 'none';
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points */
        dead?: string;
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Estimator of unmarked stones (default: playouts) */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only: nothing is scored or compared */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas: move/ko,komi/,sgf/ */
        ignore?: string;
        /** @description Report only these finding codes, joined by commas */
        only?: string;
        /** @description List at most this many findings of a code for a game; 0: list all (default: 100) */
        'max-per-code'?: string;
        /** @description Known findings, which are counted and not listed: the JSON that --write-baseline writes */
        baseline?: string;
        /** @description Format of the answer; overrides `Accept` */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, GIB, NGF or UGF, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. Of several files with the same name the later ones become `game (2).sgf`. */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option event, instead of the query */
          event?: string;
          /** @description The option dead, instead of the query */
          dead?: string;
          /** @description The option baseline, instead of the query */
          baseline?: string;
        };
      };
    };
    responses: {
      /** @description The games in the order of the files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Game'] | components['schemas']['FileFindings'])[];
          'application/x-ndjson': components['schemas']['Game'] | components['schemas']['FileFindings'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
          'application/sarif+json': components['schemas']['Sarif'];
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`); The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`); There are too many games (`games-limit`); The answer is too large (`answer-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  score: {
    parameters: {
      query?: {
        /** @description Rulesets to count under, joined by commas; auto is as RU says (default: auto) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points, instead of the record's */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description auto: count as the server of the record does; none: by the text of the rules alone (default: auto) */
        conventions?: 'auto' | 'none';
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points */
        dead?: string;
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Estimator of unmarked stones (default: playouts) */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas: move/ko,komi/,sgf/ */
        ignore?: string;
        /** @description Report only these finding codes, joined by commas */
        only?: string;
        /** @description List at most this many findings of a code for a game; 0: list all (default: 100) */
        'max-per-code'?: string;
        /** @description Known findings, which are counted and not listed: the JSON that --write-baseline writes */
        baseline?: string;
        /** @description Format of the answer; overrides `Accept` */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, GIB, NGF or UGF, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. Of several files with the same name the later ones become `game (2).sgf`. */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option dead, instead of the query */
          dead?: string;
          /** @description The option baseline, instead of the query */
          baseline?: string;
        };
      };
    };
    responses: {
      /** @description The games in the order of the files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Score'] | components['schemas']['FileFindings'])[];
          'application/x-ndjson': components['schemas']['Score'] | components['schemas']['FileFindings'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`); The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`); There are too many games (`games-limit`); The answer is too large (`answer-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  convert: {
    parameters: {
      query?: {
        /** @description Ruleset of the results: a name, JSON, or auto (as RU says) (default: auto) */
        from?: string;
        /** @description Rulesets to convert them into, joined by commas */
        to?: string;
        /** @description Komi under --from, instead of the file's */
        'komi-from'?: string;
        /** @description Komi under --to: standard, same, or points (default: standard, but an agreed komi stays) */
        'komi-to'?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points */
        dead?: string;
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Estimator of unmarked stones (default: playouts) */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas: move/ko,komi/,sgf/ */
        ignore?: string;
        /** @description Report only these finding codes, joined by commas */
        only?: string;
        /** @description List at most this many findings of a code for a game; 0: list all (default: 100) */
        'max-per-code'?: string;
        /** @description Known findings, which are counted and not listed: the JSON that --write-baseline writes */
        baseline?: string;
        /** @description Format of the answer; overrides `Accept` */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, GIB, NGF or UGF, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. Of several files with the same name the later ones become `game (2).sgf`. */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option dead, instead of the query */
          dead?: string;
          /** @description The option baseline, instead of the query */
          baseline?: string;
        };
      };
    };
    responses: {
      /** @description The games in the order of the files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Conversion'] | components['schemas']['FileFindings'])[];
          'application/x-ndjson': components['schemas']['Conversion'] | components['schemas']['FileFindings'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`); The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`); There are too many games (`games-limit`); The answer is too large (`answer-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  check: {
    parameters: {
      query?: {
        /** @description Report format violations as errors */
        strict?: 'true' | 'false' | '';
        /** @description Leave out findings about style */
        lenient?: 'true' | 'false' | '';
        /** @description Ruleset for all games: a name, JSON, or auto (as RU says) (default: auto) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas: move/ko,komi/,sgf/ */
        ignore?: string;
        /** @description Report only these finding codes, joined by commas */
        only?: string;
        /** @description List at most this many findings of a code for a game; 0: list all (default: 100) */
        'max-per-code'?: string;
        /** @description Known findings, which are counted and not listed: the JSON that --write-baseline writes */
        baseline?: string;
        /** @description Format of the answer; overrides `Accept` */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, GIB, NGF or UGF, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. Of several files with the same name the later ones become `game (2).sgf`. */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option baseline, instead of the query */
          baseline?: string;
        };
      };
    };
    responses: {
      /** @description The games in the order of the files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Game'] | components['schemas']['FileFindings'])[];
          'application/x-ndjson': components['schemas']['Game'] | components['schemas']['FileFindings'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
          'application/sarif+json': components['schemas']['Sarif'];
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`); The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`); There are too many games (`games-limit`); The answer is too large (`answer-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  crosscheck: {
    parameters: {
      query?: {
        /** @description Other names of players, CSV: nick,name */
        aliases?: string;
        /** @description Conditions of the event that games must meet, JSON */
        event?: string;
        /** @description Ruleset for all games: a name, JSON, or auto (as RU says) (default: auto) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points, instead of the record's */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description auto: count as the server of the record does; none: by the text of the rules alone (default: auto) */
        conventions?: 'auto' | 'none';
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points */
        dead?: string;
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Estimator of unmarked stones (default: playouts) */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only: nothing is scored or compared */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas: move/ko,komi/,sgf/ */
        ignore?: string;
        /** @description Report only these finding codes, joined by commas */
        only?: string;
        /** @description List at most this many findings of a code for a game; 0: list all (default: 100) */
        'max-per-code'?: string;
        /** @description Format of the answer; overrides `Accept` */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description Games, as other routes take them, and results tables */
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description Results tables, which a comparison needs */
          table?: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option event, instead of the query */
          event?: string;
          /** @description The option aliases, instead of the query */
          aliases?: string;
          /** @description The option dead, instead of the query */
          dead?: string;
        };
      };
    };
    responses: {
      /** @description The games in the order of the files */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': (components['schemas']['Pairing'] | components['schemas']['FileFindings'])[];
          'application/x-ndjson': components['schemas']['Pairing'] | components['schemas']['FileFindings'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`); The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`); There are too many games (`games-limit`); The answer is too large (`answer-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  ruling: {
    parameters: {
      query?: {
        /** @description Which game of the file (default: 1) */
        game?: string;
        /** @description The move in question; default: that of the most severe finding */
        move?: string;
        /** @description Language of the labels (default: en) */
        language?: 'en' | 'sv' | 'pl' | 'fi' | 'de' | 'fr' | 'ja' | 'zh' | 'ko';
        /** @description Ruleset for all games: a name, JSON, or auto (as RU says) (default: auto) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points, instead of the record's */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description auto: count as the server of the record does; none: by the text of the rules alone (default: auto) */
        conventions?: 'auto' | 'none';
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points */
        dead?: string;
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Estimator of unmarked stones (default: playouts) */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, GIB, NGF or UGF, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. Of several files with the same name the later ones become `game (2).sgf`. */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option dead, instead of the query */
          dead?: string;
        };
      };
    };
    responses: {
      /** @description The sheet */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Not found (`not-found`) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`); The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`); There are too many games (`games-limit`); The answer is too large (`answer-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listJobs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Jobs'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createJob: {
    parameters: {
      query?: {
        /** @description Other names of players, CSV: nick,name */
        aliases?: string;
        /** @description Conditions of the event that games must meet, JSON */
        event?: string;
        /** @description Ruleset for all games: a name, JSON, or auto (as RU says) (default: auto) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points, instead of the record's */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description auto: count as the server of the record does; none: by the text of the rules alone (default: auto) */
        conventions?: 'auto' | 'none';
        /** @description Treat an illegal move as played, as a pass, or as the end of the game (default: stands) */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points */
        dead?: string;
        /** @description Decisions of a referee: the JSON of decisions.json */
        decisions?: string;
        /** @description Estimator of unmarked stones (default: playouts) */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only: nothing is scored or compared */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas: move/ko,komi/,sgf/ */
        ignore?: string;
        /** @description Report only these finding codes, joined by commas */
        only?: string;
        /** @description List at most this many findings of a code for a game; 0: list all (default: 100) */
        'max-per-code'?: string;
        /** @description Name of the file in the answer, where the body is a file itself */
        name?: string;
        /** @description Report format violations as errors */
        strict?: 'true' | 'false' | '';
        /** @description Leave out findings about style */
        lenient?: 'true' | 'false' | '';
        /** @description Known findings, which are counted and not listed: the JSON that --write-baseline writes */
        baseline?: string;
        /** @description Ruleset of the results: a name, JSON, or auto (as RU says) (default: auto) */
        from?: string;
        /** @description Rulesets to convert them into, joined by commas */
        to?: string;
        /** @description Komi under --from, instead of the file's */
        'komi-from'?: string;
        /** @description Komi under --to: standard, same, or points (default: standard, but an agreed komi stays) */
        'komi-to'?: string;
        /** @description What to do with the games; default: audit */
        command?: 'audit' | 'score' | 'convert' | 'check' | 'crosscheck';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, GIB, NGF or UGF, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. Of several files with the same name the later ones become `game (2).sgf`. */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          /** @description The files */
          file: string[];
          /** @description Results tables, which a comparison needs */
          table?: string[];
          /** @description The option decisions, instead of the query */
          decisions?: string;
          /** @description The option event, instead of the query */
          event?: string;
          /** @description The option dead, instead of the query */
          dead?: string;
          /** @description The option baseline, instead of the query */
          baseline?: string;
          /** @description The option aliases, instead of the query */
          aliases?: string;
        };
      };
    };
    responses: {
      /** @description The job */
      202: {
        headers: {
          /** @description Path of the job */
          location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description An option is wrong (`bad-option`); The body cannot be read (`bad-body`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body arrives too slowly (`slow-body`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The body is too large (`body-limit`); There are too many files (`files-limit`) */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description This media type is not supported (`wrong-media-type`) */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`); Too many jobs (`jobs-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The disk space for jobs is used up (`disk-limit`) */
      507: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the job, as POST /v1/jobs gives it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Not found (`not-found`) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`); The stored job is damaged (`store-damaged`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the job, as POST /v1/jobs gives it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Not found (`not-found`) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`); The stored job is damaged (`store-damaged`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  cancelJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the job, as POST /v1/jobs gives it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Not found (`not-found`) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The job is in another state (`job-state`) */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`); The stored job is damaged (`store-damaged`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getResults: {
    parameters: {
      query?: {
        /** @description Format of the results; overrides `Accept`. `findings` is findings.csv, `page` the rows of this server’s own page, which may change */
        format?: 'jsonl' | 'json' | 'csv' | 'findings' | 'html' | 'page';
        /** @description true: stream until the job ends; otherwise send what there is now */
        follow?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description Id of the job, as POST /v1/jobs gives it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rows of the command */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson':
            | components['schemas']['Game']
            | components['schemas']['Score']
            | components['schemas']['Conversion']
            | components['schemas']['Pairing']
            | components['schemas']['FileFindings'];
          'application/json': (
            | components['schemas']['Game']
            | components['schemas']['Score']
            | components['schemas']['Conversion']
            | components['schemas']['Pairing']
            | components['schemas']['FileFindings']
          )[];
          'text/csv': string;
          'text/html': string;
        };
      };
      /** @description An option is wrong (`bad-option`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Not found (`not-found`) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The answer is not available in this format (`no-such-form`) */
      406: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`); The stored job is damaged (`store-damaged`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getGame: {
    parameters: {
      query: {
        /** @description Name of the file as the results have it */
        file: string;
        /** @description Number of the game in the file */
        game: string;
        /** @description Which of the games with this file name and number: an archive may hold a name twice. Default: the first */
        copy?: string;
      };
      header?: never;
      path: {
        /** @description Id of the job, as POST /v1/jobs gives it */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The game */
      200: {
        headers: {
          /** @description Character set of its file */
          'x-charset'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-go-sgf': string;
        };
      };
      /** @description An option is wrong (`bad-option`) */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description An API token is needed (`token-needed`) */
      401: {
        headers: {
          /** @description Bearer */
          'www-authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Requests from other sites are refused (`foreign-origin`) */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Not found (`not-found`) */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The time limit was reached (`time-limit`) */
      408: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description The head of the request is too large */
      431: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Internal error (`internal-fault`); The stored job is damaged (`store-damaged`) */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description Too many requests at a time (`requests-limit`) */
      503: {
        headers: {
          /** @description Seconds to wait */
          'retry-after'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
