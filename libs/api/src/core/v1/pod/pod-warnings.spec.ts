import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('Pod');
const container = { name: 'c', image: 'i:1' };
const pod = (spec: object = {}, more: object = {}): object => ({
  spec: { containers: [{ ...container, ...more }], ...spec },
});
const warnings = (body: object): string[] => harness.definition.strategy.warnings!(harness.made(body), harness.context);

const C = 'spec.containers[0]';
const HIDES = 'hides previous definition of "A", which may be dropped when using apply';
const FRACTION = 'is invalid, must be an integer';
const NO_SELECTOR = 'a null labelSelector results in matching no pod';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const OS = 'deprecated since v1.14; use "orch.io/os" instead';
const beta = { key: 'beta.orch.io/os', operator: 'In', values: ['linux'] };
const term = { topologyKey: 'zone' };
const annotated = (annotations: object, spec: object = {}) => ({
  metadata: { name: 'x', namespace: 't1', annotations },
  ...pod(spec),
});
const port = { containerPort: 80 };

/** As kube-apiserver 1.33 warns, in its order. */
const CASES: readonly (readonly [name: string, body: object, want: readonly string[]])[] = [
  ['a plain pod', pod(), []],
  ['a variable again, that refers to the first', pod({}, { env: [{ name: 'A', value: '1' }, { name: 'A', value: '$(A)2' }] }), []],
  ['a variable again', pod({}, { env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }, { name: 'A', value: '$(A)' }] }), [`${C}.env[1]: ${HIDES}`, `${C}.env[2]: ${HIDES}`]],
  ['fractions of bytes', pod({}, { resources: { limits: { memory: '100m', cpu: '1m' }, requests: { memory: '100m', 'ephemeral-storage': '1500m', cpu: '1m' } } }),
    [`${C}.resources.limits[memory]: fractional byte value "100m" ${FRACTION}`, `${C}.resources.requests[memory]: fractional byte value "100m" ${FRACTION}`, `${C}.resources.requests[ephemeral-storage]: fractional byte value "1500m" ${FRACTION}`]],
  ['ports of several containers', pod({ initContainers: [{ ...container, name: 'i', ports: [port] }] }, { ports: [{ ...port, hostPort: 80 }, { ...port, protocol: 'UDP' }] }),
    [`${C}.ports[0]: overlapping port definition with spec.initContainers[0].ports[0]`]],
  ['the same port again', pod({}, { ports: [port, { ...port, name: 'b' }] }), [`${C}.ports[1]: duplicate port definition with ${C}.ports[0]`]],
  ['one name in several containers', pod({ initContainers: [{ ...container, name: 'i', ports: [{ name: 'web', containerPort: 81 }] }] }, { ports: [{ ...port, name: 'web' }, { containerPort: 82, name: 'b' }] }),
    [`${C}.ports[0]: duplicate port name "web" with spec.initContainers[0].ports[0], services and probes that select ports by name will use spec.initContainers[0].ports[0]`]],
  ['one host port at any and at one address', pod({}, { ports: [{ ...port, hostPort: 81, hostIP: '1.2.3.4' }, { ...port, hostPort: 81 }] }), [`${C}.ports[1]: dangerously ambiguous port definition with ${C}.ports[0]`]],
  ['a host address without a port', pod({}, { ports: [{ ...port, name: 'h', hostIP: '1.2.3.4' }] }), [`${C}.ports[0]: hostIP set without hostPort: {Name:h HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.2.3.4}`]],
  ['deprecated sources', pod({ volumes: [{ name: 'g', gitRepo: { repository: 'r' } }, { name: 's', storageos: { volumeName: 'v' } }] }),
    ['spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+', 'spec.volumes[1].storageOS: deprecated in v1.22, non-functional in v1.25+']],
  ['an ephemeral claim', pod({ volumes: [{ name: 'e', ephemeral: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '100m' } } } } } }] }),
    [`spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: fractional byte value "100m" ${FRACTION}`]],
  ['aliases', pod({ hostAliases: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }, { ip: '01.1.1.2' }] }),
    ['spec.hostAliases[1].ip: duplicate ip "1.1.1.1"', 'spec.hostAliases[2].ip: non-standard IP address "01.1.1.2" will be considered invalid in a future Orch release: use "1.1.1.2"']],
  ['secrets', pod({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}] }), ['spec.imagePullSecrets[1].name: duplicate name "a"', 'spec.imagePullSecrets[2].name: invalid empty name ""']],
  ['labels of nodes', pod({ nodeSelector: { 'beta.orch.io/os': 'linux' } }), [`spec.nodeSelector[beta.orch.io/os]: ${OS}`]],
  ['labels in affinity', pod({ affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [beta] }] }, [PREFERRED]: [{ weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] } }] } } }),
    [`spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: beta.orch.io/os is ${OS}`, expect.stringContaining(`spec.affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].values[0]: - is invalid, `) as string]],
  ['terms that match nothing', pod({ affinity: { podAffinity: { [REQUIRED]: [term] }, podAntiAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: term }] } } }),
    [`spec.affinity.podAffinity.${REQUIRED}[0].labelSelector: ${NO_SELECTOR}`, `spec.affinity.podAntiAffinity.${PREFERRED}[0].podAffinityTerm.labelSelector: ${NO_SELECTOR}`]],
  ['a spread over nothing', pod({ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'beta.orch.io/os', whenUnsatisfiable: 'DoNotSchedule' }] }),
    [`spec.topologySpreadConstraints[0].topologyKey: beta.orch.io/os is ${OS}`, `spec.topologySpreadConstraints[0].labelSelector: ${NO_SELECTOR}`]],
  ['annotations without effect', annotated({ 'scheduler.alpha.orch.io/critical-pod': '', 'seccomp.security.alpha.orch.io/pod': 'a', 'container.seccomp.security.alpha.orch.io/c': 'a' }),
    ['metadata.annotations[scheduler.alpha.orch.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead', 'metadata.annotations[seccomp.security.alpha.orch.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead', 'metadata.annotations[container.seccomp.security.alpha.orch.io/c]: non-functional in v1.27+; use the "seccompProfile" field instead']],
  ['an AppArmor annotation', annotated({ 'container.apparmor.security.beta.orch.io/c': 'runtime/default' }), ['metadata.annotations[container.apparmor.security.beta.orch.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead']],
  ['an AppArmor annotation that says what the pod says', annotated({ 'container.apparmor.security.beta.orch.io/c': 'runtime/default' }, { securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }), []],
  ['a name with dots', { metadata: { name: 'a.b', namespace: 't1' }, ...pod() }, ["metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]"]],
]; // prettier-ignore

describe('warnings of pods', () => {
  it.each(CASES)('%s', (_name, body, want) => expect(warnings(body)).toEqual(want));

  it('an update has none', () => {
    const made = harness.made(pod({ imagePullSecrets: [{}] }));
    expect(harness.definition.strategy.warnings!(made, harness.context, made)).toEqual([]);
  });
});
