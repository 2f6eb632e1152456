import { gzipSync } from 'node:zlib';
import { makeZip } from '../batch/make-zip.js';

const MIB = 1024 * 1024;

/** A finished game on a tiny board. */
export function tinyGame(black: string): string {
  return `(;FF[4]GM[1]SZ[5]RU[Japanese]KM[0.5]PB[${black}]PW[W]RE[B+4.5];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee])`;
}

/** Players of games that are told apart. */
export function playersOf(name: string, games: number): string[] {
  return Array.from({ length: games }, (_, i) => `${name}-${String(i)}`);
}

/** A zip of one tiny game for each player. */
export function zipOfGames(players: readonly string[]): Buffer {
  return makeZip(players.map((player, i) => ({ name: `${String(i)}.sgf`, contents: tinyGame(player) })));
}

/** So many unpacked MiB, a thousandth of it packed. */
export function gzipBomb(mib: number): Buffer {
  const member = gzipSync(Buffer.alloc(16 * MIB));
  return Buffer.concat(Array.from({ length: Math.ceil(mib / 16) }, () => member));
}

/** Members with nothing in them. */
export function emptyMembers(count: number): Buffer {
  const member = gzipSync('');
  return Buffer.alloc(member.length * count, member);
}

/** A gzip header whose name never ends. */
export function endlessName(mib: number): Buffer {
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(mib * MIB, 'x')]);
}

/** Many records of a zip's directory that share the bytes of one entry. */
export function overlappingZip(records: number): Buffer {
  const contents = tinyGame('B').repeat(1000);
  const first = { name: 'a.sgf', contents };
  const others = Array.from({ length: records - 1 }, (_, i) => ({
    name: `${String(i)}.sgf`,
    contents,
    same: 0,
  }));
  return makeZip([first, ...others]);
}

export const FORM = { 'content-type': 'multipart/form-data; boundary=b' };

/** A form of so many parts. */
export function formOf(parts: number, contents: string): Buffer {
  const part = `--b\r\ncontent-disposition: form-data; name="f"; filename="a.sgf"\r\n\r\n${contents}\r\n`;
  return Buffer.concat([Buffer.alloc(part.length * parts, part), Buffer.from('--b--\r\n')]);
}

/** Brackets that are never closed, a game in a game in a game, or a value without an end. */
export function brokenGames(mib: number): Buffer[] {
  return ['(;', '(;B[aa](', '(;C[', ')', '(;W[aa]B[bb]'].map((text) => Buffer.alloc(mib * MIB, text));
}
