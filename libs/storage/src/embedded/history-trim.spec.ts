import { FakeClock } from '@orch/apimachinery';

import { HistoryTrim } from './history-trim.js';
import { EntryType, type EntryHeader } from './log-entry.js';

const windowMs = 60_000;

function setUp(events: readonly { type: EntryType; previous?: number; at: number }[], trimmed = 0) {
  const clock = new FakeClock(0);
  const headers = new Map<number, EntryHeader>();
  events.forEach(({ type, previous = 0, at }, i) =>
    headers.set(i + 1, { type, previous, timeMs: at, keyBytes: 1, entryBytes: 2_000 }),
  );
  let woken = 0;
  const trim = new HistoryTrim(
    { header: (revision) => headers.get(revision) },
    clock,
    windowMs,
    () => void woken++,
    trimmed,
  );
  return { clock, trim, last: events.length, woken: () => woken };
}

const put = (at: number, previous = 0) => ({ type: EntryType.Put, previous, at });
const gone = (at: number, previous: number) => ({ type: EntryType.Delete, previous, at });

describe('HistoryTrim', () => {
  it('removes the replaced entry when an event leaves the window, and a delete itself', () => {
    const { trim, clock, last } = setUp([put(0), put(10, 1), put(20), gone(30, 3), put(40)]);
    expect(trim.next(0, last)).toBeUndefined();
    clock.advance(windowMs + 9);
    expect(trim.next(0, last)).toEqual({ revisions: [], oldest: 1 });
    trim.committed({ revisions: [], oldest: 1 }, last);
    clock.advance(10);
    expect(trim.next(0, last)).toEqual({ revisions: [1], oldest: 2 });
    trim.committed({ revisions: [1], oldest: 2 }, last);
    clock.advance(100);
    expect(trim.next(0, last)).toEqual({ revisions: [3, 4], oldest: 4 });
  });

  it('keeps the last event at any age: it records the last revision', () => {
    const { trim, clock, last } = setUp([put(0), gone(0, 1)]);
    clock.advance(windowMs * 100);
    expect(trim.next(0, last)).toEqual({ revisions: [], oldest: 1 });
  });

  it('advances the start of history before the entries are removed, and keeps it when the commit fails', () => {
    const { trim, clock, last } = setUp([put(0), put(0, 1), put(windowMs)]);
    clock.advance(windowMs);
    expect(trim.next(0, last)).toEqual({ revisions: [1], oldest: 2 });
    expect(trim.oldestRevision).toBe(2);
    expect(trim.next(0, last)).toEqual({ revisions: [1], oldest: 2 });
  });

  it('takes small steps, and larger ones under load', () => {
    const { trim, clock, last } = setUp(Array.from({ length: 5_000 }, () => put(0)));
    clock.advance(windowMs);
    expect(trim.next(0, last)?.oldest).toBe(256);
    expect(trim.next(1_000, last)?.oldest).toBe(2_000);
  });

  it('wakes up when the oldest event leaves the window, and continues until nothing is due', () => {
    const { trim, clock, last, woken } = setUp([...Array.from({ length: 300 }, () => put(0)), put(windowMs * 10)]);
    trim.committed(undefined, last);
    expect([clock.pending, woken()]).toEqual([1, 0]);
    clock.advance(windowMs);
    expect(woken()).toBe(1);
    const first = trim.next(0, last);
    trim.committed(first, last);
    expect([first?.oldest, woken()]).toEqual([256, 2]);
    trim.committed(trim.next(0, last), last);
    expect([trim.oldestRevision, woken(), clock.pending]).toEqual([300, 2, 0]);
  });

  it('trims an event with a timestamp far in the future', () => {
    const { trim, clock, last } = setUp([put(windowMs * 1_000), put(0), put(0)]);
    clock.advance(windowMs);
    expect(trim.next(0, last)?.oldest).toBe(2);
  });

  it('stops its timer', () => {
    const { trim, clock, last } = setUp([put(0), put(0)]);
    trim.committed(undefined, last);
    trim.stop();
    expect(clock.pending).toBe(0);
  });
});
