import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGate, Turns } from '../../src/run/tasks/pool.js';

const NEVER = new AbortController().signal;

describe('turns', () => {
  test('go round, and each owner’s own order stays', () => {
    const turns = new Turns<string, string>();
    for (const what of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) turns.add(what[0]!, what);
    expect(turns.size).toBe(6);
    const order = Array.from({ length: 7 }, () => turns.take());
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
  });

  test('pass over who may not come, and forget what is removed', () => {
    const turns = new Turns<string, string>();
    for (const what of ['a1', 'b1', 'b2']) turns.add(what[0]!, what);
    expect(turns.take((owner) => owner !== 'a')).toBe('b1');
    expect(turns.remove((what) => what === 'a1')).toEqual(['a1']);
    expect([turns.size, turns.take(), turns.take()]).toEqual([1, 'b2', undefined]);
  });

  test('nobody waits for more than one of each other owner', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 }), (owners) => {
        const turns = new Turns<number, number>();
        for (const owner of owners) turns.add(owner, owner);
        const others = new Set(owners);
        const first = Array.from({ length: others.size }, () => turns.take());
        expect(new Set(first)).toEqual(others);
      }),
    );
  });
});

describe('a gate', () => {
  test('lets in so many, and of one client no more than its part', async () => {
    const gate = createGate(3, 2);
    const inside: string[] = [];
    const enter = async (client: string): Promise<() => void> => {
      const leave = (await gate.enter(client, NEVER))!;
      inside.push(client);
      return leave;
    };
    const [a1] = await Promise.all([enter('a'), enter('a')]);
    const third = enter('a');
    await enter('b');
    expect(inside).toEqual(['a', 'a', 'b']);
    a1();
    await third;
    expect(inside).toEqual(['a', 'a', 'b', 'a']);
  });

  test('who no longer wants to come in takes no place', async () => {
    const gate = createGate(1, 1);
    const leave = (await gate.enter('a', NEVER))!;
    const gone = new AbortController();
    const waits = gate.enter('b', gone.signal);
    gone.abort();
    expect(await waits).toBeUndefined();
    expect(await gate.enter('b', gone.signal)).toBeUndefined();
    leave();
    expect(await gate.enter('c', NEVER)).toBeTypeOf('function');
  });

  test('a client does not wait for everything of another', async () => {
    const gate = createGate(1, 1);
    const done: string[] = [];
    const work = async (id: string): Promise<void> => {
      const leave = await gate.enter(id[0]!, NEVER);
      done.push(id);
      leave!();
    };
    await Promise.all(['a1', 'a2', 'a3', 'b1'].map(work));
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
  });
});
