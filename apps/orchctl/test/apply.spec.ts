import { TestCommandLine } from './command-line.fixture.js';
import { configMapYaml } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, file, put, stored } = orchctl;
const ANNOTATION = 'orchctl.orch.io/last-applied-configuration';

const manifest = (data: object, metadata: object = {}) =>
  file('x.json', JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', ...metadata }, data }));
const apply = (data: object, ...flags: string[]) => run('apply', '-f', manifest(data), ...flags);
const writes = () => orchctl.requests.filter((request) => !request.startsWith('GET'));
const dataOf = (key: string) => stored(key)?.['data'];
const lastPatch = () => JSON.parse(orchctl.lastRequest.body) as Record<string, unknown>;

describe('client-side', () => {
  it('a created object holds the applied configuration', async () => {
    await apply({ a: '1' });
    expect(JSON.parse(stored('configmaps/dev/x')!.metadata.annotations![ANNOTATION]!)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'dev', annotations: {} },
      data: { a: '1' },
    });
    expect(Object.fromEntries(orchctl.lastRequest.query)).toEqual({
      fieldManager: 'orchctl-client-side-apply',
      fieldValidation: 'Strict',
    });
  });

  const changes: { name: string; before: object; live: object; after: object; want: object }[] = [
    { name: 'adds a field', before: { a: '1' }, live: { a: '1' }, after: { a: '1', b: '2' }, want: { a: '1', b: '2' } },
    { name: 'changes a field', before: { a: '1' }, live: { a: '1' }, after: { a: '2' }, want: { a: '2' } },
    { name: 'removes a field of the last configuration', before: { a: '1', b: '2' }, live: { a: '1', b: '2' }, after: { a: '1' }, want: { a: '1' } },
    { name: 'keeps a field of others', before: { a: '1' }, live: { a: '1', z: '9' }, after: { a: '2' }, want: { a: '2', z: '9' } },
    { name: 'restores a field that others changed', before: { a: '1' }, live: { a: '7' }, after: { a: '1' }, want: { a: '1' } },
    { name: 'does not remove a field twice', before: { a: '1', b: '2' }, live: { a: '1' }, after: { a: '1', c: '3' }, want: { a: '1', c: '3' } },
  ]; // prettier-ignore
  it.each(changes)('$name', async ({ before, live, after, want }) => {
    await apply(before);
    const current = stored('configmaps/dev/x')!;
    put('configmaps', { ...current, metadata: { ...current.metadata, name: 'x' }, data: live });
    expect((await apply(after)).out).toBe('configmap/x configured\n');
    expect(dataOf('configmaps/dev/x')).toEqual(want);
  });

  it('the same configuration again sends no write', async () => {
    await apply({ a: '1' });
    orchctl.server.requests.length = 0;
    expect((await apply({ a: '1' })).out).toBe('configmap/x unchanged\n');
    expect(writes()).toEqual([]);
  });

  it('an object that was created otherwise gets the annotation, and keeps its fields', async () => {
    put('configmaps', { metadata: { name: 'x', namespace: 'dev' }, data: { old: '1' } });
    expect((await apply({ a: '1' })).out).toBe('configmap/x configured\n');
    expect(dataOf('configmaps/dev/x')).toEqual({ old: '1', a: '1' });
    expect(stored('configmaps/dev/x')!.metadata.annotations).toHaveProperty([ANNOTATION]);
  });

  it('an annotation that is not JSON removes nothing', async () => {
    put('configmaps', {
      metadata: { name: 'x', namespace: 'dev', annotations: { [ANNOTATION]: '{' } },
      data: { old: '1' },
    });
    await apply({ a: '1' });
    expect(dataOf('configmaps/dev/x')).toEqual({ old: '1', a: '1' });
  });

  it('labels and annotations of the file are applied, those of others stay', async () => {
    await run('apply', '-f', manifest({}, { labels: { a: '1', b: '2' } }));
    const { metadata } = stored('configmaps/dev/x')!;
    put('configmaps', {
      ...stored('configmaps/dev/x'),
      metadata: { ...metadata, name: 'x', labels: { ...metadata.labels, z: '9' } },
    });
    await run('apply', '-f', manifest({}, { labels: { a: '1' } }));
    expect(stored('configmaps/dev/x')!.metadata.labels).toEqual({ a: '1', z: '9' });
  });

  it('a patch that the server finds to change nothing is reported as unchanged', async () => {
    put('configmaps', { metadata: { name: 'x', namespace: 'dev' }, data: { a: '1' } });
    const current = stored('configmaps/dev/x')!;
    orchctl.answerNext('PATCH', /configmaps\/x$/, 200, current);
    expect((await apply({ a: '1' })).out).toBe('configmap/x unchanged\n');
  });

  it('dry runs store nothing', async () => {
    put('configmaps', { metadata: { name: 'x', namespace: 'dev' }, data: { a: '1' } });
    expect((await apply({ a: '2' }, '--dry-run=client')).out).toBe('configmap/x configured (dry run)\n');
    expect(writes()).toEqual([]);
    expect((await apply({ a: '2' }, '--dry-run=server')).out).toBe('configmap/x configured (server dry run)\n');
    expect(orchctl.lastRequest.query.get('dryRun')).toBe('All');
    expect(dataOf('configmaps/dev/x')).toEqual({ a: '1' });
  });

  it('sends a merge patch of the difference only', async () => {
    put('configmaps', { metadata: { name: 'x', namespace: 'dev' }, data: { a: '1', b: '2' } });
    await apply({ a: '1', b: '3' });
    expect(orchctl.lastRequest.headers['content-type']).toBe('application/merge-patch+json');
    expect(lastPatch()['data']).toEqual({ b: '3' });
  });

  it.each([
    [['-oname'], 'configmap/x\n'],
    [['-o', 'jsonpath={.data.a}'], '1'],
  ])('%j prints the applied object', async (flags, out) => expect((await apply({ a: '1' }, ...flags)).out).toBe(out));

  it('several objects of two types', async () => {
    const path = file(
      'two.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1}',
    );
    expect((await run('apply', '-f', path)).out).toBe('configmap/x created\ndeployment.apps/web created\n');
    expect(stored('deployments/dev/web')).toMatchObject({ spec: { replicas: 1 } });
  });

  it('a conflict of the server is shown', async () => {
    put('configmaps', { metadata: { name: 'x', namespace: 'dev' }, data: { a: '1' } });
    orchctl.failNext('PATCH', /./, 409, 'Conflict', 'the object has been modified');
    expect(await apply({ a: '2' })).toEqual({
      out: '',
      err: 'Error from server (Conflict): the object has been modified',
      status: 1,
    });
  });
});

