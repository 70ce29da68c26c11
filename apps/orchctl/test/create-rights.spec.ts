import { TestCommandLine } from './command-line.fixture.js';
import { APPS, CORE, RBAC } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS, ...RBAC]);
const { run, stored } = orchctl;
const RBAC_GROUP = 'rbac.authorization.orch.io';

const writes = () => orchctl.requests.filter((request) => !request.startsWith('GET'));

describe('roles and bindings by name', () => {
  const rows: { argv: string[]; key: string; label: string; object: object }[] = [
    {
      argv: ['role', 'r', '--verb=get,list', '--resource=cm,secrets', '--resource=deploy/scale'],
      key: 'roles/dev/r',
      label: `role.${RBAC_GROUP}/r`,
      object: {
        apiVersion: `${RBAC_GROUP}/v1`,
        kind: 'Role',
        rules: [
          { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps', 'secrets'] },
          { verbs: ['get', 'list'], apiGroups: ['apps'], resources: ['deployments/scale'] },
        ],
      },
    },
    {
      argv: ['role', 'r', '--verb=get', '--resource=cm', '--resource-name=a', '--resource-name=b,c', '-n', 'other'],
      key: 'roles/other/r',
      label: `role.${RBAC_GROUP}/r`,
      object: { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['a', 'b,c'] }] },
    },
    {
      argv: ['clusterrole', 'r', '--verb=get', '--non-resource-url=/metrics,/logs/*'],
      key: 'clusterroles/r',
      label: `clusterrole.${RBAC_GROUP}/r`,
      object: { kind: 'ClusterRole', rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics', '/logs/*'] }] },
    },
    {
      argv: ['clusterrole', 'r', '--aggregation-rule=example.com/to=view'],
      key: 'clusterroles/r',
      label: `clusterrole.${RBAC_GROUP}/r`,
      object: { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'example.com/to': 'view' } }] }, rules: [] },
    },
    {
      argv: ['rolebinding', 'b', '--role=r', '--user=jane', '--serviceaccount=ns:robot'],
      key: 'rolebindings/dev/b',
      label: `rolebinding.${RBAC_GROUP}/b`,
      object: {
        roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: 'r' },
        subjects: [
          { apiGroup: RBAC_GROUP, kind: 'User', name: 'jane' },
          { kind: 'ServiceAccount', namespace: 'ns', name: 'robot' },
        ],
      },
    },
    {
      argv: ['clusterrolebinding', 'b', '--clusterrole=view', '--group=devs', '--group=ops'],
      key: 'clusterrolebindings/b',
      label: `clusterrolebinding.${RBAC_GROUP}/b`,
      object: {
        roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: 'view' },
        subjects: [
          { apiGroup: RBAC_GROUP, kind: 'Group', name: 'devs' },
          { apiGroup: RBAC_GROUP, kind: 'Group', name: 'ops' },
        ],
      },
    },
  ];
  it.each(rows)('create $argv', async ({ argv, key, label, object }) => {
    expect(await run('create', ...argv)).toEqual({ out: `${label} created\n`, err: '', status: 0 });
    expect(stored(key)).toMatchObject(object);
  });

  const refusals: [string[], string][] = [
    [['role', 'r', '--resource=cm'], 'error: write at least one --verb'],
    [['role', 'r', '--verb=get'], 'error: write at least one --resource'],
    [['role', 'r', '--verb=get', '--resource=gadgets'], 'error: the server doesn\'t have a resource type "gadgets"'],
    [['rolebinding', 'b', '--user=a'], 'error: write either --role or --clusterrole'],
    [['clusterrolebinding', 'b', '--user=a'], 'error: write --clusterrole'],
    [['role'], "error: missing required argument 'name'"],
  ];
  it.each(refusals)('refuses %j', async (argv, err) => {
    expect(await run('create', ...argv)).toEqual({ out: '', err, status: 1 });
    expect(writes()).toEqual([]);
  });

  it('a cluster role binding takes no role of a namespace', async () =>
    expect((await run('create', 'clusterrolebinding', 'b', '--role=r')).err).toMatch(
      /^error: unknown option '--role=r'/,
    ));
});
