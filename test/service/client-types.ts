/** Generated from /openapi.json by openapi-typescript; the test beside it says when it is old. */
export interface paths {
  '/v1/rulesets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Every named ruleset with its sources */
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
    /** Every finding code with its explanation */
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
    /** Whether the server answers; needs no token */
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
    /** What the server counts of itself, for Prometheus */
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
    /** Referee games: legality, score, comparison with the result */
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
    /** Count games under one or several rulesets */
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
    /** Convert results between rulesets, with an account of every point */
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
    /** Check SGF: every property of every node of every variation */
    post: operations['check'];
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
    /** All jobs, oldest first */
    get: operations['listJobs'];
    put?: never;
    /** A job over many games; command: audit, score, convert, check, with the options of that command */
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
    /** State, progress and summary */
    get: operations['getJob'];
    put?: never;
    post?: never;
    /** Cancel a job, and forget it with its results */
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
    /** Stop a job; what is finished stays */
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
    /** Results so far, or as they come */
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
    /** One game of the uploads as SGF */
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
    Ruleset: {
      name: string;
      title: string;
      scoring: string;
      countings: string[];
      superko: string;
      selfCapture: string;
      passStones: boolean;
      sekiPoints: boolean;
      compensation: string;
      /** @description Komi of even games today, in points */
      komi: number | null;
      sources: {
        [key: string]: string[];
      };
      doubts: {
        [key: string]: string;
      };
    };
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
    };
    FindingCode: {
      code: string;
      /** @enum {string} */
      severity: 'error' | 'warning' | 'note';
      title: string;
      means: string;
      rule: string;
      example: string;
      todo: string;
    };
    Health: {
      /** @enum {string} */
      status: 'ok';
      version: string;
    };
    /** @description The columns of games.csv by their names: file, game, sha256, black, white, event, round, date, size, handicap, komi, rules_declared, ruleset, ruleset_source, moves, passes_black, passes_white, ending, result_declared, illegal, errors, warnings, notes, first_code, first_move, scored, not_scored_because, dead_source, confidence, dead_black, dead_white, stones_black, stones_white, territory_black, territory_white, prisoners_black, prisoners_white, seki_points_black, seki_points_white, dame, pass_stones_black, pass_stones_white, handicap_compensation, komi_applied, area_margin, territory_margin, result_area, result_territory, result, verdict, explanation, declared_margin */
    Game: {
      file: string;
      game: number | null;
      findings: components['schemas']['Finding'][];
    } & {
      [key: string]: string | number | null;
    };
    Finding: {
      /** @example move/superko-positional */
      code: string;
      /** @enum {string} */
      severity: 'error' | 'warning' | 'note';
      node: number | null;
      move: number | null;
      /** @enum {string|null} */
      color: 'black' | 'white' | null;
      /** @example Q16 */
      point: string | null;
      rule: string | null;
      repeats_move: number | null;
      /** @enum {string|null} */
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
      line: number | null;
      column: number | null;
      message: string;
      variation: string | null;
      args: {
        [key: string]: unknown;
      };
    };
    Row: {
      file: string;
      game: number | null;
    } & {
      [key: string]: unknown;
    };
    Job: {
      /** Format: uuid */
      id: string;
      /** @description Name of the tenant whose token sent it; empty without tokens */
      owner: string;
      /** @enum {string} */
      command: 'audit' | 'score' | 'convert' | 'check';
      options: {
        [key: string]: string;
      };
      /** @enum {string} */
      state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
      /** @description The first of its files: up to 100, in a list of jobs up to 3 */
      files: {
        name: string;
        size: number;
      }[];
      file_count: number;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      started: string | null;
      /** Format: date-time */
      finished: string | null;
      problem: components['schemas']['Problem'] & (Record<string, never> | null);
      progress: {
        games: number;
        /** @description Of `total_bytes`, those that are done */
        bytes: number;
        total_bytes: number;
      };
      summary: components['schemas']['Summary'];
    };
    Summary: {
      files: number;
      games: number;
      bytes: number;
      scored: number;
      games_with_illegal_moves: number;
      errors: number;
      warnings: number;
      notes: number;
      codes: {
        [key: string]: number;
      };
      endings: {
        [key: string]: number;
      };
      rulesets: {
        [key: string]: number;
      };
      verdicts: {
        [key: string]: number;
      };
    };
    Jobs: {
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
      /** @description Every named ruleset with its sources */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ruleset'][];
        };
      };
      /** @description Why not */
      default: {
        headers: {
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
      /** @description Every finding code with its explanation */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FindingCode'][];
        };
      };
      /** @description Why not */
      default: {
        headers: {
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
      /** @description Whether the server answers; needs no token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description Why not */
      default: {
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
      /** @description Metrics */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Why not */
      default: {
        headers: {
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
        /** @description Ruleset for all games: a name, JSON of an own one, or auto (as RU says) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description What becomes of an illegal move */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points. Never a file of the server */
        dead?: string;
        /** @description Who judges unmarked stones */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas */
        ignore?: string;
        /** @description Form of the answer, before Accept */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file for the report */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, .zip, .tar, .tar.gz, .gz, or several of them as multipart/form-data */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          file: string[];
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
          'application/json': components['schemas']['Game'][];
          'application/x-ndjson': components['schemas']['Game'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
          'application/sarif+json': components['schemas']['Game'];
        };
      };
      /** @description Why not */
      default: {
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
        /** @description Rulesets to count under, joined by commas; auto is as RU says */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description What becomes of an illegal move */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points. Never a file of the server */
        dead?: string;
        /** @description Who judges unmarked stones */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas */
        ignore?: string;
        /** @description Form of the answer, before Accept */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file for the report */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, .zip, .tar, .tar.gz, .gz, or several of them as multipart/form-data */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          file: string[];
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
          'application/json': components['schemas']['Row'][];
          'application/x-ndjson': components['schemas']['Row'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
        };
      };
      /** @description Why not */
      default: {
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
        /** @description Ruleset of the results: a name, JSON, or auto (as RU says) */
        from?: string;
        /** @description Rulesets to convert them into, joined by commas */
        to?: string;
        /** @description Komi of the from side, not the file's */
        'komi-from'?: string;
        /** @description Komi of the to side: standard (of its rules), same (as the from side), or points. Left out: standard, but a komi that is not the standard of the from rules was agreed and stays */
        'komi-to'?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description What becomes of an illegal move */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points. Never a file of the server */
        dead?: string;
        /** @description Who judges unmarked stones */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas */
        ignore?: string;
        /** @description Form of the answer, before Accept */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file for the report */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, .zip, .tar, .tar.gz, .gz, or several of them as multipart/form-data */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          file: string[];
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
          'application/json': components['schemas']['Row'][];
          'application/x-ndjson': components['schemas']['Row'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
        };
      };
      /** @description Why not */
      default: {
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
        /** @description What breaks a format is an error */
        strict?: 'true' | 'false' | '';
        /** @description Leave out what is style only */
        lenient?: 'true' | 'false' | '';
        /** @description Finding codes to tell, joined by commas; no others */
        only?: string;
        /** @description Ruleset for all games: a name, JSON of an own one, or auto (as RU says) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description What becomes of an illegal move */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas */
        ignore?: string;
        /** @description Form of the answer, before Accept */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file for the report */
        name?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, .zip, .tar, .tar.gz, .gz, or several of them as multipart/form-data */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          file: string[];
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
          'application/json': components['schemas']['Game'][];
          'application/x-ndjson': components['schemas']['Game'];
          'text/csv': string;
          'text/plain': string;
          'text/html': string;
          'application/sarif+json': components['schemas']['Game'];
        };
      };
      /** @description Why not */
      default: {
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
      /** @description Why not */
      default: {
        headers: {
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
        /** @description Ruleset for all games: a name, JSON of an own one, or auto (as RU says) */
        rules?: string;
        /** @description Ruleset for games without a usable RU */
        'default-rules'?: string;
        /** @description Komi for all games, in points */
        komi?: string;
        /** @description Counting, where the rules offer both */
        counting?: 'territory' | 'area';
        /** @description What becomes of an illegal move */
        illegal?: 'stands' | 'pass' | 'stop';
        /** @description Dead stones: points of the only game (Q16 R16), or CSV: file,game,points. Never a file of the server */
        dead?: string;
        /** @description Who judges unmarked stones */
        estimator?: 'playouts' | 'none' | 'deadstones';
        /** @description Legality only */
        'no-score'?: 'true' | 'false' | '';
        /** @description Judge the moves of variations too */
        variations?: 'true' | 'false' | '';
        /** @description Finding codes to leave out, joined by commas */
        ignore?: string;
        /** @description Form of the answer, before Accept */
        format?: 'json' | 'jsonl' | 'csv' | 'findings' | 'sarif' | 'text' | 'html';
        /** @description Name of the file for the report */
        name?: string;
        /** @description Ruleset of the results: a name, JSON, or auto (as RU says) */
        from?: string;
        /** @description Rulesets to convert them into, joined by commas */
        to?: string;
        /** @description Komi of the from side, not the file's */
        'komi-from'?: string;
        /** @description Komi of the to side: standard (of its rules), same (as the from side), or points. Left out: standard, but a komi that is not the standard of the from rules was agreed and stays */
        'komi-to'?: string;
        /** @description What breaks a format is an error */
        strict?: 'true' | 'false' | '';
        /** @description Leave out what is style only */
        lenient?: 'true' | 'false' | '';
        /** @description Finding codes to tell, joined by commas; no others */
        only?: string;
        /** @description audit unless another is named */
        command?: 'audit' | 'score' | 'convert' | 'check';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description SGF, .zip, .tar, .tar.gz, .gz, or several of them as multipart/form-data */
    requestBody: {
      content: {
        'application/x-go-sgf': string;
        'text/plain': string;
        'application/octet-stream': string;
        'application/zip': string;
        'application/x-tar': string;
        'application/gzip': string;
        'multipart/form-data': {
          file: string[];
        };
      };
    };
    responses: {
      /** @description The job */
      202: {
        headers: {
          location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description Why not */
      default: {
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
      /** @description Why not */
      default: {
        headers: {
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Forgotten */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Why not */
      default: {
        headers: {
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
      /** @description Why not */
      default: {
        headers: {
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
        /** @description Form of the results, before Accept */
        format?: 'jsonl' | 'json' | 'csv' | 'findings' | 'html' | 'page';
        /** @description Go on until the job has ended, not only with what is there */
        follow?: 'true' | 'false';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is there so far */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['Game'];
          'application/json': components['schemas']['Game'][];
          'text/csv': string;
          'text/html': string;
        };
      };
      /** @description Why not */
      default: {
        headers: {
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
        /** @description Name of the file as the results tell it */
        file: string;
        /** @description Number of the game in the file */
        game: string;
        /** @description Which of the games with this file name and number: archives may hold a name twice. 1 unless told */
        copy?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes of one game */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-go-sgf': string;
        };
      };
      /** @description Why not */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
