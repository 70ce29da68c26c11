import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';

const PODS = '/api/v1/namespaces/default/pods';
let server: TestServer;
let agent: Agent;
const call = (method: string, path: string, body?: object): Promise<Answer> =>
  server.call(path, {
    method,
    agent,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });

beforeAll(async () => {
  server = await TestServer.start();
  agent = await server.admin();
  const container = { name: 'a', image: 'i' };
  const pod = (name: string, spec: object): Promise<Answer> => call('POST', PODS, { metadata: { name }, spec });
  await call('POST', '/api/v1/nodes', { metadata: { name: 'there' } });
  await pod('waiting', { containers: [container] });
  await pod('running', { containers: [container], nodeName: 'there' });
  await pod('lost', { containers: [container], nodeName: 'gone' });
  await pod('many', {
    containers: [container, { ...container, name: 'b' }],
    initContainers: [{ ...container, name: 'i' }],
  });
});
afterAll(() => TestServer.closeAll());

describe('C-233 sub-resources served by a node agent', () => {
  const choose =
    'a container name must be specified for pod many, choose one of: [a b] or one of the init containers: [i]';
  const rows: [method: string, path: string, code: number, message: string][] = [
    ['GET', 'nope/log', 404, 'pods "nope" not found'],
    ['GET', 'many/log', 400, choose],
    ['GET', 'many/log?container=x', 400, 'container x is not valid for pod many'],
    ['GET', 'nope/log?tailLines=-1', 422, 'PodLogOptions "nope" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0'],
    ['GET', 'running/log?limitBytes=0&sinceSeconds=0', 422, '[limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0]'],
    ['GET', 'running/log?sinceSeconds=1&sinceTime=2024-01-01T00:00:00Z', 422, '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified'],
    ['GET', 'running/log?stream=All', 422, 'stream: Forbidden: may not be specified'],
    ['GET', 'running/log?sinceTime=x', 400, 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
    ['GET', 'running/log?tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['GET', 'running/log?tailLines=5&sinceTime=&follow=true&previous=x', 503, 'no connection to node "there"'],
    ['GET', 'waiting/log', 400, 'pod waiting does not have a host assigned'],
    ['POST', 'waiting/exec?command=ls', 400, 'pod waiting does not have a host assigned'],
    ['GET', 'waiting/attach', 400, 'pod waiting does not have a host assigned'],
    ['POST', 'waiting/portforward', 400, 'pod waiting does not have a host assigned'],
    ['GET', 'lost/log', 404, 'nodes "gone" not found'],
    ['GET', 'running/log', 503, 'no connection to node "there": this server keeps the state of nodes and does not reach their agents'],
    ['POST', 'running/exec?command=ls', 503, 'no connection to node'],
    ['DELETE', 'running/log', 405, 'the server does not allow this method on the requested resource'],
  ]; // prettier-ignore
  for (const [method, path, code, message] of rows) {
    it(`${method} ${path}`, async () => {
      const answer = await call(method, `${PODS}/${path}`);
      expect([answer.code, answer.json.message]).toEqual([code, expect.stringContaining(message)]);
      // With Retry-After a client would retry for a minute.
      expect(answer.headers).not.toHaveProperty('retry-after');
    });
  }
  it('the kubelet proxy of a node', async () => {
    expect((await call('GET', '/api/v1/nodes/there/proxy/metrics')).code).toBe(503);
    expect((await call('GET', '/api/v1/nodes/nope/proxy/')).code).toBe(404);
  });
  it('discovery lists the served sub-resources', async () => {
    const { json } = await call('GET', '/api/v1');
    const listed = (json['resources'] as { name: string; kind: string; verbs: string[] }[])
      .filter(({ name }) => name.startsWith('pods/'))
      .map(({ name, kind, verbs }) => `${name} ${kind} ${verbs.join(',')}`);
    expect(listed).toEqual(
      expect.arrayContaining([
        'pods/attach PodAttachOptions create,get',
        'pods/binding Binding create',
        'pods/ephemeralcontainers Pod get,patch,update',
        'pods/exec PodExecOptions create,get',
        'pods/log Pod get',
        'pods/portforward PodPortForwardOptions create,get',
        'pods/proxy PodProxyOptions create,delete,get,patch,update',
        'pods/resize Pod get,patch,update',
        'pods/status Pod get,patch,update',
      ]),
    );
  });
});
