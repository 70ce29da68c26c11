import { fieldError, goString, goStruct, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { isIndivisible, isWhole } from '../pod/resource-names.js';
import { validateNotNegative } from '../../../validation/values.js';
import type { NodeAddress, NodeStatus } from './node-status.js';

/** Of a node that is registered: non-negative quantities, integers of what cannot be divided. */
export const validateNodeAmounts = (path: FieldPath, status: NodeStatus = {}, vocabulary: Vocabulary): FieldError[] => [
  ...validateAmounts(path.child('capacity'), status.capacity, vocabulary),
  ...validateAmounts(path.child('allocatable'), status.allocatable, vocabulary),
];

const validateAmounts = (
  path: FieldPath,
  amounts: Readonly<Record<string, string>> = {},
  vocabulary: Vocabulary,
): FieldError[] =>
  Object.entries(amounts).flatMap(([name, amount]) => {
    const at = path.child(name);
    const isFraction = isIndivisible(name, vocabulary) && !isWhole(amount);
    return [...validateNotNegative(at, amount), ...(isFraction ? [fieldError.invalid(at, amount, NOT_WHOLE)] : [])];
  });

const NOT_WHOLE = 'must be an integer';

/** Of a report: also addresses without duplicates. Conditions may have any form. */
export const validateNodeStatus = (path: FieldPath, status: NodeStatus = {}, vocabulary: Vocabulary): FieldError[] => [
  ...validateNodeAmounts(path, status, vocabulary),
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
