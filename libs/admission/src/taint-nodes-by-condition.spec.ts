import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

const NODES = '/api/v1/nodes';
const TAINT = { key: 'node.orch.io/not-ready', effect: 'NoSchedule' };
let server: TestServer;
let agent: Agent;
const call = (method: string, path: string, body: object, type = 'application/json'): Promise<Answer> =>
  server.call(path, { method, agent, headers: { 'content-type': type }, body });
const report = (name: string, status: string): Promise<Answer> =>
  call(
    'PATCH',
    `${NODES}/${name}/status`,
    { status: { conditions: [{ type: 'Ready', status }] } },
    'application/merge-patch+json',
  );
const taints = ({ json }: Answer): unknown => (json['spec'] as { taints?: unknown }).taints;

beforeAll(async () => {
  server = await TestServer.start();
  agent = await server.admin();
});
afterAll(() => TestServer.closeAll());

it('A-501 adds the not-ready taint to a new node', async () => {
  const answer = await call('POST', NODES, {
    metadata: { name: 'new' },
    spec: { taints: [{ key: 'own', effect: 'NoExecute' }] },
  });
  expect([answer.code, taints(answer)]).toEqual([201, [{ key: 'own', effect: 'NoExecute' }, TAINT]]);
});
it('A-502 removes the taint when Ready is true, and adds it again', async () => {
  await call('POST', NODES, { metadata: { name: 'n' } });
  const ready = await report('n', 'True');
  expect([ready.code, taints(ready)]).toEqual([200, undefined]);
  expect(taints(await report('n', 'Unknown'))).toBeUndefined();
  expect(taints(await report('n', 'False'))).toEqual([TAINT]);
});
it('A-501 A-502 a node created with Ready true has the taint until its status is written', async () => {
  const status = { conditions: [{ type: 'Ready', status: 'True' }] };
  expect(taints(await call('POST', NODES, { metadata: { name: 'ready' }, status }))).toEqual([TAINT]);
  expect(taints(await report('ready', 'True'))).toBeUndefined();
});
it('A-502 keeps other taints', async () => {
  const own = { key: 'own', effect: 'NoExecute' };
  await call('POST', NODES, { metadata: { name: 'other' }, spec: { taints: [own] } });
  expect(taints(await report('other', 'True'))).toEqual([own]);
});
