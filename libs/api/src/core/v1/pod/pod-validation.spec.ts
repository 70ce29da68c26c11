import { FieldPath } from '@orch/apimachinery';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { podTemplateDefaults } from './pod-defaults.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import { validatePodTemplateSpec } from './pod-template.validation.js';

const harness = new KindTestHarness('Pod');
const container = { name: 'c', image: 'i:1' };
/** A pod with one container, and the additional fields of both. */
const pod = (spec: object = {}, more: object = {}): object => ({
  spec: { containers: [{ ...container, ...more }], ...spec },
});
const C = 'spec.containers[0]';

type Case = readonly [name: string, body: object, ...want: string[]];
const table = (title: string, cases: readonly Case[]): void =>
  describe(`C-230 ${title}`, () => {
    for (const [name, body, ...want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));
  });
const inContainer = (more: object): object => pod({}, more);
const inPod = (securityContext: object, more: object = {}): object => pod({ securityContext, ...more });

table('security of the pod', [
  ['ids are positive', inPod({ runAsUser: -1, runAsGroup: -1, fsGroup: -1 }),
    'spec.securityContext.fsGroup FieldValueInvalid', 'spec.securityContext.runAsUser FieldValueInvalid', 'spec.securityContext.runAsGroup FieldValueInvalid'],
  ['so are those of other groups', inPod({ supplementalGroups: [1, 2 ** 31] }), 'spec.securityContext.supplementalGroups[1] FieldValueInvalid'],
  ['known policies', inPod({ fsGroupChangePolicy: 'Foo' }), 'spec.securityContext.fsGroupChangePolicy FieldValueNotSupported'],
  ['a kernel setting has a name', inPod({ sysctls: [{ value: '1' }] }), 'spec.securityContext.sysctls[0].name FieldValueRequired'],
  ['and it is one', inPod({ sysctls: [{ name: 'A', value: '1' }] }), 'spec.securityContext.sysctls[0].name FieldValueInvalid'],
  ['once', inPod({ sysctls: [{ name: 'net.a', value: '1' }, { name: 'net.a', value: '1' }] }), 'spec.securityContext.sysctls[1].name FieldValueDuplicate'],
  ['settings of the host are not the pod\'s', inPod({ sysctls: [{ name: 'net.a', value: '1' }] }, { hostNetwork: true }), 'spec.securityContext.sysctls[0].name FieldValueInvalid'],
  ['with slashes too', inPod({ sysctls: [{ name: 'kernel/shmmax', value: '1' }] }, { hostIPC: true }), 'spec.securityContext.sysctls[0].name FieldValueInvalid'],
  ['processes are shared with the host or with the pod', pod({ hostPID: true, shareProcessNamespace: true }), 'spec.securityContext.shareProcessNamespace FieldValueInvalid'],
  ['users of its own', pod({ hostUsers: false, hostPID: true, hostNetwork: true }), 'spec.hostNetwork FieldValueForbidden', 'spec.HostPID FieldValueForbidden'],
  ['a profile of the node has a name', inPod({ seccompProfile: { type: 'Localhost' } }), 'spec.securityContext.seccompProfile.localhostProfile FieldValueRequired'],
  ['even an empty one', inPod({ seccompProfile: { type: 'Localhost', localhostProfile: '' } })],
  ['and no other has', inPod({ seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'a' } }), 'spec.securityContext.seccompProfile.localhostProfile FieldValueInvalid'],
  ['a profile has a type', inPod({ seccompProfile: {} }), 'spec.securityContext.seccompProfile.type FieldValueRequired'],
  ['that is known', inPod({ seccompProfile: { type: 'Foo' } }), 'spec.securityContext.seccompProfile.type FieldValueNotSupported'],
  ['it stays below the profiles of the node', inPod({ seccompProfile: { type: 'Localhost', localhostProfile: '../a' } }), 'spec.securityContext.seccompProfile.localhostProfile FieldValueInvalid'],
]); // prettier-ignore

