import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateConditions } from '../../../validation/conditions.js';
import { validateAmounts } from '../../../validation/values.js';
import type { NodeAddress, NodeStatus } from './node-status.js';

/** Reported node status: non-negative quantities, conditions, and addresses without duplicates. */
export const validateNodeStatus = (path: FieldPath, status: NodeStatus = {}): FieldError[] => [
  ...validateAmounts(path.child('capacity'), status.capacity),
  ...validateAmounts(path.child('allocatable'), status.allocatable),
  ...validateConditions(path.child('conditions'), status.conditions),
  ...validateAddresses(path.child('addresses'), status.addresses),
];

function validateAddresses(path: FieldPath, addresses: readonly NodeAddress[] = []): FieldError[] {
  const seen = new Set<string>();
  return addresses.flatMap(({ type, address }, index) => {
    const identity = `${type}/${address}`;
    const repeated = seen.has(identity) ? [fieldError.duplicate(path.index(index), { type, address })] : [];
    seen.add(identity);
    return repeated;
  });
}
