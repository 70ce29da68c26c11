import type { FeatureGates } from '@orch/api';
import type { AdmissionAttributes, PartReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { isNode, requireNodeName } from '@orch/authorization';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { claimStatus } from './claim-status.js';
import { nodeCertificates } from './node-certificates.js';
import { nodePodCertificates } from './node-pod-certificates.js';
import { nodePods } from './node-pods.js';
import { nodeSlices } from './node-slices.js';
import { ownNode } from './own-node.js';
import type { RefusalRule } from './refusal-rule.js';

interface NodeRestrictionDependencies {
  readonly vocabulary: Vocabulary;
  readonly reader: PartReader;
  readonly features: FeatureGates;
}

/**
 * Limits the writes of nodes to their own objects (D-184): the Node authorizer does not see request bodies. Checks CREATE, UPDATE and
 * DELETE, also of sub-resources, whichever authorizer allowed the request. Token requests and evictions, which store no object, are
 * checked by their handlers.
 */
export function nodeRestriction({ vocabulary, reader, features }: NodeRestrictionDependencies): AdmissionPlugin {
  const { groups, namespaces } = vocabulary;
  const rules: Readonly<Record<string, RefusalRule>> = {
    __proto__: null as never,
    pods: nodePods(reader, vocabulary),
    nodes: ownNode(vocabulary),
    persistentvolumeclaims: claimStatus(features),
    [`leases.${groups.coordination}`]: ownLease(namespaces.nodeLease),
    [`csinodes.${groups.storage}`]: (node, { name }) =>
      name === node ? undefined : 'can only access CSINode with the same name as the requesting node',
    [`certificatesigningrequests.${groups.certificates}`]: nodeCertificates(vocabulary),
    [`podcertificaterequests.${groups.certificates}`]: nodePodCertificates(reader),
    [`resourceslices.${groups.resource}`]: nodeSlices,
  };
  const ruleOf = ({ definition: { gvr } }: AdmissionAttributes): RefusalRule | undefined =>
    rules[gvr.group === '' ? gvr.resource : `${gvr.resource}.${gvr.group}`];
  const check = (a: AdmissionAttributes): void => {
    const { group, resource } = a.definition.gvr;
    const node = requireNodeName(a.user, { group, resource, name: a.name });
    const why = node === undefined ? undefined : ruleOf(a)?.(node, a);
    if (why !== undefined) throw forbidden(a, why);
  };
  return {
    name: 'NodeRestriction',
    handles: ({ user, operation }) => operation !== 'CONNECT' && isNode(user),
    // Before validation of the kind, so that a node gets Forbidden rather than Invalid.
    mutate: (a) => {
      check(a);
      return a.object!;
    },
    validate: (a) => (a.operation === 'DELETE' ? check(a) : undefined),
  };
}

const ownLease =
  (leaseNamespace: string): RefusalRule =>
  (node, { namespace, name }) => {
    if (namespace !== leaseNamespace) {
      return `can only access leases in the ${JSON.stringify(leaseNamespace)} system namespace`;
    }
    return name === node ? undefined : 'can only access node lease with the same name as the requesting node';
  };
