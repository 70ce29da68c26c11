import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { changeOf, type Send, WRITE_FORMS } from './write-forms.fixture.js';

const amounts = (cpu: string) => ({ requests: { cpu }, limits: { cpu } });
const containers = (cpu: string) => [{ name: 'c', image: 'i', resources: amounts(cpu) }];

describe('resize of pods', () => {
  let server: TestServer;
  let agent: Agent;
  const send: Send = (request, body, headers = {}) => {
    const space = request.indexOf(' ');
    return server.call(request.slice(space + 1), {
      method: request.slice(0, space),
      agent,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
  const make = async (path: string, body: object) => {
    const { code, text } = await send(`POST ${path}`, body);
    if (code !== 201) throw new Error(text);
  };
  const pods = (namespace: string) => `/api/v1/namespaces/${namespace}/pods`;
  const resize = async (form: string, namespace: string, cpu: string) => {
    const path = `${pods(namespace)}/p/resize`;
    const { json: current } = await send(`GET ${pods(namespace)}/p`);
    const change =
      form === 'JSON patch'
        ? changeOf('/spec/containers/0/resources', amounts(cpu))
        : changeOf('/spec/containers', containers(cpu));
    return WRITE_FORMS[form]!(send, path, current, change);
  };

  beforeAll(async () => {
    server = await TestServer.start();
    agent = await server.admin();
    for (const name of ['limited', 'metered']) {
      await make('/api/v1/namespaces', { metadata: { name } });
      await make(pods(name), { metadata: { name: 'p' }, spec: { containers: containers('500m') } });
    }
    await make('/api/v1/namespaces/limited/limitranges', {
      metadata: { name: 'most' },
      spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
    });
    await make('/api/v1/namespaces/metered/resourcequotas', {
      metadata: { name: 'all' },
      spec: { hard: { 'requests.cpu': '1' } },
    });
  });
  afterAll(() => TestServer.closeAll());

  describe.each(Object.keys(WRITE_FORMS))('%s', (form) => {
    it('is refused above the maximum of a limit range', async () => {
      const { code, json } = await resize(form, 'limited', '50');
      expect([code, json.message]).toEqual([403, expect.stringContaining('maximum cpu usage per Container is 1')]);
      expect((await resize(form, 'limited', '1')).code).toBe(200);
      expect((await resize(form, 'limited', '500m')).code).toBe(200);
    });

    it('is refused above a quota, and counted below', async () => {
      const { code, json } = await resize(form, 'metered', '50');
      expect([code, json.message]).toEqual([403, expect.stringContaining('exceeded quota: all, requested: ')]);
    });
  });

  it('charges only the increase of a pod', async () => {
    expect((await resize('merge patch', 'metered', '900m')).code).toBe(200);
    const { json } = await send('GET /api/v1/namespaces/metered/resourcequotas/all');
    expect(json['status']).toMatchObject({ used: { 'requests.cpu': '900m' } });
    const spec = { containers: containers('200m') };
    expect((await send(`POST ${pods('metered')}`, { metadata: { name: 'q' }, spec })).code).toBe(403);
  });

  it('charges the increase of a whole pod', async () => {
    const of = (cpu: string) => ({ resources: amounts(cpu), containers: containers('100m') });
    await make('/api/v1/namespaces', { metadata: { name: 'whole' } });
    await make('/api/v1/namespaces/whole/resourcequotas', {
      metadata: { name: 'all' },
      spec: { hard: { 'requests.cpu': '1' } },
    });
    await make(pods('whole'), { metadata: { name: 'p' }, spec: of('500m') });
    const resized = (cpu: string) =>
      send(
        `PATCH ${pods('whole')}/p/resize`,
        { spec: { resources: amounts(cpu) } },
        { 'content-type': 'application/merge-patch+json' },
      );
    const { code, json } = await resized('2');
    expect([code, json.message]).toEqual([403, expect.stringContaining('exceeded quota: all, requested: ')]);
    const { json: larger } = await resized('800m');
    expect(larger['spec']).toMatchObject({ resources: { requests: { cpu: '800m' } } });
    const { json: quota } = await send('GET /api/v1/namespaces/whole/resourcequotas/all');
    expect(quota['status']).toMatchObject({ used: { 'requests.cpu': '800m' } });
  });
});
