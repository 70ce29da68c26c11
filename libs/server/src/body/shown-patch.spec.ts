import { shownResult } from './shown-patch.js';

describe('shownResult', () => {
  const metadata = { name: 'x', labels: { b: '1', a: '2' } };
  const current = { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { z: '1' } };

  it('orders the fields of changed objects only', () =>
    expect(shownResult({ ...current, data: { z: '1', a: 5 } }, current)).toBe(
      '{"apiVersion":"v1","data":{"a":5,"z":"1"},"kind":"ConfigMap","metadata":{"name":"x","labels":{"b":"1","a":"2"}}}',
    ));

  it('escapes characters of HTML', () => expect(shownResult({ a: '<&>' }, {})).toBe('{"a":"\\u003c\\u0026\\u003e"}'));

  it('cuts long text', () => expect(shownResult({ a: 'x'.repeat(100_000) }, {})).toHaveLength(64 * 1_024 + 3));

  it('cuts it before it is escaped', () => {
    const replaced = jest.spyOn(String.prototype, 'replaceAll');
    const shown = shownResult({ a: '<'.repeat(1_000_000) }, {});
    const lengths = replaced.mock.contexts.map((text) => String(text).length);
    replaced.mockRestore();
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64 * 1_024);
    expect(shown).toBe(`{"a":"${'\\u003c'.repeat(20_000)}`.slice(0, 64 * 1_024) + '...');
  });
  it('encodes no more than is shown, at each depth', () => {
    let reads = 0;
    const watched = Object.defineProperty({ z: 'x'.repeat(100_000) } as object, 'zz', {
      enumerable: true,
      get: () => reads++,
    });
    expect(shownResult({ a: { b: { c: 'x'.repeat(100_000), d: watched } } }, {})).toHaveLength(64 * 1_024 + 3);
    expect(shownResult(watched, {})).toHaveLength(64 * 1_024 + 3);
    expect(reads).toBeLessThan(3);
    const odd = { '\u2028': '\u2029"<', b: [1, { c: null }], d: undefined };
    expect(shownResult(odd, {})).toBe(String.raw`{"b":[1,{"c":null}],"\u2028":"\u2029\"\u003c"}`);
  });
});
