import { groupResource, type ApiObject, type Quantity } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { ONE, type Amounts } from './amounts.js';
import { claimUsage } from './claim-usage.js';
import { deviceUsage } from './device-usage.js';
import { podUsage } from './pod-usage.js';
import { serviceUsage } from './service-usage.js';

/** Resource of an object. */
export interface CountedResource {
  readonly group: string;
  readonly resource: string;
}

/** Resources of the core group that also count under the bare name. */
const BY_NAME: ReadonlySet<string> = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas']);

/** The name under which objects of any resource are counted: `count/deployments.apps`. */
export const countName = (resource: CountedResource): string => `count/${groupResource(resource)}`;

/** Complete usage of an object. */
export function usageOf(counted: CountedResource, object: ApiObject, vocabulary: Vocabulary, nowMs: number): Amounts {
  const usage = new Map<string, Quantity>([[countName(counted), ONE]]);
  if (counted.group === '' && BY_NAME.has(counted.resource)) return usage.set(counted.resource, ONE);
  const own = ownUsage(counted, object, vocabulary, nowMs);
  for (const [name, amount] of own) usage.set(name, amount);
  return usage;
}

const NOTHING: Amounts = new Map();

function ownUsage(
  { group, resource }: CountedResource,
  object: ApiObject,
  vocabulary: Vocabulary,
  nowMs: number,
): Amounts {
  if (group === vocabulary.groups.resource && resource === DEVICE_CLAIMS) {
    return deviceUsage(object, deviceClassSuffix(vocabulary));
  }
  if (group !== '') return NOTHING;
  switch (resource) {
    case 'pods':
      return podUsage(object, nowMs);
    case 'persistentvolumeclaims':
      return claimUsage(object, {
        classSuffix: classSuffix(vocabulary),
        classAnnotation: vocabulary.annotations.claimStorageClass,
      });
    case 'services':
      return serviceUsage(object);
    default:
      return NOTHING;
  }
}

/** Separates the name of a storage class from the counted resource. */
const classSuffix = ({ groups }: Vocabulary): string => `.storageclass.${groups.storage}/`;

/** Separates the name of a device class from the counted resource. */
const deviceClassSuffix = ({ groups }: Vocabulary): string => `.deviceclass.${groups.resource}/`;

const DEVICE_CLAIMS = 'resourceclaims';

/** Kinds with usage that depends on the content of the objects. */
export const isMeasured = ({ group, resource }: CountedResource, { groups }: Vocabulary): boolean =>
  (group === '' && MEASURED.has(resource)) || (group === groups.resource && resource === DEVICE_CLAIMS);

const MEASURED: ReadonlySet<string> = new Set(['pods', 'persistentvolumeclaims', 'services']);

/**
 * The resource that a quota name counts. `measured` names depend on the content of the objects. Undefined for names without
 * usage.
 */
export function countedBy(
  name: string,
  vocabulary: Vocabulary,
): { readonly counted: CountedResource; readonly measured: boolean } | undefined {
  if (name.startsWith('count/')) {
    const text = name.slice('count/'.length);
    const dot = text.indexOf('.');
    const counted =
      dot < 0 ? { group: '', resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
    return { counted, measured: false };
  }
  if (name.endsWith(`${deviceClassSuffix(vocabulary)}devices`)) {
    return { counted: { group: vocabulary.groups.resource, resource: DEVICE_CLAIMS }, measured: true };
  }
  const core = (resource: string, measured: boolean) => ({ counted: { group: '', resource }, measured });
  if (BY_NAME.has(name)) return core(name, false);
  if (name === 'services' || name.startsWith('services.')) return core('services', true);
  if (name === 'persistentvolumeclaims' || name === 'requests.storage' || name.includes(classSuffix(vocabulary))) {
    return core('persistentvolumeclaims', true);
  }
  const ofPods = name === 'pods' || /^(cpu|memory|ephemeral-storage|hugepages-.*|requests\..*|limits\..*)$/.test(name);
  return ofPods ? core('pods', true) : undefined;
}