describe('server-side', () => {
  it('sends the manifest as an apply patch', async () => {
    expect((await apply({ a: '1' }, '--server-side')).out).toBe('configmap/x serverside-applied\n');
    const { method, path, query, headers } = orchctl.lastRequest;
    expect([method, path]).toEqual(['PATCH', '/api/v1/namespaces/dev/configmaps/x']);
    expect(headers['content-type']).toBe('application/apply-patch+yaml');
    expect(Object.fromEntries(query)).toEqual({ fieldManager: 'orchctl', fieldValidation: 'Strict' });
    expect(lastPatch()).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'dev' },
      data: { a: '1' },
    });
  });

  it.each([
    [['--force-conflicts'], { fieldManager: 'orchctl', force: 'true', fieldValidation: 'Strict' }],
    [['--field-manager=me', '--validate=ignore'], { fieldManager: 'me', fieldValidation: 'Ignore' }],
    [['--dry-run=server'], { fieldManager: 'orchctl', fieldValidation: 'Strict', dryRun: 'All' }],
  ])('%j are query parameters', async (flags, query) => {
    await apply({ a: '1' }, '--server-side', ...flags);
    expect(Object.fromEntries(orchctl.lastRequest.query)).toEqual(query);
  });

  it('conflicts with other field managers are shown and nothing more is applied', async () => {
    orchctl.failNext('PATCH', /./, 409, 'Conflict', 'Apply failed with 1 conflict: conflict with "other": .data.a');
    expect(await apply({ a: '1' }, '--server-side')).toEqual({
      out: '',
      err: 'Error from server (Conflict): Apply failed with 1 conflict: conflict with "other": .data.a',
      status: 1,
    });
  });
});

describe('refusals', () => {
  it.each([
    [['--force-conflicts'], '--force-conflicts needs --server-side'],
    [['--server-side', '--dry-run=client'], '--dry-run=client does not go with --server-side: use --dry-run=server'],
  ])('%j', async (flags, message) => {
    expect((await apply({}, ...flags)).err).toBe(`error: ${message}`);
    expect(writes()).toEqual([]);
  });

  it('no file', async () => expect((await run('apply')).err).toBe('error: must name a file, a directory or - with -f'));

  it('an object without a name', async () => {
    const path = file('g.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: x-}');
    expect((await run('apply', '-f', path)).err).toBe(
      'error: apply needs metadata.name: use create for objects with generateName',
    );
  });
});

describe('of a file that changes', () => {
  it('creates, leaves alone, changes, and takes away what the file no longer says', async () => {
    expect((await run('apply', '-f', file('x.yaml', configMapYaml('x', 'a: "1", b: "2"')))).out).toBe(
      'configmap/x created\n',
    );
    expect((await run('apply', '-f', file('x.yaml', configMapYaml('x', 'a: "1", b: "2"')))).out).toBe(
      'configmap/x unchanged\n',
    );
    const live = stored('configmaps/dev/x');
    put('configmaps', { ...live, metadata: { ...live!.metadata, name: 'x' }, data: { a: '1', b: '2', other: 'kept' } });
    expect((await run('apply', '-f', file('x.yaml', configMapYaml('x', 'a: "3"')))).out).toBe(
      'configmap/x configured\n',
    );
    expect(stored('configmaps/dev/x')?.['data']).toEqual({ a: '3', other: 'kept' });
  });

  it('a client dry run writes nothing', async () => {
    expect((await run('apply', '--dry-run=client', '-f', file('x.yaml', configMapYaml('x', 'a: "1"')))).out).toBe(
      'configmap/x created (dry run)\n',
    );
    expect(orchctl.server.store.list().length).toBe(0);
  });
});
