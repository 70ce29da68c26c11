import { RevisionMarks } from './revision-marks.js';

describe('RevisionMarks', () => {
  const marks = new RevisionMarks();
  // The secondary store does not change from 7 to 9 of the main one.
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
    ['between two: the later one', 6, 103],
    ['while the secondary store did not change', 8, 103],
    ['at the last', 12, 110],
    ['after the last', 99, 110],
  ])('%s', (_name, main, own) => expect(marks.ownAt(main)).toBe(own));
  it('is empty at first', () => expect(new RevisionMarks().ownAt(3)).toBe(0));
});
