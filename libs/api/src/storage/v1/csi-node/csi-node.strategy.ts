import {
  fieldError,
  FieldPath,
  goNumber,
  goPointer,
  goString,
  goStrings,
  goStruct,
  goValue,
  type FieldError,
} from '@orch/apimachinery';
import { validateDriverName } from '../../../core/v1/volume/driver-sources.validation.js';
import type { Strategy } from '../../../definition/strategy.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateRange } from '../../../validation/values.js';
import type { CSINode, CSINodeDriver } from './csi-node.types.js';

const DRIVERS = FieldPath.of('spec', 'drivers');
const MAX_NODE_ID_BYTES = 192;

/** A-429..A-437, C-206, C-207. */
export const csiNodeStrategy = (): Strategy<CSINode> => ({
  validateCreate: validateNode,
  validateUpdate: (node, old, { features }) => [...validateNode(node), ...validateEntriesKept(node, old, features)],
});

const driversOf = (node: CSINode): readonly CSINodeDriver[] =>
  (node.spec as CSINode['spec'] | undefined)?.drivers ?? [];

function validateNode(node: CSINode): FieldError[] {
  const names = new Set<string>();
  return driversOf(node).flatMap((driver, index) => {
    const at = DRIVERS.index(index);
    const repeated = names.has(driver.name) ? [fieldError.duplicate(at.child('name'), driver.name)] : [];
    names.add(driver.name);
    return [...validateDriver(at, driver), ...repeated];
  });
}

function validateDriver(path: FieldPath, { name, nodeID, topologyKeys, allocatable }: CSINodeDriver): FieldError[] {
  const listed = topologyKeys ?? [];
  const id = path.child('nodeID');
  return [
    ...validateDriverName(path.child('name'), name),
    ...(nodeID ? [] : [fieldError.required(id)]),
    ...(Buffer.byteLength(nodeID ?? '') > MAX_NODE_ID_BYTES ? [fieldError.tooLong(id, MAX_NODE_ID_BYTES)] : []),
    ...validateRange(path.child('allocatable').child('count'), allocatable?.count, 0),
    // Kube-apiserver names the driver, not the key.
    ...listed.flatMap((key, index) => [
      ...(key === '' ? [fieldError.required(path)] : []),
      ...(listed.indexOf(key) < index ? [fieldError.duplicate(path, key)] : []),
      ...checkQualifiedName(path, key),
    ]),
  ];
}

const goDriver = goStruct('storage.CSINodeDriver', {
  name: goString,
  nodeID: goString,
  topologyKeys: goStrings,
  allocatable: goPointer('storage.VolumeNodeResources', goStruct('storage.VolumeNodeResources', { count: goNumber })),
});

/** Entries may be added and removed, but are immutable except, with its feature, for the allocatable count (C-207). */
function validateEntriesKept(node: CSINode, old: CSINode, features: FeatureGates): FieldError[] {
  const before = new Map(driversOf(old).map((driver) => [driver.name, driver]));
  const fixed = features.enabled('MutableCSINodeAllocatableCount') ? identity : (driver: CSINodeDriver) => driver;
  return driversOf(node).flatMap((driver) => {
    const previous = before.get(driver.name);
    if (!previous || sameJson(fixed(driver), fixed(previous))) return [];
    return [fieldError.invalid(DRIVERS, goValue(goDriver, driver), 'field is immutable')];
  });
}

const identity = ({ name, nodeID, topologyKeys }: CSINodeDriver): object => ({
  name,
  nodeID,
  topologyKeys: topologyKeys ?? [],
});
