import type { Change } from './change.js';
import { Entry, factReader } from './entry.js';
import { EventWindow } from './event-window.js';

const changeAt = (revision: number): Change => ({
  type: 'ADDED',
  revision,
  entry: new Entry('a', revision, Buffer.alloc(0), factReader(undefined)),
  previous: undefined,
  timeMs: 0,
});

describe('EventWindow', () => {
  it('holds no change that was dropped, and all others', () => {
    const window = new EventWindow(0);
    const changes = [1, 2, 3].map(changeAt);
    for (const change of changes) window.push(change);
    window.shift();
    expect([0, 1, 2].map((sequence) => window.at(sequence))).toEqual([undefined, changes[1], changes[2]]);
    expect(window.completeAfter).toBe(1);
    expect(window.after(1)).toEqual(changes.slice(1));
    window.push(changeAt(4));
    expect(window.sequenceAfter(3)).toBe(3);
    expect(window.endSequence).toBe(4);
  });
});
