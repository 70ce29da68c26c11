import { ApiError } from './api-error.js';
import { fieldError, type FieldError } from '../field/field-error.js';
import { FieldPath } from '../field/field-path.js';
import { boundedTexts, firstTexts } from './bounded-texts.js';

describe('firstTexts', () => {
  const built = (length: number): number => {
    let count = 0;
    const texts = firstTexts(Array.from({ length: 500 }), () => (count++, 'x'.repeat(length)));
    expect(texts).toHaveLength(count);
    return count;
  };

  it('builds all short texts', () => expect(built(100)).toBe(500));
  it('builds as many as are answered', () => expect(built(1_000)).toBe(66));
  it('builds one long text', () => expect(built(100_000)).toBe(1));
});

describe('boundedTexts', () => {
  it('keeps a few short texts', () => expect(boundedTexts(['a', 'b'])).toEqual(['a', 'b']));
  it('counts the omitted texts', () => {
    const texts = boundedTexts(Array.from({ length: 5_000 }, (_, index) => `t${index}`));
    expect(texts).toHaveLength(1_001);
    expect(texts.at(-1)).toBe('and 4000 more');
  });
  it('limits the characters in total, and of each text', () => {
    expect(boundedTexts(['x'.repeat(60_000), 'y'.repeat(60_000)])).toEqual(['x'.repeat(60_000), 'and 1 more']);
    expect(boundedTexts(['x'.repeat(100_000)])[0]!.length).toBeLessThan(66_000);
  });
});

describe('the Status of an error', () => {
  const size = (error: ApiError) => JSON.stringify(error.toStatus()).length;
  const long = '\\'.repeat(1_500_000);
  const ref = { group: long, resource: long, kind: long, name: long };
  const errors: Record<string, () => ApiError> = {
    invalid: () => ApiError.invalid(ref, [fieldError.invalid(FieldPath.of('metadata', long), long, long)]),
    forbidden: () => ApiError.forbidden(ref, long, [{ message: long, field: long }]),
    notFound: () => ApiError.notFound(ref),
    alreadyExists: () => ApiError.alreadyExists(ref),
    conflict: () => ApiError.conflict(ref, long),
    badRequest: () => ApiError.badRequest(long),
    'very many causes': () =>
      ApiError.conflict(
        ref,
        long,
        Array.from({ length: 2_000 }, () => ({ message: 'x'.repeat(1_000), field: 'f' })),
      ),
  };
  it.each(Object.keys(errors))('is short for %s with long quoted texts', (name) => {
    const error = errors[name]!();
    expect(size(error)).toBeLessThan(300_000);
    expect(error.message.length).toBeGreaterThan(1_000);
  });

  it('has the first cause, and short names unchanged', () => {
    const { message, details } = ApiError.notFound({ group: '', resource: 'pods', name: 'p' });
    expect([message, details]).toEqual(['pods "p" not found', { name: 'p', kind: 'pods' }]);
    const invalid = ApiError.invalid({ group: '', kind: 'Pod', name: 'p' }, [
      fieldError.required(FieldPath.of('spec')),
    ]);
    expect(invalid.details!.causes).toEqual([
      { reason: 'FieldValueRequired', message: 'Required value', field: 'spec' },
    ]);
  });
});

it('the Status of an object with very many errors is bounded', () => {
  const errors = Array.from({ length: 33_000 }, (_, index) => fieldError.required(FieldPath.of('spec').index(index)));
  const { details, message } = ApiError.invalid({ group: '', kind: 'Pod', name: 'p' }, errors);
  expect(details!.causes).toHaveLength(1_000);
  expect(message).toMatch(/, and 32000 more\]$/);
});

it('the texts of errors that are not answered are not built', () => {
  let built = 0;
  const error = (field: string, text: string): FieldError => ({
    reason: 'FieldValueInvalid',
    field,
    get detail() {
      built++;
      return text;
    },
  });
  const invalid = (field: string, text: string) => {
    built = 0;
    const errors = Array.from({ length: 20_000 }, (_, index) => error(`${field}[${index}]`, text));
    return ApiError.invalid({ group: '', kind: 'Pod', name: 'p' }, errors);
  };
  expect(invalid('spec', 'is wrong').message).toMatch(/, and 19000 more\]$/);
  expect(built).toBeLessThan(5_000);
  for (const [field, text] of [
    ['x'.repeat(1_000_000), 'is wrong'],
    ['spec', 'x'.repeat(70_000)],
  ] as const) {
    expect(invalid(field, text).details!.causes).toHaveLength(1);
    expect(built).toBeLessThan(5);
  }
});
