import type { ClusterRole } from '@orch/api';
import { builtinResources, type ResourceLike } from '@orch/client';
import { untilObject } from '@orch/testing';
import { installedKubectls, Kubectl } from '../../support/kubectl.js';
import { pkcs10 } from '../../support/signing-requests.js';

const clusterRoles = builtinResources.clusterRoles as ResourceLike<ClusterRole>;
const requests = builtinResources.certificateSigningRequests;
const JANE = ['--as=jane', '--as-group=dev'];

/** People are those whom the administrator acts as. */
describe.each(installedKubectls())('kubectl %s under RBAC', (_release, file) => {
  let kubectl: Kubectl;
  /** `yes` or `no`, as `auth can-i` says it. */
  const can = async (who: readonly string[], ...what: string[]): Promise<string> =>
    (await kubectl.attempt(['auth', 'can-i', ...what, ...who])).stdout.trim();

  beforeAll(async () => {
    kubectl = await Kubectl.start(file, 'team');
    await kubectl.run('create', 'role', 'reader', '--verb=get,list', '--resource=pods,configmaps');
    await kubectl.run('create', 'rolebinding', 'readers', '--role=reader', '--group=dev');
  });
  afterAll(() => kubectl?.stop());

  it('D-106 auth can-i shows whether a user has a permission', async () => {
    expect(await can(JANE, 'list', 'pods')).toBe('yes');
    expect(await can(JANE, 'delete', 'pods')).toBe('no');
    expect(await can(JANE, 'get', 'pods', '--subresource=log')).toBe('no');
    expect(await can(JANE, 'list', 'pods', '-n', 'default')).toBe('no');
    expect(await can(JANE, 'get', '/version')).toBe('yes');
    expect(await can(JANE, 'get', '/metrics')).toBe('no');
    expect(await can(['--as=other'], 'list', 'pods')).toBe('no');
  });

  it('D-107 auth can-i --list shows all permissions', async () => {
    const listed = await kubectl.run('auth', 'can-i', '--list', ...JANE);
    expect(listed).toMatch(/^pods +\[\] +\[\] +\[get list\]$/m);
    expect(listed).toMatch(/^configmaps +\[\] +\[\] +\[get list\]$/m);
    expect(listed).toMatch(/^selfsubjectaccessreviews\.authorization\.k8s\.io +\[\] +\[\] +\[create\]$/m);
    expect(listed).toMatch(/^ +\[\/version\] +\[\] +\[get(,? head)?\]$/m);
    expect(listed).not.toContain('incomplete');
  });

  it('D-102 a refusal is shown as it came', async () => {
    expect(await kubectl.fails(undefined, 'delete', 'pod', 'p', ...JANE)).toBe(
      'Error from server (Forbidden): pods "p" is forbidden: User "jane" cannot delete resource "pods" in API group "" in the namespace "team"\n',
    );
  });

  it('auth reconcile adds what is missing and takes nothing away', async () => {
    const manifest = (verbs: string[]) =>
      JSON.stringify({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'reconciled', namespace: 'team' },
        rules: [{ apiGroups: [''], resources: ['secrets'], verbs }],
      });
    expect(await kubectl.feed(manifest(['get']), 'auth', 'reconcile', '-f', '-')).toContain('reconciled');
    await kubectl.feed(manifest(['list']), 'auth', 'reconcile', '-f', '-');
    await kubectl.run('create', 'rolebinding', 'reconciled', '--role=reconciled', '--user=rec');
    expect([await can(['--as=rec'], 'get', 'secrets'), await can(['--as=rec'], 'list', 'secrets')]).toEqual([
      'yes',
      'yes',
    ]);
  });

  it('D-088 D-089 a user cannot grant permissions that he does not have', async () => {
    await kubectl.run('create', 'rolebinding', 'lead', '--clusterrole=admin', '--user=lead');
    const lead = '--as=lead';
    expect(await kubectl.run('create', 'role', 'fine', '--verb=get', '--resource=secrets', lead)).toContain('created');
    expect(await kubectl.fails(undefined, 'create', 'role', 'more', '--verb=get', '--resource=nodes', lead)).toContain(
      'attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}',
    );
    expect(await kubectl.run('create', 'rolebinding', 'edits', '--clusterrole=edit', '--user=x', lead)).toContain(
      'created',
    );
    expect(
      await kubectl.fails(undefined, 'create', 'rolebinding', 'all', '--clusterrole=cluster-admin', '--user=x', lead),
    ).toContain('attempting to grant RBAC permissions not currently held');
  });

  it('D-087 D-092 a labelled role becomes a part of view, and what is written there by hand goes', async () => {
    await kubectl.run('create', 'rolebinding', 'viewer', '--clusterrole=view', '--user=viewer');
    expect(await can(['--as=viewer'], 'list', 'podtemplates')).toBe('no');
    await kubectl.run('create', 'clusterrole', 'templates', '--verb=list', '--resource=podtemplates');
    await kubectl.run('label', 'clusterrole', 'templates', 'rbac.authorization.k8s.io/aggregate-to-view=true');
    const key = { namespace: '', name: 'view' };
    const has = (resource: string) => (role?: ClusterRole) =>
      role?.rules?.some(({ resources }) => resources?.includes(resource)) === true;
    const roles = kubectl.plane.client.resource(clusterRoles);
    await untilObject(roles, key, 'the rule of the labelled role', has('podtemplates'));
    expect(await can(['--as=viewer'], 'list', 'podtemplates')).toBe('yes');
    const view = await roles.get(key);
    await roles.replace({ ...view, rules: [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }] });
    await untilObject(roles, key, 'the end of what was written by hand', (role) => !has('secrets')(role));
    expect(await can(['--as=viewer'], 'get', 'secrets')).toBe('no');
    expect(await can(['--as=viewer'], 'list', 'podtemplates')).toBe('yes');
  });

  it('D-100 a bound bootstrap group brings nodes in without a person', async () => {
    const newcomer = [
      '--as=system:bootstrap:abcdef',
      '--as-group=system:bootstrappers',
      '--as-group=system:authenticated',
    ];
    const bind = (name: string, role: string) =>
      kubectl.run('create', 'clusterrolebinding', name, `--clusterrole=${role}`, '--group=system:bootstrappers');
    const approval = 'system:certificates.k8s.io:certificatesigningrequests:nodeclient';
    const request = async (name: string) =>
      kubectl.feed(
        JSON.stringify({
          apiVersion: 'certificates.k8s.io/v1',
          kind: 'CertificateSigningRequest',
          metadata: { name },
          spec: {
            request: await pkcs10({ commonName: 'system:node:n1', organizations: ['system:nodes'] }),
            signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
            usages: ['digital signature', 'key encipherment', 'client auth'],
          },
        }),
        'create',
        '-f',
        '-',
        ...newcomer,
      );
    await bind('boot', 'system:node-bootstrapper');
    await bind('approve', approval);
    await request('bound');
    const client = kubectl.plane.client.resource(requests);
    const approved = (csr: unknown) =>
      (csr as { status?: { conditions?: { type: string }[] } } | undefined)?.status?.conditions?.[0]?.type ===
      'Approved';
    await untilObject(client, { namespace: '', name: 'bound' }, 'the approval', approved);
  });
});
