import { writeFileSync } from 'node:fs';
import path from 'node:path';
import wabt from 'wabt';
import { CHANNELS } from '../../src/life/net.js';
import { kernelText } from './kernel-text.js';
import { movesText } from './moves-text.js';
import { playsText } from './plays-text.js';
import { playoutText } from './playout-text.js';

/** The bytes that a text compiles to, as base64. */
async function compiled(text: string): Promise<string> {
  const tools = await wabt();
  const module = tools.parseWat('kernel.wat', text, { simd: true, bulk_memory: true });
  module.validate();
  return Buffer.from(module.toBinary({}).buffer).toString('base64');
}

/** The kernel of the net's bytes as base64. */
export function kernelBase64(channels: number): Promise<string> {
  return compiled(kernelText(channels));
}

/** The bytes of the playouts as base64. */
export function playoutBase64(): Promise<string> {
  return compiled(playoutText());
}

/** The bytes of the runs of plays as base64. */
export function playsBase64(): Promise<string> {
  return compiled(playsText());
}

/** The bytes of the reading of nodes as base64. */
export function movesBase64(): Promise<string> {
  return compiled(movesText());
}

/** Writes the kernels of a folder, src, anew. */
async function writeKernels(folder: string): Promise<void> {
  const made = 'as WebAssembly, made by test/train/make-kernel from test/train';
  writeFileSync(
    path.join(folder, 'life', 'kernel.ts'),
    `/** The hot loops of \`net\` ${made}/kernel-text. */\nexport const KERNEL =\n  '${await kernelBase64(CHANNELS)}';\n`,
  );
  writeFileSync(
    path.join(folder, 'life', 'playout-kernel.ts'),
    `/** The random games of \`playouts\` ${made}/playout-text. */\nexport const PLAYOUT_KERNEL =\n  '${await playoutBase64()}';\n`,
  );
  writeFileSync(
    path.join(folder, 'board', 'plays-kernel.ts'),
    `/** The runs of plays of \`arena\` ${made}/plays-text. */\nexport const PLAYS_KERNEL =\n  '${await playsBase64()}';\n`,
  );
  writeFileSync(
    path.join(folder, 'sgf', 'moves-kernel.ts'),
    `/** The reading of nodes of \`move-kernel\` ${made}/moves-text. */\nexport const MOVES_KERNEL =\n  '${await movesBase64()}';\n`,
  );
}

if (process.argv[2] !== undefined && process.argv[1]?.includes('make-kernel') === true)
  await writeKernels(process.argv[2]);
