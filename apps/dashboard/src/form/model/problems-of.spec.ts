import { messageAtField, refusedValues, stillRefused } from './problems-of';
import { readForm } from './read-form';

describe('problems of fields', () => {
  const problem = { path: ['spec', 'size'], message: 'spec.size: Invalid value: 0' };

  test('until the field is changed', () => {
    const refused = refusedValues([problem], { spec: { size: 0, other: 1 } });
    expect(stillRefused(refused, { spec: { size: 0, other: 2 } })).toHaveLength(1);
    expect(stillRefused(refused, { spec: { size: 1 } })).toEqual([]);
  });

  test('without the path where the field is named', () => {
    expect(messageAtField(problem)).toBe('Invalid value: 0');
    expect(messageAtField({ ...problem, message: 'unknown field "spec.size"' })).toBe('unknown field "spec.size"');
    expect(messageAtField({ path: [], message: 'a: b' })).toBe('a: b');
  });
});

describe('readForm', () => {
  test.each([
    ['a: 1', { value: { a: 1 } }],
    ['', { value: {} }],
    ['- 1', { problem: 'The text is not an object.' }],
    ['a: [', { problem: expect.stringContaining('line 1') }],
    ['a: *nothing', { problem: expect.any(String) }],
  ])('%j', (text, read) => {
    expect(readForm(text)).toEqual(read);
  });
});
