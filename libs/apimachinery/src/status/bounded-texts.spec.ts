import { ApiError } from './api-error.js';
import { fieldError } from '../field/field-error.js';
import { FieldPath } from '../field/field-path.js';
import { boundedTexts } from './bounded-texts.js';

describe('boundedTexts', () => {
  it('leaves a few texts as they are', () => expect(boundedTexts(['a', 'b'])).toEqual(['a', 'b']));
  it('counts the texts that are left out', () => {
    const texts = boundedTexts(Array.from({ length: 5_000 }, (_, index) => `t${index}`));
    expect(texts).toHaveLength(1_001);
    expect(texts.at(-1)).toBe('and 4000 more');
  });
  it('bounds the characters of all, and of one', () => {
    expect(boundedTexts(['x'.repeat(60_000), 'y'.repeat(60_000)])).toEqual(['x'.repeat(60_000), 'and 1 more']);
    expect(boundedTexts(['x'.repeat(100_000)])[0]!.length).toBeLessThan(66_000);
  });
});

it('the Status of an object with very many faults is bounded', () => {
  const errors = Array.from({ length: 33_000 }, (_, index) => fieldError.required(FieldPath.of('spec').index(index)));
  const { details, message } = ApiError.invalid({ group: '', kind: 'Pod', name: 'p' }, errors);
  expect(details!.causes).toHaveLength(1_000);
  expect(message).toMatch(/, and 32000 more\]$/);
});
