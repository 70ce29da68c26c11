import { type ApiObject, at } from '../../api/object';
import type { Resource } from '../../api/resource';
import { policyBindingFacts, policyFacts, webhookFacts } from './admission';
import { bindingFacts, roleFacts, signingRequestFacts } from './access';
import { claimFacts, leaseFacts, namespaceFacts, nodeFacts, serviceFacts, volumeFacts } from './cluster';
import type { Fact } from './fact';
import { quotaFacts } from './quotas';
import { cronJobFacts, daemonSetFacts, jobFacts, podFacts, replicaFacts } from './workloads';

const BY_RESOURCE: ReadonlyMap<string, (object: ApiObject) => Fact[]> = new Map(
  Object.entries<(object: ApiObject) => Fact[]>({
    certificatesigningrequests: signingRequestFacts,
    clusterrolebindings: bindingFacts,
    clusterroles: roleFacts,
    cronjobs: cronJobFacts,
    daemonsets: daemonSetFacts,
    deployments: replicaFacts,
    jobs: jobFacts,
    leases: leaseFacts,
    mutatingadmissionpolicies: policyFacts,
    mutatingadmissionpolicybindings: policyBindingFacts,
    mutatingwebhookconfigurations: webhookFacts,
    namespaces: namespaceFacts,
    nodes: nodeFacts,
    persistentvolumeclaims: claimFacts,
    persistentvolumes: volumeFacts,
    pods: podFacts,
    replicasets: replicaFacts,
    replicationcontrollers: replicaFacts,
    resourcequotas: quotaFacts,
    rolebindings: bindingFacts,
    roles: roleFacts,
    services: serviceFacts,
    statefulsets: replicaFacts,
    validatingadmissionpolicies: policyFacts,
    validatingadmissionpolicybindings: policyBindingFacts,
    validatingwebhookconfigurations: webhookFacts,
  }),
);

const BUILT_IN_GROUP = /^(|apps|batch|[a-z.]+\.(k8s|orch)\.io)$/;

/** The summary of an object: for kinds that are not known here, the plain values in its status, then those in its spec. */
export function factsOf(resource: Resource, object: ApiObject): Fact[] {
  const known = BUILT_IN_GROUP.test(resource.group) ? BY_RESOURCE.get(resource.resource) : undefined;
  if (known !== undefined) return known(object);
  return [at(object, 'status'), at(object, 'spec')].flatMap(plainFacts).slice(0, 12);
}

function plainFacts(part: unknown): Fact[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [{ label: name, value: String(value).slice(0, 200) }] : [],
  );
}
