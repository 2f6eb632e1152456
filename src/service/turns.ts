/** What waits, given out in turn by who it belongs to: nobody waits for all that somebody else has brought. */
export class Turns<Owner, T> {
  private readonly waiting = new Map<Owner, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** How much of one owner waits. */
  of(owner: Owner): number {
    return this.waiting.get(owner)?.length ?? 0;
  }

  add(owner: Owner, what: T): void {
    const own = this.waiting.get(owner);
    if (own) own.push(what);
    else this.waiting.set(owner, [what]);
    this.count++;
  }

  /** The oldest of the owner whose turn it is, among those who may come; `undefined` where none waits. */
  take(mayCome: (owner: Owner) => boolean = () => true): T | undefined {
    for (const [owner, own] of this.waiting) {
      if (!mayCome(owner)) continue;
      const what = own.shift();
      // Who had a turn comes last.
      this.waiting.delete(owner);
      if (own.length > 0) this.waiting.set(owner, own);
      this.count--;
      return what;
    }
    return undefined;
  }

  /** Takes out what is no longer wanted, and returns it. */
  remove(isUnwanted: (what: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [owner, own] of this.waiting) {
      const left = own.filter((what) => {
        if (!isUnwanted(what)) return true;
        removed.push(what);
        return false;
      });
      if (left.length > 0) this.waiting.set(owner, left);
      else this.waiting.delete(owner);
    }
    this.count -= removed.length;
    return removed;
  }
}
