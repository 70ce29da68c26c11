import type { HistoryPage } from '../watch-set.js';
import { FIRST_ENTRIES, nextEntries } from './log-reader.js';

const page = (events: number, bytes: number): HistoryPage => ({
  events: Array.from({ length: events }, () => ({ value: Buffer.alloc(bytes), previous: undefined })) as never,
  upTo: 0,
});

describe('pages of a history', () => {
  it('grow with small values, up to 512 entries', () => {
    const sizes = [FIRST_ENTRIES];
    for (let n = 0; n < 11; n++) sizes.push(nextEntries(sizes.at(-1)!, page(sizes.at(-1)!, 100)));
    expect(sizes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512]);
  });

  it('shrink with large values, and count those that are replaced', () => {
    expect([nextEntries(512, page(512, 3_000)), nextEntries(1, page(1, 3_000_000))]).toEqual([256, 1]);
    const { events } = page(4, 100_000);
    const replaced = events.map((event) => ({ ...event, previous: { key: '', revision: 1, value: event.value } }));
    expect([nextEntries(4, page(4, 100_000)), nextEntries(4, { events: replaced, upTo: 0 })]).toEqual([4, 2]);
  });
});
