import { fieldPosition } from './field-position';

describe('fieldPosition', () => {
  const text = 'kind: A\nspec:\n  ports:\n    - name: x\n      port: 1\n    - y\n  "a.b": 1\n  none:\n';
  const shown = (...path: readonly (string | number)[]): string => {
    const { from, to } = fieldPosition(text, path);
    return text.slice(from, to);
  };

  test.each([
    [['spec', 'ports', 0, 'port'], 'port'],
    [['spec', 'ports', 0], 'name'],
    [['spec', 'ports', 1], 'y'],
    [['spec', 'a.b'], '"a.b"'],
    [['spec', 'ports', 7, 'port'], 'ports'],
    [['spec', 'none', 'deeper'], 'none'],
    [['spec', 'ports', 'x'], 'ports'],
    [[], 'kind: A'],
    [['unknown'], 'kind: A'],
  ])('%j is at %s', (path, found) => {
    expect(shown(...path)).toBe(found);
  });

  test('of texts that are not YAML', () => {
    expect(fieldPosition('', ['a'])).toEqual({ from: 0, to: 0 });
    expect(fieldPosition('a: [', ['b'])).toEqual({ from: 0, to: 0 });
  });
});