table('security of a container', [
  ['what is privileged can have more', inContainer({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }), `${C}.securityContext FieldValueInvalid`],
  ['so can who administers', inContainer({ securityContext: { capabilities: { add: ['CAP_SYS_ADMIN'] }, allowPrivilegeEscalation: false } }), `${C}.securityContext FieldValueInvalid`],
  ['known kinds of /proc', inContainer({ securityContext: { procMount: 'Foo' } }), `${C}.securityContext.procMount FieldValueNotSupported`],
  ['all of /proc is for users of its own', inContainer({ securityContext: { procMount: 'Unmasked' } }), `${C}.securityContext.procMount FieldValueInvalid`],
  ['as here', pod({ hostUsers: false }, { securityContext: { procMount: 'Unmasked' } })],
  ['AppArmor', inContainer({ securityContext: { appArmorProfile: { type: 'Localhost' } } }), `${C}.securityContext.appArmorProfile.localhostProfile FieldValueRequired`],
  ['with nothing around its name', inContainer({ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: ' a' } } }), `${C}.securityContext.appArmorProfile.localhostProfile FieldValueInvalid`],
  ['an empty credential of Windows', inContainer({ securityContext: { windowsOptions: { gmsaCredentialSpecName: '' } } }), `${C}.securityContext.windowsOptions.gmsaCredentialSpecName FieldValueInvalid`],
  ['an empty Windows user', inContainer({ securityContext: { windowsOptions: { runAsUserName: '' } } }), `${C}.securityContext.windowsOptions.runAsUserName FieldValueInvalid`],
  ['two domains', inContainer({ securityContext: { windowsOptions: { runAsUserName: 'a\\b\\c' } } }), `${C}.securityContext.windowsOptions.runAsUserName FieldValueInvalid`],
  ['a user of a domain', inContainer({ securityContext: { windowsOptions: { runAsUserName: 'EXAMPLE\\alice', gmsaCredentialSpecName: 'a' } } })],
  ['processes of the host have its network', inContainer({ securityContext: { windowsOptions: { hostProcess: true } } }), 'spec.hostNetwork FieldValueInvalid'],
]); // prettier-ignore

table('the system', [
  ['is known', pod({ os: { name: 'plan9' } }), 'spec.os FieldValueNotSupported'],
  ['has a name', pod({ os: {} }), 'spec.os.name FieldValueRequired'],
  ['linux knows no Windows', inPod({ windowsOptions: {} }, { os: { name: 'linux' } }), 'spec.securityContext.windowsOptions FieldValueForbidden'],
  ['Windows knows no linux', pod({ os: { name: 'windows' }, hostPID: true, securityContext: { fsGroup: 1 } }, { securityContext: { privileged: false } }),
    'spec.securityContext.fsGroup FieldValueForbidden', 'spec.hostPID FieldValueForbidden', `${C}.securityContext.privileged FieldValueForbidden`],
]); // prettier-ignore

const httpGet = { port: 80 };
table('hooks and probes', [
  ['a hook does something', inContainer({ lifecycle: { preStop: {} } }), `${C}.lifecycle.preStop FieldValueRequired`],
  ['one thing', inContainer({ lifecycle: { postStart: { exec: { command: ['a'] }, httpGet } } }), `${C}.lifecycle.postStart.httpGet FieldValueForbidden`],
  ['runs something', inContainer({ lifecycle: { postStart: { exec: {} } } }), `${C}.lifecycle.postStart.exec.command FieldValueRequired`],
  ['sleeps within the time of the pod', inContainer({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }), `${C}.lifecycle.preStop.sleep FieldValueInvalid`],
  ['as here', inContainer({ lifecycle: { preStop: { sleep: { seconds: 30 } } } })],
  ['a signal needs a system', inContainer({ lifecycle: { stopSignal: 'SIGTERM' } }), `${C}.lifecycle.stopSignal FieldValueForbidden`],
  ['a signal is known', pod({ os: { name: 'windows' } }, { lifecycle: { stopSignal: 'SIGUSR1' } }), `${C}.lifecycle.stopSignal FieldValueNotSupported`],
  ['a header has a name', inContainer({ livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'a b', value: '' }] } } }), `${C}.livenessProbe.httpGet.httpHeaders FieldValueInvalid`],
  ['a port is one', inContainer({ livenessProbe: { tcpSocket: { port: 'a--b' } } }), `${C}.livenessProbe.tcpSocket.port FieldValueInvalid`],
  ['a scheme is known', inContainer({ livenessProbe: { httpGet: { port: 1, scheme: 'FTP' } } }), `${C}.livenessProbe.httpGet.scheme FieldValueNotSupported`],
  ['only readiness counts successes', inContainer({ livenessProbe: { httpGet, successThreshold: 2 }, readinessProbe: { httpGet, successThreshold: 2 } }), `${C}.livenessProbe.successThreshold FieldValueInvalid`],
  ['readiness ends nothing', inContainer({ readinessProbe: { httpGet, terminationGracePeriodSeconds: 1 } }), `${C}.readinessProbe.terminationGracePeriodSeconds FieldValueInvalid`],
]); // prettier-ignore

