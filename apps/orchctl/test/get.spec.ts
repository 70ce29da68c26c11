import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, put } = orchctl;

describe('get', () => {
  beforeEach(() => {
    put('configmaps', configMap('a'));
    put('configmaps', configMap('b', { labels: { l: '1' }, managedFields: [{}] }));
    put('configmaps', configMap('c', { namespace: 'other' }));
    put('secrets', { kind: 'Secret', metadata: { name: 's', namespace: 'dev' } });
  });

  const rows: { argv: string[]; out?: string; err?: string; status?: number }[] = [
    { argv: ['get', 'cm'], out: 'NAME   DATA\na      1\nb      1\n' },
    { argv: ['get', 'configmap', 'a'], out: 'NAME   DATA\na      1\n' },
    { argv: ['get', 'cm/b', 'cm/a'], out: 'NAME   DATA\nb      1\na      1\n' },
    { argv: ['get', 'cm', '-n=other'], out: 'NAME   DATA\nc      1\n' },
    { argv: ['get', 'cm', '-A', '--no-headers'], out: 'dev     a   1\ndev     b   1\nother   c   1\n' },
    { argv: ['get', 'cm', '--chunk-size=1', '-A', '-oname'], out: 'configmap/a\nconfigmap/b\nconfigmap/c\n' },
    { argv: ['get', 'cm', '--chunk-size=1'], out: 'NAME   DATA\na      1\nb      1\n' },
    { argv: ['get', 'cm', '-l', 'l=1', '--show-labels'], out: 'NAME   DATA   LABELS\nb      1      l=1\n' },
    { argv: ['get', 'cm,secrets', '-n', 'dev', '--no-headers'], out: 'configmap/a   1\nconfigmap/b   1\n\nsecret/s   0\n' },
    { argv: ['get', 'cm', '-n', 'empty'], out: '', err: 'No resources found in empty namespace.\n' },
    { argv: ['get', 'cm', 'nope'], out: '', err: 'Error from server (NotFound): configmaps "nope" not found', status: 1 },
    { argv: ['get', 'cm', 'nope', 'a'], out: 'NAME   DATA\na      1\n', err: 'Error from server (NotFound): configmaps "nope" not found', status: 1 },
    { argv: ['get', 'cm', 'nope', '--ignore-not-found'], out: '' },
    { argv: ['get', 'gadgets'], err: 'error: the server doesn\'t have a resource type "gadgets"', status: 1 },
    { argv: ['get', 'cm', 'a', '-l', 'x=y'], err: 'error: name cannot be provided when a selector is specified', status: 1 },
    { argv: ['get'], err: 'error: you must name the type of resource, such as "pods"; see api-resources', status: 1 },
    { argv: ['get', 'cm', '--lable=x'], err: "error: unknown option '--lable=x'", status: 1 },
  ]; // prettier-ignore
  for (const { argv, out = '', err = '', status = 0 } of rows) {
    it(argv.join(' '), async () => expect(await run(...argv)).toEqual({ out, err, status }));
  }

  it('-o json of one is the object without managedFields, of several a List', async () => {
    const one = JSON.parse((await run('get', 'cm', 'b', '-ojson')).out) as { kind: string; metadata: object };
    expect(one.kind).toBe('ConfigMap');
    expect(one.metadata).not.toHaveProperty('managedFields');
    const list = JSON.parse((await run('get', 'cm', '-ojson')).out) as { kind: string; items: object[] };
    expect([list.kind, list.items.length]).toEqual(['List', 2]);
    expect((await run('get', 'cm', 'b', '-oyaml', '--show-managed-fields')).out).toContain('managedFields');
  });

  it('wide shows the columns with a priority', async () =>
    expect((await run('get', 'cm', 'a', '-owide')).out).toMatch(/^NAME {3}DATA {3}UID\n/));

  it('a server without tables gets name and age', async () => {
    orchctl.server.tables = false;
    expect((await run('get', 'cm')).out).toBe('NAME   AGE\na      <unknown>\nb      <unknown>\n');
  });
});

