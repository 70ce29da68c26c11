import { cut, few } from './bounds';

describe('few', () => {
  test('keeps what can be drawn, and counts the rest', () => {
    expect(few([1, 2])).toEqual({ shown: [1, 2], more: '' });
    const { shown, more } = few(Array.from({ length: 100_000 }, (_, n) => n));
    expect([shown.length, more]).toEqual([200, 'and 99800 more: see the YAML']);
  });
});

describe('cut', () => {
  test('keeps the beginning of a long text', () => {
    expect(cut('short')).toBe('short');
    expect(cut('x'.repeat(10), 3)).toBe('xxx…');
  });
});
