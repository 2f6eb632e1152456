import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type * as Zlib from 'node:zlib';

type Require = (id: string) => unknown;

/** A file of the built command that was loaded, with the code that V8 has made of it by now. */
interface Loaded {
  readonly path: string;
  /** ASCII, as the build sees to: one byte a character, and nothing to decode. */
  readonly source: Buffer;
  readonly script: Script;
}

/** Bytes in front of the code: a checksum of the source and the code. */
const CHECKSUM_BYTES = 4;

/**
 * A `require` for the files of the built command in a folder, which gives V8 the code that the build kept beside them, so
 * that it need not be compiled anew at every start. What fits no longer, or is not there, is compiled as ever. Other
 * modules are Node's own business. `loaded` collects what was loaded, for who keeps the code.
 */
export function cachedRequire(folder: string, loaded?: Loaded[]): Require {
  const others = createRequire(join(folder, 'bin.js'));
  const modules = new Map<string, { exports: unknown }>();

  function load(id: string): unknown {
    if (!/^\.\/[^/]+\.js$/.test(id)) return others(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const module = { exports: {} as unknown };
    modules.set(id, module);
    const path = join(folder, id);
    const source = readFileSync(path);
    const cachedData = keptCode(path, source, others);
    const script = new Script(
      `(function (exports, require, module, __filename) { ${source.toString('latin1')}\n})`,
      {
        filename: path,
        ...(cachedData && { cachedData }),
      },
    );
    loaded?.push({ path, source, script });
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run.call(module.exports, module.exports, load, module, path);
    return module.exports;
  }

  return load;
}

/** Where the code of a file is kept: for this Node alone. */
export function placeOfCode(path: string): string {
  return `${path}.${process.version}-${process.arch}`;
}

/** What is kept of a file. V8 itself compares only the length of the source and trusts the code. */
export function codeToKeep({ source, script }: Pick<Loaded, 'source' | 'script'>, require: Require): Buffer {
  const code = script.createCachedData();
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(checksumOf(source, code, require));
  return Buffer.concat([checksum, code]);
}

function keptCode(path: string, source: Buffer, require: Require): Buffer | undefined {
  let kept: Buffer;
  try {
    kept = readFileSync(placeOfCode(path));
  } catch {
    return undefined; // another Node built the command
  }
  const code = kept.subarray(CHECKSUM_BYTES);
  return code.length > 0 && kept.readUInt32LE() === checksumOf(source, code, require) ? code : undefined;
}

/** Node's module is loaded only where there is kept code: telling the version needs none. */
function checksumOf(source: Buffer, code: Buffer, require: Require): number {
  const { crc32 } = require('node:zlib') as typeof Zlib;
  return crc32(code, crc32(source));
}
