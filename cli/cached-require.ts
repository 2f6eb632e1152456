import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type * as Kept from './kept-code.js';

type Require = (id: string) => unknown;

/** A file of the built command that was loaded. */
export interface Loaded {
  readonly path: string;
  /** ASCII, as the build sees to: one byte a character, and nothing to decode. */
  readonly source: Buffer;
  readonly script: Script;
}

/** Smaller files are compiled in less time than their code is found. */
const LEAST_BYTES = 16 * 1024;

/**
 * A `require` for the files of the built command in a folder, which gives V8 the code that an earlier run kept for this user,
 * so that it need not be compiled anew at every start. `keeps`: this run keeps at its end what none has kept yet.
 * Other modules are Node's own business.
 */
export function cachedRequire(folder: string, keeps?: 'keeps'): Require {
  const others = createRequire(join(folder, 'bin.js'));
  const modules = new Map<string, { exports: unknown }>();
  const loaded: Loaded[] = [];
  let kept: typeof Kept | undefined;

  function load(id: string): unknown {
    if (!/^\.\/[^/]+\.js$/.test(id)) return others(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const module = { exports: {} as unknown };
    modules.set(id, module);
    const path = join(folder, id);
    const source = readFileSync(path);
    const cachedData = source.length < LEAST_BYTES ? undefined : codeOf(path, source);
    const script = new Script(
      `(function (exports, require, module, __filename) { ${source.toString('latin1')}\n})`,
      {
        filename: path,
        ...(cachedData && { cachedData }),
      },
    );
    if (source.length >= LEAST_BYTES) loaded.push({ path, source, script });
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run.call(module.exports, module.exports, load, module, path);
    return module.exports;
  }

  /** What keeps code is loaded only where there is some: telling the version needs none. */
  function codeOf(path: string, source: Buffer): Buffer | undefined {
    if (!kept) {
      kept = others('./kept-code.cjs') as typeof Kept;
      if (keeps) process.once('exit', (code) => kept!.keepCode(loaded, code));
    }
    return kept.keptCode(path, source);
  }

  return load;
}
