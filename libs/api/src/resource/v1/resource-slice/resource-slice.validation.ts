import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { validateNodeSelector } from '../../../core/v1/node-selector.validation.js';
import { validateDriverName } from '../../../core/v1/volume/driver-sources.validation.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { validateNodeName, validatePoolName } from '../device-names.validation.js';
import { validateCounterSet, validateDevice, validateTrue, waysOf } from '../devices.validation.js';
import { BY_NAME, validateSet } from '../validated-lists.js';
import type { ResourceSlice, ResourceSliceSpec } from './resource-slice.types.js';

const SPEC = FieldPath.of('spec');
const POOL = SPEC.child('pool');
const MAX_DEVICES = 128;
const MAX_SHARED_COUNTERS = 32;
const MAX_DEVICE_COUNTERS = 1_024;
const NODE_CHOICE = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

export function validateResourceSlice({ spec }: ResourceSlice): FieldError[] {
  const { devices, sharedCounters, pool } = spec;
  const counters = new Map((sharedCounters ?? []).toReversed().map((set) => [set.name, set]));
  const slice = { sharedCounters: counters, nodesPerDevice: spec.perDeviceNodeSelection === true };
  return [
    ...validateDriverName(SPEC.child('driver'), spec.driver),
    ...validatePool(pool),
    ...validateNodes(spec),
    ...validateSet(
      SPEC.child('devices'),
      devices,
      MAX_DEVICES,
      (item, device) => validateDevice(item, device, slice),
      BY_NAME,
    ),
    ...limit(
      'devices',
      'counters in devices',
      countersOf((devices ?? []).flatMap(({ consumesCounters }) => consumesCounters ?? [])),
      MAX_DEVICE_COUNTERS,
    ),
    ...limit('sharedCounters', 'shared counters', countersOf(sharedCounters ?? []), MAX_SHARED_COUNTERS),
    ...validateSet(SPEC.child('sharedCounters'), sharedCounters, Infinity, validateCounterSet, BY_NAME),
  ];
}

/** The driver, the pool and the node of a slice cannot be changed. */
export const validateResourceSliceUpdate = (slice: ResourceSlice, old: ResourceSlice): FieldError[] => [
  ...validateResourceSlice(slice),
  ...validateUnchanged(POOL, slice.spec.pool, old.spec.pool, ['name']),
  ...validateUnchanged(SPEC, slice.spec, old.spec, ['driver', 'nodeName']),
];

function validatePool({
  name,
  resourceSliceCount = 0,
  generation = 0,
}: Partial<ResourceSliceSpec['pool']> = {}): FieldError[] {
  return [
    ...validatePoolName(POOL.child('name'), name),
    ...(resourceSliceCount > 0
      ? []
      : [fieldError.invalid(POOL.child('resourceSliceCount'), resourceSliceCount, 'must be greater than zero')]),
    ...(generation >= 0
      ? []
      : [fieldError.invalid(POOL.child('generation'), generation, 'must be greater than or equal to zero')]),
  ];
}

function validateNodes(spec: ResourceSliceSpec): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const name = SPEC.child('nodeName');
  const selector = SPEC.child('nodeSelector');
  const terms = nodeSelector?.nodeSelectorTerms;
  const set = [...waysOf(spec), ...(perDeviceNodeSelection ? ['`perDeviceNodeSelection`'] : [])];
  return [
    ...(nodeName === '' ? [fieldError.invalid(name, '', 'must be either unset or set to a non-empty string')] : []),
    ...validateNodeName(name, nodeName ?? ''),
    ...(nodeSelector ? validateNodeSelector(selector, nodeSelector) : []),
    ...(nodeSelector && terms?.length !== 1
      ? [
          fieldError.invalid(
            selector.child('nodeSelectorTerms'),
            terms ?? [],
            'must have exactly one node selector term',
          ),
        ]
      : []),
    ...validateTrue(SPEC.child('allNodes'), allNodes),
    ...validateTrue(SPEC.child('perDeviceNodeSelection'), perDeviceNodeSelection),
    ...(set.length === 0 ? [fieldError.required(SPEC, NODE_CHOICE)] : []),
    ...(set.length > 1
      ? [fieldError.invalid(SPEC, `{${set.join(', ')}}`, `${NODE_CHOICE}, but multiple fields are set`)]
      : []),
  ];
}

const countersOf = (sets: readonly { readonly counters?: object }[]): number =>
  sets.reduce((sum, { counters = {} }) => sum + Object.keys(counters).length, 0);

const limit = (field: string, what: string, count: number, most: number): FieldError[] =>
  count > most
    ? [fieldError.invalid(SPEC.child(field), count, `the total number of ${what} must not exceed ${most}`)]
    : [];
