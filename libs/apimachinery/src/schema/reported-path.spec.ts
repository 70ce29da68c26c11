import { reportedPath } from './reported-path.js';

describe('the path of a reported field', () => {
  it('has dots before names and indexes in brackets', () =>
    expect(reportedPath(['spec', 'containers', 0, 'a.b'])).toBe('spec.containers[0].a.b'));

  it('ends at the given depth', () => expect(reportedPath(['a', 'b', 'c'], 2)).toBe('a.b'));

  it.each([1_024, 1_025, 100_000])('is truncated after 1,024 characters: a key of %i', (length) => {
    const key = 'k'.repeat(length);
    expect(reportedPath([key])).toBe(length > 1_024 ? `${key.slice(0, 1_024)}...` : key);
    expect(reportedPath([key, 'x'])).toBe(`${key.slice(0, 1_024)}...`);
  });
});
