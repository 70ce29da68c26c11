import type { ApiObject } from '@orch/apimachinery';
import type { Entry } from './entry.js';
import { ParsedObjects } from './parsed-objects.js';

const entry = (length: number): Entry => ({ length }) as Entry;
const object = (name: string): ApiObject => ({ kind: 'K', apiVersion: 'v1', metadata: { name } });

describe('parsed objects', () => {
  it('keeps what is asked for again, and forgets the rest when others come', () => {
    const parsed = new ParsedObjects(100);
    const [asked, forgotten] = [entry(10), entry(10)];
    parsed.set(asked, object('asked'));
    parsed.set(forgotten, object('forgotten'));
    for (let n = 0; n < 50; n++) {
      parsed.set(entry(10), object(`other-${n}`));
      expect(parsed.get(asked)).toEqual(object('asked'));
    }
    expect(parsed.get(forgotten)).toBeUndefined();
  });

  it('holds two objects that are larger than its bound at most', () => {
    const parsed = new ParsedObjects(100);
    const large = Array.from({ length: 3 }, () => entry(1_000));
    for (const one of large) parsed.set(one, object('large'));
    expect(large.map((one) => parsed.get(one) !== undefined)).toEqual([false, true, true]);
  });
});
