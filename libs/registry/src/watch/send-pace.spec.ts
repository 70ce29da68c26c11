import { FanOut } from './fan-out.js';
import type { EventPiece } from './backlog.js';
import type { WatchEvent } from './watch-event.js';
import type { WatchSource } from './watch-source.js';
import { Watcher } from './watcher.js';

const MIB = 1_024 * 1_024;
const everything = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };
const change: WatchEvent = { type: 'MODIFIED', revision: 1, entry: { length: MIB } as never };

/** Watchers of one server, whose connections get 1 MiB per event. */
function watchers(count: number, takes: boolean) {
  const fanOut = new FanOut();
  let given = 0;
  const all = Array.from({ length: count }, () => {
    const host = {
      eventsSince: (_: unknown, revision: number) => ({ events: revision < 1 ? [change] : [], upTo: 1 }),
      eventsFromLog: () => undefined,
      changesSince: () => 0,
      resync: () => {
        throw new Error('not used without a visibility filter');
      },
      afterPublished: () => undefined,
      currentRevision: 1,
      pace: fanOut.pace,
      blocked: () => undefined,
      closed: () => undefined,
    };
    const sink = {
      encoding: { key: 'test', encode: () => Buffer.alloc(MIB) },
      write: () => {
        given++;
        return takes;
      },
      end: () => undefined,
    };
    return new Watcher(host, host, { selection: everything, sink, bookmarks: false, start: 0 });
  });
  /** MiB sent in each turn of the event loop, until all watchers have one. */
  const turns = async (): Promise<number[]> => {
    const counts: number[] = [];
    for (let before = given; given < count; before = given) {
      await new Promise(setImmediate);
      counts.push(given - before);
    }
    return counts;
  };
  return { fanOut, all, turns };
}

describe('SendPace', () => {
  /** Milliseconds. Time passes only where a test says so. */
  let now: number;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('spreads one large event to many watchers over turns of the event loop', async () => {
    const { fanOut, all, turns } = watchers(40, true);
    const group = new Set(all);
    for (const watcher of all) watcher.sent = 1;
    for (const watcher of all) watcher.start();
    fanOut.enqueue({ watchers: group, events: [{ ...change, revision: 2 }], first: 2, last: 2 });
    const counts = await turns();
    expect(Math.max(...counts)).toBeLessThanOrEqual(17);
    expect(counts.length).toBeGreaterThanOrEqual(2);
  });

  it('spreads the backlog of many watchers over turns', async () => {
    const { all, turns } = watchers(40, false);
    for (const watcher of all) watcher.start();
    const counts = await turns();
    expect(Math.max(...counts)).toBeLessThanOrEqual(17);
    expect(counts.length).toBeGreaterThanOrEqual(2);
  });

  it('yields after slow writes, however few the bytes', async () => {
    const { pace } = new FanOut();
    const began = pace.begin();
    now += 50;
    pace.end(began, 1);
    expect(pace.isUsedUp).toBe(true);
    await pace.run(() => undefined);
    expect(pace.isUsedUp).toBe(false);
  });

  it('runs tasks immediately within the budget, and the rest in order', async () => {
    const { pace } = new FanOut();
    expect(pace.run(() => 'now')).toBe('now');
    pace.end(pace.begin(), 100 * MIB);
    const done: string[] = [];
    const first = pace.run(() => done.push('first'));
    const second = pace.run(() => done.push('second'));
    const third = pace.run(() => {
      throw new Error('no such object');
    });
    expect(done).toEqual([]);
    await expect(third).rejects.toThrow('no such object');
    await Promise.all([first, second]);
    expect(done).toEqual(['first', 'second']);
  });

  it('counts the work of a task, also that of writes in it, once', () => {
    const { pace } = new FanOut();
    void pace.run(() => {
      const began = pace.begin();
      now += 25;
      pace.end(began, 1);
    });
    expect(pace.isUsedUp).toBe(false);
    void pace.run(() => (now += 25));
    expect(pace.isUsedUp).toBe(true);
  });

  it('spreads initial events over turns, also when no object is selected', async () => {
    const fanOut = new FanOut();
    let steps = 0;
    const backlog = (): Iterator<EventPiece> => ({
      next: () => {
        now += 10;
        steps++;
        return { done: false, value: { events: [], upTo: 1 } };
      },
    });
    const owner = {
      pace: fanOut.pace,
      afterPublished: () => undefined,
      blocked: () => undefined,
      closed: () => undefined,
    };
    const sink = { encoding: { key: 'test', encode: () => Buffer.alloc(1) }, write: () => true, end: () => undefined };
    const all = Array.from(
      { length: 40 },
      () =>
        new Watcher({} as WatchSource, owner, {
          selection: everything,
          sink,
          bookmarks: false,
          start: 0,
          backlog: backlog(),
        }),
    );
    for (const watcher of all) watcher.start();
    for (let before = 0; before < 40; before = steps) {
      expect(steps - before).toBeLessThanOrEqual(5);
      await new Promise(setImmediate);
    }
    for (const watcher of all) watcher.close();
  });
});
