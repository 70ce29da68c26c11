import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestCommandLine } from './command-line.fixture.js';
import { configMap, configMapYaml } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, file, put, stored, folder } = orchctl;

const writes = () => orchctl.requests.filter((request) => !request.startsWith('GET'));

describe('create without a file', () => {
  const rows: [string, string[], string, string, object][] = [
    ['a ConfigMap', ['configmap', 'a', '--from-literal=k=v=w', '--from-literal', 'l='], 'configmap/a created\n', 'configmaps/dev/a', { data: { k: 'v=w', l: '' } }],
    ['an empty ConfigMap', ['cm', 'a', '-n', 'other'], 'configmap/a created\n', 'configmaps/other/a', { kind: 'ConfigMap' }],
    ['a ServiceAccount', ['sa', 'robot'], 'serviceaccount/robot created\n', 'serviceaccounts/dev/robot', { kind: 'ServiceAccount' }],
    ['a Namespace', ['namespace', 'shop'], 'namespace/shop created\n', 'namespaces/shop', { kind: 'Namespace' }],
    ['a Secret', ['secret', 'generic', 's', '--from-literal=p=tea', '--type=t'], 'secret/s created\n', 'secrets/dev/s', { data: { p: 'dGVh' }, type: 't' }],
  ]; // prettier-ignore
  it.each(rows)('%s', async (_name, argv, out, key, object) => {
    expect(await run('create', ...argv)).toEqual({ out, err: '', status: 0 });
    expect(stored(key)).toMatchObject(object);
  });
  it('a dry run shows the object', async () =>
    expect((await run('create', 'cm', 'a', '--from-literal=k=v', '--dry-run=client', '-ojson')).out).toMatch(
      /"k": "v"/,
    ));
  const refusals: [string[], RegExp][] = [
    [['pod', 'x'], /create pod: only clusterrole, .*, token have a short form; .* -f FILE/],
    [['deployment', 'x', '--image=a'], /create deployment: only clusterrole, .*, token have a short form; .* -f FILE/],
    [['secret', 'tls', 'x', '--cert=a'], /create secret tls: only generic has a short form; .* -f FILE/],
    [[], /must name a file, a directory or - with -f/],
    [['configmap', 'a', '--from-literal=k'], /--from-literal=k: write KEY=VALUE/],
    [['configmap', 'a', '--from-literal=k=1', '--from-literal=k=2'], /the key "k" is given twice/],
    [['configmap', 'a', '--from-literl=k=1'], /unknown option '--from-literl=k=1' \(Did you mean --from-literal\?\)$/],
    [['--filenam=x'], /unknown option '--filenam=x' \(Did you mean --filename\?\)$/],
  ];
  it.each(refusals)('refuses %j', async (argv, text) => {
    expect((await run('create', ...argv)).err).toMatch(text);
    expect(orchctl.server.store.list().length).toBe(0);
  });
});

describe('create', () => {
  it('takes files, directories and lists, in order', async () => {
    const directory = join(folder, 'many');
    mkdirSync(directory);
    writeFileSync(join(directory, 'b.yaml'), `${configMapYaml('m1', 'k: v')}---\n${configMapYaml('m2', 'k: v')}`);
    writeFileSync(
      join(directory, 'a.json'),
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', ...configMap('m0') }] }),
    );
    writeFileSync(join(directory, 'c.txt'), 'no manifest');
    expect(await run('create', '-f', directory)).toEqual({
      out: 'configmap/m0 created\nconfigmap/m1 created\nconfigmap/m2 created\n',
      err: '',
      status: 0,
    });
    expect(stored('configmaps/dev/m2')).toBeDefined();
    expect(orchctl.requests.at(-1)).toMatch(/fieldManager=orchctl-create&fieldValidation=Strict/);
  });

  it('an object that is there is an error of the server', async () => {
    put('configmaps', configMap('a'));
    const path = file('a.yaml', configMapYaml('a', 'k: v'));
    expect(await run('create', '-f', path)).toMatchObject({
      err: 'Error from server (AlreadyExists): configmaps "a" already exists',
      status: 1,
    });
  });

  const refused: [string, string, string[]][] = [
    ['an unknown kind', 'apiVersion: v9\nkind: Gadget\nmetadata: {name: a}', []],
    [
      'another namespace than the flag',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: x}',
      ['-n', 'y'],
    ],
  ];
  for (const [name, text, flags] of refused) {
    it(`refuses ${name}`, async () => {
      expect(await run('create', '-f', file('refused.yaml', text), ...flags)).toMatchObject({ out: '', status: 1 });
      expect(orchctl.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    });
  }
});

