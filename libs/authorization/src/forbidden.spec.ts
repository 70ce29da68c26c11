import { resolveRequestInfo } from '@orch/http';
import { forbidden } from './forbidden.js';

const user = { username: 'jane', groups: [] };
const rows: Array<[string, string]> = [
  [
    'GET /api/v1/namespaces/t1/configmaps/x',
    'configmaps "x" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "t1"',
  ],
  [
    'GET /apis/apps/v1/deployments',
    'deployments.apps is forbidden: User "jane" cannot list resource "deployments" in API group "apps" at the cluster scope',
  ],
  [
    'PATCH /apis/apps/v1/namespaces/t1/deployments/d/scale',
    'deployments.apps "d" is forbidden: User "jane" cannot patch resource "deployments/scale" in API group "apps" in the namespace "t1"',
  ],
  ['GET /x', 'forbidden: User "jane" cannot get path "/x"'],
];

describe('forbidden', () => {
  for (const [request, message] of rows) {
    it(`C-273 ${request}`, () => {
      const [method, url] = request.split(' ') as [string, string];
      expect(forbidden(user, resolveRequestInfo(method, url), '').toStatus()).toMatchObject({
        message,
        code: 403,
        reason: 'Forbidden',
      });
    });
  }
  it('adds the reason of the authorizer', () =>
    expect(forbidden(user, resolveRequestInfo('GET', '/x'), 'no role').message).toMatch(/"\/x": no role$/));
});
