import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateNodeSelector } from '../../core/v1/node-selector.validation.js';
import { validatePresent } from '../../validation/values.js';
import type { CounterSet, DeviceCounterConsumption } from './device-counters.js';
import { validateDnsLabel, validateNodeName, validateQualifiedId } from './device-names.validation.js';
import { validateDeviceTaint } from './device-taints.validation.js';
import type { Device, DeviceAttribute } from './devices.js';
import { validateEntries, validateItems, validateSet } from './validated-lists.js';

const MAX_ATTRIBUTES = 32;
const MAX_COUNTERS = 32;
const MAX_TAINTS = 4;
const MAX_TEXT_LENGTH = 64;
const NODE_CHOICE = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required';
const PER_DEVICE = 'when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
// Identifiers of a semantic version exclude each other's separators: matching takes linear time.
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;

/** What the slice of a device says about all its devices. */
export interface SliceRules {
  /** By name; of two with one name the first. */
  readonly sharedCounters: ReadonlyMap<string, CounterSet>;
  /** Each device says which nodes have access. */
  readonly nodesPerDevice: boolean;
}

export function validateDevice(path: FieldPath, device: Device, slice: SliceRules): FieldError[] {
  const { attributes = {}, capacity = {}, consumesCounters } = device;
  const described = Object.keys(attributes).length + Object.keys(capacity).length;
  const counted = (consumesCounters ?? []).reduce((sum, { counters = {} }) => sum + Object.keys(counters).length, 0);
  return [
    ...validateDnsLabel(path.child('name'), device.name),
    ...tooManyOf(path, 'attributes and capacities', described, MAX_ATTRIBUTES),
    ...validateEntries(path.child('attributes'), attributes, validateQualifiedId, validateAttribute),
    ...validateEntries(path.child('capacity'), capacity, validateQualifiedId),
    ...validateItems(path.child('taints'), device.taints, MAX_TAINTS, validateDeviceTaint),
    ...validateSet(
      path.child('consumesCounters'),
      consumesCounters,
      Infinity,
      (item, consumption) => validateConsumption(item, consumption, slice.sharedCounters),
      ({ counterSet }) => ['counterSet', counterSet],
    ),
    ...tooManyOf(path, 'counters', counted, MAX_COUNTERS),
    ...validateNodes(path, device, slice.nodesPerDevice),
  ];
}

const tooManyOf = (path: FieldPath, what: string, count: number, limit: number): FieldError[] =>
  count > limit ? [fieldError.invalid(path, count, `the total number of ${what} must not exceed ${limit}`)] : [];

function validateAttribute(path: FieldPath, attribute: DeviceAttribute): FieldError[] {
  const { string, version } = attribute;
  const set = Object.values(attribute).filter((value) => value !== undefined).length;
  const tooLong = (field: string, text = ''): FieldError[] =>
    text.length > MAX_TEXT_LENGTH ? [fieldError.tooLong(path.child(field), MAX_TEXT_LENGTH)] : [];
  return [
    ...tooLong('string', string),
    // The length comes first: the expression is never run on long text.
    ...(version === undefined || (version.length <= MAX_TEXT_LENGTH && VERSION.test(version))
      ? []
      : [fieldError.invalid(path.child('version'), version, 'must be a string compatible with semver.org spec 2.0.0')]),
    ...tooLong('version', version),
    ...(set === 0 ? [fieldError.required(path, 'exactly one value must be specified')] : []),
    ...(set > 1 ? [fieldError.invalid(path, attribute, 'exactly one value must be specified')] : []),
  ];
}

export const validateCounterSet = (path: FieldPath, { name, counters }: CounterSet): FieldError[] => [
  ...(name ? validateDnsLabel(path.child('name'), name) : [fieldError.required(path.child('name'))]),
  ...validateCounters(path.child('counters'), counters),
];

const validateCounters = (path: FieldPath, counters: CounterSet['counters']): FieldError[] =>
  Object.keys(counters ?? {}).length === 0
    ? [fieldError.required(path)]
    : validateEntries(path, counters, validateDnsLabel);

function validateConsumption(
  path: FieldPath,
  { counterSet, counters }: DeviceCounterConsumption,
  sharedCounters: ReadonlyMap<string, CounterSet>,
): FieldError[] {
  const shared = sharedCounters.get(counterSet);
  const at = path.child('counterSet');
  return [
    ...validatePresent(at, counterSet),
    ...validateCounters(path.child('counters'), counters),
    ...(shared
      ? Object.keys(counters ?? {})
          .filter((name) => !Object.hasOwn(shared.counters ?? {}, name))
          .map((name) =>
            fieldError.invalid(
              path.child('counters'),
              name,
              'must reference a counter defined in the ResourceSlice sharedCounters',
            ),
          )
      : [
          fieldError.invalid(at, counterSet, 'must reference a counterSet defined in the ResourceSlice sharedCounters'),
        ]),
  ];
}

/** Nodes with access, as a slice or a device names them: exactly one way. */
export interface NodeAccess {
  readonly nodeName?: string;
  readonly nodeSelector?: Device['nodeSelector'];
  readonly allNodes?: boolean;
}

function validateNodes(path: FieldPath, device: NodeAccess, perDevice: boolean): FieldError[] {
  const { nodeName, nodeSelector, allNodes } = device;
  if (!perDevice) {
    return nodeName === undefined && nodeSelector === undefined && allNodes === undefined
      ? []
      : [
          fieldError.invalid(
            path,
            undefined,
            '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
          ),
        ];
  }
  const set = waysOf(device);
  return [
    ...(nodeName === '' ? [fieldError.invalid(path.child('nodeName'), '', 'must not be empty')] : []),
    ...validateNodeName(path.child('nodeName'), nodeName ?? ''),
    ...(nodeSelector ? validateNodeSelector(path.child('nodeSelector'), nodeSelector) : []),
    ...validateTrue(path.child('allNodes'), allNodes),
    ...(set.length === 0 ? [fieldError.required(path, `${NODE_CHOICE} ${PER_DEVICE}`)] : []),
    ...(set.length > 1 ? [fieldError.invalid(path, `{${set.join(', ')}}`, `${NODE_CHOICE} ${PER_DEVICE}`)] : []),
  ];
}

/** The fields that name nodes, quoted. */
export const waysOf = ({ nodeName, nodeSelector, allNodes }: NodeAccess): string[] => [
  ...(nodeName ? ['`nodeName`'] : []),
  ...(nodeSelector ? ['`nodeSelector`'] : []),
  ...(allNodes ? ['`allNodes`'] : []),
];

/** A mark that is either unset or true. */
export const validateTrue = (path: FieldPath, mark: boolean | undefined): FieldError[] =>
  mark === false ? [fieldError.invalid(path, false, 'must be either unset or set to true')] : [];