describe('-f', () => {
  it('descends into directories with -R only', async () => {
    mkdirSync(join(orchctl.folder, 'top/below'), { recursive: true });
    file('top/a.yaml', configMapYaml('a'));
    file('top/below/b.yml', configMapYaml('b'));
    expect((await run('create', '-f', join(orchctl.folder, 'top'))).out).toBe('configmap/a created\n');
    orchctl.server.reset();
    expect((await run('create', '-R', '-f', join(orchctl.folder, 'top'))).out).toBe(
      'configmap/a created\nconfigmap/b created\n',
    );
  });

  it('takes several files, in their order', async () => {
    const files = ['z', 'x'].map((name) => file(`${name}.yaml`, configMapYaml(name)));
    expect((await run('create', '-f', files.join(','))).out).toBe('configmap/z created\nconfigmap/x created\n');
  });

  it('a file named on the command line may have any extension', async () =>
    expect((await run('create', '-f', file('manifest.txt', configMapYaml('a')))).out).toBe('configmap/a created\n'));

  it('stops at the first failure', async () => {
    put('configmaps', { metadata: { name: 'b', namespace: 'dev' } });
    const path = file('three.yaml', ['a', 'b', 'c'].map((name) => configMapYaml(name)).join('---\n'));
    expect(await run('create', '-f', path)).toEqual({
      out: 'configmap/a created\n',
      err: 'Error from server (AlreadyExists): configmaps "b" already exists',
      status: 1,
    });
    expect(stored('configmaps/dev/c')).toBeUndefined();
  });

  it('the namespace of the object precedes that of the context', async () => {
    const path = file('ns.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: other}');
    await run('create', '-f', path);
    expect(stored('configmaps/other/a')).toBeDefined();
  });

  it('a cluster-scoped object has no namespace', async () => {
    await run('create', '-n', 'dev', '-f', file('ns.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}'));
    expect(writes()).toEqual([expect.stringMatching(/^POST \/api\/v1\/namespaces\?/) as string]);
    expect(stored('namespaces/shop')!.metadata).not.toHaveProperty('namespace');
  });

  it('generateName is completed by the server', async () => {
    const path = file('g.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: job-}');
    expect((await run('create', '-f', path)).out).toBe('configmap/job-x created\n');
    expect((await run('create', '-f', path, '--dry-run=client')).out).toBe('configmap/job- created (dry run)\n');
  });

  const refusals: [string, string, RegExp][] = [
    ['an unknown kind', 'apiVersion: v1\nkind: Gadget\nmetadata: {name: a}', /no matches for kind "Gadget" in version "v1", is its definition installed\?$/],
    ['an unknown version', 'apiVersion: apps/v7\nkind: Deployment\nmetadata: {name: a}', /no matches for kind "Deployment" in version "apps\/v7"/],
    ['no kind', 'apiVersion: v1\nmetadata: {name: a}', /bad\.yaml: kind is not set$/],
    ['no apiVersion', 'kind: ConfigMap\nmetadata: {name: a}', /bad\.yaml: apiVersion is not set$/],
    ['no metadata', 'apiVersion: v1\nkind: ConfigMap', /bad\.yaml: ConfigMap: metadata is not set$/],
    ['broken YAML', 'apiVersion: v1\nkind: [', /bad\.yaml, line 2: /],
    ['a text', 'hello', /bad\.yaml: an object with apiVersion and kind is wanted$/],
    ['nothing', '# nothing\n', /no objects in .*bad\.yaml$/],
  ]; // prettier-ignore
  it.each(refusals)('refuses %s', async (_name, text, message) => {
    const { err, status } = await run('create', '-f', file('bad.yaml', text));
    expect([err, status]).toEqual([expect.stringMatching(message), 1]);
    expect(err).toMatch(/^error: /);
    expect(writes()).toEqual([]);
  });

  it.each([
    ['/nowhere/at-all.yaml', /^error: the path "\/nowhere\/at-all.yaml" does not exist or cannot be read$/],
    ['https://example.com/a.yaml', /^error: https:\/\/example.com\/a.yaml: fetch it first/],
  ])('refuses %s', async (path, message) => expect((await run('create', '-f', path)).err).toMatch(message));
});

describe('write options', () => {
  it.each([
    [[], { fieldManager: 'orchctl-create', fieldValidation: 'Strict' }],
    [['--validate=warn', '--field-manager=me'], { fieldManager: 'me', fieldValidation: 'Warn' }],
    [['--validate=false'], { fieldManager: 'orchctl-create', fieldValidation: 'Ignore' }],
    [['--dry-run=server'], { fieldManager: 'orchctl-create', fieldValidation: 'Strict', dryRun: 'All' }],
    [['--dry-run=none'], { fieldManager: 'orchctl-create', fieldValidation: 'Strict' }],
  ])('%j are sent as query parameters', async (flags, query) => {
    await run('create', 'cm', 'a', ...flags);
    expect(Object.fromEntries(orchctl.lastRequest.query)).toEqual(query);
  });

  it('a server dry run stores nothing and says so', async () => {
    expect((await run('create', 'cm', 'a', '--dry-run=server')).out).toBe('configmap/a created (server dry run)\n');
    expect(stored('configmaps/dev/a')).toBeUndefined();
  });

  it('a client dry run sends nothing', async () => {
    expect((await run('create', 'cm', 'a', '--dry-run=client')).out).toBe('configmap/a created (dry run)\n');
    expect(writes()).toEqual([]);
  });

  it.each([
    [['-oname'], 'configmap/a\n'],
    [['-oname', '--dry-run=client'], 'configmap/a\n'],
    [['-oyaml', '--dry-run=client'], '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: dev\n'],
    [['-o', 'custom-columns=N:.metadata.name'], 'N\na\n'],
  ])('%j prints %j', async (flags, out) => expect((await run('create', 'cm', 'a', ...flags)).out).toBe(out));

  it.each([
    ['--dry-run=maybe', '--dry-run=maybe: use none, client or server'],
    ['--validate=hard', '--validate=hard: use strict, warn or ignore'],
    ['--validate=constructor', '--validate=constructor: use strict, warn or ignore'],
  ])('%s is refused', async (flag, message) => {
    expect((await run('create', 'cm', 'a', flag)).err).toBe(`error: ${message}`);
    expect(orchctl.requests).toEqual([]);
  });
});
