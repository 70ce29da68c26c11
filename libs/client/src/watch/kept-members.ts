import type { SelectedMembers } from '@orch/apimachinery';

/** Whole objects without `metadata.managedFields`, often half of their memory. */
export const withoutManagedFields: SelectedMembers = { '*': true, metadata: { '*': true, managedFields: false } };
