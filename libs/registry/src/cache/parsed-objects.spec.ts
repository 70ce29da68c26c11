import type { ApiObject } from '@orch/apimachinery';
import type { Entry } from './entry.js';
import { ParsedObjects } from './parsed-objects.js';

const entry = (length: number): Entry => ({ length }) as Entry;
const object = (name: string): ApiObject => ({ kind: 'K', apiVersion: 'v1', metadata: { name } });

describe('ParsedObjects', () => {
  it('keeps objects in use, and evicts the others', () => {
    const parsed = new ParsedObjects(100);
    const [used, evicted] = [entry(10), entry(10)];
    parsed.set(used, object('used'));
    parsed.set(evicted, object('evicted'));
    for (let n = 0; n < 50; n++) {
      parsed.set(entry(10), object(`other-${n}`));
      expect(parsed.get(used)).toEqual(object('used'));
    }
    expect(parsed.get(evicted)).toBeUndefined();
  });

  it('holds at most two objects that are larger than its bound', () => {
    const parsed = new ParsedObjects(100);
    const large = Array.from({ length: 3 }, () => entry(1_000));
    for (const one of large) parsed.set(one, object('large'));
    expect(large.map((one) => parsed.get(one) !== undefined)).toEqual([false, true, true]);
  });
});
