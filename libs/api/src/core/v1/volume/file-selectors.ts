import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { ObjectFieldSelector, ResourceFieldSelector } from '../field-selectors.js';

/** Maps with a subscript in field paths. */
const KEYED_MAPS = ['metadata.labels', 'metadata.annotations'];
/** Fields of a pod that have a name in the downward API. Which of them a place takes is another question. */
const NAMED = [
  ...KEYED_MAPS,
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'spec.host',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** Resources of the downward API (A-399, C-200). */
const RESOURCES = ['limits', 'requests'].flatMap((kind) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((resource) => `${kind}.${resource}`),
);

/** A pod field of the downward API: one of `paths`, or one key of labels or annotations (A-397, C-199). */
export function validateFieldRef(
  path: FieldPath,
  { apiVersion = 'v1', fieldPath = '' }: Partial<ObjectFieldSelector>,
  paths: readonly string[],
): FieldError[] {
  const at = path.child('fieldPath');
  if (fieldPath === '') return [fieldError.required(at)];
  const refuse = (detail: string): FieldError[] => [
    fieldError.invalid(at, fieldPath, `error converting fieldPath: ${detail}`),
  ];
  if (apiVersion !== 'v1') return refuse(`unsupported pod version: ${apiVersion}`);
  const open = fieldPath.indexOf("['");
  if (open > 0 && fieldPath.endsWith("']")) {
    const map = fieldPath.slice(0, open);
    if (!KEYED_MAPS.includes(map)) return refuse(`field label does not support subscript: ${fieldPath}`);
    const key = fieldPath.slice(open + 2, -2);
    return checkQualifiedName(path, map === 'metadata.annotations' ? key.toLowerCase() : key);
  }
  return NAMED.includes(fieldPath)
    ? validateOneOf(at, fieldPath, paths)
    : refuse(`field label not supported: ${fieldPath}`);
}

/** Units of amounts, by what is measured; cpu is counted in thousandths or whole, everything else in bytes (C-200). */
const CPU_UNITS = ['1m', '1'];
const BYTE_UNITS = [
  '1',
  ...['k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((unit) => `1${unit}`),
];
const MEASURES: Readonly<Record<string, string>> = { 'ephemeral-storage': 'local ephemeral storage' };

/** The unit of the answer; none, or 0, is 1. */
function validateDivisor(path: FieldPath, resource: string, divisor: string): FieldError[] {
  const name = resource.slice(resource.indexOf('.') + 1);
  const measure = name.startsWith('hugepages-') ? 'hugepages' : (MEASURES[name] ?? name);
  const units = measure === 'cpu' ? CPU_UNITS : BYTE_UNITS;
  if (divisor === '0' || units.includes(divisor)) return [];
  const list = measure === 'cpu' ? '1m and 1' : units.join(', ');
  return [
    fieldError.invalid(path, resource, `only divisor's values ${list} are supported with the ${measure} resource`),
  ];
}

/** A-399, C-198, C-200. A volume must name the container, since all containers share it. */
export function validateResourceFieldRef(
  path: FieldPath,
  selector: Partial<ResourceFieldSelector>,
  inVolume: boolean,
): FieldError[] {
  const { resource = '', containerName = '', divisor = '0' } = selector;
  const hugePages = resource.startsWith('limits.hugepages-') || resource.startsWith('requests.hugepages-');
  const known = hugePages || RESOURCES.includes(resource);
  const units = known ? validateDivisor(path.child('divisor'), resource, divisor) : [];
  if (inVolume && containerName === '') return [fieldError.required(path.child('containerName')), ...units];
  if (resource === '') return [fieldError.required(path.child('resource'))];
  return known ? units : [fieldError.notSupported(path.child('resource'), resource, RESOURCES)];
}
