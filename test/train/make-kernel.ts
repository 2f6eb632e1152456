import { writeFileSync } from 'node:fs';
import wabt from 'wabt';
import { CHANNELS } from '../../src/life/net.js';
import { kernelText } from './kernel-text.js';

/** The kernel's bytes as base64. */
export async function kernelBase64(channels: number): Promise<string> {
  const tools = await wabt();
  const module = tools.parseWat('kernel.wat', kernelText(channels), { simd: true });
  module.validate();
  return Buffer.from(module.toBinary({}).buffer).toString('base64');
}

/** Writes `src/life/kernel.ts` anew. */
export async function writeKernel(file: string): Promise<void> {
  const base64 = await kernelBase64(CHANNELS);
  writeFileSync(
    file,
    `/** The hot loops of \`net\` as WebAssembly, made by test/train/make-kernel from test/train/kernel-text. */\nexport const KERNEL =\n  '${base64}';\n`,
  );
}

if (process.argv[2] !== undefined && process.argv[1]?.includes('make-kernel') === true)
  await writeKernel(process.argv[2]);
