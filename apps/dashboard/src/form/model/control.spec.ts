import type { Schema } from '../../schema/fields';
import { controlOf, fits, typeText } from './control';

const STRING = { type: 'string' };

test.each([
  ['text', STRING],
  ['time', { type: 'string', format: 'date-time' }],
  ['integer', { type: 'integer', format: 'int32' }],
  ['number', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['choice', { type: 'string', enum: ['a', 'b'] }],
  ['int-or-string', { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, STRING] }],
  ['int-or-string', { format: 'int-or-string', oneOf: [{ type: 'integer' }, STRING] }],
  ['quantity', { oneOf: [STRING, { type: 'number' }] }],
  ['list', { type: 'array', items: STRING }],
  ['yaml', { type: 'array' }],
  ['object', { type: 'object', properties: { a: STRING } }],
  ['object', { type: 'object', properties: { a: STRING }, oneOf: [{ required: ['a'] }] }],
  ['map', { type: 'object', additionalProperties: STRING }],
  ['yaml', { type: 'object' }],
  ['yaml', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['yaml', { oneOf: [STRING, { type: 'object' }] }],
  ['yaml', {}],
])('%s for %j', (control, schema) => {
  expect(controlOf(schema as Schema)).toBe(control);
});

test('what is there decides, too', () => {
  expect(fits('text', { a: 1 })).toBe(false);
  expect(fits('list', {})).toBe(false);
  expect(fits('object', [])).toBe(false);
  expect(fits('map', null)).toBe(true);
  expect(fits('integer', 'x')).toBe(true);
  expect(fits('yaml', [])).toBe(true);
});

test.each([
  ['integer', { type: 'integer', minimum: 1, maximum: 10 }, 'integer, 1 to 10'],
  ['integer', { type: 'integer', minimum: 0 }, 'integer'],
  ['text', { type: 'string', format: 'byte' }, 'base64'],
  ['text', { type: 'string', maxLength: 63, pattern: '^[a-z]+$' }, 'at most 63 characters, matches ^[a-z]+$'],
  ['choice', { enum: ['a'] }, ''],
] as const)('%s is described', (control, schema, text) => {
  expect(typeText(control, schema as Schema)).toBe(text);
});