describe('discovery', () => {
  const discoveryRequests = () =>
    orchctl.requests.filter((request) => !request.includes('/namespaces/') && !request.includes('/configmaps'));

  it('C-292 of a command on one resource costs two requests', async () => {
    await run('get', 'cm');
    expect(discoveryRequests()).toEqual(['GET /api', 'GET /apis']);
    expect(orchctl.requests).toHaveLength(3);
    expect(orchctl.server.requests[0]?.headers.accept).toBe(
      'application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList,' +
        'application/json;g=apidiscovery.orch.io;v=v2beta1;as=APIGroupDiscoveryList,application/json',
    );
  });

  it('reads the documents of each group version from a server without aggregated discovery', async () => {
    orchctl.server.aggregatedDiscovery = false;
    put('deployments', { metadata: { name: 'web', namespace: 'dev' } });
    expect((await run('get', 'deploy', '-oname')).out).toBe('deployment.apps/web\n');
    expect([...discoveryRequests()].sort()).toEqual([
      'GET /api',
      'GET /api/v1',
      'GET /apis',
      'GET /apis/apps/v1',
      'GET /apis/apps/v1beta1',
    ]);
  });

  it('finds the same resources with and without aggregation', async () => {
    const aggregated = await run('api-resources', '-owide');
    orchctl.server.aggregatedDiscovery = false;
    expect(await run('api-resources', '-owide')).toEqual(aggregated);
    expect(aggregated.out).toContain('deployments');
  });

  it.each([
    ['deployments', '/apis/apps/v1/'],
    ['deployments.apps', '/apis/apps/v1/'],
    ['deployments.v1beta1.apps', '/apis/apps/v1beta1/'],
    ['deploy', '/apis/apps/v1/'],
    ['Deployment', '/apis/apps/v1/'],
    ['all', '/apis/apps/v1/'],
  ])('get %s lists %s', async (type, path) => {
    await run('get', type);
    expect(orchctl.objectRequests).toEqual([`GET ${path}namespaces/dev/deployments?limit=500`]);
  });
});

describe('missing objects', () => {
  beforeEach(() => {
    put('configmaps', configMap('a'));
    put('configmaps', configMap('b'));
  });
  const notFound = (name: string) => `Error from server (NotFound): configmaps "${name}" not found`;

  const rows: { argv: string[]; out: string; err: string }[] = [
    { argv: ['cm', 'nope1', 'nope2'], out: '', err: `${notFound('nope1')}\n${notFound('nope2')}` },
    {
      argv: ['cm', 'nope1', 'a', 'nope2', 'b', 'nope3'],
      out: 'NAME   DATA\na      1\nb      1\n',
      err: `${notFound('nope1')}\n${notFound('nope2')}\n${notFound('nope3')}`,
    },
    {
      argv: ['cm/nope1', 'cm/a', 'cm/nope2', '-oname'],
      out: 'configmap/a\n',
      err: `${notFound('nope1')}\n${notFound('nope2')}`,
    },
    {
      argv: ['cm/nope', 'secret/nope'],
      out: '',
      err: `${notFound('nope')}\nError from server (NotFound): secrets "nope" not found`,
    },
    { argv: ['cm', 'nope1', 'nope2', '-o=jsonpath={.items[*].metadata.name}'], out: '', err: `${notFound('nope1')}\n${notFound('nope2')}` },
  ]; // prettier-ignore
  it.each(rows)('get $argv reports each, shows the others, and fails', async ({ argv, out, err }) =>
    expect(await run('get', ...argv)).toEqual({ out, err, status: 1 }),
  );

  it('are ignored with --ignore-not-found', async () =>
    expect(await run('get', 'cm', 'nope1', 'a', 'nope2', '-oname', '--ignore-not-found')).toEqual({
      out: 'configmap/a\n',
      err: '',
      status: 0,
    }));

  it('do not hide a failure of another kind', async () => {
    orchctl.failNext('GET', /configmaps\/a$/, 403, 'Forbidden', 'configmaps "a" is forbidden');
    expect(await run('get', 'cm', 'nope1', 'a', 'b')).toEqual({
      out: '',
      err: 'Error from server (Forbidden): configmaps "a" is forbidden',
      status: 1,
    });
  });
});

