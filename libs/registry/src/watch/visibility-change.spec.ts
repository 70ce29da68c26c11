import { Subject } from 'rxjs';
import type { Entry } from '../cache/entry.js';
import { objectKey, splitObjectKey } from '../keys/storage-keys.js';
import type { EventPiece } from './backlog.js';
import { SendPace } from './send-pace.js';
import { VisibilityResync } from './visibility-resync.js';
import { AppliedVisibility, type DynamicVisibility, type VisibilityFilter } from './visibility-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';
import type { WatchSink } from './watch-sink.js';
import type { WatchSource } from './watch-source.js';
import { Watcher, type WatcherOwner } from './watcher.js';

const visibility = (sees: boolean): VisibilityFilter => ({ includes: () => sees });

/** A watcher of history, whose batches and visibility the test controls. */
function reading() {
  let hand: (piece: IteratorResult<EventPiece>) => void = () => undefined;
  let asked: () => void = () => undefined;
  const changes = new Subject<void>();
  const source = { current: visibility(true), unchangedSince: 0, changes } satisfies DynamicVisibility;
  const followed = new AppliedVisibility(source);
  const selection = {
    namespace: undefined,
    name: undefined,
    labels: undefined,
    fields: undefined,
    visibility: followed,
  };
  const sent: (WatchEvent | Bookmark)[] = [];
  const resyncsAt: number[] = [];
  const live = new Promise<void>((resolve) => (asked = resolve));
  const host: WatchSource & WatcherOwner = {
    currentRevision: 9,
    changesSince: () => 0,
    eventsSince: () => ({ events: [], upTo: 9 }),
    eventsFromLog: () => undefined,
    resync: (_, seen, revision) => {
      resyncsAt.push(revision);
      const request = { batches: [], upTo: revision, selection, visibility: seen, previousFilter: seen.appliedFilter };
      return new VisibilityResync({ ...request, bookmark: undefined });
    },
    afterPublished: () => undefined,
    blocked: () => undefined,
    pace: new SendPace(),
    closed: () => undefined,
  };
  const sink: WatchSink = {
    encoding: { key: 'test', encode: (events) => (sent.push(...events), Buffer.alloc(0)) },
    write: () => true,
    begun: () => asked(),
    end: () => undefined,
  };
  const backlog = { next: () => new Promise<IteratorResult<EventPiece>>((resolve) => (hand = resolve)) };
  const watcher = new Watcher(host, host, {
    selection,
    sink,
    bookmarks: true,
    start: 3,
    backlog,
    visibility: followed,
  });
  watcher.start();
  const event: WatchEvent = { type: 'ADDED', revision: 5, entry: undefined as never };
  return { source, changes, watcher, sent, resyncsAt, live, give: () => hand({ value: { events: [event], upTo: 5 } }) };
}

describe('a resync of a state that was rebuilt', () => {
  it('reads the state in a step of its own, which the budget of watches counts', async () => {
    const { source } = reading();
    const seen = new AppliedVisibility(source);
    let isRead = false;
    const read = () => {
      isRead = true;
      return [];
    };
    const selection = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };
    const request = { batches: Promise.resolve(read), upTo: 3, selection, visibility: seen, previousFilter: undefined };
    const resync = new VisibilityResync({ ...request, bookmark: undefined });
    expect((await resync.next()).done).toBe(false);
    expect(isRead).toBe(false);
    const next = resync.next();
    expect(isRead).toBe(true);
    await next;
  });
});

describe('a resync whose visibility changes after a batch was selected', () => {
  const entries = ['x', 'y'].map((name) => ({ key: objectKey('t1', name), revision: 1, length: 1 }) as Entry);
  const only = (seen: string): VisibilityFilter => ({ includes: (_, name) => seen.includes(name) });

  /** A resync that has selected both objects. */
  async function selectedBoth() {
    const { source } = reading();
    source.current = only('xy');
    const seen = new AppliedVisibility(source);
    const selection = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };
    const resync = new VisibilityResync({
      ...{ batches: [entries], upTo: 3, selection, visibility: seen },
      ...{ previousFilter: undefined, bookmark: undefined },
    });
    const batch = async (): Promise<string[] | undefined> => {
      const { value } = await resync.next();
      return (value as EventPiece | undefined)?.events.map((event) =>
        'entry' in event ? `${event.type} ${splitObjectKey(event.entry.key).name}` : event.type,
      );
    };
    expect([await batch(), await batch()]).toEqual([[], ['ADDED x', 'ADDED y']]);
    return { source, seen, resync, batch };
  }

  it('selects a batch again that was not sent yet', async () => {
    const { source, seen, resync, batch } = await selectedBoth();
    expect(resync.takeBackOutdated()).toBe(false);
    source.current = only('x');
    expect(resync.takeBackOutdated()).toBe(true);
    expect([await batch(), resync.takeBackOutdated(), await batch()]).toEqual([['ADDED x'], false, undefined]);
    expect(seen.isStale).toBe(false);
  });

  it('selects a batch again also when the visibility is the same again', async () => {
    const { source, resync, batch } = await selectedBoth();
    const { current } = source;
    source.current = only('x');
    expect(resync.takeBackOutdated()).toBe(true);
    source.current = current;
    expect([await batch(), await batch()]).toEqual([['ADDED x', 'ADDED y'], undefined]);
  });

  it('sends the difference to a batch that was sent', async () => {
    const { source, batch } = await selectedBoth();
    source.current = only('x');
    expect([await batch(), await batch()]).toEqual([['DELETED y'], undefined]);
  });
});

describe('a watcher whose visibility changes while it reads history', () => {
  it('sends no events that were read under the old filter, and continues from its revision', async () => {
    const { source, changes, watcher, sent, resyncsAt, live, give } = reading();
    source.current = visibility(false);
    changes.next();
    watcher.visibilityChanged();
    give();
    await live;
    expect(resyncsAt).toEqual([3]);
    // Only its current position is sent, since versions before may be of any age.
    expect(sent).toEqual([{ type: 'BOOKMARK', revision: 9, initialEventsEnd: false }]);
    watcher.close();
  });
});
