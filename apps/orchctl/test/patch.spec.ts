import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, file, put, stored } = orchctl;
const dataOf = (name: string) => stored(`configmaps/dev/${name}`)?.['data'];

beforeEach(() => put('configmaps', { metadata: { name: 'a', namespace: 'dev' }, data: { k: 'v' } }));

describe('types', () => {
  const rows: [string[], string, object][] = [
    [['-p', '{"data":{"n":"1"}}'], 'application/strategic-merge-patch+json', { k: 'v', n: '1' }],
    [['--type=merge', '-p', '{"data":{"k":null,"n":"1"}}'], 'application/merge-patch+json', { n: '1' }],
    [['--type=merge', '-p', 'data: {m: "1"}'], 'application/merge-patch+json', { k: 'v', m: '1' }],
    [['--type=json', '-p', '[{"op":"replace","path":"/data/k","value":"w"}]'], 'application/json-patch+json', { k: 'w' }],
    [['--type=json', '-p', '- {op: remove, path: /data/k}'], 'application/json-patch+json', {}],
  ]; // prettier-ignore
  it.each(rows)('%j is sent as %s', async (flags, contentType, data) => {
    expect((await run('patch', 'cm', 'a', ...flags)).out).toBe('configmap/a patched\n');
    expect(orchctl.lastRequest.headers['content-type']).toBe(contentType);
    expect(dataOf('a')).toEqual(data);
  });

  it('--patch-file reads the patch', async () => {
    const path = file('patch.yaml', 'data:\n  m: "017"\n');
    await run('patch', 'cm', 'a', '--type=merge', '--patch-file', path);
    expect(dataOf('a')).toEqual({ k: 'v', m: '017' });
  });

  it('a refused type names the others', async () => {
    orchctl.failNext('PATCH', /./, 415, 'UnsupportedMediaType', 'no');
    expect((await run('patch', 'cm', 'a', '--type=merge', '-p', '{}')).err).toBe(
      'error: this server takes no merge patches of this kind: use --type=json',
    );
  });

  it('another failure is that of the server', async () => {
    orchctl.failNext('PATCH', /./, 422, 'Invalid', 'ConfigMap "a" is invalid: data: too much');
    expect((await run('patch', 'cm', 'a', '-p', '{}')).err).toBe(
      'Error from server (Invalid): ConfigMap "a" is invalid: data: too much',
    );
  });
});

it('patches several objects of several types', async () => {
  put('deployments', { metadata: { name: 'web', namespace: 'dev' } });
  const { out } = await run('patch', 'cm/a', 'deploy/web', '--type=merge', '-p', '{"metadata":{"labels":{"l":"1"}}}');
  expect(out).toBe('configmap/a patched\ndeployment.apps/web patched\n');
  expect(stored('deployments/dev/web')!.metadata.labels).toEqual({ l: '1' });
});

it('--subresource patches the sub-resource', async () => {
  put('deployments', { metadata: { name: 'web', namespace: 'dev' } });
  await run('patch', 'deploy', 'web', '--subresource=status', '--type=merge', '-p', '{"status":{"replicas":1}}');
  expect(orchctl.lastRequest.path).toBe('/apis/apps/v1/namespaces/dev/deployments/web/status');
  expect(stored('deployments/dev/web')).toMatchObject({ status: { replicas: 1 } });
});

it('a server dry run stores nothing', async () => {
  const { out } = await run('patch', 'cm', 'a', '-p', '{"data":{"n":"1"}}', '--dry-run=server');
  expect(out).toBe('configmap/a patched (server dry run)\n');
  expect(dataOf('a')).toEqual({ k: 'v' });
});

it.each([
  [['-oname'], 'configmap/a\n'],
  [['-o', 'jsonpath={.data}'], '{"k":"v","n":"1"}'],
  [['-o', 'custom-columns=N:.data.n'], 'N\n1\n'],
])('%j prints the patched object', async (flags, out) =>
  expect((await run('patch', 'cm', 'a', '-p', '{"data":{"n":"1"}}', ...flags)).out).toBe(out),
);

it.each([
  [['cm', '-p', '{}'], /^error: patch needs the names of objects$/],
  [['cm', 'a'], /^error: give the patch with either -p or --patch-file$/],
  [['cm', 'a', '-p', '"text"'], /^error: the patch must be a JSON or YAML object/],
  [['cm', 'a', '-p', '{'], /^error: cannot read the patch: /],
  [['cm', 'a', '--patch-file=/nowhere'], /^error: cannot read the patch: ENOENT/],
  [['cm', 'a', '--type=apply', '-p', '{}'], /^error: --type=apply: use strategic, merge, json$/],
  [['cm', 'a', '-p', '{}', '--dry-run=client'], /^error: --dry-run=client: the server alone knows/],
  [['gadget', 'a', '-p', '{}'], /^error: the server doesn't have a resource type "gadget"$/],
  [['cm/a', 'b', '-p', '{}'], /^error: "b": write either TYPE NAME\.\.\. or TYPE\/NAME/],
  [['cm/a/b', '-p', '{}'], /^error: "cm\/a\/b": write either/],
])('refuses %j', async (argv, message) => {
  expect(await run('patch', ...argv)).toEqual({ out: '', err: expect.stringMatching(message) as string, status: 1 });
  expect(orchctl.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});

it('a missing object is an error of the server', async () =>
  expect((await run('patch', 'cm', 'nope', '-p', '{}')).err).toBe(
    'Error from server (NotFound): configmaps "nope" not found',
  ));

describe('with an object', () => {
  it('changes fields by JSON or YAML, by merge keys when no type is named', async () => {
    put('configmaps', configMap('a'));
    expect((await run('patch', 'cm', 'a', '-p', '{"data":{"k":null,"n":"1"}}')).out).toBe('configmap/a patched\n');
    expect(stored('configmaps/dev/a')?.['data']).toEqual({ n: '1' });
    expect(orchctl.lastRequest.headers['content-type']).toContain('strategic-merge-patch');
    orchctl.server.strategicPatches = false;
    expect((await run('patch', 'cm/a', '--type=merge', '-p', 'data: {n: "2"}', '-oname')).out).toBe('configmap/a\n');
  });
  it('a type that the server does not take: says which to use', async () => {
    put('configmaps', configMap('a'));
    orchctl.server.strategicPatches = false;
    expect((await run('patch', 'cm', 'a', '--type=strategic', '-p', '{}')).err).toBe(
      'error: this server takes no strategic patches of this kind: use --type=merge or --type=json',
    );
  });
  for (const argv of [[], ['-p', '1'], ['-p', '{'], ['-p', '{}', '--type=x'], ['-p', '{}', '--patch-file=y']]) {
    it(`refuses ${argv.join(' ') || 'no patch'}`, async () => {
      expect((await run('patch', 'cm', 'a', ...argv)).err).toMatch(/^error: /);
      expect(orchctl.requests).toEqual([]);
    });
  }
});
