import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

const POLICIES = '/apis/policy/v1beta1/podsecuritypolicies';
const ANY = { rule: 'RunAsAny' };
const POLICY = { seLinux: ANY, runAsUser: ANY, supplementalGroups: ANY, fsGroup: ANY };

describe.each(VOCABULARY_NAMES)('versions of policies in the %s vocabulary', (vocabulary) => {
  let last: ResourceServer;
  let next: ResourceServer;

  beforeAll(async () => {
    [last, next] = (await Promise.all(
      ['1.24', '1.25'].map((release) => ResourceServer.start({ vocabulary, flags: [`--emulated-version=${release}`] })),
    )) as [ResourceServer, ResourceServer];
  });
  afterAll(() => Promise.all([last?.stop(), next?.stop()]));

  it('B-439 PodSecurityPolicy is served up to 1.24, with a Warning', async () => {
    const made = await last.post(POLICIES, { metadata: { name: 'p' }, spec: POLICY });
    expect([made.code, made.headers['warning']]).toEqual([
      201,
      '299 - "policy/v1beta1 PodSecurityPolicy is deprecated in v1.21+, unavailable in v1.25+"',
    ]);
    expect(made.body['spec']).toMatchObject({ ...POLICY, allowPrivilegeEscalation: true });
    const bad = await last.post(POLICIES, { metadata: { name: 'bad' }, spec: { ...POLICY, seLinux: { rule: 'Odd' } } });
    expect([bad.code, causes(bad)]).toEqual([422, ['spec.seLinux.rule FieldValueNotSupported']]);
    expect((await last.merge(`${POLICIES}/p`, { spec: { privileged: true } })).body.spec).toMatchObject({
      privileged: true,
    });
    expect((await last.delete(`${POLICIES}/p`)).code).toBe(200);
    expect((await last.get(`${POLICIES}/p`)).code).toBe(404);
  });

  it('D-201 the Warning of a deprecated version names the releases that deprecate and remove it, and the version to use', async () => {
    const warning =
      '299 - "policy/v1beta1 PodDisruptionBudget is deprecated in v1.21+, unavailable in v1.25+; use policy/v1 PodDisruptionBudget"';
    const path = (version: string) => `/apis/policy/${version}/namespaces/${last.namespace}/poddisruptionbudgets`;
    const made = { metadata: { name: 'warned' }, spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } };
    expect((await last.post(path('v1beta1'), made)).headers['warning']).toBe(warning);
    for (const suffix of ['', '/warned']) {
      expect((await last.get(path('v1beta1') + suffix)).headers['warning']).toBe(warning);
      expect((await last.get(path('v1') + suffix)).headers['warning']).toBeUndefined();
    }
    expect((await next.get(path('v1'))).headers['warning']).toBeUndefined();
  });

  it('B-440 PodSecurityPolicy is gone from 1.25 and has no other version', async () => {
    for (const version of ['v1', 'v1beta1']) {
      expect([version, (await next.get(`/apis/policy/${version}/podsecuritypolicies`)).code]).toEqual([version, 404]);
      expect([version, (await last.get(`/apis/policy/${version}/podsecuritypolicies`)).code]).toEqual([
        version,
        version === 'v1' ? 404 : 200,
      ]);
    }
  });

  it('B-442 from 1.25 on a label of the namespace restricts its pods', async () => {
    const { pods } = await freshNamespace(next);
    const namespace = pods.split('/').at(-2)!;
    const label = `${next.vocabulary.labels.podSecurityPrefix}enforce`;
    await next.merge(`/api/v1/namespaces/${namespace}`, { metadata: { labels: { [label]: 'baseline' } } });
    const pod = { containers: [{ name: 'c', image: 'x:1', securityContext: { privileged: true } }] };
    const answer = await next.post(pods, { metadata: { name: 'privileged' }, spec: pod });
    expect([answer.code, answer.body['message']]).toEqual([
      403,
      expect.stringContaining('violates PodSecurity "baseline:latest": privileged'),
    ]);
  });

  it('D-254 what ended with 1.16 is served in no release', async () => {
    const ended = [
      'extensions/v1beta1/networkpolicies',
      'extensions/v1beta1/daemonsets',
      'extensions/v1beta1/deployments',
      'extensions/v1beta1/replicasets',
      'extensions/v1beta1/podsecuritypolicies',
      'apps/v1beta1/deployments',
      'apps/v1beta2/deployments',
    ];
    for (const path of ended) expect([path, (await last.get(`/apis/${path}`)).code]).toEqual([path, 404]);
    for (const path of ['apps/v1/deployments', 'networking/v1/networkpolicies']) {
      const [group, ...rest] = path.split('/');
      const { groups } = last.vocabulary;
      const name = group === 'networking' ? groups.networking : groups.apps;
      expect((await last.get(`/apis/${[name, ...rest].join('/')}`)).code).toBe(200);
    }
  });

  it('B-435 a budget is the same object in policy/v1 and v1beta1', async () => {
    const budgets = (await freshNamespace(last)).pods
      .replace('/api/v1', '/apis/policy/v1')
      .replace(/pods$/, 'poddisruptionbudgets');
    const older = budgets.replace('/v1/', '/v1beta1/');
    const made = await last.post(older, { metadata: { name: 'b' }, spec: { maxUnavailable: 1 } });
    expect(made.code).toBe(201);
    const { body } = await last.get(`${budgets}/b`);
    expect(body).toEqual({ ...made.body, apiVersion: 'policy/v1' });
  });
});
