import type { ApiError } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { EventPiece } from './backlog.js';
import { SendPace } from './send-pace.js';
import { Watcher } from './watcher.js';

const everything = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };

/** A live watcher that has sent everything up to revision 7. */
function caughtUp() {
  const sent: (WatchEvent | Bookmark)[] = [];
  const writes: number[] = [];
  const ends: (ApiError | undefined)[] = [];
  const sink: WatchSink = {
    encoding: {
      key: 'test',
      encode: (events) => {
        sent.push(...events);
        return Buffer.alloc(0);
      },
    },
    write: () => {
      writes.push(1);
      return true;
    },
    end: (error) => void ends.push(error),
  };
  const host = {
    eventsSince: () => ({ events: [], upTo: 7 }),
    eventsFromLog: () => undefined,
    changesSince: () => 0,
    resync: () => {
      throw new Error('not used without a visibility filter');
    },
    afterPublished: () => undefined,
    currentRevision: 7,
    blocked: () => undefined,
    pace: new SendPace(),
    closed: () => undefined,
  };
  const watcher = new Watcher(host, host, { selection: everything, sink, bookmarks: true, start: 7 });
  watcher.start();
  const deliver = (event: WatchEvent | Bookmark) =>
    watcher.deliver([event], event.revision, event.revision, ({ encoding }) => encoding.encode([event]));
  return { watcher, ends, sent, writes, deliver };
}

const bookmark = (revision: number): Bookmark => ({ type: 'BOOKMARK', revision, initialEventsEnd: false });

