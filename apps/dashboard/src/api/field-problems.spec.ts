import { ApiFailure } from './failure';
import { fieldPathText, fieldProblems, parseFieldPath } from './field-problems';

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

test('fieldPathText', () => {
  expect(fieldPathText(['spec', 'ports', 0, 'name'])).toBe('spec.ports[0].name');
  expect(fieldPathText([])).toBe('');
});
