import { jsonPatchFaults } from './json-patch-faults.js';

describe('fields of a JSON patch', () => {
  it('unknown and duplicate ones, by operation', () =>
    expect(
      jsonPatchFaults(
        [
          { op: 'add', path: '/a', value: { x: 1 }, zz: 1, aa: 2 },
          { op: 'remove', path: '/a' },
        ],
        ['[1].op'],
      ),
    ).toEqual([
      'json patch duplicate field "[1].op"',
      'json patch unknown field "[0].zz"',
      'json patch unknown field "[0].aa"',
    ]));
  it('none in what is not a patch', () => expect(jsonPatchFaults({ op: 5 }, [])).toEqual([]));
});
