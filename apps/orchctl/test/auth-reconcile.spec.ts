import { TestCommandLine } from './command-line.fixture.js';
import { CORE, RBAC } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...RBAC]);
const { run, file, put, stored } = orchctl;
const G = 'rbac.authorization.orch.io';

const role = (rules: object[], metadata: object = {}) => ({
  apiVersion: `${G}/v1`,
  kind: 'Role',
  metadata: { name: 'r', namespace: 'dev', ...metadata },
  rules,
});
const binding = (roleName: string, ...users: string[]) => ({
  apiVersion: `${G}/v1`,
  kind: 'RoleBinding',
  metadata: { name: 'b', namespace: 'dev' },
  roleRef: { apiGroup: G, kind: 'Role', name: roleName },
  subjects: users.map((name) => ({ apiGroup: G, kind: 'User', name })),
});
const rule = (resource: string, ...verbs: string[]) => ({ verbs, apiGroups: [''], resources: [resource] });
const reconcile = (object: object, ...flags: string[]) =>
  run('auth', 'reconcile', '-f', file('x.json', JSON.stringify(object)), ...flags);
const writes = () => orchctl.requests.filter((request) => !request.startsWith('GET')).map((text) => text.split('?')[0]);

describe('roles', () => {
  it('a missing role is created', async () => {
    expect(await reconcile(role([rule('pods', 'get')]))).toEqual({
      out: `role.${G}/r reconciled, created\n\tmissing rules added:\n\t\t{"verbs":["get"],"apiGroups":[""],"resources":["pods"]}\n`,
      err: '',
      status: 0,
    });
    expect(stored('roles/dev/r')).toMatchObject({ rules: [rule('pods', 'get')] });
    expect(orchctl.lastRequest.query.get('fieldManager')).toBe('orchctl-reconcile');
  });

  it('missing rules are added, extra ones stay', async () => {
    put('roles', role([rule('secrets', 'get')]));
    const { out } = await reconcile(role([rule('pods', 'get')]));
    expect(out).toContain(`role.${G}/r reconciled, updated\n`);
    expect(out).toContain('\textra rules left:\n\t\t{"verbs":["get"],"apiGroups":[""],"resources":["secrets"]}\n');
    expect(stored('roles/dev/r')).toMatchObject({ rules: [rule('secrets', 'get'), rule('pods', 'get')] });
  });

  it('--remove-extra-permissions removes extra rules', async () => {
    put('roles', role([rule('secrets', 'get'), rule('pods', 'get')]));
    const { out } = await reconcile(role([rule('pods', 'get')]), '--remove-extra-permissions');
    expect(out).toContain('\textra rules removed:\n');
    expect(stored('roles/dev/r')).toMatchObject({ rules: [rule('pods', 'get')] });
  });

  it('a role that grants it all is left alone', async () => {
    put('roles', role([rule('pods', '*')]));
    expect((await reconcile(role([rule('pods', 'get')]))).out).toMatch(/^role\..*\/r reconciled, nothing to do\n/);
    expect(writes()).toEqual([]);
  });

  it('a protected role is left alone', async () => {
    put('roles', role([], { annotations: { [`${G}/autoupdate`]: 'false' } }));
    expect((await reconcile(role([rule('pods', 'get')]))).out).toBe(`role.${G}/r left as it is: it is protected\n`);
    expect(writes()).toEqual([]);
  });
});

describe('bindings', () => {
  it('missing subjects are added, extra ones stay', async () => {
    put('rolebindings', binding('r', 'jane'));
    expect((await reconcile(binding('r', 'joe'))).out).toBe(
      `rolebinding.${G}/b reconciled, updated\n\tmissing subjects added:\n\t\tUser joe\n\textra subjects left:\n\t\tUser jane\n`,
    );
    expect(stored('rolebindings/dev/b')).toMatchObject({ subjects: [{ name: 'jane' }, { name: 'joe' }] });
  });

  it('--remove-extra-subjects removes extra ones', async () => {
    put('rolebindings', binding('r', 'jane', 'joe'));
    expect((await reconcile(binding('r', 'joe'), '--remove-extra-subjects')).out).toContain(
      '\textra subjects removed:\n\t\tUser jane\n',
    );
    expect(stored('rolebindings/dev/b')!['subjects']).toHaveLength(1);
  });

  it('of another role is recreated', async () => {
    put('rolebindings', binding('old', 'jane'));
    expect((await reconcile(binding('r', 'jane'))).out).toMatch(/reconciled, recreated\n/);
    const path = `/apis/${G}/v1/namespaces/dev/rolebindings`;
    expect(writes()).toEqual([`DELETE ${path}/b`, `POST ${path}`]);
    expect(stored('rolebindings/dev/b')).toMatchObject({ roleRef: { name: 'r' } });
  });

  it('a service account is shown with its namespace', async () => {
    const object = { ...binding('r'), subjects: [{ kind: 'ServiceAccount', namespace: 'ns', name: 'robot' }] };
    expect((await reconcile(object)).out).toContain('\t\tServiceAccount ns/robot\n');
  });
});

describe('dry runs', () => {
  it.each([['--dry-run'], ['--dry-run=client']])('%s sends no write', async (flag) => {
    put('roles', role([]));
    expect((await reconcile(role([rule('pods', 'get')]), flag)).out).toContain('reconciled, updated (dry run)\n');
    expect(writes()).toEqual([]);
  });

  it('--dry-run=server lets the server check the write', async () => {
    put('roles', role([]));
    expect((await reconcile(role([rule('pods', 'get')]), '--dry-run=server')).out).toContain('(server dry run)\n');
    expect(orchctl.lastRequest.query.get('dryRun')).toBe('All');
    expect(stored('roles/dev/r')).toMatchObject({ rules: [] });
  });

  it('--dry-run=server does not delete a binding to recreate it', async () => {
    put('rolebindings', binding('old', 'jane'));
    expect((await reconcile(binding('r', 'jane'), '--dry-run=server')).out).toContain('recreated (server dry run)\n');
    expect(writes()).toEqual([]);
  });
});

it('skips objects that are neither roles nor bindings', async () => {
  const items = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, role([rule('pods', 'get')])];
  const { out, err, status } = await reconcile({ apiVersion: 'v1', kind: 'List', items }, '-oname');
  expect([out, err, status]).toEqual([`role.${G}/r\n`, 'skipped configmap/a: no role or binding\n', 0]);
});

it.each([
  [['-o', 'wide'], /^error: -o wide: unknown output format/],
  [['--dry-run=maybe'], /^error: --dry-run=maybe: use none, client or server$/],
])('refuses %j', async (flags, message) => {
  expect((await reconcile(role([]), ...flags)).err).toMatch(message);
  expect(orchctl.requests).toEqual([]);
});

it('refuses a role without a name', async () =>
  expect((await reconcile({ ...role([]), metadata: { generateName: 'r-' } })).err).toBe(
    'error: Role: metadata.name is not set',
  ));
