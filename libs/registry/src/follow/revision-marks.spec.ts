import { RevisionMarks } from './revision-marks.js';

describe('RevisionMarks', () => {
  const marks = new RevisionMarks();
  // The other store stands still from 7 to 9 of the main one.
  for (const [main, own] of [
    [5, 100],
    [7, 103],
    [9, 103],
    [12, 110],
  ] as const)
    marks.add(main, own);
  it.each([
    ['before the first', 1, 100],
    ['at the first', 5, 100],
    ['between two: as late as it may have been', 6, 103],
    ['where the other store stood still', 8, 103],
    ['at the last', 12, 110],
    ['after the last', 99, 110],
  ])('%s', (_name, main, own) => expect(marks.ownAt(main)).toBe(own));
  it('knows nothing at first', () => expect(new RevisionMarks().ownAt(3)).toBe(0));
});
