import type { AdmissionOperation, UnreadAttributes } from '@orch/registry';

interface PodWrites {
  /** Default: create and update. */
  readonly operations?: readonly AdmissionOperation[];
  /** Default: none, the pods themselves. */
  readonly subresource?: string;
}

const CHANGES: readonly AdmissionOperation[] = ['CREATE', 'UPDATE'];

/** Whether a write is to pods, or to a sub-resource of them. */
export const isPodWrite = (
  { operation, subresource, definition: { gvr } }: UnreadAttributes,
  { operations = CHANGES, subresource: wanted = '' }: PodWrites = {},
): boolean => subresource === wanted && gvr.resource === 'pods' && gvr.group === '' && operations.includes(operation);