const sidecar = { name: 's', image: 'i', restartPolicy: 'Always' };
table('init containers', [
  ['have no probes', pod({ initContainers: [{ name: 'a', image: 'i', livenessProbe: { httpGet } }] }), 'spec.initContainers[0].livenessProbe FieldValueForbidden'],
  ['have no lifecycle hooks', pod({ initContainers: [{ name: 'a', image: 'i', lifecycle: { preStop: { httpGet } } }] }), 'spec.initContainers[0].lifecycle FieldValueForbidden'],
  ['with restart policy Always have both', pod({ initContainers: [{ ...sidecar, livenessProbe: { httpGet }, lifecycle: { preStop: { httpGet } } }] })],
  ['have a known restart policy', pod({ initContainers: [{ ...sidecar, restartPolicy: 'Foo' }] }), 'spec.initContainers[0].restartPolicy FieldValueNotSupported'],
]); // prettier-ignore

const rule = { action: 'Restart', exitCodes: { operator: 'In', values: [1] } };
table('restart rules', [
  ['are exceptions from a policy', inContainer({ restartPolicyRules: [rule] }), `${C}.restartPolicy FieldValueRequired`],
  ['look at exit codes', inContainer({ restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }] }), `${C}.restartPolicyRules[0].exitCodes FieldValueRequired`],
  ['of which there are some', inContainer({ restartPolicy: 'Never', restartPolicyRules: [{ ...rule, exitCodes: { operator: 'In' } }] }), `${C}.restartPolicyRules[0].exitCodes.values FieldValueRequired`],
  ['as here', inContainer({ restartPolicy: 'Never', restartPolicyRules: [rule] })],
]); // prettier-ignore

const from = (source: object): object => inContainer({ env: [{ name: 'A', valueFrom: source }] });
const E = `${C}.env[0].valueFrom`;
table('variables', [
  ['come from secrets', from({ secretKeyRef: { name: 'A', key: 'a b' } }), `${E}.secretKeyRef.name FieldValueInvalid`, `${E}.secretKeyRef.key FieldValueInvalid`],
  ['and maps', from({ configMapKeyRef: { name: '', key: '' } }), `${E}.configMapKeyRef.name FieldValueInvalid`, `${E}.configMapKeyRef.key FieldValueRequired`],
  ['or amounts', from({ resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } }), `${E}.resourceFieldRef.divisor FieldValueInvalid`],
  ['by their names', inContainer({ envFrom: [{ secretRef: { name: 'A' } }, { configMapRef: {} }] }), `${C}.envFrom[0].secretRef.name FieldValueInvalid`, `${C}.envFrom[1].configMapRef.name FieldValueRequired`],
]); // prettier-ignore