describe('Watcher', () => {
  it('C-050 sends a bookmark of the revision it has already reached', () => {
    const { sent, deliver, watcher } = caughtUp();
    expect(watcher.live).toBe(true);
    deliver(bookmark(7));
    expect(sent).toEqual([bookmark(7)]);
  });

  it('sends no bookmark that goes back, and no event twice', () => {
    const { sent, deliver } = caughtUp();
    deliver(bookmark(6));
    deliver({ type: 'ADDED', revision: 7, entry: undefined as never });
    expect(sent).toEqual([]);
    deliver({ type: 'ADDED', revision: 8, entry: undefined as never });
    expect(sent.map(({ revision }) => revision)).toEqual([8]);
  });

  it('writes nothing, not even an empty piece, when only changes outside its selection are new', () => {
    const { watcher, sent, writes } = caughtUp();
    const seen: WatchEvent = { type: 'ADDED', revision: 6, entry: undefined as never };
    watcher.deliver([seen], 5, 9, ({ encoding }) => encoding.encode([seen]));
    expect(sent).toEqual([]);
    expect(writes).toEqual([]);
    expect(watcher.sent).toBe(9);
  });

  describe('with events that are encoded ahead', () => {
    /** A live watcher; the test ends the preparation of its events. */
    function preparing() {
      const waiting: { readonly events: readonly (WatchEvent | Bookmark)[]; readonly done: (error?: Error) => void }[] =
        [];
      const written: string[] = [];
      const ends: (ApiError | undefined)[] = [];
      let events: WatchEvent[] = [];
      const isLarge = (some: readonly (WatchEvent | Bookmark)[]) => some.some(({ revision }) => revision >= 100);
      const sink: WatchSink = {
        encoding: {
          key: 'test',
          encode: (some, prepared) =>
            Buffer.from(some.map((event) => prepared?.get(event)?.toString() ?? `now ${event.revision}`).join()),
        },
        isLarge,
        prepare: (some) =>
          isLarge(some)
            ? new Promise((resolve, reject) => {
                const texts = some.map((event) => [event, Buffer.from(`prepared ${event.revision}`)] as const);
                const done = (error?: Error) => (error ? reject(error) : resolve(new Map(texts)));
                waiting.push({ events: some, done });
              })
            : undefined,
        write: (piece) => written.push(piece.toString()) > 0,
        end: (error) => void ends.push(error),
      };
      const host = {
        eventsSince: (_: unknown, since: number) => ({
          events: events.filter(({ revision }) => revision > since),
          upTo: host.currentRevision,
        }),
        eventsFromLog: () => undefined,
        changesSince: () => 0,
        resync: () => {
          throw new Error('not used without a visibility filter');
        },
        afterPublished: () => undefined,
        currentRevision: 7,
        blocked: () => undefined,
        pace: new SendPace(),
        closed: () => undefined,
      };
      const watcher = new Watcher(host, host, { selection: everything, sink, bookmarks: true, start: 7 });
      watcher.start();
      const deliver = (revision: number) => {
        const event: WatchEvent = { type: 'ADDED', revision, entry: undefined as never };
        events = [...events, event];
        host.currentRevision = revision;
        watcher.deliver([event], revision, revision, ({ encoding }) => encoding.encode([event]));
      };
      const until = async (isDone: () => boolean) => {
        while (!isDone()) await new Promise(setImmediate);
      };
      return { watcher, waiting, written, ends, deliver, until };
    }

    it('waits for them, and goes on with those that came meanwhile', async () => {
      const { watcher, waiting, written, deliver, until } = preparing();
      deliver(8);
      deliver(100);
      deliver(101);
      expect([written, waiting.length, watcher.live, watcher.sent]).toEqual([['now 8'], 1, false, 8]);
      waiting.shift()!.done();
      await until(() => waiting.length > 0);
      expect(written).toEqual(['now 8', 'prepared 100']);
      waiting.shift()!.done();
      await until(() => watcher.live);
      deliver(102);
      waiting.shift()!.done();
      await until(() => watcher.live);
      expect(written).toEqual(['now 8', 'prepared 100', 'prepared 101', 'prepared 102']);
    });

    it('sends nothing when the client has left', async () => {
      const { watcher, waiting, written, deliver, until } = preparing();
      deliver(100);
      watcher.close();
      waiting[0]!.done();
      let turns = 0;
      await until(() => ++turns > 3);
      expect([written, watcher.sent]).toEqual([[], 7]);
    });

    it('ends when they cannot be encoded', async () => {
      const { waiting, ends, deliver, until } = preparing();
      deliver(100);
      waiting[0]!.done(new TypeError('oops'));
      await until(() => ends.length > 0);
      expect(ends.map((error) => error?.reason)).toEqual(['InternalError']);
    });
  });

  it.each([
    ['its revision was compacted', new StorageError('Compacted', ''), 'Expired'],
    ['changes it has sent were lost', new StorageError('Lost', ''), 'Expired'],
    ['the store is unavailable', new StorageError('Unavailable', ''), 'ServiceUnavailable'],
    ['an internal error occurs', new TypeError('oops'), 'InternalError'],
  ])('ends with the matching error when %s', (_what, failure, reason) => {
    const { watcher, ends } = caughtUp();
    watcher.fail(failure);
    expect(ends.map((error) => error?.reason)).toEqual([reason]);
  });

  describe('calls begun', () => {
    /** A watcher with a large initial state, sent in batches controlled by the test. */
    function beginning(takes: boolean) {
      let hand: (piece: IteratorResult<EventPiece>) => void = () => undefined;
      const calls: string[] = [];
      const backlog = {
        next: () => {
          calls.push('asked');
          return new Promise<IteratorResult<EventPiece>>((resolve) => (hand = resolve));
        },
      };
      const sink: WatchSink = {
        encoding: { key: 'test', encode: () => Buffer.alloc(0) },
        write: () => takes,
        begun: () => calls.push('begun'),
        end: () => undefined,
      };
      const host = {
        eventsSince: () => ({ events: [], upTo: 7 }),
        eventsFromLog: () => undefined,
        changesSince: () => 0,
        resync: () => {
          throw new Error('not used without a visibility filter');
        },
        afterPublished: () => undefined,
        currentRevision: 7,
        blocked: () => undefined,
        pace: new SendPace(),
        closed: () => undefined,
      };
      const watcher = new Watcher(host, host, { selection: everything, sink, bookmarks: true, start: 7, backlog });
      watcher.start();
      const event: WatchEvent = { type: 'ADDED', revision: 6, entry: undefined as never };
      const until = async (count: number) => {
        while (calls.length < count) await new Promise(setImmediate);
        return calls;
      };
      return {
        give: () => hand({ value: { events: [event], upTo: 6 } }),
        end: () => hand({ value: undefined, done: true }),
        until,
      };
    }

    it('when its initial state has been sent', async () => {
      const { give, end, until } = beginning(true);
      give();
      expect(await until(2)).toEqual(['asked', 'asked']);
      end();
      expect(await until(3)).toEqual(['asked', 'asked', 'begun']);
    });

    it('when its sink is full', async () => {
      const { give, until } = beginning(false);
      give();
      expect(await until(2)).toEqual(['asked', 'begun']);
    });
  });
});
