import { Warnings, warningHeaders } from './warning-header.js';

describe('warningHeaders', () => {
  it('D-201 writes code, agent and quoted text', () =>
    expect(warningHeaders(['unknown field "foo"'])).toEqual(['299 - "unknown field \\"foo\\""']));
  it('D-202 sends each text once', () => expect(warningHeaders(['a', 'b', 'a'])).toEqual(['299 - "a"', '299 - "b"']));
  it('D-202 cuts texts when all together are long', () => {
    const texts = Array.from({ length: 20 }, (_, i) => `${i}:`.padEnd(600, 'x'));
    const headers = warningHeaders(texts);
    expect(headers.length).toBe(16);
    expect(headers.every((h) => h.length === 256 + 8)).toBe(true);
  });
  it('reads no further texts than it sends', () => {
    const texts = Array.from({ length: 20 }, (_, i) => `${i}:`.padEnd(600, 'x'));
    Object.defineProperty(texts, 18, {
      get: () => {
        throw new Error('was read');
      },
    });
    expect(warningHeaders(texts)).toHaveLength(16);
  });
  it('leaves out what no header can have', () =>
    expect(warningHeaders(['a\r\nX: y', '', 'a\u0085b', '\ud800', 'b'])).toEqual(['299 - "b"']));
  it('sends UTF-8', () =>
    expect(warningHeaders(['für \u2028 日本']).map((h) => Buffer.from(h, 'latin1').toString('utf8'))).toEqual([
      '299 - "für \u2028 日本"',
    ]));
});

describe('Warnings', () => {
  it('keeps no more texts than an answer can have', () => {
    const warnings = new Warnings();
    for (let i = 0; i < 20_000; i++) warnings.push(`${i}:`.padEnd(5_000, 'x'));
    expect(warnings.length).toBe(17);
    expect(warningHeaders(warnings)).toHaveLength(16);
  });
  it('keeps equal texts once, and none that no header can have', () => {
    const warnings = new Warnings();
    for (let i = 0; i < 20_000; i++) warnings.push('x'.repeat(5_000));
    for (let i = 0; i < 20_000; i++) warnings.push(`${i}\u0001`);
    warnings.push('last');
    expect([...warnings]).toEqual(['x'.repeat(5_000), 'last']);
  });
});
