import { parseAccept } from './accept.js';

describe('parseAccept', () => {
  it('takes at most 16 parameters of a range, and 32 ranges', () => {
    const parameters = Array.from({ length: 10_000 }, (_, i) => `;p${i}=1`).join('');
    const [range] = parseAccept(`application/json${parameters}`);
    expect(Object.keys(range!.parameters)).toHaveLength(16);
    expect(parseAccept('a/b,'.repeat(100))).toHaveLength(32);
  });

  it('caches short headers only', () => {
    expect(parseAccept('application/json')).toBe(parseAccept('application/json'));
    const long = `application/json;p=${'x'.repeat(1_024)}`;
    expect(parseAccept(long)).not.toBe(parseAccept(long));
  });
});
