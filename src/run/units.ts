import type { GameReport } from '../referee/report.js';
import { doubled } from './names.js';

/** Games with fewer board plays agree by chance or because nobody played them; they are no duplicates. */
const FEWEST_PLAYS = 10;

/** Units that there is room for at first: as many as a task has small files. */
const FIRST_ROOM = 128;

/** Four words: exact low, exact high, symmetric low, symmetric high. */
const KEY_WORDS = 4;

/** What is kept of each unit of a task: numbers only, so that the reports can go. */
export class Units {
  count = 0;
  private ends: Uint32Array<ArrayBuffer>;
  private keys = new Uint32Array(FIRST_ROOM * KEY_WORDS);
  private games = new Uint32Array(FIRST_ROOM);
  private files = new Uint32Array(FIRST_ROOM);
  private readonly sinks: number;

  constructor(sinks: number) {
    this.sinks = sinks;
    this.ends = new Uint32Array(FIRST_ROOM * sinks);
  }

  /** Where a unit ends in a sink; 0 before the first. */
  endOf(unit: number, sink: number): number {
    return unit < 0 ? 0 : this.ends[unit * this.sinks + sink]!;
  }

  /** A unit of a file, which ends where the sinks do now: a game, or findings that belong to none. */
  add(file: number, report: GameReport | undefined, sinks: readonly ByteSink[]): void {
    const unit = this.count++;
    if (unit === this.files.length) this.grow();
    this.files[unit] = file;
    for (let i = 0; i < sinks.length; i++) this.ends[unit * this.sinks + i] = sinks[i]!.length;
    const { keys } = this;
    const at = unit * KEY_WORDS;
    if (!report || report.replay.playsBlack + report.replay.playsWhite < FEWEST_PLAYS) {
      keys.fill(0, at, at + KEY_WORDS);
      this.games[unit] = 0;
      return;
    }
    const { lineKey } = report;
    keys[at] = lineKey.exactLow;
    keys[at + 1] = lineKey.exactHigh;
    keys[at + 2] = lineKey.symmetricLow;
    keys[at + 3] = lineKey.symmetricHigh;
    this.games[unit] = report.game;
  }

  /** Forgets the units from this one on. */
  cutTo(count: number): void {
    this.count = count;
  }

  columns(): Record<'ends' | 'keys' | 'games' | 'files', Uint32Array<ArrayBuffer>> {
    const { count } = this;
    return {
      ends: this.ends.slice(0, count * this.sinks),
      keys: this.keys.slice(0, count * KEY_WORDS),
      games: this.games.slice(0, count),
      files: this.files.slice(0, count),
    };
  }

  private grow(): void {
    this.ends = doubled(this.ends);
    this.keys = doubled(this.keys);
    this.games = doubled(this.games);
    this.files = doubled(this.files);
  }
}

const START_BYTES = 64 * 1024;
/** A buffer that holds more than this is given away and not kept for what follows, which is rarely as much. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Bytes that grow, UTF-8 where they are texts; one for each form of output of a task. */
export class ByteSink {
  private bytes = Buffer.allocUnsafeSlow(START_BYTES);
  private used = 0;

  get length(): number {
    return this.used;
  }

  append(text: string): void {
    // A UTF-16 unit never takes more than three bytes.
    this.makeRoom(text.length * 3);
    this.used += this.bytes.write(text, this.used, 'utf8');
  }

  /** Has something written behind what is there; `no` where `write` could not, which then gave -1 for its end. */
  appendBy<T>(write: (what: T, bytes: Uint8Array, at: number) => number, what: T): 'yes' | 'no' {
    const end = write(what, this.bytes, this.used);
    if (end < 0) return 'no';
    this.used = end;
    return 'yes';
  }

  appendBytes(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  private makeRoom(count: number): void {
    const most = this.used + count;
    if (most <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  /** Forgets everything behind a length that was seen before. */
  cutTo(length: number): void {
    this.used = length;
  }

  /** The bytes in memory of their own, which can be handed to another thread; the sink is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    if (this.used > KEPT_BYTES) {
      const given = new Uint8Array(this.bytes.buffer, 0, this.used);
      this.bytes = Buffer.allocUnsafeSlow(START_BYTES);
      this.used = 0;
      return given;
    }
    const copy = new Uint8Array(this.used);
    copy.set(this.bytes.subarray(0, this.used));
    this.used = 0;
    return copy;
  }
}
