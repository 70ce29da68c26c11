import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import type { Strategy } from '../../../definition/strategy.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateRange } from '../../../validation/values.js';
import { validateDriverName } from '../csi-driver/csi-driver.strategy.js';
import type { CSINode, CSINodeDriver } from './csi-node.types.js';

const DRIVERS = FieldPath.of('spec', 'drivers');
const MAX_NODE_ID_BYTES = 192;

/** A-429..A-437, C-206, C-207. */
export const csiNodeStrategy = (): Strategy<CSINode> => ({
  validateCreate: validateNode,
  validateUpdate: (node, old) => [...validateNode(node), ...validateEntriesKept(node, old)],
});

const driversOf = (node: CSINode): readonly CSINodeDriver[] | undefined =>
  (node.spec as CSINode['spec'] | undefined)?.drivers;

function validateNode(node: CSINode): FieldError[] {
  const drivers = driversOf(node);
  if (drivers === undefined) return [fieldError.required(DRIVERS)];
  const names = new Set<string>();
  return drivers.flatMap((driver, index) => {
    const at = DRIVERS.index(index);
    const repeated = names.has(driver.name) ? [fieldError.duplicate(at.child('name'), driver.name)] : [];
    names.add(driver.name);
    return [...repeated, ...validateDriver(at, driver)];
  });
}

function validateDriver(
  path: FieldPath,
  { name, nodeID, topologyKeys = [], allocatable }: CSINodeDriver,
): FieldError[] {
  const keys = path.child('topologyKeys');
  const id = path.child('nodeID');
  return [
    ...validateDriverName(path.child('name'), name),
    ...(nodeID ? [] : [fieldError.required(id)]),
    ...(Buffer.byteLength(nodeID ?? '') > MAX_NODE_ID_BYTES ? [fieldError.tooLong(id, MAX_NODE_ID_BYTES)] : []),
    ...validateRange(path.child('allocatable').child('count'), allocatable?.count, 0),
    ...topologyKeys.flatMap((key, index) => [
      ...(key === '' ? [fieldError.required(keys.index(index))] : checkQualifiedName(keys.index(index), key)),
      ...(topologyKeys.indexOf(key) < index ? [fieldError.duplicate(keys.index(index), key)] : []),
    ]),
  ];
}

/** Entries may be added and removed, but are immutable except for the allocatable count (C-207). */
function validateEntriesKept(node: CSINode, old: CSINode): FieldError[] {
  const before = new Map((driversOf(old) ?? []).map((driver) => [driver.name, driver]));
  return (driversOf(node) ?? []).flatMap((driver, index) => {
    const previous = before.get(driver.name);
    if (!previous || sameJson(identity(driver), identity(previous))) return [];
    return [fieldError.invalid(DRIVERS.index(index), driver, 'field is immutable')];
  });
}

const identity = ({ name, nodeID, topologyKeys = [] }: CSINodeDriver): object => ({ name, nodeID, topologyKeys });
