import type { ApiError } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { EventPiece } from './backlog.js';
import { SendPace } from './send-pace.js';
import { Watcher } from './watcher.js';

const everything = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };

/** A watcher that follows the live stream and has seen everything up to revision 7. */
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
    shift: () => {
      throw new Error('nobody has a visibility here');
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
  it('C-050 gives a bookmark of the revision it has reached already', () => {
    const { sent, deliver, watcher } = caughtUp();
    expect(watcher.live).toBe(true);
    deliver(bookmark(7));
    expect(sent).toEqual([bookmark(7)]);
  });

  it('gives no bookmark that goes back, and no event twice', () => {
    const { sent, deliver } = caughtUp();
    deliver(bookmark(6));
    deliver({ type: 'ADDED', revision: 7, entry: undefined as never });
    expect(sent).toEqual([]);
    deliver({ type: 'ADDED', revision: 8, entry: undefined as never });
    expect(sent.map(({ revision }) => revision)).toEqual([8]);
  });

  it('writes nothing, not even an empty piece, when only changes of others are new', () => {
    const { watcher, sent, writes } = caughtUp();
    const seen: WatchEvent = { type: 'ADDED', revision: 6, entry: undefined as never };
    watcher.deliver([seen], 5, 9, ({ encoding }) => encoding.encode([seen]));
    expect(sent).toEqual([]);
    expect(writes).toEqual([]);
    expect(watcher.sent).toBe(9);
  });

  it.each([
    ['its place in the history is gone', new StorageError('Compacted', ''), 'Expired'],
    ['what it was told of was lost', new StorageError('Lost', ''), 'Expired'],
    ['the store is away', new StorageError('Unavailable', ''), 'ServiceUnavailable'],
    ['something is wrong', new TypeError('oops'), 'InternalError'],
  ])('tells its client what to do when %s', (_what, failure, reason) => {
    const { watcher, ends } = caughtUp();
    watcher.fail(failure);
    expect(ends.map((error) => error?.reason)).toEqual([reason]);
  });

  describe('says that it has begun', () => {
    /** A watcher with a large state to send first, in pieces that the test hands out. */
    function beginning(takes: boolean) {
      let hand: (piece: IteratorResult<EventPiece>) => void = () => undefined;
      const told: string[] = [];
      const backlog = {
        next: () => {
          told.push('asked');
          return new Promise<IteratorResult<EventPiece>>((resolve) => (hand = resolve));
        },
      };
      const sink: WatchSink = {
        encoding: { key: 'test', encode: () => Buffer.alloc(0) },
        write: () => takes,
        begun: () => told.push('begun'),
        end: () => undefined,
      };
      const host = {
        eventsSince: () => ({ events: [], upTo: 7 }),
        eventsFromLog: () => undefined,
        changesSince: () => 0,
        shift: () => {
          throw new Error('nobody has a visibility here');
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
        while (told.length < count) await new Promise(setImmediate);
        return told;
      };
      return {
        give: () => hand({ value: { events: [event], upTo: 6 } }),
        end: () => hand({ value: undefined, done: true }),
        until,
      };
    }

    it('when its state has been sent', async () => {
      const { give, end, until } = beginning(true);
      give();
      expect(await until(2)).toEqual(['asked', 'asked']);
      end();
      expect(await until(3)).toEqual(['asked', 'asked', 'begun']);
    });

    it('when its client takes no more for now', async () => {
      const { give, until } = beginning(false);
      give();
      expect(await until(2)).toEqual(['asked', 'begun']);
    });
  });
});
