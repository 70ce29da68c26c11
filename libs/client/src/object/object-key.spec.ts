import { keyText, parseKeyText } from './object-key.js';

describe('the text of a key', () => {
  it.each([
    [{ namespace: '', name: 'a' }, 'a'],
    [{ namespace: 'n', name: 'a' }, 'n/a'],
    [{ namespace: '', name: '/a' }, '//a'],
    [{ namespace: '', name: 'a/b' }, '/a/b'],
    [{ namespace: 'n', name: 'a/b' }, 'n/a/b'],
  ])('of %j is read again', (key, text) => {
    expect(keyText(key)).toBe(text);
    expect(parseKeyText(text)).toEqual(key);
  });

  it('is the same after it was read, whatever names a reference has', () => {
    const parts = ['', '/', 'a', '/a', 'a/', 'a/b', '//'];
    for (const namespace of parts) {
      for (const name of parts) {
        const text = keyText({ namespace, name });
        expect(keyText(parseKeyText(text))).toBe(text);
      }
    }
  });
});
