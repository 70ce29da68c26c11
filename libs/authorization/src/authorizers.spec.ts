import { ReleaseGates } from '@orch/api';
import { systemClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { mostPerTurn } from '@orch/testing';
import { resolveRequestInfo, ALLOWED, type Authorizer, type Requester } from '@orch/http';
import { authorizeUnion } from './authorize-union.js';
import { DEFAULT_AUTHORIZATION } from './authorization-options.js';
import { DecisionMetrics } from './decision-metrics.js';
import { configuredAuthorizer } from './configured-authorizer.js';
import { NodeObjects } from './node/node-objects.js';
import { indexOfDefaultRoles } from './rbac/default-roles.fixture.js';
import { withSelectedName } from './selected-name.js';

const anonymous = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
const admin = { username: 'root', groups: ['system:masters'] };
const authorizer = configuredAuthorizer({
  options: DEFAULT_AUTHORIZATION,
  vocabulary: vocabularies.orch,
  features: new ReleaseGates(),
  rbacIndex: indexOfDefaultRoles(vocabularies.orch),
  nodeObjects: new NodeObjects(),
  clock: systemClock,
  log: silentLogger,
  decisions: new DecisionMetrics(),
  ended: new AbortController().signal,
});
const decide = async (user: typeof admin, request: string) => {
  const [method, url] = request.split(' ') as [string, string];
  return (await (await authorizer).decide(user, resolveRequestInfo(method, url))).allowed;
};

describe('configured authorizer', () => {
  const rows: Array<[string, string, boolean]> = [
    ['C-293', 'GET /version', true],
    ['D-097', 'GET /readyz/ping', false],
    ['D-097', 'HEAD /healthz', false],
    ['D-097', 'GET /api', false],
    ['D-097', 'GET /apis/apps/v1', false],
    ['D-097', 'GET /openapi/v2', false],
    ['C-296', 'GET /metrics', false],
    ['C-300', 'GET /debug/pprof', false],
    ['C-293', 'POST /version', false],
    ['C-158', 'GET /api/v1/namespaces/orch-public/configmaps/cluster-info', true],
    ['C-158', 'GET /api/v1/namespaces/orch-public/configmaps/other', false],
    ['C-158', 'GET /api/v1/namespaces/orch-public/configmaps', false],
    ['C-158', 'PUT /api/v1/namespaces/orch-public/configmaps/cluster-info', false],
    ['C-158', 'GET /api/v1/namespaces/default/configmaps/cluster-info', false],
  ];
  for (const [id, request, want] of rows) {
    it(`${id} anonymous ${request}: ${want}`, async () => expect(await decide(anonymous, request)).toBe(want));
  }
  it('lets administrators do everything', async () => expect(await decide(admin, 'DELETE /api/v1/nodes/n')).toBe(true));
});

describe('authorizeUnion', () => {
  const no = (reason: string): Authorizer => ({ decide: () => ({ allowed: false, reason }) });
  const info = resolveRequestInfo('GET', '/x');
  it('joins reasons of refusals', () =>
    expect(authorizeUnion([no('a'), no(''), no('b')]).decide(admin, info)).toEqual({ allowed: false, reason: 'a; b' }));
  it('continues after an asynchronous authorizer', async () => {
    const slow: Authorizer = { decide: async () => ({ allowed: false, reason: 'slow' }) };
    expect(await authorizeUnion([slow, { decide: () => ALLOWED }]).decide(admin, info)).toBe(ALLOWED);
    expect(await authorizeUnion([slow, no('b')]).decide(admin, info)).toEqual({ allowed: false, reason: 'slow; b' });
  });
  it('asks the next authorizer in several turns of the event loop for requests that waited for one decision', async () => {
    const undecided = Promise.resolve({ allowed: false, reason: '' });
    const long: Authorizer = {
      decide: () => {
        const endMs = performance.now() + 1;
        while (performance.now() < endMs);
        return ALLOWED;
      },
    };
    const union = authorizeUnion([{ decide: () => undecided }, long]);
    const requester = { user: { username: 'a', groups: [] } } as unknown as Requester;
    const decisions = Array.from({ length: 60 }, async () => union.decide(requester.user, info, requester));
    expect(await mostPerTurn(decisions)).toBeLessThanOrEqual(20);
    expect(await decisions[0]).toBe(ALLOWED);
  });
});

describe('withSelectedName', () => {
  const nameOf = (url: string) =>
    withSelectedName(resolveRequestInfo('GET', url), url, () => new URLSearchParams(url.split('?')[1])).name;
  it('C-036 names the one object a field selector allows', () => {
    expect(nameOf('/api/v1/secrets?watch=1&fieldSelector=metadata.name%3Dx')).toBe('x');
    expect(nameOf('/api/v1/secrets?fieldSelector=type=Opaque,metadata.name==y')).toBe('y');
  });
  it('names nothing when several are allowed', () => {
    expect(nameOf('/api/v1/secrets?fieldSelector=metadata.name!%3Dx')).toBe('');
    expect(nameOf('/api/v1/secrets?fieldSelector=metadata.namespace=x')).toBe('');
  });
});
