import { TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

describe('boolean query parameters, in the spelling of clients in Python', () => {
  let server: TestServer;
  let agent: Agent;
  beforeAll(async () => {
    server = await TestServer.start();
    agent = await server.admin();
  });
  afterAll(() => server.close());

  const apply = (value: string, parameters: string) =>
    server.call(`${CONFIG_MAPS}/applied?${parameters}`, {
      agent,
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied' }, data: { a: value } },
    });

  it('orphanDependents=False orphans nothing, orphanDependents=True does', async () => {
    const left: Record<string, unknown> = {};
    for (const value of ['False', 'True']) {
      const name = value.toLowerCase();
      await server.call(CONFIG_MAPS, { agent, method: 'POST', body: { metadata: { name } } });
      await server.call(`${CONFIG_MAPS}/${name}?orphanDependents=${value}`, { agent, method: 'DELETE' });
      const { code, json } = await server.call(`${CONFIG_MAPS}/${name}`, { agent });
      left[value] = code === 200 ? (json['metadata'] as { finalizers: string[] }).finalizers : code;
    }
    expect(left).toEqual({ False: 404, True: ['orphan'] });
  });

  it('force=False takes no field of another manager, force=True does', async () => {
    await apply('1', 'fieldManager=one');
    const codes = [];
    for (const force of ['False', 'True']) codes.push((await apply('2', `fieldManager=two&force=${force}`)).code);
    expect(codes).toEqual([409, 200]);
  });

  it.each([
    ['pretty=False', 'curl/8', false],
    ['pretty=True', 'client', true],
    ['pretty=', 'client', false],
    ['pretty=', 'curl/8', true],
  ])('%s of the client %s indents: %s', async (parameter, userAgent, indents) => {
    const headers = { 'user-agent': userAgent };
    const { text } = await server.call(`/api/v1/namespaces/default?${parameter}`, { agent, headers });
    expect(text.trimEnd().includes('\n')).toBe(indents);
  });
});
