import { setImmediate as nextTurn } from 'node:timers/promises';
import { FanOut } from './fan-out.js';
import type { WatchEvent } from './watch-event.js';
import { SendPace } from './send-pace.js';
import { Watcher } from './watcher.js';

const everything = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };
const host = {
  eventsSince: () => ({ events: [], upTo: 0 }),
  eventsFromLog: () => undefined,
  changesSince: () => 0,
  resync: () => {
    throw new Error('not used without a visibility filter');
  },
  afterPublished: () => undefined,
  currentRevision: 0,
  blocked: () => undefined,
  pace: new SendPace(),
  closed: () => undefined,
};
const event = (revision: number): WatchEvent => ({ type: 'ADDED', revision, entry: { length: 0 } as never });
const batch = (watchers: Iterable<Watcher>, ...revisions: number[]) => ({
  watchers,
  events: revisions.map(event),
  first: revisions[0]!,
  last: revisions.at(-1)!,
});
/** Changes of a commit, all of which are selected. */
const commit = (watchers: Iterable<Watcher>, ...revisions: number[]) => ({
  ...batch(watchers, ...revisions),
  select: (events: readonly unknown[]) => events as readonly WatchEvent[],
});
const bookmark = (revision: number) => ({ type: 'BOOKMARK' as const, revision, initialEventsEnd: false });

/** A live watcher and the batches that were encoded for it. */
function watching(encode?: () => Buffer) {
  const batches: number[][] = [];
  const end = jest.fn();
  const write = jest.fn(() => true);
  const sink = {
    encoding: {
      key: 'test',
      encode: (events: readonly { revision: number }[]) => {
        batches.push(events.map(({ revision }) => revision));
        return encode?.() ?? Buffer.alloc(0);
      },
    },
    write,
    end,
  };
  const watcher = new Watcher(host, host, { selection: everything, sink, bookmarks: false, start: 0 });
  watcher.start();
  return { watcher, batches, write, end };
}
const sent = (fanOut: FanOut): Promise<void> =>
  new Promise((after) => fanOut.enqueue({ watchers: [], events: [], first: 0, last: 0, after }));

describe('FanOut', () => {
  it('C-032 merges queued batches for the same watchers, in order', async () => {
    const fanOut = new FanOut();
    const { watcher, batches } = watching();
    const group = new Set([watcher]);
    fanOut.enqueue(batch(group, 1, 2));
    fanOut.enqueue(batch(group, 3));
    await sent(fanOut);
    fanOut.enqueue(batch(group, 4));
    await sent(fanOut);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('sends to a few watchers before writers go on, and to the others in later turns', async () => {
    const fanOut = new FanOut();
    const all = Array.from({ length: 60 }, () => watching());
    const served = (): number => all.filter(({ write }) => write.mock.calls.length > 0).length;
    fanOut.enqueue(batch(new Set(all.map(({ watcher }) => watcher)), 1));
    const writer = Promise.resolve().then(served);
    expect(served()).toBe(0);
    expect(await writer).toBe(50);
    await sent(fanOut);
    expect(served()).toBe(60);
    expect(all.flatMap(({ batches }) => batches)).toEqual([[1]]);
  });

  it('sends many events of one commit to the few watchers of several groups before writers go on', async () => {
    const fanOut = new FanOut();
    const groups = Array.from({ length: 3 }, () => watching());
    const revisions = Array.from({ length: 64 }, (_, i) => i + 1);
    for (const { watcher } of groups) fanOut.enqueue(commit(new Set([watcher]), ...revisions));
    await Promise.resolve();
    expect(groups.map(({ batches }) => batches)).toEqual(groups.map(() => [revisions]));
  });

  it('sends to a few watchers before writers go on while a large group is still being served, in order for each watcher', async () => {
    const fanOut = new FanOut();
    const large = Array.from({ length: 600 }, () => watching());
    const everyone = new Set(large.map(({ watcher }) => watcher));
    const few = watching();
    const group = new Set([few.watcher]);
    fanOut.enqueue(commit(everyone, 1));
    await Promise.resolve();
    fanOut.enqueue(commit(everyone, 2));
    fanOut.enqueue(commit(group, 2));
    await Promise.resolve();
    expect(few.batches).toEqual([[2]]);
    expect(large.filter(({ write }) => write.mock.calls.length > 0)).toHaveLength(50);
    await sent(fanOut);
    for (const { write } of large) expect(write).toHaveBeenCalledTimes(2);
    expect(large.flatMap(({ batches }) => batches)).toEqual([[1], [2]]);
  });

  it('sends a bookmark after the events that were queued before it', async () => {
    const fanOut = new FanOut();
    const all = Array.from({ length: 60 }, () => watching());
    const last = all.at(-1)!;
    fanOut.enqueue(commit(new Set(all.map(({ watcher }) => watcher)), 1));
    await Promise.resolve();
    fanOut.enqueue({ watchers: [last.watcher], events: [bookmark(1)], first: 1, last: 1 });
    await sent(fanOut);
    expect(all.flatMap(({ batches }) => batches)).toEqual([[1], [1]]);
    expect(last.write).toHaveBeenCalledTimes(2);
  });

  it('ends watches that end at one moment in several turns of the event loop', async () => {
    const fanOut = new FanOut();
    const ended: number[] = [0];
    const after = (): void => void ended.push(ended.pop()! + 1);
    for (let n = 0; n < 1_200; n++) fanOut.enqueue({ watchers: [], events: [], first: 1, last: 1, after });
    while (ended.reduce((sum, count) => sum + count) < 1_200) {
      await nextTurn();
      ended.push(0);
    }
    expect(Math.max(...ended)).toBeLessThanOrEqual(550);
  });

  it('ends the watches of a selection that cannot be computed, and serves the others', async () => {
    const fanOut = new FanOut();
    const [bad, good] = [watching(), watching()];
    const select = (): never => {
      throw new TypeError('no such field');
    };
    fanOut.enqueue({ ...batch([bad.watcher], 1), select });
    fanOut.enqueue(batch([good.watcher], 1));
    await sent(fanOut);
    expect(bad.end).toHaveBeenCalledWith(expect.objectContaining({ reason: 'InternalError' }));
    expect(good.batches).toEqual([[1]]);
  });

  it('ends the watch of an object that cannot be encoded, and serves the others', async () => {
    const fanOut = new FanOut();
    const bad = watching(() => {
      throw new TypeError('no such form');
    });
    const good = watching();
    fanOut.enqueue(batch([bad.watcher], 1));
    fanOut.enqueue(batch([good.watcher], 1));
    await sent(fanOut);
    expect(bad.end).toHaveBeenCalledWith(expect.objectContaining({ reason: 'InternalError' }));
    expect(good.batches).toEqual([[1]]);
  });
});