table('network', [
  ['an alias has an address', pod({ hostAliases: [{ ip: 'a', hostnames: ['x'] }] }), 'spec.hostAliases[0].ip FieldValueInvalid'],
  ['and names', pod({ hostAliases: [{ ip: '::1', hostnames: ['A'] }] }), 'spec.hostAliases[0].hostnames[0] FieldValueInvalid'],
  ['servers are addresses', pod({ dnsConfig: { nameservers: ['a'] } }), 'spec.dnsConfig.nameservers[0] FieldValueInvalid'],
  ['three of them', pod({ dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'] } }), 'spec.dnsConfig.nameservers FieldValueInvalid'],
  ['domains are names', pod({ dnsConfig: { searches: ['example.com.', '.', 'A'] } }), 'spec.dnsConfig.searches[2] FieldValueInvalid'],
  ['options have names', pod({ dnsConfig: { options: [{ value: '1' }] } }), 'spec.dnsConfig.options[0] FieldValueRequired'],
  ['a host name of its own', pod({ hostnameOverride: 'a', hostNetwork: true }), 'spec.hostnameOverride FieldValueForbidden'],
  ['ports of the host', pod({ hostNetwork: true }, { ports: [{ containerPort: 80, hostPort: 81 }] }), `${C}.ports[0].hostPort FieldValueInvalid`],
  ['two of one name', inContainer({ ports: [{ name: 'a', containerPort: 1 }, { name: 'a', containerPort: 2 }] }), `${C}.ports[1].name FieldValueDuplicate`],
  ['two of one host port', inContainer({ ports: [{ containerPort: 1, hostPort: 9 }, { containerPort: 2, hostPort: 9 }] }), `${C}.ports[1].hostPort FieldValueDuplicate`],
]); // prettier-ignore

const claiming = (...claims: object[]) =>
  pod({ resourceClaims: [{ name: 'a', resourceClaimName: 'b' }] }, { resources: { claims } });
const resources = (list: object): object => inContainer({ resources: list });
table('resources', [
  ['have a domain or are known', resources({ limits: { foo: '1' } }), ...['limits', 'limits', 'requests', 'requests'].map((list) => `${C}.resources.${list}[foo] FieldValueInvalid`)],
  ['of vendors are whole', resources({ limits: { 'x.io/gpu': '1500m' } }), `${C}.resources.limits[x.io/gpu] FieldValueInvalid`, `${C}.resources.requests[x.io/gpu] FieldValueInvalid`],
  ['and promised once', resources({ limits: { 'x.io/gpu': '2' }, requests: { 'x.io/gpu': '1' } }), `${C}.resources.requests FieldValueInvalid`],
  ['with a limit', resources({ requests: { 'x.io/gpu': '1' } }), `${C}.resources.limits FieldValueRequired`],
  ['huge pages come in pages', resources({ limits: { cpu: '1', 'hugepages-2Mi': '3Mi' } }), `${C}.resources.limits[hugepages-2Mi] FieldValueInvalid`, `${C}.resources.requests[hugepages-2Mi] FieldValueInvalid`],
  ['and not alone', resources({ limits: { 'hugepages-2Mi': '4Mi' } }), `${C}.resources FieldValueForbidden`],
  ['a claim is one of the pod', resources({ claims: [{ name: 'a' }] }), `${C}.resources.claims[0] FieldValueNotFound`],
  ['a claim has a name', resources({ claims: [{}] }), `${C}.resources.claims[0] FieldValueRequired`],
  ['a claim is named once', claiming({ name: 'a' }, { name: 'a', request: 'r' }, { name: 'a' }), `${C}.resources.claims[1] FieldValueDuplicate`, `${C}.resources.claims[2] FieldValueDuplicate`],
  ['a claim and its requests overlap', claiming({ name: 'a', request: 'r' }, { name: 'a', request: 's' }, { name: 'a' }), ...Array<string>(2).fill(`${C}.resources.claims[2] FieldValueDuplicate`)],
  ['a request is named once', claiming({ name: 'a', request: 'r' }, { name: 'a', request: 's' }, { name: 'a', request: 'r' }), `${C}.resources.claims[2] FieldValueDuplicate`],
  ['a request is a label', claiming({ name: 'a', request: 'R_' }), `${C}.resources.claims[0].request FieldValueInvalid`],
  ['as here', pod({ resourceClaims: [{ name: 'a', resourceClaimName: 'b' }] }, { resources: { claims: [{ name: 'a' }] } })],
  ['which is of an object or of a template', pod({ resourceClaims: [{ name: 'a' }] }), 'spec.resourceClaims[0] FieldValueInvalid'],
  ['overhead is not negative', pod({ overhead: { cpu: '-1' } }), 'spec.overhead.limits[cpu] FieldValueInvalid'],
  ['a pod shares cpu and memory', pod({ resources: { limits: { 'ephemeral-storage': '1' } } }), 'spec.resources.limits[ephemeral-storage] FieldValueNotSupported'],
  ['a policy per resource', inContainer({ resizePolicy: [{ resourceName: 'disk', restartPolicy: 'NotRequired' }] }), `${C}.resizePolicy FieldValueNotSupported`],
]); // prettier-ignore

const volumes = [{ name: 'v' }, { name: 'p', persistentVolumeClaim: { claimName: 'p' } }];
const mounted = (mount: object, more: object = {}): object =>
  pod({ volumes }, { volumeMounts: [{ name: 'v', mountPath: '/a', ...mount }], ...more });
table('mounts', [
  ['reach the host only from the privileged', mounted({ mountPropagation: 'Bidirectional' }), `${C}.volumeMounts.mountPropagation FieldValueForbidden`],
  ['as here', mounted({ mountPropagation: 'Bidirectional' }, { securityContext: { privileged: true } })],
  ['are read only in depth when they are read only', mounted({ recursiveReadOnly: 'Enabled' }), `${C}.volumeMounts.recursiveReadOnly FieldValueForbidden`],
  ['stay below their volume', mounted({ subPath: '../a' }), `${C}.volumeMounts.subPath FieldValueInvalid`],
  ['a device is a claim', pod({ volumes }, { volumeDevices: [{ name: 'v', devicePath: '/dev/a' }] }), `${C}.volumeDevices[0].name FieldValueInvalid`],
  ['and not mounted too', mounted({ name: 'p' }, { volumeDevices: [{ name: 'p', devicePath: '/dev/a' }] }), `${C}.volumeMounts[0].name FieldValueInvalid`, `${C}.volumeDevices[0].name FieldValueInvalid`],
]); // prettier-ignore

const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
const labelSelector = { matchLabels: { a: 'b' } };
const term = { topologyKey: 'zone', labelSelector };
const podAffinity = (one: object): object =>
  pod({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [one] } } });
const P = 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]';
table('scheduling', [
  ['a skew', pod({ topologySpreadConstraints: [{ ...spread, maxSkew: 0 }] }), 'spec.topologySpreadConstraints[0].maxSkew FieldValueInvalid'],
  ['a constraint twice', pod({ topologySpreadConstraints: [spread, spread] }), 'spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable} FieldValueDuplicate'],
  ['domains only where it must be', pod({ topologySpreadConstraints: [{ ...spread, whenUnsatisfiable: 'ScheduleAnyway', minDomains: 1 }] }), 'spec.topologySpreadConstraints[0].minDomains FieldValueInvalid'],
  ['keys extend a selector', pod({ topologySpreadConstraints: [{ ...spread, matchLabelKeys: ['a'] }] }), 'spec.topologySpreadConstraints[0].matchLabelKeys FieldValueForbidden'],
  ['which does not say the same', pod({ topologySpreadConstraints: [{ ...spread, labelSelector, matchLabelKeys: ['a'] }] }), 'spec.topologySpreadConstraints[0].matchLabelKeys[0] FieldValueInvalid'],
  ['known policies', pod({ topologySpreadConstraints: [{ ...spread, nodeTaintsPolicy: 'Foo' }] }), 'spec.topologySpreadConstraints[0].nodeTaintsPolicy FieldValueNotSupported'],
  ['over keys of any form', pod({ topologySpreadConstraints: [{ ...spread, topologyKey: 'a b' }] })],
  ['a topology', podAffinity({ labelSelector }), ...['Required', 'Invalid', 'Invalid'].map((reason) => `${P}.topologyKey FieldValue${reason}`)],
  ['namespaces are names', podAffinity({ ...term, namespaces: ['A'] }), `${P}.namespace FieldValueInvalid`],
  ['keys are names of labels', podAffinity({ ...term, matchLabelKeys: ['x', 'a b'], mismatchLabelKeys: ['c d'] }), `${P}.matchLabelKeys[1] FieldValueInvalid`, `${P}.mismatchLabelKeys[0] FieldValueInvalid`],
  ['a key says one thing', podAffinity({ ...term, matchLabelKeys: ['x'], mismatchLabelKeys: ['x'] }), `${P}.matchLabelKeys[0] FieldValueInvalid`],
  ['a preference has a weight', pod({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, preference: {} }] } } }),
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight FieldValueInvalid'],
  ['and is well formed', pod({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'In' }] } }] } } }),
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].values FieldValueRequired'],
  ['a field is the name of a node', pod({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: [''] }] } }] } } }),
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchFields[0].values[0] FieldValueInvalid'],
  ['a gate twice', pod({ schedulingGates: [{ name: 'g' }, { name: 'g' }] }), 'spec.schedulingGates[1] FieldValueDuplicate'],
  ['no node behind a gate', pod({ schedulingGates: [{ name: 'g' }], nodeName: 'n' }), 'spec.nodeName FieldValueForbidden'],
  ['a readiness gate is a condition', pod({ readinessGates: [{ conditionType: 'a b' }] }), 'spec.readinessGates[0].conditionType FieldValueInvalid'],
  ['seconds are of eviction', pod({ tolerations: [{ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }] }), 'spec.tolerations[0].effect FieldValueInvalid'],
  ['preemption is not empty', pod({ preemptionPolicy: '' }), 'spec.preemptionPolicy FieldValueRequired'],
  ['preemption is known', pod({ preemptionPolicy: 'Foo' }), 'spec.preemptionPolicy FieldValueNotSupported'],
]); // prettier-ignore

