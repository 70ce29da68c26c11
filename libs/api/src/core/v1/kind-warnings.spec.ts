import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';

const annotated = (name: string, more: object = {}) => ({
  metadata: { name: 'x', annotations: { [name]: 'a' } },
  ...more,
});
const FUTURE = 'will be considered invalid in a future Orch release: use';
const OS = 'deprecated since v1.14; use "orch.io/os" instead';
const beta = { key: 'beta.orch.io/os', operator: 'In', values: ['linux'] };
const labels = { 'beta.orch.io/os': 'linux' };
const requests = (storage: string) => ({ resources: { requests: { storage } } });

/** `always`: also on an update that changes nothing. */
const CASES: readonly (readonly [kind: string, what: string, object: object, want: readonly string[], always?: boolean])[] = [
  ['PersistentVolumeClaim', 'the class as annotation', annotated('volume.beta.orch.io/storage-class', { spec: requests('100m') }),
    ['metadata.annotations[volume.beta.orch.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead', 'spec.resources.requests[storage]: fractional byte value "100m" is invalid, must be an integer'], true],
  ['PersistentVolume', 'options as annotation, a policy', annotated('volume.beta.orch.io/mount-options', { spec: { persistentVolumeReclaimPolicy: 'Recycle', cephfs: { monitors: ['m'] } } }),
    ['metadata.annotations[volume.beta.orch.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead', 'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.', 'spec.cephfs: deprecated in v1.28, non-functional in v1.31+'], true],
  ['PersistentVolume', 'labels of nodes', { spec: { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [beta] }] } }, quobyte: { registry: 'r', volume: 'v' } } },
    [`spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.orch.io/os is ${OS}`], true],
  ['Service', 'an annotation', annotated('service.orch.io/topology-aware-hints', { spec: {} }), ['annotation service.orch.io/topology-aware-hints is deprecated, please use service.orch.io/topology-mode instead'], true],
  ['Service', 'fields of other types', { spec: { externalName: 'a.b' } }, ['spec.externalName is ignored when spec.type is not "ExternalName"'], true],
  ['Service', 'addresses that are ignored', { spec: { type: 'ExternalName', externalName: 'a.b', externalIPs: ['1.2.3.4'] } }, ['spec.externalIPs is ignored when spec.type is "ExternalName"'], true],
  ['Service', 'addresses', { spec: { type: 'LoadBalancer', externalIPs: ['010.1.2.3'], loadBalancerIP: '01.2.3.4', loadBalancerSourceRanges: ['10.1.2.3/8'] } },
    [`spec.externalIPs[0]: non-standard IP address "010.1.2.3" ${FUTURE} "10.1.2.3"`, `spec.loadBalancerIP: non-standard IP address "01.2.3.4" ${FUTURE} "1.2.3.4"`, 'spec.loadBalancerSourceRanges[0]: CIDR value "10.1.2.3/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.1.2.3/32"?)'], true],
  ['Endpoints', 'addresses', { subsets: [{ addresses: [{ ip: '01.2.3.4' }], notReadyAddresses: [{ ip: '1.2.3.04' }] }] },
    [`subsets[0].addresses[0].ip: non-standard IP address "01.2.3.4" ${FUTURE} "1.2.3.4"`, `subsets[0].notReadyAddresses[0].ip: non-standard IP address "1.2.3.04" ${FUTURE} "1.2.3.4"`], true],
  ['EndpointSlice', 'addresses', { addressType: 'IPv4', endpoints: [{ addresses: ['01.2.3.4'] }] }, [`endpoints[0].addresses[0]: non-standard IP address "01.2.3.4" ${FUTURE} "1.2.3.4"`], true],
  ['EndpointSlice', 'a type', { addressType: 'FQDN', endpoints: [{ addresses: ['a.b'] }] }, ['spec.addressType: FQDN endpoints are deprecated']],
  ['Ingress', 'the class as annotation', annotated('orch.io/ingress.class'), [`annotation "orch.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`]],
  ['Ingress', 'the class as field and annotation', annotated('orch.io/ingress.class', { spec: { ingressClassName: 'a' } }), []],
  ['NetworkPolicy', 'ranges', { spec: { ingress: [{ from: [{ ipBlock: { cidr: '010.0.0.0/8' } }] }], egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.2.3/16'] } }] }] } },
    [`spec.ingress[0].from[0].ipBlock.cidr: non-standard CIDR value "010.0.0.0/8" ${FUTURE} "10.0.0.0/8"`, 'spec.egress[0].to[0].ipBlock.except[0]: CIDR value "10.1.2.3/16" is ambiguous in this context (should be "10.1.0.0/16" or "10.1.2.3/32"?)'], true],
  ['RuntimeClass', 'labels of nodes', { handler: 'h', scheduling: { nodeSelector: labels } }, [`scheduling.nodeSelector: ${OS}`], true],
  ['StorageClass', 'labels of nodes', { provisioner: 'p', allowedTopologies: [{ matchLabelExpressions: [{ key: 'a' }, beta] }] }, [`allowedTopologies[0].matchLabelExpressions[1].key: ${OS}`], true],
  ['CSIStorageCapacity', 'labels of nodes', { storageClassName: 's', nodeTopology: { matchLabels: labels, matchExpressions: [beta] } },
    [`nodeTopology.matchExpressions[0].key: beta.orch.io/os is ${OS}`, `nodeTopology.matchLabels.beta.orch.io/os: ${OS}`], true],
  ['Node', 'an identity', { spec: { externalID: 'x' } }, ['spec.externalID: this field is deprecated, and is unused by Orch'], true],
  ['ServiceAccount', 'an annotation', annotated('orch.io/enforce-mountable-secrets'), ['metadata.annotations[orch.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets']],
]; // prettier-ignore

describe('warnings of other kinds', () => {
  for (const [kind, what, body, want, always = false] of CASES)
    it(`${kind}: ${what}`, () => {
      const harness = new KindTestHarness(kind);
      const { strategy } = harness.definition;
      const object = harness.made(body);
      expect(strategy.warnings!(object, harness.context)).toEqual(want);
      expect(strategy.warnings!(object, harness.context, object)).toEqual(always ? want : []);
    });
});

const NON_STANDARD = `non-standard IP address "01.2.3.4" ${FUTURE} "1.2.3.4"`;
const ingress = { loadBalancer: { ingress: [{ hostname: 'a.b' }, { ip: '01.2.3.4' }] } };

/** Of `status`, on every write of it. */
const STATUS_CASES: readonly (readonly [kind: string, status: object, want: readonly string[]])[] = [
  ['Pod', { podIPs: [{ ip: '1.2.3.4' }], hostIPs: [{ ip: '01.2.3.4' }] }, [`status.hostIPs[0].ip: ${NON_STANDARD}`]],
  ['Pod', { podIPs: [{ ip: '01.2.3.4' }, {}] }, [`status.podIPs[0].ip: ${NON_STANDARD}`]],
  ['Service', ingress, [`status.loadBalancer.ingress[1]: ${NON_STANDARD}`]],
  ['Ingress', ingress, [`status.loadBalancer.ingress[1]: ${NON_STANDARD}`]],
  ['Node', { addresses: [{ type: 'InternalIP', address: '01.2.3.4' }] }, []],
];

describe('warnings of a status', () => {
  for (const [index, [kind, status, want]] of STATUS_CASES.entries())
    it(`${index}: ${kind}`, () => {
      const { definition, context } = new KindTestHarness(kind);
      const object = { metadata: { name: 'x' }, status };
      expect(definition.subresources.get('status')!.warnings?.(object, context) ?? []).toEqual(want);
    });
});
