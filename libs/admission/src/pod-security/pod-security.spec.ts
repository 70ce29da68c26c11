import type { Pod, PodSpec } from '@orch/api';
import { type ApiObject, atOnce } from '@orch/apimachinery';
import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';
import { checkNamespace } from './check-namespace.js';
import { judgedPod, namespaceWarnings } from './namespace-warnings.js';
import { NO_POD_SECURITY_CONFIGURATION } from './pod-security-settings.js';
import { securityPolicy, type Level } from './security-policy.js';
import { podViolations, violationText } from './violations.js';

const container = { name: 'c', image: 'i' };
const careful = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const pod = (securityContext: object, spec: object = {}): PodSpec =>
  ({ containers: [{ ...container, securityContext }], ...spec }) as PodSpec;

/** With a release that has all rules. */
const violations = podViolations(vocabularies.kubernetes.annotations, 34);
const textOf = (
  spec: PodSpec,
  level: Level,
  version = 'latest',
  annotations: Record<string, string> = {},
  judge = violations,
): string => violationText(atOnce(judge({ spec, annotations }, { level, version })));

describe('C-168 violations of a level', () => {
  const rows: [string, Level, PodSpec, string][] = [
    ['all', 'privileged', pod({ privileged: true }), ''],
    ['nothing special', 'baseline', pod({}), ''],
    ['careful pods', 'restricted', pod(careful), ''],
    ['privileged', 'baseline', pod({ privileged: true }), 'privileged (container "c" must not set securityContext.privileged=true)'],
    ['namespaces of the host', 'baseline', pod({}, { hostNetwork: true, hostPID: true }), 'host namespaces (hostNetwork=true, hostPID=true)'],
    ['ports of the host', 'baseline', { containers: [{ ...container, ports: [{ containerPort: 1, hostPort: 80 }] }] }, 'hostPort (container "c" uses hostPort 80)'],
    ['hosts of a probe and of hooks', 'baseline', { containers: [{ ...container, livenessProbe: { httpGet: { port: 1, host: 'h' } }, startupProbe: { tcpSocket: { port: 1, host: '' } } }, { ...container, name: 'a', lifecycle: { preStop: { tcpSocket: { port: 1, host: 'g' } }, postStart: { httpGet: { port: 1, host: 'h' } } } }] }, 'probe or lifecycle host (containers "a", "c" use probe or lifecycle hosts "g", "h")'],
    ['the host of a probe', 'baseline', { containers: [{ ...container, readinessProbe: { tcpSocket: { port: 1, host: 'h' } } }] }, 'probe or lifecycle host (container "c" uses probe or lifecycle host "h")'],
    ['files of the host', 'baseline', pod({}, { volumes: [{ name: 'v', hostPath: { path: '/' } }] }), 'hostPath volumes (volume "v")'],
    ['capabilities', 'baseline', pod({ capabilities: { add: ['CHOWN', 'NET_ADMIN'] } }), 'non-default capabilities (container "c" must not include "NET_ADMIN" in securityContext.capabilities.add)'],
    ['AppArmor off', 'baseline', pod({ appArmorProfile: { type: 'Unconfined' } }), 'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")'],
    ['seccomp off', 'baseline', pod({}, { securityContext: { seccompProfile: { type: 'Unconfined' } } }), 'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")'],
    ['all of /proc', 'baseline', pod({ procMount: 'Unmasked' }), 'procMount (container "c" must not set securityContext.procMount to "Unmasked")'],
    ['all of /proc in a user namespace', 'baseline', pod({ procMount: 'Unmasked' }, { hostUsers: false }), 'procMount (container "c" must not set securityContext.procMount to "Unmasked")'],
    ['SELinux', 'baseline', pod({ seLinuxOptions: { type: 'spc_t', user: 'u' } }), 'seLinuxOptions (container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)'],
    ['kernel settings', 'baseline', pod({}, { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }), 'forbidden sysctls (kernel.msgmax)'],
    ['processes of the host', 'baseline', pod({ windowsOptions: { hostProcess: true } }), 'hostProcess (container "c" must not set securityContext.windowsOptions.hostProcess=true)'],
    ['escalation', 'restricted', pod({ ...careful, allowPrivilegeEscalation: undefined }), 'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)'],
    ['kept capabilities', 'restricted', pod({ ...careful, capabilities: {} }), 'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])'],
    ['added capabilities', 'restricted', pod({ ...careful, capabilities: { drop: ['ALL'], add: ['CHOWN', 'NET_BIND_SERVICE'] } }), 'unrestricted capabilities (container "c" must not include "CHOWN" in securityContext.capabilities.add)'],
    ['volumes', 'restricted', pod(careful, { volumes: [{ name: 'v', nfs: { server: 's', path: '/' } }, { name: 'w', emptyDir: {} }] }), 'restricted volume types (volume "v" uses restricted volume type "nfs")'],
    ['root', 'restricted', pod({ ...careful, runAsNonRoot: undefined }), 'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)'],
    ['the pod may say it for all', 'restricted', pod({ ...careful, runAsNonRoot: undefined }, { securityContext: { runAsNonRoot: true } }), ''],
    ['user 0', 'restricted', pod({ ...careful, runAsUser: 0 }), 'runAsUser=0 (container "c" must not set runAsUser=0)'],
    ['no seccomp', 'restricted', pod({ ...careful, seccompProfile: undefined }), 'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")'],
    ['Windows is not asked for it', 'restricted', pod({ runAsNonRoot: true }, { os: { name: 'windows' } }), ''],
  ]; // prettier-ignore
  for (const [name, level, spec, want] of rows) it(`${level}: ${name}`, () => expect(textOf(spec, level)).toBe(want));
});

