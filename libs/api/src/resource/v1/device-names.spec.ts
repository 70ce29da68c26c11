import { FieldPath } from '@orch/apimachinery';
import { validatePoolName } from './device-names.validation.js';

const faults = (name: string): string[] => validatePoolName(FieldPath.of('pool'), name).map(({ reason }) => reason);

describe('the name of a pool', () => {
  it('consists of subdomains', () => {
    expect(faults('a.example/b')).toEqual([]);
    expect(faults('a//b')).toEqual(['FieldValueInvalid']);
    expect(faults('')).toEqual(['FieldValueRequired']);
  });
  it('has no more errors than a name within the limit, and that it is too long', () => {
    expect(faults('a'.repeat(254))).toEqual(['FieldValueTooLong', 'FieldValueInvalid']);
    expect(faults('/'.repeat(253))).toHaveLength(254);
    expect(faults('/'.repeat(1_000_000))).toHaveLength(255);
  });
});
