import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { seededRandom } from '../../accuracy/random.js';
import { tinyGame } from '../bodies.js';
import type { AttackCase, Place } from '../case.js';

const PLAN = 'job/plan.ndjson';

/** A plan of some games, with its parts. */
async function planned({ folder, run }: Place): Promise<string> {
  mkdirSync(join(folder, 'in'));
  for (let i = 0; i < 20; i++) writeFileSync(join(folder, 'in', `${String(i)}.sgf`), tinyGame(String(i)));
  await run(['plan', 'in', '--no-score', '--chunks', '2', '--out', 'job', '--quiet'], { cwd: folder });
  await run(['work', '--plan', 'job', '--quiet'], { cwd: folder });
  return readFileSync(join(folder, PLAN), 'utf8');
}

function sumOf(bytes: Buffer | string): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}

/** Works on what is there and merges it. Returns the first exit code that is neither 0, 1 nor 2, in words, or that is not `wanted`. */
async function followed({ folder, run }: Place, wanted?: number): Promise<string> {
  for (const words of [
    ['work', '--plan', 'job', '--jobs', '1'],
    ['merge', 'job', '--out', 'merged'],
  ]) {
    const { code, err } = await run([...words, '--quiet'], { cwd: folder });
    if (wanted === undefined ? code > 2 : code !== wanted)
      return `${words[0]!} ended with ${String(code)}: ${err.slice(0, 200)}`;
  }
  return '';
}

/** Writes a line in place of the first one, with the checksum that is right then. */
function writeHead({ folder }: Place, text: string, change: (head: Record<string, unknown>) => void): void {
  const [first, ...rest] = text.trimEnd().split('\n');
  const head = JSON.parse(first!) as Record<string, unknown>;
  change(head);
  const changed = [JSON.stringify(head), ...rest].join('\n').replace(/,"crc32":"\w{8}"\}$/, '');
  writeFileSync(join(folder, PLAN), `${changed},"crc32":"${sumOf(changed)}"}\n`);
}

/** Plans and parts that somebody else has written. */
export const CASES: readonly AttackCase[] = [
  {
    name: 'a plan that names a program',
    by: 'command',
    mostMb: 300,
    async attack(place) {
      const text = await planned(place);
      const ran = join(place.folder, 'ran');
      const command = ['sh', '-c', `touch ${ran}`];
      for (const where of ['settings', 'head']) {
        writeHead(place, text, (head) => {
          const engine = { command, name: 'sh', digest: '0'.repeat(16), seconds: 60 };
          if (where === 'head') head['engine'] = engine;
          else (head['settings'] as Record<string, unknown>)['engine'] = engine;
        });
        const fell = await followed(place, 2);
        if (fell !== '') return fell;
      }
      return readdirSync(place.folder).includes('ran') ? 'it was run' : '';
    },
  },
  {
    name: 'a plan of which one bit is flipped, forty times',
    by: 'command',
    mostMb: 300,
    async attack(place) {
      const whole = Buffer.from(await planned(place));
      const random = seededRandom(Date.now());
      for (let i = 0; i < 40; i++) {
        const bytes = Buffer.from(whole);
        bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
        writeFileSync(join(place.folder, PLAN), bytes);
        const fell = await followed(place, 2);
        if (fell !== '') return fell;
      }
      return '';
    },
  },
  {
    name: 'parts changed at random, their checksums right, forty times',
    by: 'command',
    mostMb: 300,
    async attack(place) {
      await planned(place);
      const random = seededRandom(Date.now());
      const parts = join(place.folder, 'job/parts');
      for (let i = 0; i < 40; i++) {
        const path = join(parts, readdirSync(parts)[i % 2]!);
        const whole = readFileSync(path);
        const bytes = Buffer.from(whole.subarray(0, -25));
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        const tail = `${sumOf(bytes)} ${String(bytes.length).padStart(15, '0')}\n`;
        writeFileSync(path, Buffer.concat([bytes, Buffer.from(tail)]));
        const fell = await followed(place);
        writeFileSync(path, whole);
        if (fell !== '') return fell;
      }
      return '';
    },
  },
  {
    name: 'a plan and a part of 2 GB without a line feed',
    by: 'command',
    mostMb: 1000,
    async attack(place) {
      await planned(place);
      const [part] = readdirSync(join(place.folder, 'job/parts'));
      for (const name of [`job/parts/${part!}`, PLAN]) {
        const whole = readFileSync(join(place.folder, name));
        const descriptor = openSync(join(place.folder, name), 'r+');
        ftruncateSync(descriptor, 0);
        ftruncateSync(descriptor, 2 * 1024 ** 3);
        closeSync(descriptor);
        const { code, err } = await place.run(['merge', 'job', '--out', 'merged'], { cwd: place.folder });
        if (code !== 2) return `exit code ${String(code)}: ${err.slice(0, 200)}`;
        writeFileSync(join(place.folder, name), whole);
      }
      return '';
    },
  },
];
