import type { Pod, PodCertificateRequest } from '@orch/api';
import type { ObjectReader } from '@orch/registry';
import { quoted, type RefusalRule } from './refusal-rule.js';

/** A node may request certificates for pods on it, as their service account; no other write. */
export function nodePodCertificates(reader: ObjectReader): RefusalRule {
  /** UID of an object; undefined when it does not exist. */
  const uidOf = (resource: string, namespace: string, name: string): string | undefined =>
    reader.read({ group: '', resource }, namespace, name)?.metadata.uid;
  return (node, { operation, subresource, namespace, object }) => {
    const who = `node ${quoted(node)}`;
    if (operation !== 'CREATE' || subresource !== '') return `${who} can only create PodCertificateRequests`;
    const { spec } = object as PodCertificateRequest;
    if (spec?.nodeName !== node)
      return `${who} can only create PodCertificateRequests with spec.nodeName set to itself`;
    if (spec.nodeUID !== uidOf('nodes', '', node)) return `spec.nodeUID is not the UID of node ${quoted(node)}`;
    const pod = reader.read({ group: '', resource: 'pods' }, namespace, spec.podName) as Pod | undefined;
    const what = `pod ${quoted(spec.podName)}`;
    if (!pod) return `${what} not found`;
    if (pod.metadata.uid !== spec.podUID) return `spec.podUID is not the UID of ${what}`;
    if (pod.spec?.nodeName !== node) return `${what} is not on ${who}`;
    if (pod.spec.serviceAccountName !== spec.serviceAccountName) return `${what} has another service account`;
    return spec.serviceAccountUID === uidOf('serviceaccounts', namespace, spec.serviceAccountName)
      ? undefined
      : `spec.serviceAccountUID is not the UID of service account ${quoted(spec.serviceAccountName)}`;
  };
}