describe('violations by release of the policy', () => {
  const windows = pod({ runAsNonRoot: true }, { os: { name: 'windows' } });
  const sysctl = (name: string) => pod({}, { securityContext: { sysctls: [{ name, value: '1' }] } });
  const seLinux = pod({ seLinuxOptions: { type: 'container_engine_t' } });
  const probing = pod({}, { initContainers: [{ ...container, startupProbe: { httpGet: { port: 1, host: 'h' } } }] });
  const rootUser = pod({ ...careful, runAsUser: 0 });
  const capabilities = pod({ ...careful, capabilities: { add: ['NET_ADMIN'] } });
  const unconfined = pod({ ...careful, seccompProfile: { type: 'Unconfined' } });
  const escalating = pod({ ...careful, allowPrivilegeEscalation: true });
  it.each<[level: Level, what: string, spec: PodSpec, before: string, since: string, reasonBefore: string, reasonSince: string]>([
    ['baseline', 'reserved ports', sysctl('net.ipv4.ip_local_reserved_ports'), 'v1.26', 'v1.27', 'forbidden sysctls', ''],
    ['baseline', 'keepalive time', sysctl('net.ipv4.tcp_keepalive_time'), 'v1.28', 'v1.29', 'forbidden sysctls', ''],
    ['baseline', 'receive buffers', sysctl('net.ipv4.tcp_rmem'), 'v1.31', 'v1.32', 'forbidden sysctls', ''],
    ['baseline', 'a sysctl with slashes', sysctl('net/ipv4/tcp_syncookies'), 'v1.0', 'latest', 'forbidden sysctls', 'forbidden sysctls'],
    ['baseline', 'the SELinux type of engines', seLinux, 'v1.30', 'v1.31', 'seLinuxOptions', ''],
    ['baseline', 'hosts of probes', probing, 'v1.33', 'v1.34', '', 'probe or lifecycle host'],
    ['baseline', 'seccomp fields', unconfined, 'v1.18', 'v1.19', '', 'seccompProfile'],
    ['restricted', 'seccomp fields', unconfined, 'v1.18', 'v1.19', 'unrestricted', 'seccompProfile'],
    ['restricted', 'user 0', rootUser, 'v1.22', 'v1.23', '', 'runAsUser=0'],
    ['restricted', 'capabilities', capabilities, 'v1.21', 'v1.22', 'non-default capabilities', 'unrestricted capabilities'],
    ['restricted', 'escalation', escalating, 'v1.7', 'v1.8', '', 'allowPrivilegeEscalation != false'],
    ['restricted', 'pods of Windows', windows, 'v1.24', 'v1.25', 'allowPrivilegeEscalation != false, unrestricted capabilities, seccompProfile', ''],
  ])('%s: %s', (level, _what, spec, before, since, reasonBefore, reasonSince) => {
    const reasons = (version: string) =>
      atOnce(violations({ spec, annotations: {} }, { level, version })).map(({ reason }) => reason).join(', ');
    expect([reasons(before), reasons(since)]).toEqual([reasonBefore === 'unrestricted' ? '' : reasonBefore, reasonSince]);
    expect(reasons('v1.999')).toBe(reasons('latest'));
  });

  const AA = 'container.apparmor.security.beta.kubernetes.io/';
  const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
  const OF_C = 'container.seccomp.security.alpha.kubernetes.io/';
  it.each<[what: string, version: string, annotations: Record<string, string>, want: string]>([
    ['AppArmor off', 'latest', { [`${AA}c`]: 'unconfined' }, `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${AA}c="unconfined"")`],
    ['AppArmor off, in the oldest policy', 'v1.0', { [`${AA}c`]: 'unconfined' }, `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${AA}c="unconfined"")`],
    ['of other containers too', 'latest', { [`${AA}x`]: 'a', [`${AA}b`]: 'b' }, `forbidden AppArmor profiles (annotations must not set AppArmor profile type to "${AA}b="b"", "${AA}x="a"")`],
    ['confined profiles', 'latest', { [`${AA}c`]: 'runtime/default', [`${AA}d`]: 'localhost/x', [`${AA}e`]: '' }, ''],
    ['seccomp off for the pod', 'v1.18', { [SECCOMP]: 'unconfined' }, `seccompProfile (forbidden annotation ${SECCOMP}="unconfined")`],
    ['seccomp off for a container', 'v1.18', { [`${OF_C}c`]: 'unconfined', [`${OF_C}x`]: 'unconfined' }, `seccompProfile (forbidden annotation ${OF_C}c="unconfined")`],
    ['known seccomp profiles', 'v1.18', { [SECCOMP]: 'docker/default', [`${OF_C}c`]: 'localhost/x' }, ''],
    ['seccomp annotations since there are fields', 'v1.19', { [SECCOMP]: 'unconfined' }, ''],
  ])('annotations: %s', (_what, version, annotations, want) => {
    expect(textOf(pod({}), 'baseline', version, annotations)).toBe(want);
  });

  describe('a server that emulates an older release', () => {
    const profile = { [`${OF_C}c`]: 'unconfined' };
    it.each([24, 26])('1.%i refuses seccomp annotations, which its node agents read', (release) => {
      const judge = podViolations(vocabularies.kubernetes.annotations, release);
      const want = `seccompProfile (forbidden annotation ${OF_C}c="unconfined")`;
      const { seccompProfile, ...container } = careful;
      const ofPod = pod(container, { securityContext: { seccompProfile } });
      for (const level of ['baseline', 'restricted'] as const) {
        expect(textOf(ofPod, level, 'latest', profile, judge)).toBe(want);
        expect(textOf(ofPod, level, 'v1.20', profile, judge)).toBe(want);
        expect(textOf(ofPod, level, 'latest', { [`${OF_C}c`]: 'runtime/default' }, judge)).toBe('');
        expect(textOf(ofPod, level, 'latest', profile)).toBe('');
      }
    });
    it('1.33 allows hosts of probes', () => {
      const judge = podViolations(vocabularies.kubernetes.annotations, 33);
      expect(textOf(probing, 'baseline', 'v1.34', {}, judge)).toBe('');
    });
    it('1.24 checks pods that declare Windows like all others', () => {
      const judge = podViolations(vocabularies.kubernetes.annotations, 24);
      for (const version of ['latest', 'v1.25', 'v1.32'])
        expect(textOf(windows, 'restricted', version, {}, judge)).toContain('allowPrivilegeEscalation != false');
      expect(textOf(sysctl('net.ipv4.tcp_rmem'), 'baseline', 'latest', {}, judge)).toBe('forbidden sysctls (net.ipv4.tcp_rmem)');
    });
  });

  it.each<[what: string, level: Level, spec: PodSpec, want: string]>([
    ['AppArmor of pod and container', 'baseline', pod({ appArmorProfile: { type: 'Unconfined' } }, { securityContext: { appArmorProfile: { type: 'Other' } } }), 'forbidden AppArmor profiles (pod and container "c" must not set AppArmor profile type to "Other", "Unconfined")'],
    ['a role of SELinux', 'baseline', pod({}, { securityContext: { seLinuxOptions: { role: 'r' } } }), 'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: role may not be set)'],
    ['types of SELinux', 'baseline', pod({ seLinuxOptions: { type: 'b' } }, { securityContext: { seLinuxOptions: { type: 'a' } } }), 'seLinuxOptions (pod and container "c" set forbidden securityContext.seLinuxOptions: types "a", "b")'],
    ['a pod that may run as root', 'restricted', pod(careful, { securityContext: { runAsNonRoot: false } }), 'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)'],
    ['a container that may run as root', 'restricted', pod({ ...careful, runAsNonRoot: false }, { securityContext: { runAsNonRoot: true } }), 'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)'],
    ['user 0 of the pod', 'restricted', pod(careful, { securityContext: { runAsUser: 0 } }), 'runAsUser=0 (pod must not set runAsUser=0)'],
    ['an unknown seccomp profile', 'restricted', pod(careful, { securityContext: { seccompProfile: { type: 'Other' } } }), 'seccompProfile (pod must not set securityContext.seccompProfile.type to "Other")'],
    ['hostProcess of the pod', 'baseline', pod({}, { securityContext: { windowsOptions: { hostProcess: true } } }), 'hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)'],
    ['IPC of the host', 'baseline', pod({}, { hostIPC: true }), 'host namespaces (hostIPC=true)'],
  ])('%s', (_what, level, spec, want) => expect(textOf(spec, level)).toBe(want));

  it.each(['initContainers', 'ephemeralContainers'])('judges %s as containers', (list) => {
    const spec = { ...pod({}), [list]: [{ name: 'x', image: 'i', securityContext: { privileged: true } }] } as PodSpec;
    expect(textOf(spec, 'baseline')).toBe('privileged (container "x" must not set securityContext.privileged=true)');
  });

  it.each([
    ...['awsElasticBlockStore', 'azureDisk', 'azureFile', 'cephfs', 'cinder', 'fc', 'flexVolume', 'flocker', 'gcePersistentDisk', 'gitRepo', 'glusterfs'],
    ...['hostPath', 'iscsi', 'nfs', 'photonPersistentDisk', 'portworxVolume', 'quobyte', 'rbd', 'scaleIO', 'storageos', 'vsphereVolume'],
  ])('restricted: volumes of type %s', (type) =>
    expect(textOf(pod(careful, { volumes: [{ name: 'v', [type]: {} }] }), 'restricted')).toBe(
      `restricted volume types (volume "v" uses restricted volume type "${type}")`,
    ));
  it.each(['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected', 'secret'])(
    'restricted allows volumes of type %s', (type) =>
      expect(textOf(pod(careful, { volumes: [{ name: 'v', [type]: {} }] }), 'restricted')).toBe(''));
}); // prettier-ignore

