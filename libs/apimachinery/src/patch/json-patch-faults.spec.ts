import { jsonPatchFaults } from './json-patch-faults.js';

describe('fields of a JSON patch', () => {
  it('unknown and duplicate ones, in the order of the patch', () =>
    expect(
      jsonPatchFaults(
        [
          { op: 'add', path: '/a', value: { x: 1 }, zz: 1, aa: 2 },
          { op: 'remove', path: '/a' },
        ],
        ['[1].op', '[0].value.x', '[0].zz'],
      ),
    ).toEqual([
      'json patch duplicate field "[0].value.x"',
      'json patch unknown field "[0].zz"',
      'json patch unknown field "[0].aa"',
      'json patch duplicate field "[1].op"',
    ]));
  it('none in what is not a patch', () => expect(jsonPatchFaults({ op: 5 }, [])).toEqual([]));
  it('the first 100 unknown ones', () => {
    const operation = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 1]));
    const faults = jsonPatchFaults([operation, operation], []);
    expect(faults).toHaveLength(100);
    expect(faults.at(-1)).toBe('json patch unknown field "[1].f39"');
  });
});
