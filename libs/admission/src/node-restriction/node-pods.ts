import { sameJson, type Pod } from '@orch/api';
import type { PartReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { podReferences } from '@orch/authorization';
import { quoted, type RefusalRule } from './refusal-rule.js';

/**
 * Pods: a node may create mirror pods for itself that reference no other object, update the status of pods bound to it, and
 * delete or evict these. No other sub-resource.
 */
export function nodePods(reader: PartReader, vocabulary: Vocabulary): RefusalRule {
  const created = mirrorPods(reader, vocabulary);
  return (node, attributes) => {
    const { operation, subresource, object, oldObject } = attributes;
    if (subresource === 'status') return podStatus(node, object as Pod, oldObject as Pod);
    // The server's own change before it deletes the pod: the eviction was checked before.
    if (subresource === 'eviction' && operation === 'UPDATE') return undefined;
    if (subresource !== '') {
      return `unexpected pod subresource ${quoted(subresource)}, only 'status' and 'eviction' are allowed`;
    }
    if (operation === 'CREATE') return created(node, attributes);
    if (operation !== 'DELETE') {
      return `unexpected operation ${quoted(operation)}, node ${quoted(node)} can only create and delete mirror pods`;
    }
    return (oldObject as Pod).spec?.nodeName === node
      ? undefined
      : `node ${quoted(node)} can only delete pods with spec.nodeName set to itself`;
  };
}

function podStatus(node: string, pod: Pod, old: Pod): string | undefined {
  if (old.spec?.nodeName !== node) {
    return `node ${quoted(node)} can only update pod status for pods with spec.nodeName set to itself`;
  }
  if (!sameJson(pod.metadata.labels ?? {}, old.metadata.labels ?? {})) {
    return `node ${quoted(node)} cannot update labels through pod status`;
  }
  // The claims of a pod determine which claims its node may read.
  if (!sameJson(pod.status?.resourceClaimStatuses ?? [], old.status?.resourceClaimStatuses ?? [])) {
    return `node ${quoted(node)} cannot update resource claim statuses`;
  }
  return sameJson(pod.status?.extendedResourceClaimStatus, old.status?.extendedResourceClaimStatus)
    ? undefined
    : `node ${quoted(node)} cannot update extended resource claim status`;
}

/** A mirror pod that could reference Secrets would let a node read all of them. */
function mirrorPods(reader: PartReader, { annotations }: Vocabulary): RefusalRule {
  return (node, { object }) => {
    const pod = object as Pod;
    const { spec } = pod;
    const who = `node ${quoted(node)}`;
    if (pod.metadata.annotations?.[annotations.mirrorPod] === undefined) {
      return `pod does not have ${quoted(annotations.mirrorPod)} annotation, ${who} can only create mirror pods`;
    }
    if (spec?.nodeName !== node) return `${who} can only create pods with spec.nodeName set to itself`;
    const owner = wrongOwner(node, pod, reader);
    if (owner !== undefined) return owner;
    const referred = referredKind(pod);
    return referred === undefined ? undefined : `${who} can not create pods that reference ${referred}`;
  };
}

function wrongOwner(node: string, { metadata: { ownerReferences = [] } }: Pod, reader: PartReader): string | undefined {
  const who = `node ${quoted(node)}`;
  const [owner, another] = ownerReferences;
  if (another) return `${who} can only create pods with a single owner reference set to itself`;
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    return `${who} can only create pods with an owner reference set to itself`;
  }
  if (!owner.controller) return `${who} can only create pods with a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion) return `${who} must not set blockOwnerDeletion on an owner reference`;
  const stored = reader.identityOf({ group: '', resource: 'nodes' }, '', node);
  if (!stored) return `error looking up node ${node} to verify uid: nodes ${quoted(node)} not found`;
  const { uid } = stored;
  return owner.uid === uid ? undefined : `node ${node} UID mismatch: expected ${owner.uid} got ${uid}`;
}

/**
 * Resource of an API object that a mirror pod references; undefined for none. An ephemeral volume references a claim by the names of pod
 * and volume, which the node chooses.
 */
function referredKind(pod: Pod): string | undefined {
  const { serviceAccountName, volumes = [], resourceClaims = [] } = pod.spec ?? {};
  if (serviceAccountName) return 'a service account';
  const references = [...podReferences(pod)];
  for (const resource of ['secrets', 'configmaps', 'persistentvolumeclaims']) {
    if (references.some((reference) => reference.startsWith(`${resource}/`))) return resource;
  }
  if (volumes.some(({ projected }) => projected?.sources?.some((source) => source.clusterTrustBundle))) {
    return 'clustertrustbundles';
  }
  return resourceClaims.length > 0 ? 'resourceclaims' : undefined;
}
