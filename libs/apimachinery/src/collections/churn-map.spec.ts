import * as fc from 'fast-check';
import { ChurnMap } from './churn-map.js';

describe('ChurnMap', () => {
  it('equals a Map, in the same order, after many insertions and deletions', () => {
    const step = fc.tuple(fc.constantFrom('set', 'delete', 'delete'), fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 600 }), (steps) => {
        const map = new ChurnMap<number, number>();
        const model = new Map<number, number>();
        steps.forEach(([what, key], at) => {
          if (what === 'set') {
            map.set(key, at);
            model.set(key, at);
          } else {
            map.delete(key);
            model.delete(key);
          }
          expect(map.get(key)).toBe(model.get(key));
        });
        expect([...map.keys()]).toEqual([...model.keys()]);
        expect([...map.values()]).toEqual([...model.values()]);
        expect(map.size).toBe(model.size);
      }),
    );
  });

  it('rebuilds its table after deletions, and keeps the remaining entries', () => {
    const map = new ChurnMap<number, string>();
    const table = () => (map as unknown as { entries: object }).entries;
    map.set(-1, 'stays');
    const tables = new Set([table()]);
    for (let key = 0; key < 1_000; key++) {
      map.set(key, 'passes');
      map.delete(key);
      tables.add(table());
    }
    expect(tables.size).toBeGreaterThan(10);
    expect([...map.keys()]).toEqual([-1]);
  });

  it('is empty once cleared', () => {
    const map = new ChurnMap<string, number>();
    map.set('a', 1);
    map.clear();
    expect([map.size, map.get('a')]).toEqual([0, undefined]);
  });
});
