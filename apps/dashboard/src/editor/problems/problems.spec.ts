import { ApiFailure } from '../../api/failure';
import { fieldPosition } from './field-position';
import { fieldProblems, parseFieldPath } from './field-problems';

describe('parseFieldPath', () => {
  test.each([
    ['spec.ports[0].name', ['spec', 'ports', 0, 'name']],
    ['data[a.b/c]', ['data', 'a.b/c']],
    ['metadata.labels', ['metadata', 'labels']],
    ['', []],
    ['[]', []],
  ])('%s', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path);
  });
});

describe('fieldProblems', () => {
  test('the causes', () => {
    const causes = [
      { field: 'spec.replicas', message: 'Invalid value: -1' },
      { message: 'something' },
      { field: 'spec.a', message: 'spec.a: Required value' },
    ];
    expect(fieldProblems(new ApiFailure(422, 'all', { kind: 'Status', details: { causes } }))).toEqual([
      { path: ['spec', 'replicas'], message: 'spec.replicas: Invalid value: -1' },
      { path: [], message: 'something' },
      { path: ['spec', 'a'], message: 'spec.a: Required value' },
    ]);
  });

  test('fields that are not known, or given twice', () => {
    const message = 'strict decoding error: unknown field "spec.a[0].b", duplicate field "spec.c"';
    expect(fieldProblems(new ApiFailure(400, message))).toEqual([
      { path: ['spec', 'a', 0, 'b'], message: 'unknown field "spec.a[0].b"' },
      { path: ['spec', 'c'], message: 'duplicate field "spec.c"' },
    ]);
  });

  test('the message when no field is named', () => {
    expect(fieldProblems(new ApiFailure(403, 'forbidden'))).toEqual([{ path: [], message: 'forbidden' }]);
  });
});

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
