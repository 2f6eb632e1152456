/** Memory that requests share, for bodies and answers that are held whole. */
export interface HeldMemory {
  /** Takes so many bytes of it; `false` when there are not so many left. */
  readonly take: (bytes: number) => boolean;
  readonly give: (bytes: number) => void;
}

export function createHeldMemory(most: number): HeldMemory {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => void (taken -= bytes),
  };
}