it('judges a pod of 29,000 containers in a step for each check, one of 20 at once', () => {
  const stepsOf = (containers: number): number => {
    const many = Array.from({ length: containers }, (_, n) => ({ ...container, name: `c${n}` }));
    const judged = violations({ spec: { containers: many } as PodSpec, annotations: {} }, { level: 'restricted', version: 'latest' }); // prettier-ignore
    let steps = 0;
    while (!judged.next().done) steps++;
    return steps;
  };
  expect([stepsOf(20), stepsOf(29_000)]).toEqual([0, 15]);
});

describe('securityPolicy', () => {
  const prefix = 'pod-security.kubernetes.io/';
  const policy = (labels: Record<string, string>, defaults = NO_POD_SECURITY_CONFIGURATION.defaults) => {
    const { enforce, audit, warn } = securityPolicy(
      Object.fromEntries(Object.entries(labels).map(([key, value]) => [prefix + key, value])),
      vocabularies.kubernetes,
      defaults,
    );
    return [enforce, audit, warn].map(({ level, version }) => `${level}:${version}`);
  };
  it.each<[what: string, labels: Record<string, string>, want: string[]]>([
    ['no labels', {}, ['privileged:latest', 'privileged:latest', 'privileged:latest']],
    ['warns of what it enforces', { enforce: 'baseline', 'enforce-version': 'v1.25' }, ['baseline:v1.25', 'privileged:latest', 'baseline:v1.25']],
    ['warns by its own version', { enforce: 'baseline', 'warn-version': 'v1.25' }, ['baseline:latest', 'privileged:latest', 'baseline:v1.25']],
    ['warns by its own level', { enforce: 'restricted', warn: 'baseline' }, ['restricted:latest', 'privileged:latest', 'baseline:latest']],
    ['enforces restricted where the level is unknown', { enforce: 'tight', audit: 'x', warn: 'x' }, ['restricted:latest', 'privileged:latest', 'privileged:latest']],
    ['takes latest where the version is unknown', { enforce: 'baseline', 'enforce-version': '1.25', warn: 'privileged' }, ['baseline:latest', 'privileged:latest', 'privileged:latest']],
  ])('%s', (_what, labels, want) => expect(policy(labels)).toEqual(want));

  const defaults = {
    enforce: { level: 'baseline', version: 'v1.25' },
    audit: { level: 'restricted', version: 'latest' },
    warn: { level: 'restricted', version: 'v1.24' },
  } as const;
  it.each<[what: string, labels: Record<string, string>, want: string[]]>([
    ['no labels', {}, ['baseline:v1.25', 'restricted:latest', 'restricted:v1.24']],
    ['a level with the default version', { enforce: 'privileged' }, ['privileged:v1.25', 'restricted:latest', 'restricted:v1.24']],
    ['a version with the default level', { 'enforce-version': 'v1.30' }, ['baseline:v1.30', 'restricted:latest', 'restricted:v1.24']],
    ['warnings stay where they are stricter', { enforce: 'baseline', 'enforce-version': 'v1.1' }, ['baseline:v1.1', 'restricted:latest', 'restricted:v1.24']],
    ['no warnings', { warn: 'privileged', audit: 'privileged' }, ['baseline:v1.25', 'privileged:latest', 'privileged:v1.24']],
  ])('defaults of the configuration: %s', (_what, labels, want) => expect(policy(labels, defaults)).toEqual(want));
}); // prettier-ignore