describe('C-231 a pod with scheduling gates', () => {
  const gated = (more: object = {}): object => pod({ schedulingGates: [{ name: 'g' }], ...more });
  const required = (...nodeSelectorTerms: object[]): object => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  });
  const zone = { key: 'zone', operator: 'In', values: ['a'] };
  const rack = { key: 'rack', operator: 'Exists' };
  const AT = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const updates: [string, object, object, string[]][] = [
    ['gets labels of nodes', gated(), gated({ nodeSelector: { a: 'b' } }), []],
    ['does not lose them', gated({ nodeSelector: { a: 'b' } }), gated(), ['spec.nodeSelector FieldValueInvalid']],
    ['gets terms', gated(), gated(required({ matchExpressions: [zone] })), []],
    ['gets more in a term', gated(required({ matchExpressions: [zone] })), gated(required({ matchExpressions: [zone, rack] })), []],
    ['gets no more terms', gated(required({ matchExpressions: [zone] })), gated(required({ matchExpressions: [zone] }, { matchExpressions: [rack] })), [`${AT} FieldValueInvalid`]],
    ['keeps what a term asks', gated(required({ matchExpressions: [zone] })), gated(required({ matchExpressions: [rack] })), [`${AT}[0] FieldValueInvalid`]],
    ['is let go', gated(), pod(), []],
    ['after that it is decided', pod(), pod({ nodeSelector: { a: 'b' } }), ['spec FieldValueForbidden']],
  ]; // prettier-ignore
  for (const [name, old, body, want] of updates) it(name, () => expect(harness.update(old, body)).toEqual(want));
});

