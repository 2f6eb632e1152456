/** To be written by the board's owner; see the brief. */
export interface Board {
  readonly width: number;
  readonly height: number;
  /** Content of a point (`y * width + x`): EMPTY, BLACK or WHITE. */
  at(point: number): number;
  readonly stonesBlack: number;
  readonly stonesWhite: number;
  /** Stones of the other color taken off the board during play, counted for the captor. */
  readonly prisonersBlack: number;
  readonly prisonersWhite: number;
  /** Writes one byte a point (EMPTY, BLACK, WHITE) into `out`. */
  copyTo(out: Uint8Array): void;
}