describe('namespaceWarnings', () => {
  const enforce = { level: 'baseline', version: 'latest' } as const;
  const warnings = (pods: readonly Pod[]) =>
    namespaceWarnings(
      'n',
      enforce,
      pods.map((pod) => atOnce(judgedPod(pod, enforce, violations))),
    );

  const owned = (name: string, uid: string | undefined, securityContext: object): Pod => ({
    metadata: { name, ...(uid ? { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid, controller: true }] } : {}) },
    spec: pod(securityContext),
  });
  it('groups pods by reasons and names the first of each group', () => {
    const bad = { privileged: true };
    const pods = [owned('c', undefined, bad), owned('b', 'u', bad), owned('a', 'u', bad), owned('p', undefined, { procMount: 'Unmasked' }), owned('fine', undefined, {})];
    expect(warnings(pods)).toEqual([
      'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 2 other pods): privileged',
      'p: procMount',
    ]);
  });
  it('checks further replicas of a controller last, and reports how many pods it checked', () => {
    const copies = Array.from({ length: 3_000 }, (_, index) => owned(`copy-${index}`, 'u', {}));
    const pods = [...copies, owned('bad', undefined, { privileged: true })];
    expect(warnings(pods)).toEqual([
      'new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods',
      'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
      'bad: privileged',
    ]);
  });
  it('judges an existing pod of 29,000 containers in steps, one of 20 at once', async () => {
    const judge = (containers: number) => {
      const many = Array.from({ length: containers }, (_, n) => ({ name: `c${n}`, securityContext: { privileged: true } }));
      const stored = { metadata: { name: 'large' }, spec: { containers: many } } as unknown as ApiObject;
      const warned: string[] = [];
      const raised = {
        name: 'n',
        object: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
        oldObject: { metadata: {} },
        user: { username: 'u', groups: [] },
        warn: (text: string) => void warned.push(text),
      } as unknown as AdmissionAttributes;
      const reader = {
        *visitInSteps(_resource, _namespace, visit) {
          yield* visit(stored) ?? [];
        },
      } as SteppedReader;
      const parts = { ...NO_POD_SECURITY_CONFIGURATION, vocabulary: vocabularies.kubernetes, reader, violations };
      return { judged: checkNamespace(raised, parts), warned };
    };
    expect(judge(20)).toEqual({ judged: undefined, warned: [expect.any(String), 'large: privileged'] });
    const { judged, warned } = judge(29_000);
    expect([judged, warned]).toEqual([expect.any(Promise), []]);
    await judged;
    expect(warned.at(-1)).toBe('large: privileged');
  });
}); // prettier-ignore

