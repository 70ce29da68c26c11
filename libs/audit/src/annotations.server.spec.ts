import { TestServer } from '@orch/server-testing';
import { AuditedServer } from './audit-server.fixture.js';

const RBAC = '/apis/rbac.authorization.orch.io/v1/namespaces/default';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const JANE = { token: 'jane-token' };

describe('annotations of audit events', () => {
  afterAll(() => TestServer.closeAll());

  it('D-198 say whether a request was allowed or forbidden, and why', async () => {
    const audited = await AuditedServer.start({
      rules: [{ level: 'Metadata', users: ['jane'] }],
      omitStages: ['RequestReceived'],
    });
    const make = async (path: string, body: object) => {
      const call = { method: 'POST', token: 'root-token', body, headers: { 'content-type': 'application/json' } };
      expect((await audited.server.call(path, call)).code).toBe(201);
    };
    const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }];
    await make(`${RBAC}/roles`, { metadata: { name: 'reader' }, rules });
    const apiGroup = 'rbac.authorization.orch.io';
    await make(`${RBAC}/rolebindings`, {
      metadata: { name: 'reads' },
      subjects: [{ kind: 'User', name: 'jane', apiGroup }],
      roleRef: { apiGroup, kind: 'Role', name: 'reader' },
    });
    const paths = [CONFIG_MAPS, `${CONFIG_MAPS}/none`, '/version', '/metrics'];
    const codes = [];
    for (const path of paths) codes.push((await audited.server.call(path, JANE)).code);
    expect(codes).toEqual([200, 403, 200, 403]);
    const decision = 'authorization.orch.io/decision';
    const reason = 'authorization.orch.io/reason';
    expect((await audited.stop()).map(({ annotations }) => annotations)).toEqual([
      {
        [decision]: 'allow',
        [reason]: 'RBAC: allowed by RoleBinding "reads/default" of Role "reader" to User "jane"',
      },
      { [decision]: 'forbid', [reason]: '' },
      {
        [decision]: 'allow',
        [reason]: 'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
      },
      { [decision]: 'forbid', [reason]: '' },
    ]);
  }); // prettier-ignore
});
