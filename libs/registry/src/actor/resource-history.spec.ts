import { setImmediate as nextTurn } from 'node:timers/promises';
import { FakeClock, parseFieldSelector, parseLabelSelector } from '@orch/apimachinery';
import type { Revision, Storage, StorageEvent } from '@orch/storage';
import { Entry } from '../cache/entry.js';
import { ResourceCache } from '../cache/resource-cache.js';
import { objectKey } from '../keys/storage-keys.js';
import type { StorePosition } from '../position/store-position.js';
import type { ObjectSelection } from '../watch/object-filter.js';
import { ResourceHistory } from './resource-history.js';

const PREFIX = '/configmaps/';
const KEY = objectKey('t1', 'a');
const LAST = 12;
const NOTHING: ObjectSelection = {
  namespace: 't1',
  name: undefined,
  labels: parseLabelSelector('none=1'),
  fields: undefined,
};
/** For which the fields of an object are read. */
const NO_FIELD: ObjectSelection = { ...NOTHING, labels: undefined, fields: parseFieldSelector('spec.none=1') };
/** As large as four in a part of the history. */
const VALUE = Buffer.from(JSON.stringify({ metadata: { name: 'a' }, data: { text: 'x'.repeat(300_000) } }));

/** A history of twelve changes of one object, and how much of it was read. */
function historyOf() {
  const counts = { read: 0, parsed: 0, atOnce: 0, mostAtOnce: 0, open: 0 };
  async function* history(_prefix: string, after: Revision, upTo: Revision): AsyncGenerator<StorageEvent> {
    counts.open++;
    try {
      for (let revision = after + 1; revision <= upTo; revision++) {
        counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce);
        await nextTurn();
        counts.atOnce--;
        counts.read++;
        const previous = revision === 1 ? undefined : { value: VALUE, revision: revision - 1 };
        yield {
          type: 'put',
          key: PREFIX + KEY,
          value: VALUE,
          revision,
          timeMs: 0,
          previous,
        } as unknown as StorageEvent;
      }
    } finally {
      counts.open--;
    }
  }
  const storage = { history, oldestRevision: 0 } as unknown as Storage;
  const position = { storage, revision: LAST } as unknown as StorePosition;
  const readFacts = () => {
    counts.parsed++;
    return { labels: {}, fields: {} };
  };
  const made = new ResourceHistory(PREFIX, ResourceCache.empty(), position, new FakeClock(0), readFacts);
  return { history: made, counts, readFacts };
}

describe('ResourceHistory', () => {
  it('reads no further in the log for a watch that is closed, although its selector selected nothing', async () => {
    const { history, counts } = historyOf();
    const backlog = history.eventsFromLog(NOTHING, 0)!;
    expect(await backlog.next()).toMatchObject({ value: { events: [], upTo: 4 } });
    await backlog.return!();
    expect(counts.read).toBe(4);
  });

  it('reads the log to its end in parts', async () => {
    const { history } = historyOf();
    const backlog = history.eventsFromLog({ ...NOTHING, labels: undefined }, 2)!;
    const parts = [await backlog.next(), await backlog.next(), await backlog.next(), await backlog.next()];
    expect(parts.map(({ value }) => value && [value.events.length, value.upTo])).toEqual([
      [4, 6],
      [4, 10],
      [2, LAST],
      undefined,
    ]);
  });

  it('reads the log for two watches at once, the others wait', async () => {
    const { history, counts } = historyOf();
    const backlogs = Array.from({ length: 20 }, () => history.eventsFromLog(NOTHING, 0)!);
    await Promise.all(
      backlogs.map(async (backlog) => {
        while (!(await backlog.next()).done);
      }),
    );
    expect(counts).toMatchObject({ read: 20 * LAST, mostAtOnce: 2 });
  });

  it('counts the bytes of a past state that only this state holds', async () => {
    const { history } = historyOf();
    history.restart(LAST);
    history.changedAt = LAST;
    expect([history.isKept(LAST), history.isKept(3)]).toEqual([true, false]);
    const state = await history.stateAt(3);
    expect([state.get(KEY)?.revision, state.ownBytes]).toEqual([3, VALUE.length]);
    history.snapshots.keep(3, state, true);
    expect(history.isKept(3)).toBe(true);
    expect((await history.stateAt(0)).ownBytes).toBe(0);
  });

  it('lets users take turns in reading the log', async () => {
    const { history } = historyOf();
    const read: string[] = [];
    const watch = async (reader: string) => {
      const backlog = history.eventsFromLog(NOTHING, 0, reader)!;
      while (!(await backlog.next()).done) read.push(reader);
    };
    await Promise.all([...Array.from({ length: 50 }, () => watch('many')), watch('one')]);
    // Three parts each, two at once.
    expect(read).toHaveLength(51 * 3);
    expect(read.lastIndexOf('one')).toBeLessThan(12);
  });

  it('holds nothing of the log between two parts', async () => {
    const { history, counts } = historyOf();
    const backlog = history.eventsFromLog(NOTHING, 0)!;
    await backlog.next();
    expect(counts).toMatchObject({ read: 4, open: 0 });
    await backlog.next();
    expect(counts).toMatchObject({ read: 8, open: 0 });
  });

  it('parses a megabyte of recent changes in one step, although a selector selects none of them', () => {
    const { history, counts, readFacts } = historyOf();
    for (let revision = 1; revision <= LAST; revision++) {
      const entry = new Entry(KEY, revision, VALUE, readFacts);
      history.add({ type: 'ADDED', revision, entry, previous: undefined, timeMs: 0 });
    }
    expect(history.eventsSince(NO_FIELD, 0)).toEqual({ events: [], upTo: 4 });
    expect(counts.parsed).toBe(4);
    expect(history.eventsSince(NO_FIELD, 4)).toEqual({ events: [], upTo: 8 });
    expect(history.eventsSince(NO_FIELD, 8)).toEqual({ events: [], upTo: LAST });
    // Nothing is parsed twice.
    expect(history.eventsSince(NO_FIELD, 0)).toEqual({ events: [], upTo: LAST });
    expect(counts.parsed).toBe(LAST);
  });
});
