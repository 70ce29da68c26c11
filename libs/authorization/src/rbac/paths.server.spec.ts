import { RbacServer } from '@orch/server-testing';

/** Spellings of paths that authorization and handlers could interpret differently. None may allow more than the plain path. */
describe('path traversal around authorization', () => {
  let s: RbacServer;
  const secret = 'hidden-in-t2';
  beforeAll(async () => {
    s = await RbacServer.start({ users: { jane: [], paths: [], star: ['*'], stars: [] } });
    for (const namespace of ['t1', 't2']) {
      await s.make(`/api/v1/namespaces/${namespace}/secrets`, {
        metadata: { name: 'x' },
        stringData: { a: namespace === 't2' ? secret : 'shown' },
      });
    }
    const all = { verbs: ['*'], apiGroups: [''], resources: ['*'] };
    await s.role('t1', 'all', all);
    await s.bind('t1', 'all', 'Role/all', 'jane');
    await s.clusterRole('below', { verbs: ['get'], nonResourceURLs: ['/api/*', '/livez/*', '/x*'] });
    await s.bind('', 'below', 'ClusterRole/below', 'paths');
    await s.role('t1', 'odd', {
      verbs: ['*'],
      apiGroups: [''],
      resources: ['secrets/*', 'pods/*', 'SECRETS', '*/', 'secret*'],
    });
    await s.bind('t1', 'odd', 'Role/odd', 'stars');
    await s.bind('t1', 'to-a-star', 'Role/all', { kind: 'Group', apiGroup: s.vocabulary.groups.rbac, name: '*' }, '*');
  });
  afterAll(() => s.stop());

  const T2 = '/api/v1/namespaces/t2/secrets/x';
  const attempts: string[] = [
    T2,
    '/api/v1/namespaces/t1/../t2/secrets/x',
    '/api/v1/namespaces/t1/%2e%2e/t2/secrets/x',
    '/api/v1/namespaces/t1/%2E%2e/t2/secrets/x',
    '/api/v1/namespaces/t1/..%2ft2/secrets/x',
    '/api/v1/namespaces/t1%2f..%2ft2/secrets/x',
    '/api/v1/namespaces/t1/secrets/..%2f..%2ft2%2fsecrets%2fx',
    '/api/v1/namespaces/t1/secrets/../../t2/secrets/x',
    '/api/v1/namespaces/t1/./../t2/secrets/x',
    '//api/v1/namespaces/t2/secrets/x',
    '/api//v1/namespaces/t2/secrets/x',
    '/api/v1//namespaces/t2/secrets/x',
    '/api/v1/namespaces//t2/secrets/x',
    '/api/v1/namespaces/t2//secrets/x',
    '/api/v1/namespaces/t2/secrets//x',
    '/API/v1/namespaces/t2/secrets/x',
    '/api/V1/namespaces/t2/secrets/x',
    '/api/v1/NAMESPACES/t2/secrets/x',
    '/api/v1/namespaces/T2/secrets/x',
    '/api/v1/namespaces/t2/SECRETS/x',
    '/api/v1/namespaces/t%32/secrets/x',
    '/api/v1/name%73paces/t2/secrets/x',
    '/%61pi/v1/namespaces/t2/secrets/x',
    '/api/v1/namespaces/t2/%73ecrets/x',
    '/api/v1/namespaces/t2/secrets/%78',
    '/api/v1/namespaces/t2/secrets/x/',
    '/api/v1/namespaces/t2/secrets/x/.',
    '/api/v1/namespaces/t2/secrets/x;namespace=t1',
    '/api/v1/namespaces/t2;t1/secrets/x',
    '/api/v1/namespaces/t2/secrets/x?namespace=t1',
    '/api/v1/namespaces/t2/secrets/x%3Fnamespace=t1',
    '/api/v1/namespaces/t2/secrets/x%00',
    '/api/v1/namespaces/t2%00/secrets/x',
    '/api/v1/namespaces/t2/secrets?fieldSelector=metadata.namespace%3Dt1',
    '/api/v1/namespaces/t2/secrets?fieldSelector=metadata.name%3Dx',
    '/api/v1/namespaces/%2A/secrets',
    '/api/v1/namespaces/*/secrets',
    '/api/v1/secrets',
    '/api/v1/secrets/',
    '/api/v1/secrets?fieldSelector=metadata.namespace%3Dt1',
    '/api/v1/watch/namespaces/t2/secrets/x?timeoutSeconds=1',
    '/api/v1/watch/secrets?timeoutSeconds=1',
    '/api/v1/namespaces/t2/secrets?watch=true&timeoutSeconds=1',
    '/api/v1/watch/../namespaces/t2/secrets/x',
    '/version/../api/v1/namespaces/t2/secrets/x',
    '/version/%2e%2e/api/v1/namespaces/t2/secrets/x',
    '/healthz/..%2fapi/v1/namespaces/t2/secrets/x',
    '/openapi/../api/v1/namespaces/t2/secrets/x',
    '/api/../api/v1/namespaces/t2/secrets/x',
    '/apis/../api/v1/namespaces/t2/secrets/x',
    '/api/v1/namespaces/t1/secrets/x/../../../t2/secrets/x',
    '\\api\\v1\\namespaces\\t2\\secrets\\x',
    '/api/v1/namespaces/t1\\..\\t2/secrets/x',
    '/api/v1/namespaces/t2/secrets/x#/../../t1',
    'https://other.example/api/v1/namespaces/t2/secrets/x',
  ];
  it.each(attempts)('%s gives nothing of another namespace', async (path) => {
    for (const user of ['jane', 'paths', 'star', 'stars', '']) {
      const text = await s.raw(user, `GET ${path}`);
      expect([user, text.includes(Buffer.from(secret).toString('base64'))]).toEqual([user, false]);
      expect([user, /^HTTP\/1\.1 (40[0-9]|41[0-9])/.test(text) ? '' : text.slice(0, 300)]).toEqual([user, '']);
    }
  });

  const closed = [
    '/metrics',
    '/METRICS',
    '//metrics',
    '/metrics/',
    '/healthz/../metrics',
    '/livez/../metrics',
    '/livez/%2e%2e/metrics',
    '/livez%2f..%2fmetrics',
    '/api/%2e%2e/metrics',
    '/version/../metrics',
    '/VERSION',
    '/./metrics',
    '/x/../metrics',
    '/metrics%2f',
  ];
  it.each(closed)('%s is not opened by permissions on other paths', async (path) => {
    for (const user of ['jane', 'paths', 'star', '']) {
      const text = await s.raw(user, `GET ${path}`);
      expect([user, text.includes('apiserver_request') || text.startsWith('HTTP/1.1 200')]).toEqual([user, false]);
    }
  });

  it('stars in unsupported places allow nothing', async () => {
    for (const path of ['secrets/x', 'secrets', 'pods', 'pods/p/log', 'pods/p/exec', 'secretsx']) {
      expect([path, await s.codeAs('stars', `GET /api/v1/namespaces/t1/${path}`)]).toEqual([path, 403]);
    }
  });

  it('a group or user named with a star matches no other group or user', async () => {
    expect(await s.codeAs('star', 'GET /api/v1/namespaces/t1/secrets/x')).toBe(200);
    expect(await s.codeAs('paths', 'GET /api/v1/namespaces/t1/secrets/x')).toBe(403);
    expect(await s.codeAs('', 'GET /api/v1/namespaces/t1/secrets/x')).toBe(403);
  });

  it('a namespaced role allows nothing cluster-scoped', async () => {
    const requests = [
      'GET /api/v1/nodes',
      'GET /api/v1/namespaces',
      'POST /api/v1/namespaces',
      'GET /api/v1/persistentvolumes',
      'GET /api/v1/pods',
      'GET /api/v1/namespaces/t2',
      'PUT /api/v1/namespaces/t2/finalize',
      'POST /api/v1/nodes',
    ];
    for (const request of requests) {
      expect([request, await s.codeAs('jane', request, request.startsWith('GET') ? undefined : {})]).toEqual([
        request,
        403,
      ]);
    }
  });
});
