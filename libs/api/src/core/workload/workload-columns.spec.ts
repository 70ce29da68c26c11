import { selectorText } from './workload-columns.js';

describe('selectorText', () => {
  it('orders requirements by key, and labels before expressions of the same key', () =>
    expect(
      selectorText({
        matchLabels: { app: 'x', a: 'b' },
        matchExpressions: [
          { key: 'z', operator: 'NotIn', values: ['q', 'c'] },
          { key: 'app', operator: 'Exists' },
        ],
      }),
    ).toBe('a=b,app=x,app,z notin (c,q)'));

  it('is empty without a selector', () => expect(selectorText(undefined)).toBe(''));
});