describe('selectors and pages', () => {
  beforeEach(() => {
    for (const [name, tier] of [['a', 'front'], ['b', 'back'], ['c', 'front'], ['d', 'front'], ['e', 'back']] as const) {
      put('configmaps', configMap(name, { labels: { tier } }));
    } // prettier-ignore
  });
  const rows: [string[], string][] = [
    [['-l', 'tier=front'], 'a c d'],
    [['-l', 'tier!=front'], 'b e'],
    [['-l', 'tier in (back)'], 'b e'],
    [['-l', 'nothing'], ''],
    [['--field-selector', 'metadata.name=c'], 'c'],
    [['--field-selector', 'metadata.name!=c', '-l', 'tier=front'], 'a d'],
    [['-l', 'tier=front', '--chunk-size=1'], 'a c d'],
    [['--chunk-size=2'], 'a b c d e'],
    [['--chunk-size=0'], 'a b c d e'],
  ];
  it.each(rows)('%j selects "%s" as a table and as objects', async (flags, want) => {
    const names = want.split(' ').filter((name) => name !== '');
    const objects = await run('get', 'cm', '-oname', ...flags);
    expect(objects.out).toBe(names.map((name) => `configmap/${name}\n`).join(''));
    const table = await run('get', 'cm', '--no-headers', ...flags);
    expect(table.out).toBe(names.map((name) => `${name}   1\n`).join(''));
  });

  it('pages are of the requested size', async () => {
    await run('get', 'cm', '--chunk-size=2');
    expect(orchctl.objectRequests.map((request) => request.split('?')[1])).toEqual([
      'limit=2',
      expect.stringMatching(/^limit=2&continue=/) as string,
      expect.stringMatching(/^limit=2&continue=/) as string,
    ]);
  });

  it('--chunk-size=0 requests the whole list', async () => {
    await run('get', 'cm', '--chunk-size=0');
    await run('get', 'cm', '--chunk-size=0', '-ojson');
    const [table, objects] = orchctl.objectRequests;
    expect([table, objects]).toEqual(Array(2).fill('GET /api/v1/namespaces/dev/configmaps'));
  });

  it('an expired continue token is an error of the server', async () => {
    orchctl.server.fail({
      when: ({ query }) => query.has('continue'),
      answer: (response) => {
        orchctl.server.expirePages();
        response.writeHead(410).end(JSON.stringify({ kind: 'Status', reason: 'Expired', code: 410, message: 'gone' }));
      },
    });
    expect(await run('get', 'cm', '--chunk-size=2')).toMatchObject({
      out: '',
      err: 'Error from server (Expired): gone',
      status: 1,
    });
  });

  const refusals: [string[], string][] = [
    [['--chunk-size=x'], '--chunk-size must be a whole number'],
    [['--chunk-size=-1'], '--chunk-size must be a whole number'],
    [['a', '--field-selector', 'metadata.name=a'], 'name cannot be provided when a field selector is specified'],
    [['a', '-A'], 'a resource cannot be retrieved by name across all namespaces'],
    [['--raw', 'version'], '--raw must be a path, such as /version'],
  ];
  it.each(refusals)('get cm %j is refused', async (flags, message) => {
    expect(await run('get', 'cm', ...flags)).toEqual({ out: '', err: `error: ${message}`, status: 1 });
    expect(orchctl.objectRequests).toEqual([]);
  });

  it('a cluster-scoped object may be named with -A', async () => {
    put('namespaces', { metadata: { name: 'dev' } });
    expect((await run('get', 'ns', 'dev', '-A')).out).toBe('NAME   DATA\ndev    0\n');
  });

  it('a cluster-scoped list without objects names no namespace', async () =>
    expect((await run('get', 'ns')).err).toBe('No resources found\n'));
});

describe('--sort-by', () => {
  beforeEach(() => {
    put('configmaps', configMap('a', { generation: 10 }));
    put('configmaps', configMap('b', { generation: 9 }));
    put('configmaps', configMap('c'));
  });
  it.each([
    ['{.metadata.generation}', 'c b a'],
    ['metadata.generation', 'c b a'],
    ['.metadata.name', 'a b c'],
    ['.data.nothing', 'a b c'],
  ])('%s orders objects and tables alike', async (path, order) => {
    const names = order.split(' ');
    expect((await run('get', 'cm', '--sort-by', path, '-oname')).out).toBe(
      names.map((name) => `configmap/${name}\n`).join(''),
    );
    expect((await run('get', 'cm', '--sort-by', path, '--no-headers')).out).toBe(
      names.map((name) => `${name}   1\n`).join(''),
    );
  });
});

it('-A shows the namespace of each object, and none of cluster-scoped ones', async () => {
  put('configmaps', configMap('a'));
  put('namespaces', { metadata: { name: 'dev' } });
  expect((await run('get', 'cm', '-A')).out).toBe('NAMESPACE   NAME   DATA\ndev         a      1\n');
  expect((await run('get', 'ns', '-A')).out).toBe('NAME   DATA\ndev    0\n');
});

it('several types have one table each, with the type before the names', async () => {
  put('configmaps', configMap('a'));
  put('deployments', { metadata: { name: 'web', namespace: 'dev' } });
  expect((await run('get', 'cm,deploy', '-owide', '--no-headers')).out).toMatch(
    /^configmap\/a {3}1 {3}uid-a-\d+\n\ndeployment\.apps\/web {3}0 {3}uid-web-\d+\n$/,
  );
});

it('get --raw shows a path as it is', async () =>
  expect((await run('get', '--raw', '/version')).out).toBe('{"gitVersion":"v1.24.0"}'));
