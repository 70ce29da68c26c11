import { ApiError, parseApiVersion, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import type { Pod } from './budget.js';
import type { KnownScales, OwnerScale } from './known-scales.js';

export type ScaleClient = Pick<Client, 'resource' | 'metadata' | 'restMapping'>;

interface Scale extends HasMetadata {
  readonly spec?: { readonly replicas?: number };
}

/**
 * Total scale of the owners of these pods, each owner once; pods without an owner are not counted. A message when it is
 * unknown because an owner has no scale.
 * @param once reads the scale of an owner, or knows it. Default: reads it.
 */
export async function expectedScale(
  pods: readonly Pod[],
  client: ScaleClient,
  signal: AbortSignal,
  once: ReturnType<KnownScales['in']> = (_owner, read) => read(),
): Promise<number | string> {
  const known = new Set<string>();
  let total = 0;
  for (const pod of pods) {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller);
    if (!owner || known.has(owner.uid)) continue;
    known.add(owner.uid);
    const scale = await once(owner, () => scaleOf(owner, pod.metadata.namespace ?? '', client, signal));
    if (!scale) return `found no controllers for pod ${JSON.stringify(pod.metadata.name)}`;
    // Several replica sets may belong to one deployment, which is counted once.
    if (scale.uid !== owner.uid && known.has(scale.uid)) continue;
    known.add(scale.uid);
    total += scale.replicas;
  }
  return total;
}

async function scaleOf(
  owner: OwnerReference,
  namespace: string,
  client: ScaleClient,
  signal: AbortSignal,
): Promise<OwnerScale> {
  const resource = await resourceOf(owner, client);
  const own = resource && (await ownScaleOf(owner, resource, namespace, client, signal));
  if (!own) return undefined;
  const above = await ownerAbove(owner, resource, namespace, client, signal);
  // During a rollout a deployment has several replica sets: only its own scale is the expected one. Owners above it do not count: replica sets may own each other.
  const resourceAbove = above && (await resourceOf(above, client));
  return (resourceAbove && (await ownScaleOf(above, resourceAbove, namespace, client, signal))) ?? own;
}

async function ownScaleOf(
  { name, uid }: OwnerReference,
  resource: ResourceType,
  namespace: string,
  client: ScaleClient,
  signal: AbortSignal,
): Promise<OwnerScale> {
  const key: ObjectKey = { namespace: resource.namespaced ? namespace : '', name };
  const scale = await undefinedIfAbsent(client.resource(resource).subresource('scale').get<Scale>(key, { signal }));
  return scale?.metadata.uid === uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
}

async function ownerAbove(
  { name, uid }: OwnerReference,
  resource: ResourceType,
  namespace: string,
  client: ScaleClient,
  signal: AbortSignal,
): Promise<OwnerReference | undefined> {
  if (resource.kind !== 'ReplicaSet' || resource.group !== 'apps') return undefined;
  const set = await client.metadata(resource).find({ namespace, name }, { signal });
  if (set?.metadata.uid !== uid) return undefined;
  return set.metadata.ownerReferences?.find(({ controller }) => controller);
}

async function resourceOf({ apiVersion, kind }: OwnerReference, client: ScaleClient) {
  const gv = parseApiVersion(apiVersion);
  return gv && undefinedIfAbsent(client.restMapping({ ...gv, kind }));
}

async function undefinedIfAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (err) {
    if (err instanceof ApiError && (err.reason === 'NotFound' || err.reason === 'MethodNotAllowed')) return undefined;
    throw err;
  }
}
