import type { GameReport } from '../referee/report.js';
import type { ByteSink } from './byte-sink.js';
import { doubled } from './doubled.js';

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