describe('C-233 ephemeralcontainers', () => {
  const ephemeral = {
    name: 'g',
    image: 'busybox',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'Always',
  };
  const with_ = (...ephemeralContainers: object[]): object => pod({ ephemeralContainers });
  const begun = harness.made(pod());
  const joined = harness.written('ephemeralcontainers', begun, with_(ephemeral)).object;

  it('adds one, and changes nothing else', () => {
    const ephemeralContainers = [ephemeral, { ...ephemeral, name: 'h', targetContainerName: 'c' }];
    const { object, errors } = harness.written('ephemeralcontainers', begun, {
      metadata: { labels: { a: 'b' } },
      ...pod({ ephemeralContainers, nodeName: 'n' }),
    });
    expect(errors).toEqual([]);
    expect(object['spec']).toMatchObject({ ephemeralContainers: [{ name: 'g' }, { name: 'h' }] });
    expect([object.metadata.labels, (object['spec'] as { nodeName?: string }).nodeName]).toEqual([
      undefined,
      undefined,
    ]);
  });
  const refused: [string, object, string[]][] = [
    ['removal', pod(), ['spec.ephemeralContainers FieldValueForbidden']],
    ['change', with_({ ...ephemeral, image: 'other' }), ['spec.ephemeralContainers FieldValueForbidden']],
    ['duplicate name', with_(ephemeral, { ...ephemeral, name: 'c' }), ['spec.ephemeralContainers[1].name FieldValueDuplicate']],
    ['unknown target', with_(ephemeral, { ...ephemeral, name: 'h', targetContainerName: 'x' }), ['spec.ephemeralContainers[1].targetContainerName FieldValueNotFound']],
    ['ports', with_(ephemeral, { ...ephemeral, name: 'h', ports: [{ containerPort: 1 }] }), ['spec.ephemeralContainers[1].ports FieldValueForbidden']],
    ['resources', with_(ephemeral, { ...ephemeral, name: 'h', resources: { limits: { cpu: '1' } } }), ['spec.ephemeralContainers[1].resources FieldValueForbidden']],
    ['no image', with_(ephemeral, { ...ephemeral, name: 'h', image: '' }), ['spec.ephemeralContainers[1].image FieldValueRequired']],
  ]; // prettier-ignore
  for (const [name, sent, want] of refused)
    it(`rejects ${name}`, () => expect(harness.written('ephemeralcontainers', joined, sent).errors).toEqual(want));
  it('rejects them in an update of the pod', () =>
    expect(harness.update(pod(), with_(ephemeral))).toEqual(['spec FieldValueForbidden']));
});

