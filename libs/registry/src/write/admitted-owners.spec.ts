import type { ApiObject, ManagedFieldsEntry } from '@orch/apimachinery';
import { testWrite } from '@orch/testing';
import { withAdmittedOwners } from './admitted-owners.js';

describe('owners after mutating admission', () => {
  const entry: ManagedFieldsEntry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } }; // prettier-ignore
  const object = (managedFields?: ManagedFieldsEntry[]): ApiObject => ({
    metadata: { name: 'x', ...(managedFields && { managedFields }) },
  });
  const admit = (before: ApiObject, after: ApiObject) => {
    const warnings: string[] = [];
    const result = withAdmittedOwners(
      before,
      after,
      testWrite('default', { warn: (text) => void warnings.push(text) }),
    );
    return [result.metadata.managedFields, warnings.length];
  };

  it('may change', () => {
    const other = { ...entry, manager: 'other' };
    expect(admit(object([entry]), object([other]))).toEqual([[other], 0]);
    expect(admit(object([entry]), object())).toEqual([undefined, 0]);
  });

  it('are reset with a warning when malformed', () =>
    expect(admit(object([entry]), object([{ ...entry, operation: 'Foo' as never }]))).toEqual([[entry], 1]));
});
