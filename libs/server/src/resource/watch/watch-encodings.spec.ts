import type { LargeEvents, Representation } from '@orch/http';
import type { Bookmark, Entry, ResourceStore, WatchEvent } from '@orch/registry';
import { LINES, WatchEncodings } from './watch-encodings.js';

const store = { definition: { apiVersion: 'v1' } } as ResourceStore;
const bookmark = (revision: number): Bookmark => ({ type: 'BOOKMARK', revision, initialEventsEnd: false });
const line =
  (text: string) =>
  (_: unknown, { revision }: { revision: number }) =>
    Buffer.from(`${text}${revision}\n`);
const plain = { watchKey: 'json', event: line('') } as unknown as Representation;
const table = { watchKey: 'table', event: line('rest'), firstEvent: line('first') } as unknown as Representation;

describe('WatchEncodings', () => {
  it('share one encoding of a representation', () => {
    const [one, other] = [plain, plain].map(
      (representation) => new WatchEncodings(store, representation, LINES).current,
    );
    expect(one).toBe(other);
    expect(one!.key).toBeDefined();
    expect(one!.encode([bookmark(1), bookmark(2)]).toString()).toBe('1\n2\n');
  });

  it('C-068 share the encoding of a Table after the first event, which is not shared', () => {
    const [one, other] = [table, table].map((representation) => new WatchEncodings(store, representation, LINES));
    for (const encodings of [one!, other!]) {
      const { current } = encodings;
      expect(current.key).toBeUndefined();
      expect(current.encode([bookmark(1), bookmark(2)]).toString()).toBe('first1\nrest2\n');
    }
    expect(one!.current).toBe(other!.current);
    expect(one!.current.encode([bookmark(3)]).toString()).toBe('rest3\n');
  });

  it('differ by representation and framing', () => {
    const keys = [
      new WatchEncodings(store, plain, LINES),
      new WatchEncodings(store, plain, { ...LINES, name: 'chunked' }),
      new WatchEncodings(store, { ...plain, watchKey: 'protobuf' }, LINES),
    ].map(({ current }) => current.key);
    expect(new Set(keys).size).toBe(3);
  });

  describe('of large events', () => {
    const event = (revision: number): WatchEvent => ({ type: 'ADDED', revision, entry: { revision } as Entry });
    /** Encodes events from revision 100 on elsewhere. */
    function elsewhere() {
      const asked: string[] = [];
      const large: LargeEvents = {
        isLarge: ({ revision }) => revision >= 100,
        takeLong: (events) => events.length > 3,
        inTurn: async (encode) => encode(),
        encoded: ({ revision }, isFirst) => {
          asked.push(`${revision} ${isFirst}`);
          return Promise.resolve(Buffer.from(`elsewhere${revision}${isFirst ? ' first' : ''}\n`));
        },
      };
      return { asked, large };
    }

    it('are prepared once for all watches that wait for them', async () => {
      const { asked, large } = elsewhere();
      const watches = [1, 2, 3].map(() => new WatchEncodings(store, { ...plain, watchKey: 'one' }, LINES, large));
      const events = [event(1), event(100), bookmark(101)];
      const prepared = await Promise.all(watches.map(async (encodings) => encodings.prepare(events)));
      expect(asked).toEqual(['100 false']);
      for (const [at, encodings] of watches.entries())
        expect(encodings.current.encode(events, prepared[at]).toString()).toBe('1\nelsewhere100\n101\n');
      // Only those that wait: cells of a Table change with time.
      await watches[0]!.prepare(events);
      expect(asked).toEqual(['100 false', '100 false']);
    });

    it('C-068 are prepared apart for the first event of a Table', async () => {
      const { asked, large } = elsewhere();
      const watches = [1, 2].map(() => new WatchEncodings(store, { ...table, watchKey: 'two' }, LINES, large));
      const events = [event(100), event(102)];
      const prepared = await Promise.all(watches.map(async (encodings) => encodings.prepare(events)));
      expect(asked).toEqual(['100 true', '102 false']);
      for (const [at, encodings] of watches.entries()) {
        expect(encodings.current.encode(events, prepared[at]).toString()).toBe('elsewhere100 first\nelsewhere102\n');
        expect(encodings.current.key).toBeDefined();
      }
    });

    it('are prepared one by one where a batch takes long, once for all watches that wait for them', async () => {
      const { asked, large } = elsewhere();
      const turns = jest.fn(async <T>(encode: () => T) => encode());
      const watches = [1, 2].map(
        () => new WatchEncodings(store, { ...table, watchKey: 'three' }, LINES, { ...large, inTurn: turns as never }),
      );
      const events = [event(1), event(2), event(100), bookmark(101)];
      const prepared = await Promise.all(watches.map(async (encodings) => encodings.prepare(events)));
      expect(turns).toHaveBeenCalledTimes(2);
      expect(asked).toEqual(['100 false']);
      for (const [at, encodings] of watches.entries())
        expect(encodings.current.encode(events, prepared[at]).toString()).toBe(
          'first1\nrest2\nelsewhere100\nrest101\n',
        );
    });

    it('are none where there is no other thread, or all are small', () => {
      const { large } = elsewhere();
      expect(new WatchEncodings(store, plain, LINES).prepare([event(100)])).toBeUndefined();
      expect(new WatchEncodings(store, plain, LINES, large).prepare([event(1), bookmark(100)])).toBeUndefined();
    });
  });
});