describe('C-233 resize', () => {
  const sized = (cpu: string, more: object = {}): object =>
    pod({}, { resources: { requests: { cpu, memory: '1Mi' } }, ...more });
  const begun = harness.made(sized('1'));
  it('changes cpu and memory, and nothing else', () => {
    const { object, errors } = harness.written('resize', begun, sized('2', { image: 'other' }));
    expect(errors).toEqual([]);
    expect((object['spec'] as { containers: object[] }).containers[0]).toMatchObject({
      image: 'i:1', resources: { requests: { cpu: '2', memory: '1Mi' } },
    }); // prettier-ignore
  });
  const R = `${C}.resources`;
  const refused: [string, object, string[]][] = [
    ['another class', pod({}, { resources: { requests: { cpu: '1', memory: '1Mi' }, limits: { cpu: '1', memory: '1Mi' } } }), ['spec FieldValueInvalid', `${R}.limits[memory] FieldValueForbidden`]],
    ['another resource', pod({}, { resources: { requests: { cpu: '1', memory: '1Mi', 'ephemeral-storage': '1' } } }), ['spec FieldValueForbidden']],
    ['another policy', sized('2', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }), ['spec FieldValueForbidden']],
    ['another container', pod({ containers: [{ name: 'x', image: 'i:1' }] }), ['spec FieldValueInvalid', 'spec.containers[0].name FieldValueForbidden']],
    ['a container more', pod({ containers: [{ name: 'c', image: 'i:1', resources: { requests: { cpu: '1', memory: '1Mi' } } }, { name: 'x', image: 'i:1' }] }), ['spec.containers FieldValueForbidden']],
    ['no bound any more', pod({}, { resources: { requests: { cpu: '1' } } }), [`${R}.requests FieldValueForbidden`]],
    ['more than its limit', pod({}, { resources: { requests: { cpu: '2', memory: '1Mi' }, limits: { cpu: '1' } } }), [`${R}.requests FieldValueInvalid`]],
  ]; // prettier-ignore
  for (const [name, sent, want] of refused)
    it(`refuses ${name}`, () => expect(harness.written('resize', begun, sent).errors).toEqual(want));
  it('lowers the limit of memory only of a container that restarts', () => {
    const limited = (memory: string, restartPolicy: string): object =>
      pod({}, { resources: { limits: { memory } }, resizePolicy: [{ resourceName: 'memory', restartPolicy }] });
    const lowered = (policy: string): string[] =>
      harness.written('resize', harness.made(limited('2Mi', policy)), limited('1Mi', policy)).errors;
    expect(lowered('NotRequired')).toEqual([`${R}.limits[memory] FieldValueForbidden`]);
    expect(lowered('RestartContainer')).toEqual([]);
  });
  it('changes init containers only where they run with the others', () => {
    const withInit = (cpu: string, more: object): object =>
      pod({ initContainers: [{ name: 'i', image: 'i:1', resources: { requests: { cpu } }, ...more }] });
    const changed = (more: object): string[] =>
      harness.written('resize', harness.made(withInit('1', more)), withInit('2', more)).errors;
    expect(changed({})).toEqual(['spec FieldValueForbidden']);
    expect(changed({ restartPolicy: 'Always' })).toEqual([]);
  });
  it('is required to change resources', () =>
    expect(harness.update(sized('1'), sized('2'))).toEqual(['spec FieldValueForbidden']));
});

