import type { Representation } from '@orch/http';
import type { Bookmark, ResourceStore } from '@orch/registry';
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
});
