import { TestCommandLine } from './command-line.fixture.js';
import { configMap, configMapYaml } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, file, put, stored } = orchctl;

const names = () => orchctl.server.store.list().map(({ metadata }) => metadata.name);
const deletes = () => orchctl.requests.filter((request) => request.startsWith('DELETE'));
const bodyOfDelete = () =>
  JSON.parse(orchctl.server.requests.findLast(({ method }) => method === 'DELETE')!.body) as object;

beforeEach(() => {
  put('configmaps', { metadata: { name: 'a', namespace: 'dev', labels: { tier: 'front' } } });
  put('configmaps', { metadata: { name: 'b', namespace: 'dev', labels: { tier: 'back' } } });
  put('configmaps', { metadata: { name: 'c', namespace: 'other', labels: { tier: 'front' } } });
  put('deployments', { metadata: { name: 'web', namespace: 'dev' } });
  put('namespaces', { metadata: { name: 'dev' } });
});

describe('selects', () => {
  const rows: [string[], string[], string][] = [
    [['cm', 'a'], ['b', 'c', 'web', 'dev'], 'configmap "a" deleted\n'],
    [['cm', 'b', 'a'], ['c', 'web', 'dev'], 'configmap "b" deleted\nconfigmap "a" deleted\n'],
    [['cm/a', 'deploy/web'], ['b', 'c', 'dev'], 'configmap "a" deleted\ndeployment.apps "web" deleted\n'],
    [['cm', '-l', 'tier=front'], ['b', 'c', 'web', 'dev'], 'configmap "a" deleted\n'],
    [['cm', '--field-selector', 'metadata.name=b'], ['a', 'c', 'web', 'dev'], 'configmap "b" deleted\n'],
    [['cm', '--all'], ['c', 'web', 'dev'], 'configmap "a" deleted\nconfigmap "b" deleted\n'],
    [['cm', '--all', '-n', 'other'], ['a', 'b', 'web', 'dev'], 'configmap "c" deleted\n'],
    [['cm', '-l', 'tier=front', '-A'], ['b', 'web', 'dev'], 'configmap "a" deleted\nconfigmap "c" deleted\n'],
    [['cm,deploy', '--all'], ['c', 'dev'], 'configmap "a" deleted\nconfigmap "b" deleted\ndeployment.apps "web" deleted\n'],
    [['ns', 'dev'], ['a', 'b', 'c', 'web'], 'namespace "dev" deleted\n'],
    [['cm', 'a', '-oname'], ['b', 'c', 'web', 'dev'], 'configmap/a\n'],
    [['all', '--all'], ['a', 'b', 'c', 'dev'], 'deployment.apps "web" deleted\n'],
  ]; // prettier-ignore
  it.each(rows)('%j leaves %j', async (argv, left, out) => {
    expect(await run('delete', ...argv)).toEqual({ out, err: '', status: 0 });
    expect(names()).toEqual(left);
  });

  it('objects of files, with their own namespaces', async () => {
    const path = file(
      'd.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: other}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: dev}',
    );
    expect((await run('delete', '-f', path)).out).toBe('configmap "c" deleted\nnamespace "dev" deleted\n');
    expect(names()).toEqual(['a', 'b', 'web']);
  });

  it('an empty selection succeeds', async () =>
    expect(await run('delete', 'cm', '-l', 'tier=none')).toEqual({ out: '', err: 'No resources found\n', status: 0 }));

  it('an object that another client deletes between list and delete is skipped', async () => {
    orchctl.failNext('DELETE', /configmaps\/a$/, 404, 'NotFound', 'gone');
    expect(await run('delete', 'cm', '--all')).toEqual({ out: 'configmap "b" deleted\n', err: '', status: 0 });
  });
});

describe('delete options', () => {
  const rows: [string[], object][] = [
    [[], { propagationPolicy: 'Background' }],
    [['--cascade=foreground'], { propagationPolicy: 'Foreground' }],
    [['--cascade=orphan'], { propagationPolicy: 'Orphan' }],
    [['--cascade=true'], { propagationPolicy: 'Background' }],
    [['--cascade=false'], { propagationPolicy: 'Orphan' }],
    [['--grace-period=0'], { propagationPolicy: 'Background', gracePeriodSeconds: 0 }],
    [['--grace-period=-1'], { propagationPolicy: 'Background' }],
    [['--now'], { propagationPolicy: 'Background', gracePeriodSeconds: 1 }],
  ];
  it.each(rows)('%j are sent as %j', async (flags, body) => {
    await run('delete', 'cm', 'a', ...flags);
    expect(bodyOfDelete()).toEqual({ kind: 'DeleteOptions', apiVersion: 'v1', ...body });
  });

  it('a server dry run deletes nothing and does not wait', async () => {
    expect((await run('delete', 'cm', 'a', '--dry-run=server')).out).toBe('configmap "a" deleted (server dry run)\n');
    expect((await run('delete', 'cm', 'a', '--dry-run=server', '-oname')).out).toBe('configmap/a\n');
    expect(stored('configmaps/dev/a')).toBeDefined();
    expect(orchctl.objectRequests).toEqual(Array(2).fill('DELETE /api/v1/namespaces/dev/configmaps/a?dryRun=All'));
  });
});

