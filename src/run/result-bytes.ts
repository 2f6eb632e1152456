import { doubled } from '../duplicates/seen-games.js';
import type { GameReport } from '../referee/report.js';
import type { TaskResult } from './task.js';

/** Games with fewer board plays agree by chance or because nobody played them; they are not duplicates. */
const FEWEST_PLAYS = 10;

/** Units that fit at first: as many as a task has small files. */
const FIRST_CAPACITY = 128;

/** Four words: exact low, exact high, symmetric low, symmetric high. */
const KEY_WORDS = 4;

/** What is kept of each unit of a task (see `TaskResult`): numbers only, so that the reports can go. */
export class Units {
  count = 0;
  private ends: Uint32Array<ArrayBuffer>;
  private keys = new Uint32Array(FIRST_CAPACITY * KEY_WORDS);
  private games = new Uint32Array(FIRST_CAPACITY);
  private files = new Uint32Array(FIRST_CAPACITY);
  private readonly sinks: readonly ByteSink[];

  constructor(sinks: readonly ByteSink[]) {
    this.sinks = sinks;
    this.ends = new Uint32Array(FIRST_CAPACITY * sinks.length);
  }

  /** A unit of a file, which ends where the sinks do now: a game, or findings that belong to none. */
  add(file: number, report?: GameReport): void {
    const unit = this.count++;
    if (unit === this.files.length) this.grow();
    this.files[unit] = file;
    const { sinks, keys } = this;
    for (let i = 0; i < sinks.length; i++) this.ends[unit * sinks.length + i] = sinks[i]!.length;
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

  /** Drops the units from this one on, and their bytes. */
  cutTo(count: number): void {
    this.count = count;
    const { sinks } = this;
    sinks.forEach((sink, i) => sink.cutTo(count === 0 ? 0 : this.ends[(count - 1) * sinks.length + i]!));
  }

  /** Everything so far, in memory of its own; nothing is left here. */
  take(): Pick<TaskResult, 'sinks' | 'ends' | 'keys' | 'games' | 'files'> {
    const { count } = this;
    this.count = 0;
    return {
      sinks: this.sinks.map((sink) => sink.take()),
      ends: this.ends.slice(0, count * this.sinks.length),
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
/** A larger buffer is given away and not kept for the next task, which rarely needs as much. */
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
    this.reserve(text.length * 3);
    this.used += this.bytes.write(text, this.used, 'utf8');
  }

  /** Has something written at the end; `no` where `write` could not, which then gave -1 for its end. */
  appendBy<T>(write: (what: T, bytes: Uint8Array, at: number) => number, what: T): 'yes' | 'no' {
    const end = write(what, this.bytes, this.used);
    if (end < 0) return 'no';
    this.used = end;
    return 'yes';
  }

  appendBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  private reserve(count: number): void {
    const most = this.used + count;
    if (most <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  /** Drops everything after a length that was seen before. */
  cutTo(length: number): void {
    this.used = length;
  }

  /** The bytes in memory of their own, which can be handed to another thread; the sink is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const { bytes, used } = this;
    this.used = 0;
    if (used <= KEPT_BYTES) return Uint8Array.from(bytes.subarray(0, used));
    this.bytes = Buffer.allocUnsafeSlow(START_BYTES);
    return new Uint8Array(bytes.buffer, 0, used);
  }
}
