import { fieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
import { goLabelSelector, goValue } from './go-syntax.js';

const PATH = FieldPath.of('spec', 'a');

describe('fieldError', () => {
  const values: [name: string, value: unknown, shown: string][] = [
    ['a string', 'a"b', String.raw`"a\"b"`],
    ['a control character', 'a\x01\n', String.raw`"a\x01\n"`],
    ['a number', -1, '-1'],
    ['a boolean', true, 'true'],
    ['nothing', undefined, '"null"'],
    ['null', null, '"null"'],
    ['strings', ['a', 'b'], '[]string{"a", "b"}'],
    [
      'a Go value',
      goValue(goLabelSelector, { matchLabels: {} }),
      expect.stringContaining('v1.LabelSelector{') as never,
    ],
  ];
  it.each(values)('C-272 shows %s', (_name, value, shown) => {
    const { detail } = fieldError.invalid(PATH, value, '');
    expect(detail.slice('Invalid value: '.length)).toEqual(shown);
  });
  it('shows the beginning of a long string', () => {
    const { detail } = fieldError.duplicate(PATH, 'x'.repeat(10_000));
    expect(detail).toBe(`Duplicate value: "${'x'.repeat(1_020)}...`);
  });
  it('adds the detail after the value', () =>
    expect(fieldError.invalid(PATH, 'b', 'is wrong')).toEqual({
      reason: 'FieldValueInvalid',
      field: 'spec.a',
      detail: 'Invalid value: "b": is wrong',
    }));
});
