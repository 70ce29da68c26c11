import { nearestName } from './nearest-name.js';

describe('nearest name with a limit of edits', () => {
  it('finds a name at the limit', () => expect(nearestName('--contxet1', ['--context'], 2)).toBe('--context'));
  it('finds none beyond it', () => expect(nearestName('--contxet12', ['--context'], 2)).toBeUndefined());
  it('prefers the nearest, then the first', () => expect(nearestName('abc', ['abxx', 'abd', 'abe'], 2)).toBe('abd'));
});