describe('C-168 labels of a namespace', () => {
  let server: TestServer;
  let agent: Agent;
  const label = (name: string): string => `pod-security.orch.io/${name}`;
  const call = (method: string, path: string, body: object, type = 'application/json'): Promise<Answer> =>
    server.call(path, { method, agent, headers: { 'content-type': type }, body });
  const namespace = (name: string, labels: object): Promise<Answer> =>
    call('POST', '/api/v1/namespaces', { metadata: { name, labels } });
  const create = (where: string, name: string, spec: object): Promise<Answer> =>
    call('POST', `/api/v1/namespaces/${where}/pods`, { metadata: { name }, spec });

  beforeAll(async () => {
    server = await TestServer.start({ emulatedMinor: 26 }); // the last release that evaluates seccomp annotations
    agent = await server.admin();
    await namespace('strict', { [label('enforce')]: 'restricted' });
    await namespace('warned', { [label('warn')]: 'baseline', [label('warn-version')]: 'v1.24' });
  });
  afterAll(() => TestServer.closeAll());

  it('enforce refuses a pod that violates the level', async () => {
    const answer = await create('strict', 'p', pod({ privileged: true }));
    expect([answer.code, answer.json.message]).toEqual([
      403,
      expect.stringMatching(
        /^pods "p" is forbidden: violates PodSecurity "restricted:latest": privileged \(container "c" must not set /,
      ),
    ]);
    expect((await create('strict', 'q', pod(careful))).code).toBe(201);
  });
  it('enforce refuses an ephemeral container that violates the level', async () => {
    await create('strict', 'host', pod(careful));
    const path = '/api/v1/namespaces/strict/pods/host/ephemeralcontainers';
    const patch = { spec: { ephemeralContainers: [{ name: 'g', image: 'i' }] } };
    expect((await call('PATCH', path, patch, 'application/merge-patch+json')).code).toBe(403);
  });
  it('enforce allows an update of other fields of a violating pod', async () => {
    await create('strict', 'kept', pod(careful));
    await call('PATCH', '/api/v1/namespaces/strict', { metadata: { labels: { [label('enforce')]: null } } }, 'application/merge-patch+json');
    await create('strict', 'loose', pod({}));
    const raised = await call('PATCH', '/api/v1/namespaces/strict', { metadata: { labels: { [label('enforce')]: 'restricted' } } }, 'application/merge-patch+json');
    expect(String(raised.headers['warning'])).toContain('existing pods in namespace \\"strict\\" violate the new PodSecurity enforce level');
    expect(String(raised.headers['warning'])).toContain('loose: allowPrivilegeEscalation != false');
    const labelled = await call('PATCH', '/api/v1/namespaces/strict/pods/loose', { metadata: { labels: { a: 'b' } } }, 'application/merge-patch+json');
    expect(labelled.code).toBe(200);
  }); // prettier-ignore
  it('warn returns a warning', async () => {
    const answer = await create('warned', 'p', pod({ privileged: true }));
    expect([answer.code, answer.headers['warning']]).toEqual([
      201,
      '299 - "would violate PodSecurity \\"baseline:v1.24\\": privileged (container \\"c\\" must not set securityContext.privileged=true)"',
    ]);
  });
  const annotated = (annotations: object) =>
    call('POST', '/api/v1/namespaces/strict/pods', {
      metadata: { name: 'annotated', annotations },
      spec: pod(careful),
    });
  const profile = { 'container.apparmor.security.beta.orch.io/c': 'unconfined' };
  it('refuses an AppArmor profile by annotation, on create and on update', async () => {
    const refused = await annotated(profile);
    expect([refused.code, refused.json.message]).toEqual([403, expect.stringContaining('forbidden AppArmor profile')]);
    expect((await annotated({})).code).toBe(201);
    for (const path of ['annotated', 'annotated/status']) {
      const patched = await call('PATCH', `/api/v1/namespaces/strict/pods/${path}`, { metadata: { annotations: profile } }, 'application/merge-patch+json');
      expect([patched.code, patched.json.message]).toEqual([422, expect.stringContaining('may not add AppArmor annotations')]);
    }
  }); // prettier-ignore
  it('refuses a seccomp profile by annotation, on create and on update', async () => {
    const unconfined = { 'container.seccomp.security.alpha.orch.io/c': 'unconfined' };
    const confined = async (name: string, annotations: object) => {
      const { seccompProfile, ...rest } = careful;
      const spec = pod(rest, { securityContext: { seccompProfile } });
      return call('POST', '/api/v1/namespaces/strict/pods', { metadata: { name, annotations }, spec });
    };
    expect((await confined('refused', unconfined)).code).toBe(403);
    expect((await confined('confined', {})).code).toBe(201);
    const patch = { metadata: { annotations: unconfined } };
    for (const path of ['confined', 'confined/status']) {
      const patched = await call('PATCH', `/api/v1/namespaces/strict/pods/${path}`, patch, 'application/merge-patch+json');
      expect([path, patched.code, patched.json.message]).toEqual([path, 403, expect.stringContaining('forbidden annotation')]);
    }
    for (const annotations of [unconfined, profile]) {
      const bound = await call('POST', '/api/v1/namespaces/strict/pods/confined/binding', { metadata: { name: 'confined', annotations }, target: { kind: 'Node', name: 'n' } });
      expect([bound.code, bound.json.message]).toEqual([403, expect.stringContaining('violates PodSecurity')]);
    }
    const status = { metadata: { annotations: { a: 'b' } }, status: { message: 'm' } };
    expect((await call('PATCH', '/api/v1/namespaces/strict/pods/loose/status', status, 'application/merge-patch+json')).code).toBe(200);
    const bound = { metadata: { name: 'loose', annotations: { c: 'd' } }, target: { kind: 'Node', name: 'n' } };
    expect((await call('POST', '/api/v1/namespaces/strict/pods/loose/binding', bound)).code).toBe(201);
  }); // prettier-ignore
  it('refuses a new image of a pod older than the level, and allows other changes', async () => {
    const changed = (path: string, body: object) =>
      call('PATCH', `/api/v1/namespaces/strict/pods/loose${path}`, body, 'application/strategic-merge-patch+json');
    const image = await changed('', { spec: { containers: [{ name: 'c', image: 'j' }] } });
    expect([image.code, image.json.message]).toEqual([403, expect.stringContaining('violates PodSecurity')]);
    expect((await changed('', { spec: { activeDeadlineSeconds: 100 } })).code).toBe(200);
    expect((await changed('/resize', { spec: { containers: [{ name: 'c', resizePolicy: [] }] } })).code).toBe(200);
  });
  it('warns about workloads in a namespace that enforces a level', async () => {
    const template = { metadata: { labels: { a: 'b' } }, spec: pod({ privileged: true }) };
    const { code, headers } = await call('POST', '/apis/apps/v1/namespaces/strict/replicasets', {
      metadata: { name: 'r' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    expect([code, headers['warning']]).toEqual([201, expect.stringContaining('would violate PodSecurity')]);
  });
  it('warns about existing pods also when the level is raised through the status of a namespace', async () => {
    await namespace('raised', {});
    await create('raised', 'p', pod({ privileged: true }));
    const body = { metadata: { labels: { [label('enforce')]: 'baseline' } } };
    const { code, headers } = await call('PATCH', '/api/v1/namespaces/raised/status', body, 'application/merge-patch+json');
    expect([code, String(headers['warning'])]).toEqual([200, expect.stringContaining('existing pods in namespace')]);
  }); // prettier-ignore
  const wrong: [string, object, string][] = [
    ['level', { [label('enforce')]: 'tight' }, 'must be one of privileged, baseline, restricted'],
    ['version', { [label('audit-version')]: '1' }, 'must be "latest" or "v1.x"'],
  ];
  for (const [what, labels, text] of wrong) {
    it(`refuses an unknown ${what}`, async () => {
      const refused = [422, expect.stringContaining(text)];
      const answer = await namespace('wrong', labels);
      expect([answer.code, answer.json.message]).toEqual(refused);
      for (const path of ['warned', 'warned/status']) {
        const patched = await call('PATCH', `/api/v1/namespaces/${path}`, { metadata: { labels } }, 'application/merge-patch+json');
        expect([path, patched.code, patched.json.message]).toEqual([path, ...refused]);
      }
    }); // prettier-ignore
  }
});
