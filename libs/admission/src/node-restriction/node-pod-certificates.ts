import type { PodCertificateRequest } from '@orch/api';
import type { PartReader } from '@orch/registry';
import { partText } from '../part-text.js';
import { quoted, type RefusalRule } from './refusal-rule.js';

/** A node may request certificates for pods on it, as their service account; no other write. */
export function nodePodCertificates(reader: PartReader): RefusalRule {
  /** UID of an object; undefined when it does not exist. */
  const uidOf = (resource: string, namespace: string, name: string): string | undefined =>
    reader.identityOf({ group: '', resource }, namespace, name)?.uid;
  return (node, { operation, subresource, namespace, object }) => {
    const who = `node ${quoted(node)}`;
    if (operation !== 'CREATE' || subresource !== '') return `${who} can only create PodCertificateRequests`;
    const { spec } = object as PodCertificateRequest;
    if (spec?.nodeName !== node)
      return `${who} can only create PodCertificateRequests with spec.nodeName set to itself`;
    if (spec.nodeUID !== uidOf('nodes', '', node)) return `spec.nodeUID is not the UID of node ${quoted(node)}`;
    const what = `pod ${quoted(spec.podName)}`;
    const podUid = uidOf('pods', namespace, spec.podName);
    if (podUid === undefined) return `${what} not found`;
    if (podUid !== spec.podUID) return `spec.podUID is not the UID of ${what}`;
    const textIn = (field: string): unknown =>
      partText(reader, { group: '', resource: 'pods' }, namespace, spec.podName, ['spec', field]);
    if (textIn('nodeName') !== node) return `${what} is not on ${who}`;
    if (textIn('serviceAccountName') !== spec.serviceAccountName) return `${what} has another service account`;
    return spec.serviceAccountUID === uidOf('serviceaccounts', namespace, spec.serviceAccountName)
      ? undefined
      : `spec.serviceAccountUID is not the UID of service account ${quoted(spec.serviceAccountName)}`;
  };
}
