import { SharedPlaces } from './shared-places.js';

/** Takes places of a key while there is room. @returns how many. */
function fill(places: SharedPlaces, key: string, amount = 1): number {
  let count = 0;
  for (; places.hasRoom(key, amount); count++) places.take(key, amount);
  return count;
}

describe('SharedPlaces', () => {
  it('gives a key as many places as stay free, and none is left when all are taken', () => {
    const places = new SharedPlaces(12);
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => fill(places, key))).toEqual([6, 3, 2, 1, 0]);
    expect([places.free, fill(places, 'a')]).toEqual([0, 0]);
  });

  it('counts amounts', () => {
    const places = new SharedPlaces(1_000);
    expect([fill(places, 'a', 300), fill(places, 'b', 101), places.free]).toEqual([2, 2, 198]);
  });

  it('has room again for what was given back', () => {
    const places = new SharedPlaces(12);
    fill(places, 'a');
    for (let n = 0; n < 6; n++) places.release('a');
    expect([places.free, fill(places, 'b')]).toEqual([12, 6]);
  });
});
