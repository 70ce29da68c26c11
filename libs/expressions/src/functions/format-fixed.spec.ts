import { Meter } from '../values/meter.js';
import { formatString } from './format-string.js';

const formatted = (text: string, value: unknown): unknown => formatString(text, [value], new Meter(1_000_000));

it.each([
  ['%f', 1, '1.000000'],
  ['%.0f', 2.5, '3'],
  ['%.2f', 1_234_567.891, '1,234,567.89'],
  ['%.2f', -999.999, '-1,000.00'],
  ['%.1f', 123, '123.0'],
  ['%.1f', -0, '-0.0'],
  ['%.1f', 1e22, '10,000,000,000,000,000,000,000.0'],
  ['%.0f', -1e21, '-1,000,000,000,000,000,000,000'],
  ['%.2f', Number.POSITIVE_INFINITY, '∞'],
  ['%.2f', 'NaN', 'NaN'],
])('%s of %p is %s', (text, value, expected) => expect(formatted(text, value)).toBe(expected));

it('has as many digits as a precision may ask for, on every version of the platform', () => {
  expect(formatted('%.100f', 0.5)).toBe(`0.5${'0'.repeat(99)}`);
});
