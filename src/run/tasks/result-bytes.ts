import { longer } from '../../core/bytes.js';
import { type ComparedGame, MET_WORDS, writeMet } from '../../toolkit/duplicates/seen-games.js';
import type { TaskResult } from './task.js';

/** Initial capacity in units: enough for the small files of a task. */
const FIRST_CAPACITY = 128;

/** The numbers kept for each unit of a task (see `TaskResult`), so that the reports can be freed. */
export class Units {
  count = 0;
  private ends: Uint32Array<ArrayBuffer>;
  private keys = new Uint32Array(FIRST_CAPACITY * MET_WORDS);
  private games = new Uint32Array(FIRST_CAPACITY);
  private files = new Uint32Array(FIRST_CAPACITY);
  private readonly sinks: readonly ByteSink[];

  constructor(sinks: readonly ByteSink[]) {
    this.sinks = sinks;
    this.ends = new Uint32Array(FIRST_CAPACITY * sinks.length);
  }

  /** Adds a unit that ends where the sinks end now: a game, or findings that belong to none. */
  add(file: number, compared?: ComparedGame): void {
    const unit = this.count++;
    if (unit === this.files.length) this.grow();
    this.files[unit] = file;
    const { sinks, keys } = this;
    for (let i = 0; i < sinks.length; i++) this.ends[unit * sinks.length + i] = sinks[i]!.length;
    this.games[unit] = writeMet(keys, unit * MET_WORDS, compared);
  }

  /** Drops the units from this one on, and their bytes. */
  cutTo(count: number): void {
    this.count = count;
    const { sinks } = this;
    sinks.forEach((sink, i) => sink.cutTo(count === 0 ? 0 : this.ends[(count - 1) * sinks.length + i]!));
  }

  /** Everything so far in its own memory; empties the units and sinks. */
  take(): Pick<TaskResult, 'sinks' | 'ends' | 'keys' | 'games' | 'files'> {
    const { count } = this;
    this.count = 0;
    return {
      sinks: this.sinks.map((sink) => sink.take()),
      ends: this.ends.slice(0, count * this.sinks.length),
      keys: this.keys.slice(0, count * MET_WORDS),
      games: this.games.slice(0, count),
      files: this.files.slice(0, count),
    };
  }

  private grow(): void {
    this.ends = longer(this.ends, this.ends.length * 2);
    this.keys = longer(this.keys, this.keys.length * 2);
    this.games = longer(this.games, this.games.length * 2);
    this.files = longer(this.files, this.files.length * 2);
  }
}

const START_BYTES = 64 * 1024;
/** A larger buffer is handed over instead of kept: the next task rarely needs as much. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** A growing buffer, UTF-8 for texts; one for each sink of a task. */
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

  /** Drops everything after a length. */
  cutTo(length: number): void {
    this.used = length;
  }

  /** The bytes in their own memory, which can be transferred to another thread; empties the sink. */
  take(): Uint8Array<ArrayBuffer> {
    const { bytes, used } = this;
    this.used = 0;
    if (used <= KEPT_BYTES) return Uint8Array.from(bytes.subarray(0, used));
    this.bytes = Buffer.allocUnsafeSlow(START_BYTES);
    return new Uint8Array(bytes.buffer, 0, used);
  }
}