describe('waits', () => {
  const finalized = { metadata: { name: 'f', namespace: 'dev', uid: 'u', finalizers: ['example.com/keep'] } };

  it('until the finalizers are removed', async () => {
    put('configmaps', finalized);
    const deleting = run('delete', 'cm', 'f');
    await orchctl.requested(/watch=true/);
    expect(stored('configmaps/dev/f')!.metadata.deletionTimestamp).toBeDefined();
    await run('patch', 'cm', 'f', '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    expect(await deleting).toEqual({ out: 'configmap "f" deleted\n', err: '', status: 0 });
    expect(stored('configmaps/dev/f')).toBeUndefined();
  });

  it('no longer than for the deleted object when another takes its name', async () => {
    put('configmaps', finalized);
    const deleting = run('delete', 'cm', 'f');
    await orchctl.requested(/watch=true/);
    put('configmaps', { metadata: { ...finalized.metadata, uid: 'another' } });
    expect((await deleting).status).toBe(0);
  });

  it('at most --timeout', async () => {
    put('configmaps', finalized);
    expect(await run('delete', 'cm', 'f', '--timeout=1ms')).toEqual({
      out: 'configmap "f" deleted\n',
      err: 'error: timed out waiting until "f" is gone',
      status: 1,
    });
  });

  it('not with --wait=false', async () => {
    put('configmaps', finalized);
    expect((await run('delete', 'cm', 'f', '--wait=false')).status).toBe(0);
    expect(orchctl.objectRequests).toEqual(['DELETE /api/v1/namespaces/dev/configmaps/f']);
  });
});

describe('failures', () => {
  it('the first missing object ends the command', async () => {
    expect(await run('delete', 'cm', 'nope', 'a')).toEqual({
      out: '',
      err: 'Error from server (NotFound): configmaps "nope" not found',
      status: 1,
    });
    expect(stored('configmaps/dev/a')).toBeDefined();
  });

  it('--ignore-not-found goes on', async () =>
    expect((await run('delete', 'cm', 'nope', 'a', '--ignore-not-found')).out).toBe('configmap "a" deleted\n'));

  it('--ignore-not-found does not ignore other failures', async () => {
    orchctl.failNext('DELETE', /./, 403, 'Forbidden', 'no');
    expect((await run('delete', 'cm', 'a', '--ignore-not-found')).err).toBe('Error from server (Forbidden): no');
  });

  it.each([
    [['cm'], 'resource(s) were provided, but no name was specified: add names, -l or --all'],
    [['cm', 'a', '--all'], 'name either objects or a selector, not both'],
    [['cm', 'a', '-l', 'x=y'], 'name either objects or a selector, not both'],
    [['cm', 'a', '-f', 'x.yaml'], 'name either files with -f or objects, not both'],
    [['cm', 'a', '--cascade=maybe'], '--cascade=maybe: use background, foreground or orphan'],
    [['cm', 'a', '--cascade=toString'], '--cascade=toString: use background, foreground or orphan'],
    [['cm', 'a', '--dry-run=client'], '--dry-run=client: use none or server'],
    [['cm', 'a', '--grace-period=soon'], '--grace-period must be a number of seconds'],
    [['cm', 'a', '--timeout=soon'], '--timeout=soon: must be a duration such as 30s'],
    [[], 'you must name the type of resource, such as "pods"; see api-resources'],
  ])('refuses %j', async (argv, message) => {
    expect(await run('delete', ...argv)).toEqual({ out: '', err: `error: ${message}`, status: 1 });
    expect(deletes()).toEqual([]);
  });

  it('refuses an object of a file without a name', async () => {
    const path = file('g.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: x-}');
    expect((await run('delete', '-f', path)).err).toMatch(/^error: .*g\.yaml: metadata\.name is not set$/);
  });
});

describe('with two objects', () => {
  beforeEach(() => {
    orchctl.server.store.clear();
    put('configmaps', configMap('a'));
    put('configmaps', configMap('b', { labels: { l: '1' } }));
  });

  it('by name', async () => {
    expect(await run('delete', 'cm', 'a')).toEqual({ out: 'configmap "a" deleted\n', err: '', status: 0 });
    expect(orchctl.server.store.list().map(({ metadata }) => metadata.name)).toEqual(['b']);
  });
  it('by selector, by file, all', async () => {
    expect((await run('delete', 'cm', '-l', 'l=1')).out).toBe('configmap "b" deleted\n');
    expect((await run('delete', '-f', file('d.yaml', configMapYaml('a', '')))).out).toBe('configmap "a" deleted\n');
    expect((await run('delete', 'cm', '--all')).err).toBe('No resources found\n');
  });
  it('needs names or a selector', async () => expect((await run('delete', 'cm')).status).toBe(1));
  it('a missing object is an error, unless --ignore-not-found is set', async () => {
    expect((await run('delete', 'cm', 'nope')).err).toBe('Error from server (NotFound): configmaps "nope" not found');
    expect((await run('delete', 'cm', 'nope', '--ignore-not-found')).status).toBe(0);
  });
  it('waits until finalizers are done', async () => {
    put('configmaps', configMap('f', { finalizers: ['x/y'] }));
    let ended = false;
    const deleting = run('delete', 'cm', 'f').finally(() => (ended = true));
    await orchctl.requested(/watch=true/);
    expect(ended).toBe(false);
    orchctl.remove('configmaps/dev/f');
    expect((await deleting).status).toBe(0);
  });
  it('--wait=false does not wait', async () => {
    put('configmaps', configMap('f', { finalizers: ['x/y'] }));
    expect((await run('delete', 'cm', 'f', '--wait=false')).status).toBe(0);
    expect(orchctl.requests.join('\n')).not.toContain('watch=true');
  });
});