describe('C-232 status', () => {
  const begun = harness.made(pod({ restartPolicy: 'OnFailure' }));
  const ended = {
    ...begun,
    status: {
      ...(begun['status'] as object),
      containerStatuses: [{ name: 'c', state: { terminated: { exitCode: 0 } } }],
    },
  };
  const written = (old: typeof begun, status: object): string[] =>
    harness.written('status', old, { ...pod(), status }).errors;
  const cases: [string, object, string[]][] = [
    ['an address', { podIP: 'a' }, ['status.podIPs[0] FieldValueInvalid']],
    ['two of a family', { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] }, ['status.podIPs FieldValueInvalid']],
    ['two of a family in older forms', { podIPs: [{ ip: '010.0.0.1' }, { ip: '::ffff:10.0.0.2' }] }, ['status.podIPs FieldValueInvalid']],
    ['one of each in older forms', { podIPs: [{ ip: '010.0.0.1' }, { ip: '::1' }] }, []],
    ['one of each', { podIPs: [{ ip: '10.0.0.1' }, { ip: '::1' }] }, []],
    ['another first address, which counts', { podIP: '10.0.0.2', podIPs: [{ ip: 'x' }] }, []],
    ['another address of the node', { hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.2' }] }, ['status.hostIPs[0].ip FieldValueInvalid']],
    ['the address of the node', { hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.1' }] }, []],
    ['another class', { qosClass: 'Guaranteed' }, ['status.qosClass FieldValueInvalid']],
    ['a node it may get', { nominatedNodeName: 'A' }, ['status.nominatedNodeName FieldValueInvalid']],
  ]; // prettier-ignore
  for (const [name, status, want] of cases) it(name, () => expect(written(begun, status)).toEqual(want));
  it('a terminated container does not restart', () =>
    expect(written(ended, { containerStatuses: [{ name: 'c', state: { running: {} } }] })).toEqual([
      'status.containerStatuses[0].state FieldValueForbidden',
    ]));
});

describe('templates', () => {
  const PATH = FieldPath.of('spec', 'template');
  const check = (template: object | undefined): string[] =>
    validatePodTemplateSpec(PATH, template as PodTemplateSpec, harness.context).map((e) => `${e.field} ${e.reason}`);
  it('errors have the path in the workload', () =>
    expect(check({ metadata: { labels: { 'a b': 'c' } }, spec: { containers: [] } })).toEqual([
      'spec.template.labels FieldValueInvalid',
      'spec.template.spec.containers FieldValueRequired',
    ]));
  it('a template has a spec', () => expect(check(undefined)).toEqual(['spec.template.spec FieldValueRequired']));
  it('have no ephemeral containers', () =>
    expect(check({ spec: { containers: [container], ephemeralContainers: [{ ...container, name: 'g' }] } })).toEqual([
      'spec.template.spec.ephemeralContainers FieldValueForbidden',
    ]));
  it('security profiles are those of the annotations, also one for all containers', () => {
    const annotations = {
      'container.apparmor.security.beta.orch.io/c': 'unconfined',
      'seccomp.security.alpha.orch.io/pod': 'unconfined',
    };
    const profile = { type: 'RuntimeDefault' };
    const spec = { containers: [container], securityContext: { appArmorProfile: profile, seccompProfile: profile } };
    expect(check(podTemplateDefaults({ metadata: { annotations }, spec } as PodTemplateSpec))).toEqual([
      'spec.template.spec.securityContext.seccompProfile.type FieldValueForbidden',
      'spec.template.spec.containers[0].securityContext.appArmorProfile.type FieldValueForbidden',
    ]);
  });
  it('the ports of the host are set in pods only', () => {
    const ports = [{ containerPort: 80, protocol: 'TCP' }];
    const template = { spec: { containers: [{ ...container, ports }], hostNetwork: true } };
    const made = podTemplateDefaults(template as PodTemplateSpec);
    expect(made.spec?.containers?.[0]?.ports).toEqual(ports);
    expect(check(made)).not.toContainEqual(expect.stringContaining('hostPort'));
    expect(harness.made(template)).toMatchObject({ spec: { containers: [{ ports: [{ hostPort: 80 }] }] } });
  });
  it('have the defaults of pods, except pod-only ones', () => {
    const limits = { cpu: '1' };
    const template = { spec: { containers: [{ name: 'c', image: 'a', resources: { limits } }], serviceAccount: 'x' } };
    const { spec } = podTemplateDefaults(template as PodTemplateSpec);
    expect(spec).toEqual({
      containers: [{ name: 'c', image: 'a', imagePullPolicy: 'Always', resources: { limits } }],
      serviceAccountName: 'x',
      serviceAccount: 'x',
    });
  });
});
