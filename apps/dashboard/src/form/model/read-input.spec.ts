import { inputText, readInput } from './read-input';

test.each([
  ['integer', ' 3 ', { value: 3 }],
  ['integer', '3.5', { problem: 'This is not a whole number.' }],
  ['integer', '', { isNothing: true }],
  ['integer', '99999999999999999999', { problem: 'The number has too many digits.' }],
  ['number', '1.5', { value: 1.5 }],
  ['number', 'x', { problem: 'This is not a number.' }],
  ['int-or-string', '80', { value: 80 }],
  ['int-or-string', '25%', { value: '25%' }],
  ['int-or-string', '', { isNothing: true }],
  ['quantity', '1', { value: '1' }],
  ['time', '2025-01-31T08:00:00Z', { value: '2025-01-31T08:00:00Z' }],
  ['time', 'tomorrow', { problem: 'Write a time such as 2025-01-31T08:00:00Z.' }],
  ['text', '', { value: '' }],
  ['yaml', 'a: [1] # one', { value: { a: [1] }, source: 'a: [1] # one' }],
  ['yaml', ' ', { isNothing: true }],
] as const)('%s reads %j', (control, text, input) => {
  expect(readInput(control, text, undefined)).toEqual(input);
});

test('a quantity that was a number stays one', () => {
  expect(readInput('quantity', '2', 1)).toEqual({ value: 2 });
  expect(readInput('quantity', '2Gi', 1)).toEqual({ value: '2Gi' });
});

test('text that is not YAML has no value', () => {
  expect(readInput('yaml', 'a: [', undefined)).toEqual({ problem: expect.any(String) });
});

test.each([
  ['text', undefined, ''],
  ['text', null, ''],
  ['integer', 0, '0'],
  ['yaml', { a: 1 }, 'a: 1'],
  ['yaml', null, 'null'],
] as const)('%s shows %j', (control, value, text) => {
  expect(inputText(control, value)).toBe(text);
});
