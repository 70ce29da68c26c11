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
});
