import type { PodSpec } from '@orch/api';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '../../http/running-server.fixture.js';
import type { Level } from './security-policy.js';
import { violationsOf } from './violations.js';

const container = { name: 'c', image: 'i' };
const careful = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const pod = (securityContext: object, spec: object = {}): PodSpec =>
  ({ containers: [{ ...container, securityContext }], ...spec }) as PodSpec;

describe('C-168 what a level does not allow', () => {
  const rows: [string, Level, PodSpec, string][] = [
    ['all', 'privileged', pod({ privileged: true }), ''],
    ['nothing special', 'baseline', pod({}), ''],
    ['careful pods', 'restricted', pod(careful), ''],
    ['privileged', 'baseline', pod({ privileged: true }), 'privileged (container "c" must not set securityContext.privileged=true)'],
    ['namespaces of the host', 'baseline', pod({}, { hostNetwork: true, hostPID: true }), 'host namespaces (hostNetwork=true, hostPID=true)'],
    ['ports of the host', 'baseline', { containers: [{ ...container, ports: [{ containerPort: 1, hostPort: 80 }] }] }, 'hostPort (container "c" uses hostPort 80)'],
    ['files of the host', 'baseline', pod({}, { volumes: [{ name: 'v', hostPath: { path: '/' } }] }), 'hostPath volumes (volume "v")'],
    ['capabilities', 'baseline', pod({ capabilities: { add: ['CHOWN', 'NET_ADMIN'] } }), 'non-default capabilities (container "c" must not include "NET_ADMIN" in securityContext.capabilities.add)'],
    ['AppArmor off', 'baseline', pod({ appArmorProfile: { type: 'Unconfined' } }), 'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")'],
    ['seccomp off', 'baseline', pod({}, { securityContext: { seccompProfile: { type: 'Unconfined' } } }), 'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")'],
    ['all of /proc', 'baseline', pod({ procMount: 'Unmasked' }), 'procMount (container "c" must not set securityContext.procMount to "Unmasked")'],
    ['with users of its own', 'baseline', pod({ procMount: 'Unmasked' }, { hostUsers: false }), ''],
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
  for (const [name, level, spec, want] of rows)
    it(`${level}: ${name}`, () => expect(violationsOf(spec, level)).toBe(want));
});

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
    server = await TestServer.start();
    agent = await server.admin();
    await namespace('strict', { [label('enforce')]: 'restricted' });
    await namespace('told', { [label('warn')]: 'baseline', [label('warn-version')]: 'v1.24' });
  });
  afterAll(() => TestServer.closeAll());

  it('enforce refuses a pod', async () => {
    const answer = await create('strict', 'p', pod({ privileged: true }));
    expect([answer.code, answer.json.message]).toEqual([
      403,
      expect.stringMatching(
        /^pods "p" is forbidden: violates PodSecurity "restricted:latest": privileged \(container "c" must not set /,
      ),
    ]);
    expect((await create('strict', 'q', pod(careful))).code).toBe(201);
  });
  it('and a guest in it', async () => {
    await create('strict', 'host', pod(careful));
    const path = '/api/v1/namespaces/strict/pods/host/ephemeralcontainers';
    const patch = { spec: { ephemeralContainers: [{ name: 'g', image: 'i' }] } };
    expect((await call('PATCH', path, patch, 'application/merge-patch+json')).code).toBe(403);
  });
  it('but not a change of something else', async () => {
    await create('strict', 'kept', pod(careful));
    await call('PATCH', '/api/v1/namespaces/strict', { metadata: { labels: { [label('enforce')]: null } } }, 'application/merge-patch+json');
    await create('strict', 'loose', pod({}));
    const raised = await call('PATCH', '/api/v1/namespaces/strict', { metadata: { labels: { [label('enforce')]: 'restricted' } } }, 'application/merge-patch+json');
    expect(String(raised.headers['warning'])).toContain('existing pods in namespace \\"strict\\" violate the new PodSecurity enforce level');
    expect(String(raised.headers['warning'])).toContain('loose: allowPrivilegeEscalation != false');
    const labelled = await call('PATCH', '/api/v1/namespaces/strict/pods/loose', { metadata: { labels: { a: 'b' } } }, 'application/merge-patch+json');
    expect(labelled.code).toBe(200);
  }); // prettier-ignore
  it('warn tells', async () => {
    const answer = await create('told', 'p', pod({ privileged: true }));
    expect([answer.code, answer.headers['warning']]).toEqual([
      201,
      '299 - "would violate PodSecurity \\"baseline:v1.24\\": privileged (container \\"c\\" must not set securityContext.privileged=true)"',
    ]);
  });
  const wrong: [string, object, string][] = [
    ['level', { [label('enforce')]: 'tight' }, 'must be one of privileged, baseline, restricted'],
    ['version', { [label('audit-version')]: '1' }, 'must be "latest" or "v1.x"'],
  ];
  for (const [what, labels, text] of wrong) {
    it(`an unknown ${what} is refused`, async () => {
      const answer = await namespace('wrong', labels);
      expect([answer.code, answer.json.message]).toEqual([422, expect.stringContaining(text)]);
    });
  }
});
