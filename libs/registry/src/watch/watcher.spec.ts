import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import { Watcher } from './watcher.js';

const everything = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };

/** A watcher that follows the live stream and has seen everything up to revision 7. */
function caughtUp() {
  const sent: (WatchEvent | Bookmark)[] = [];
  const writes: number[] = [];
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
    end: () => undefined,
  };
  const host = {
    since: () => ({ events: [], upTo: 7 }),
    history: () => undefined,
    currentRevision: () => 7,
    blocked: () => undefined,
    closed: () => undefined,
  };
  const watcher = new Watcher(host, everything, sink, true, undefined, 7);
  watcher.start();
  const deliver = (event: WatchEvent | Bookmark) =>
    watcher.deliver([event], event.revision, event.revision, ({ encoding }) => encoding.encode([event]));
  return { watcher, sent, writes, deliver };
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
});
