import { fieldError, goString, goStruct, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateNotNegative } from '../../../validation/values.js';
import type { NodeAddress, NodeStatus } from './node-status.js';

/** Of a node that is registered: non-negative quantities. */
export const validateNodeAmounts = (path: FieldPath, status: NodeStatus = {}): FieldError[] => [
  ...validateAmounts(path.child('capacity'), status.capacity),
  ...validateAmounts(path.child('allocatable'), status.allocatable),
];

const validateAmounts = (path: FieldPath, amounts: Readonly<Record<string, string>> = {}): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => validateNotNegative(path.child(name), amount));

/** Of a report: also addresses without duplicates. Conditions may have any form. */
export const validateNodeStatus = (path: FieldPath, status: NodeStatus = {}): FieldError[] => [
  ...validateNodeAmounts(path, status),
  ...validateAddresses(path.child('addresses'), status.addresses),
];

const goNodeAddress = goStruct('core.NodeAddress', { type: goString, address: goString });

function validateAddresses(path: FieldPath, addresses: readonly NodeAddress[] = []): FieldError[] {
  const seen = new Set<string>();
  return addresses.flatMap(({ type, address }, index) => {
    const identity = `${type}/${address}`;
    const shown = goValue(goNodeAddress, { type, address });
    const repeated = seen.has(identity) ? [fieldError.duplicate(path.index(index), shown)] : [];
    seen.add(identity);
    return repeated;
  });
}
