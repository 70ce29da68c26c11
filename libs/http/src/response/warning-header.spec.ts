import { warningHeaders } from './warning-header.js';

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
  it('removes characters that are invalid in a header', () =>
    expect(warningHeaders(['a\r\nX: y\u2028'])).toEqual(['299 - "a X: y"']));
});
