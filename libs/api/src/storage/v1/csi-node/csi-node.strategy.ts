import {
  fieldError,
  FieldPath,
  goNumber,
  goPointer,
  goString,
  goStrings,
  goStruct,
  goValue,
  repeatedItems,
  type FieldError,
} from '@orch/apimachinery';
import { validateDriverName } from '../../../core/v1/volume/driver-sources.validation.js';
import type { Strategy, StrategyContext } from '../../../definition/strategy.js';
import type { FeatureGates } from '../../../features/feature-gates.js';
import { sameJson } from '../../../validation/json-equality.js';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateRange } from '../../../validation/values.js';
import type { CSINode, CSINodeDriver } from './csi-node.types.js';

const DRIVERS = FieldPath.of('spec', 'drivers');
/** Maximum bytes of a node ID: that of the specification (C-206), or of kube-apiserver. */
const MAX_NODE_ID = { specified: 192, reference: 256 };

/** A-429..A-437, C-206, C-207. */
export const csiNodeStrategy = (): Strategy<CSINode> => ({
  validateCreate: validateNode,
  validateUpdate: (node, old, context) => [
    ...validateNode(node, context),
    ...validateEntriesKept(node, old, context.features),
  ],
});

const driversOf = (node: CSINode): readonly CSINodeDriver[] =>
  (node.spec as CSINode['spec'] | undefined)?.drivers ?? [];

function validateNode(node: CSINode, { vocabulary }: StrategyContext): FieldError[] {
  const maxId = MAX_NODE_ID[vocabulary.answers.rulesOfFields];
  const names = new Set<string>();
  return driversOf(node).flatMap((driver, index) => {
    const at = DRIVERS.index(index);
    const repeated = names.has(driver.name) ? [fieldError.duplicate(at.child('name'), driver.name)] : [];
    names.add(driver.name);
    return [...validateDriver(at, driver, maxId), ...repeated];
  });
}

function validateDriver(
  path: FieldPath,
  { name, nodeID, topologyKeys, allocatable }: CSINodeDriver,
  maxId: number,
): FieldError[] {
  const listed = topologyKeys ?? [];
  const repeated = repeatedItems(listed);
  const id = path.child('nodeID');
  return [
    ...validateDriverName(path.child('name'), name),
    ...(nodeID ? [] : [fieldError.required(id)]),
    ...(Buffer.byteLength(nodeID ?? '') > maxId
      ? [fieldError.invalid(id, nodeID, `must be ${maxId} characters or less`)]
      : []),
    ...validateRange(path.child('allocatable').child('count'), allocatable?.count, 0),
    // Kube-apiserver names the driver, not the key.
    ...listed.flatMap((key, index) => [
      ...(key === '' ? [fieldError.required(path)] : []),
      ...(repeated.has(index) ? [fieldError.duplicate(path, key)] : []),
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
