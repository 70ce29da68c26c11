import { type ByPath, indexAfterMove, reindexed, without, withValues } from './by-path';
import { moved } from './text/edit';

const list = ['spec', 'ports'] as const;
const paths = (map: ByPath<unknown>): unknown[] => [...map.values()].map(({ path }) => path.join('.'));

describe('values of fields, by path', () => {
  test('what is known of an item, and of what is below it, goes with it', () => {
    const before = withValues(new Map(), [list, [...list, 0], [...list, 2, 'name'], ['spec', 'other', 2]], true);
    expect(paths(reindexed(before, list, (index) => indexAfterMove(index, 2, 0)))).toEqual([
      ...['spec.ports', 'spec.ports.1', 'spec.ports.0.name', 'spec.other.2'],
    ]);
  });

  test('a key of a map that is a number is not an index', () => {
    const before = withValues(new Map(), [['data', '1']], true);
    expect(paths(reindexed(before, ['data'], () => 7))).toEqual(['data.1']);
  });

  test('of a field that is removed nothing is left, nor of what is below it', () => {
    const before = withValues(new Map(), [list, [...list, 0, 'name'], ['spec', 'portsBelow']], true);
    expect(paths(without(before, list))).toEqual(['spec.portsBelow']);
  });

  test('indexes after a move are those of the list', () => {
    const letters = ['a', 'b', 'c', 'd'];
    for (const from of letters.keys())
      for (const to of letters.keys()) {
        const after = moved(letters, from, to);
        const indexes = [...letters.keys()].map((index) => indexAfterMove(index, from, to));
        expect(indexes).toEqual(letters.map((letter) => after.indexOf(letter)));
      }
  });
});
