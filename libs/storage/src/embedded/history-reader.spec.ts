import type { Disk, LogRecord } from './disk.js';
import { HistoryReader } from './history-reader.js';
import { EntryType } from './log-entry.js';

function setUp(count: number, valueBytes: number, oldest = 0) {
  const record = (revision: number): LogRecord => ({
    type: EntryType.Put,
    key: revision % 2 ? 'odd' : 'even',
    value: Buffer.alloc(0),
    revision,
    previous: 0,
    timeMs: 0,
    keyBytes: 4,
    entryBytes: valueBytes,
  });
  let read = 0;
  const disk: Pick<Disk, 'readLog' | 'readStored'> = {
    *readLog(from, to) {
      for (let revision = from; revision <= Math.min(to, count); revision++) {
        read++;
        yield record(revision);
      }
    },
    readStored: () => undefined,
  };
  return { history: new HistoryReader(disk, () => oldest), read: () => read };
}

describe('HistoryReader', () => {
  it('reads at most 256 events in one page, and returns its position even without matches', () => {
    const { history, read } = setUp(1_000, 100);
    expect(history.page('none', 10, 1_000)).toEqual({ events: [], upTo: 266 });
    expect(read()).toBe(256);
    expect(history.page('odd', 0, 5).events.map((e) => e.revision)).toEqual([1, 3, 5]);
  });

  it('stops earlier when values are large', () => {
    const { history, read } = setUp(1_000, 600_000);
    expect(history.page('', 0, 1_000).upTo).toBe(2);
    expect(read()).toBe(2);
  });

  it('fails before the oldest revision, with the start of history in the error', () => {
    const { history } = setUp(1_000, 100, 500);
    expect(() => history.page('', 499, 1_000)).toThrow('history starts after revision 500, requested was after 499');
    expect(history.page('', 500, 501).upTo).toBe(501);
  });
});
