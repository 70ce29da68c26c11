import { ExtensionServer, registerAvailable, Tab, TestServer } from '@orch/server-testing';

const GROUP = 'things.example.com';

describe('a watch of a kind that another API server serves', () => {
  let extension: ExtensionServer;
  let server: TestServer;
  let tab: Tab;
  beforeAll(async () => {
    extension = await ExtensionServer.start('nowhere/api');
    const resources = [
      { name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['list', 'watch'] },
    ];
    extension.documents.set(`/apis/${GROUP}/v1`, {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: `${GROUP}/v1`,
      resources,
    });
    const serviceAddresses = [
      { namespace: 'nowhere', name: 'api', servicePort: undefined, host: '127.0.0.1', port: extension.port },
    ];
    server = await TestServer.start({ serviceAddresses });
    const service = { namespace: 'nowhere', name: 'api' };
    await registerAvailable(server, await server.admin(), extension.apiService(GROUP, 'v1', service));
  });
  beforeEach(async () => {
    tab = await Tab.open({ url: server.server.url, caPem: server.caPem }, { pair: await server.adminPair() });
  });
  afterEach(() => tab.close());
  afterAll(async () => {
    await server.close();
    extension.stop();
  });

  const watch = () => tab.watch({ things: `/apis/${GROUP}/v1/things?watch=true` });

  it('is sent to that server, with the user and without the credentials', async () => {
    let seen: NodeJS.Dict<string | string[]> = {};
    extension.answer = (request, response) => {
      seen = request.headers;
      response.setHeader('content-type', 'application/json');
      response.write('{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n{"type":"MODI');
      setImmediate(() => response.end('FIED","object":{"metadata":{"name":"b"}}}\n'));
    };
    await watch();
    expect(await tab.next()).toEqual({ type: 'started', watch: 'things' });
    expect(await tab.next()).toMatchObject({ type: 'event', watch: 'things', event: { type: 'ADDED' } });
    expect(await tab.next()).toMatchObject({ event: { type: 'MODIFIED', object: { metadata: { name: 'b' } } } });
    expect(await tab.next()).toEqual({ type: 'end', watch: 'things', code: 200, status: null });
    expect(seen).toMatchObject({ 'x-remote-group': expect.stringContaining('system:masters') });
    expect(seen['authorization']).toBeUndefined();
  });

  it('ends when the connection to that server ends', async () => {
    extension.answer = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.write('{"type":"ADDED","object":{}}\n');
      setImmediate(() => response.destroy());
    };
    await watch();
    expect(await tab.find(({ type }) => type === 'end')).toMatchObject({ watch: 'things', code: 503 });
  });

  it('ends when the answer is not a watch', async () => {
    extension.answer = (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>');
    await watch();
    expect(await tab.find(({ type }) => type === 'end')).toEqual({
      type: 'end',
      watch: 'things',
      code: 502,
      status: null,
    });
    extension.answer = (_request, response) => void response.setHeader('content-type', 'application/json').end('[1]\n');
    await tab.watch({ again: `/apis/${GROUP}/v1/things?watch=true` });
    expect(await tab.find(({ type }) => type === 'end')).toMatchObject({ watch: 'again', code: 502 });
  });

  it('has its refusal', async () => {
    const status = { kind: 'Status', code: 418, message: 'no' };
    extension.answer = (_request, response) =>
      void response.writeHead(418, { 'content-type': 'application/json' }).end(JSON.stringify(status));
    await watch();
    expect(await tab.find(({ type }) => type === 'end')).toEqual({ type: 'end', watch: 'things', code: 418, status });
  });
});
