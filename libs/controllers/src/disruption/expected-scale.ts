import { ApiError, parseApiVersion, type OwnerReference } from '@orch/apimachinery';
import type { Client, HasMetadata, ObjectKey, ResourceType } from '@orch/client';
import type { KnownScale, OwnerScale } from './known-scales.js';
import type { PodOwner } from './pod-owners.js';

export type ScaleClient = Pick<Client, 'resource' | 'metadata' | 'restMapping'>;

interface Scale extends HasMetadata {
  readonly spec?: { readonly replicas?: number };
}

/**
 * Total scale of the owners of pods: where several replica sets belong to one deployment, its scale counts once, as it was read last. If a pod has changed since, it is at
 * least the number of pods: an owner that was scaled up would else let pods of others be evicted. A message when it is unknown because an owner has no scale; undefined
 * when the scale of an owner was never read.
 */
export function expectedScale(
  owners: readonly PodOwner[],
  known: (owner: PodOwner) => KnownScale | undefined,
): number | string | undefined {
  const scaled = new Map<string, { replicas: number; readMs: number; pods: number; hasChanged: boolean }>();
  let isComplete = true;
  for (const owner of owners) {
    const found = known(owner);
    if (found && !found.scale) return `found no controllers for pod ${JSON.stringify(owner.pod)}`;
    if (!found?.scale) {
      isComplete = false;
      continue;
    }
    const { uid, replicas } = found.scale;
    const before = scaled.get(uid);
    const newest = before && before.readMs > found.readMs ? before : { replicas, readMs: found.readMs };
    scaled.set(uid, {
      replicas: newest.replicas,
      readMs: newest.readMs,
      pods: owner.pods + (before?.pods ?? 0),
      hasChanged: found.state !== owner.state || before?.hasChanged === true,
    });
  }
  let total = 0;
  for (const { replicas, pods, hasChanged } of scaled.values())
    total += hasChanged ? Math.max(replicas, pods) : replicas;
  return isComplete ? total : undefined;
}

/** Reads the scale of an owner of pods, with three requests at most. */
export async function scaleOf(
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
