import type { ApiObject } from '@orch/apimachinery';
import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { selectorText } from '../../../core/workload/workload-columns.js';
import { NetworkPolicy } from './network-policy.types.js';
import { networkPolicyWarnings } from './network-policy-warnings.js';
import { validateNetworkPolicy } from './network-policy.validation.js';

/** Default policy types: ingress, and egress if the policy has egress rules. */
function networkPolicyDefaults(object: ApiObject): ApiObject {
  const policy = object as NetworkPolicy;
  const spec = policy.spec ?? {};
  if (spec.policyTypes?.length) return object;
  const policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress'];
  return { ...policy, spec: { ...spec, policyTypes } } as ApiObject;
}

export const networkPolicyKind: KindDeclaration = {
  type: NetworkPolicy,
  group: 'networking',
  version: 'v1',
  kind: 'NetworkPolicy',
  resource: 'networkpolicies',
  singular: 'networkpolicy',
  shortNames: ['netpol'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    column<NetworkPolicy>(
      { name: 'Pod-Selector', type: 'string', description: 'Pods the policy is about.' },
      ({ spec }) => selectorText(spec?.podSelector) || '<none>',
    ),
    AGE_COLUMN,
  ],
  strategy: () => ({
    validateCreate: validateNetworkPolicy,
    validateUpdate: validateNetworkPolicy,
    warnings: networkPolicyWarnings,
  }),
  defaults: networkPolicyDefaults,
};
