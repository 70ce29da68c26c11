import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../src/command-line/program.js';
import { errorText } from '../src/error-text.js';
import { terminalOutput } from '../src/output.js';
import { FakeApiServer } from './fake-api-server.js';

const server = new FakeApiServer();
const folder = mkdtempSync(join(tmpdir(), 'orchctl-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
let config = '';

beforeAll(async () => {
  const url = await server.start();
  config = file(
    'config',
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: { token: 'tok3n' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'dev' } }],
      'current-context': 'x',
    }),
  );
});
beforeEach(() => server.reset());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

class Screen {
  text = '';
  errors = '';
  readonly output = terminalOutput(
    { write: (text: string) => this.shown(text) },
    { write: (text: string) => (this.errors += text) !== '' },
  );
  private onText: () => void = () => undefined;

  private shown(text: string): boolean {
    this.text += text;
    this.onText();
    return true;
  }

  async shows(part: string): Promise<void> {
    while (!this.text.includes(part)) await new Promise<void>((resolve) => (this.onText = resolve));
  }
}

async function run(...argv: string[]): Promise<{ out: string; err: string; status: number }> {
  const screen = new Screen();
  try {
    await runProgram([...argv, `--orchconfig=${config}`], screen.output);
    return { out: screen.text, err: screen.errors, status: 0 };
  } catch (error) {
    screen.output.err(errorText(error)); // as main.ts does
    return { out: screen.text, err: screen.errors, status: 1 };
  }
}
const configMap = (name: string, namespace = 'dev', rest: object = {}) => ({
  kind: 'ConfigMap',
  metadata: { name, namespace, ...rest },
  data: { k: 'v' },
});
const yamlOf = (name: string, data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {${data}}\n`;

describe('get', () => {
  beforeEach(() => {
    server.put('configmaps', configMap('a'));
    server.put('configmaps', configMap('b', 'dev', { labels: { l: '1' }, managedFields: [{}] }));
    server.put('configmaps', configMap('c', 'other'));
    server.put('secrets', { kind: 'Secret', metadata: { name: 's', namespace: 'dev' } });
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
    server.knowsTables = false;
    expect((await run('get', 'cm')).out).toBe('NAME   AGE\na      <unknown>\nb      <unknown>\n');
  });

  it('-w shows the objects, then each change, until the watch ends', async () => {
    const screen = new Screen();
    const watching = runProgram(['get', 'cm', '-w', `--orchconfig=${config}`], screen.output);
    await server.requested(/watch=true/);
    expect(screen.text).toBe('NAME   DATA\na      1\nb      1\n');
    server.put('configmaps', { ...configMap('d'), data: {} });
    await screen.shows('d      0\n');
    // Changes that come together are shown each as it was; the last row is the state in which the object was deleted.
    server.put('configmaps', { ...configMap('d'), data: { a: '1', b: '2' } });
    server.put('configmaps', configMap('d'));
    server.remove('configmaps', 'dev', 'd');
    await screen.shows('d      1\nd      1\n');
    server.endWatches();
    await watching;
    expect(screen.text).toBe('NAME   DATA\na      1\nb      1\nd      0\nd      2\nd      1\nd      1\n');
    expect(server.requests.filter((request) => request.includes('/configmaps'))).toHaveLength(2); // a list and a watch
  });
});

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
    expect(server.objects.get(key)).toMatchObject(object);
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
    expect(server.objects.size).toBe(0);
  });
});

it('an unknown command names the nearest', async () =>
  expect((await run('gett', 'cm')).err).toBe("error: unknown command 'gett' (Did you mean get?)"));

it.each(['logs', 'exec', 'attach'])('%s of a pod is not a command', async (command) =>
  expect(await run(command, 'web', '-c', 'gone')).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining(`error: unknown command '${command}'`) as string,
  }),
);

describe('without a configuration', () => {
  const home = process.cwd();
  const config_ = process.env['ORCHCONFIG'];
  afterEach(() => {
    process.chdir(home);
    if (config_ !== undefined) process.env['ORCHCONFIG'] = config_;
  });
  it('says where that of the server in this directory is', async () => {
    delete process.env['ORCHCONFIG'];
    process.chdir(folder);
    const failure = () => runProgram(['get', 'cm'], new Screen().output).catch(errorText);
    mkdirSync(join(folder, '.orch'));
    expect(await failure()).toMatch(/^error: no client configuration: looked for/);
    file('.orch/admin.conf', '');
    expect(await failure()).toBe('error: no client configuration found; run: export ORCHCONFIG=$PWD/.orch/admin.conf');
    file('.orch/vocabulary', 'kubernetes\n');
    expect(await failure()).toMatch(/^error: no client configuration: looked for/);
  });
});

describe('create', () => {
  it('takes files, directories and lists, in order', async () => {
    const directory = join(folder, 'many');
    mkdirSync(directory);
    writeFileSync(join(directory, 'b.yaml'), `${yamlOf('m1', 'k: v')}---\n${yamlOf('m2', 'k: v')}`);
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
    expect(server.objects.has('configmaps/dev/m2')).toBe(true);
    expect(server.requests.at(-1)).toMatch(/fieldManager=orchctl-create&fieldValidation=Strict/);
  });

  it('an object that is there is an error of the server', async () => {
    server.put('configmaps', configMap('a'));
    const path = file('a.yaml', yamlOf('a', 'k: v'));
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
      expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    });
  }
});

describe('apply', () => {
  it('creates, leaves alone, changes, and takes away what the file no longer says', async () => {
    expect((await run('apply', '-f', file('x.yaml', yamlOf('x', 'a: "1", b: "2"')))).out).toBe('configmap/x created\n');
    expect((await run('apply', '-f', file('x.yaml', yamlOf('x', 'a: "1", b: "2"')))).out).toBe(
      'configmap/x unchanged\n',
    );
    const live = server.objects.get('configmaps/dev/x');
    server.put('configmaps', { ...live, metadata: { ...live!.metadata }, data: { a: '1', b: '2', other: 'kept' } });
    expect((await run('apply', '-f', file('x.yaml', yamlOf('x', 'a: "3"')))).out).toBe('configmap/x configured\n');
    expect(server.objects.get('configmaps/dev/x')?.['data']).toEqual({ a: '3', other: 'kept' });
  });

  it('a client dry run writes nothing', async () => {
    expect((await run('apply', '--dry-run=client', '-f', file('x.yaml', yamlOf('x', 'a: "1"')))).out).toBe(
      'configmap/x created (dry run)\n',
    );
    expect(server.objects.size).toBe(0);
  });
});

describe('patch', () => {
  it('changes fields by JSON or YAML, by merge keys when no type is named', async () => {
    server.put('configmaps', configMap('a'));
    expect((await run('patch', 'cm', 'a', '-p', '{"data":{"k":null,"n":"1"}}')).out).toBe('configmap/a patched\n');
    expect(server.objects.get('configmaps/dev/a')?.['data']).toEqual({ n: '1' });
    expect(server.headers.at(-1)?.['content-type']).toContain('strategic-merge-patch');
    server.takesStrategic = false;
    expect((await run('patch', 'cm/a', '--type=merge', '-p', 'data: {n: "2"}', '-oname')).out).toBe('configmap/a\n');
  });
  it('a type that the server does not take: says which to use', async () => {
    server.put('configmaps', configMap('a'));
    server.takesStrategic = false;
    expect((await run('patch', 'cm', 'a', '--type=strategic', '-p', '{}')).err).toBe(
      'error: this server takes no strategic patches of this kind: use --type=merge or --type=json',
    );
  });
  for (const argv of [[], ['-p', '1'], ['-p', '{'], ['-p', '{}', '--type=x'], ['-p', '{}', '--patch-file=y']]) {
    it(`refuses ${argv.join(' ') || 'no patch'}`, async () => {
      expect((await run('patch', 'cm', 'a', ...argv)).err).toMatch(/^error: /);
      expect(server.requests).toEqual([]);
    });
  }
});

describe('label and annotate', () => {
  it('set and remove; existing values are changed only with --overwrite', async () => {
    server.put('configmaps', configMap('a', 'dev', { labels: { old: '1', stay: '1' } }));
    const labels = () => server.objects.get('configmaps/dev/a')?.metadata.labels;
    expect((await run('label', 'cm', 'a', 'new=2', 'old-')).out).toBe('configmap/a labeled\n');
    expect(labels()).toEqual({ stay: '1', new: '2' });
    expect((await run('label', 'cm/a', 'new=3')).err).toBe('error: "new" is "2" already: --overwrite changes it');
    expect(labels()).toEqual({ stay: '1', new: '2' });
    expect((await run('label', 'cm/a', 'new=3', '--overwrite')).status).toBe(0);
    expect(labels()).toEqual({ stay: '1', new: '3' });
    expect((await run('annotate', 'cm', 'a', 'note=a=b')).out).toBe('configmap/a annotated\n');
    expect(server.objects.get('configmaps/dev/a')?.metadata).toMatchObject({ annotations: { note: 'a=b' } });
    expect((await run('label', 'cm', 'a')).err).toMatch(/^error: nothing to change: write KEY=VALUE/);
  });
});

describe('wait', () => {
  it('until an object meets a condition, exists, or is deleted', async () => {
    server.put('configmaps', configMap('a'));
    const waiting = run('wait', 'cm/a', '--for=jsonpath={.data.k}=2');
    await server.requested(/watch=true/);
    server.put('configmaps', { ...configMap('a'), data: { k: '1' } });
    server.put('configmaps', { ...configMap('a'), data: { k: '2' } });
    expect((await waiting).out).toBe('configmap/a condition met\n');
    expect((await run('wait', 'cm', '--all', '--for=create')).out).toBe('configmap/a condition met\n');
    expect((await run('wait', 'cm', 'gone', '--for=delete')).out).toBe('configmap/gone condition met\n');
    server.requests.length = 0;
    const leaving = run('wait', 'cm/a', '--for=delete');
    await server.requested(/watch=true/);
    server.remove('configmaps', 'dev', 'a');
    expect((await leaving).out).toBe('configmap/a condition met\n');
  });
  it('says when time is up', async () => {
    server.put('configmaps', configMap('a'));
    expect((await run('wait', 'cm/a', '--for=condition=Ready', '--timeout=1ms')).err).toBe(
      'error: timed out waiting for the condition on configmaps/a',
    );
  });
  it('does not wait for the change of what is not there', async () => {
    expect((await run('wait', 'cm/a', '--for=condition=Ready')).err).toMatch(/NotFound/);
    expect((await run('wait', 'cm', '--all', '--for=delete')).err).toBe('error: no matching resources found');
  });
  for (const argv of [['cm/a'], ['cm', '--for=delete'], ['cm/a', '--for=x'], ['cm/a', '--all', '--for=delete']]) {
    it(`refuses ${argv.join(' ')}`, async () => expect((await run('wait', ...argv)).err).toMatch(/^error: /));
  }
});

describe('scale', () => {
  it('patches the sub-resource', async () => {
    server.put('configmaps', configMap('a'));
    await run('scale', 'cm', 'a', '--replicas=3');
    expect(server.requests.at(-1)).toMatch(/^PATCH \/api\/v1\/namespaces\/dev\/configmaps\/a\/scale\?/);
  });
  for (const argv of [
    ['cm', 'a'],
    ['cm', 'a', '--replicas=x'],
    ['cm', '--replicas=1'],
  ]) {
    it(`refuses ${argv.join(' ')}`, async () => expect((await run('scale', ...argv)).err).toMatch(/^error: /));
  }
});

describe('get as the user describes it', () => {
  beforeEach(() => {
    server.put('configmaps', configMap('b', 'dev', { labels: { size: '1' } }));
    server.put('configmaps', configMap('a', 'dev', { labels: { size: '2' } }));
    server.put('configmaps', configMap('c'));
  });
  it('jsonpath: a list, or the object that was named', async () => {
    expect((await run('get', 'cm', '-o', 'jsonpath={.items[*].metadata.name}')).out).toBe('b a c');
    expect((await run('get', 'cm', 'a', '-o', "jsonpath={.metadata.labels['size']}{'\\n'}")).out).toBe('2\n');
    expect((await run('get', 'cm', 'x', '--ignore-not-found', '-o=jsonpath={.metadata.name}')).out).toBe('');
  });
  it('columns of its own', async () => {
    const output = 'custom-columns=NAME:.metadata.name,SIZE:metadata.labels.size';
    expect((await run('get', 'cm', '-o', output)).out).toBe('NAME   SIZE\nb      1\na      2\nc      <none>\n');
    expect((await run('get', 'cm', 'a', '--no-headers', '-o', output)).out).toBe('a   2\n');
  });
  it('ordered by a field, those without it first', async () => {
    const sort = '--sort-by=.metadata.labels.size';
    expect((await run('get', 'cm', sort, '-oname')).out).toBe('configmap/c\nconfigmap/b\nconfigmap/a\n');
    const names = (await run('get', 'cm', sort, '--no-headers')).out.split('\n').map((line) => line.slice(0, 1));
    expect(names).toEqual(['c', 'b', 'a', '']);
    expect(server.requests.at(-1)).toContain('includeObject=Object');
  });
  it('what a write made', async () => {
    const made = await run(
      'create',
      'configmap',
      'd',
      '--from-literal=k=v',
      '-o',
      'jsonpath={.metadata.name} {.data.k}',
    );
    expect(made.out).toBe('d v');
    const output = 'custom-columns=K:.data.k';
    expect((await run('patch', 'cm', 'd', '-p', '{"data":{"k":"w"}}', '-o', output)).out).toBe('K\nw\n');
    expect((await run('patch', 'cm', 'd', '-p', '{}', '-o', 'jsonpath')).err).toMatch(/^error: /);
  });
  for (const argv of [
    ['-o', 'jsonpath'],
    ['-o', 'jsonpath={.a'],
    ['-o', 'custom-columns='],
    ['-o', 'custom-columns=NAME'],
    ['--sort-by={.a', '-oname'],
    ['-w', '--sort-by=.metadata.name'],
    ['-w', '-o', 'jsonpath={.a}'],
  ]) {
    it(`refuses ${argv.join(' ')}`, async () => {
      expect((await run('get', 'cm', ...argv)).err).toMatch(/^error: /);
      expect(server.requests.filter((request) => request.includes('/configmaps'))).toEqual([]);
    });
  }
});

it('get --raw shows a path as it is', async () =>
  expect((await run('get', '--raw', '/version')).out).toBe('{"gitVersion":"v1.24.0"}'));

it('-v 6 logs every call, without credentials', async () => {
  const { err } = await run('get', '--raw=/version', '-v=6');
  expect(err).toMatch(/^GET http:\/\/127.0.0.1:\d+\/version 200 in \d+ ms\n/);
  expect(err).not.toContain('tok3n');
});

describe('delete', () => {
  beforeEach(() => {
    server.put('configmaps', configMap('a'));
    server.put('configmaps', configMap('b', 'dev', { labels: { l: '1' } }));
  });

  it('by name', async () => {
    expect(await run('delete', 'cm', 'a')).toEqual({ out: 'configmap "a" deleted\n', err: '', status: 0 });
    expect([...server.objects.keys()]).toEqual(['configmaps/dev/b']);
  });
  it('by selector, by file, all', async () => {
    expect((await run('delete', 'cm', '-l', 'l=1')).out).toBe('configmap "b" deleted\n');
    expect((await run('delete', '-f', file('d.yaml', yamlOf('a', '')))).out).toBe('configmap "a" deleted\n');
    expect((await run('delete', 'cm', '--all')).err).toBe('No resources found\n');
  });
  it('needs names or a selector', async () => expect((await run('delete', 'cm')).status).toBe(1));
  it('a missing object is an error, unless --ignore-not-found is set', async () => {
    expect((await run('delete', 'cm', 'nope')).err).toBe('Error from server (NotFound): configmaps "nope" not found');
    expect((await run('delete', 'cm', 'nope', '--ignore-not-found')).status).toBe(0);
  });
  it('waits until finalizers are done', async () => {
    server.put('configmaps', configMap('f', 'dev', { finalizers: ['x/y'] }));
    let ended = false;
    const deleting = run('delete', 'cm', 'f').finally(() => (ended = true));
    await server.requested(/watch=true/);
    expect(ended).toBe(false);
    server.remove('configmaps', 'dev', 'f');
    expect((await deleting).status).toBe(0);
  });
  it('--wait=false does not wait', async () => {
    server.put('configmaps', configMap('f', 'dev', { finalizers: ['x/y'] }));
    expect((await run('delete', 'cm', 'f', '--wait=false')).status).toBe(0);
    expect(server.requests.join('\n')).not.toContain('watch=true');
  });
});

it('describe shows the object and its events', async () => {
  const annotations = { note: 'n', 'orchctl.orch.io/last-applied-configuration': '{"kind":"ConfigMap"}' };
  server.put('configmaps', configMap('a', 'dev', { annotations }));
  const { out } = await run('describe', 'cm', 'a');
  expect(out).toContain('Name:  a\nNamespace:  dev\n');
  expect(out).toContain('Annotations:\n  note:  n\nAPI Version');
  expect(out).toMatch(/Data:\n {2}k: {2}v\nEvents: {2}<none>\n$/);
});

it('api-resources, api-versions and version', async () => {
  expect((await run('api-resources', '--namespaced=false')).out).toBe(
    'NAME         SHORTNAMES   APIVERSION   NAMESPACED   KIND\nnamespaces   ns           v1           false        Namespace\n',
  );
  expect((await run('api-versions')).out).toBe('v1\n');
  expect((await run('version')).out).toMatch(/^Client Version: v\d.*\nServer Version: v1.24.0\n$/);
});

it('B-145 B-146 --as and --as-group impersonate', async () => {
  await run('get', 'cm', '--as=jane', '--as-group=dev', '--as-group=ops', '--as-uid=7');
  expect(server.headers.at(-1)).toMatchObject({
    'impersonate-user': 'jane',
    'impersonate-group': 'dev, ops',
    'impersonate-uid': '7',
  });
});

it('B-071 --token takes the place of the credentials in the file', async () => {
  await run('get', 'cm');
  expect(server.headers.at(-1)?.authorization).toBe('Bearer tok3n');
  await run('get', 'cm', '--token=other');
  expect(server.headers.at(-1)?.authorization).toBe('Bearer other');
});

it('config view hides secrets, --raw shows them', async () => {
  expect((await run('config', 'view')).out).toContain('token: REDACTED');
  expect((await run('config', 'view', '--raw')).out).toContain('token: tok3n');
  expect((await run('config', 'current-context')).out).toBe('x\n');
});

it('a server that cannot be reached is one line', async () => {
  const { err, status } = await run('get', 'cm', '--server=http://127.0.0.1:1', '--request-timeout=1s');
  expect(status).toBe(1);
  expect(err).toMatch(/^Unable to connect to the server: /);
});

describe('control characters of objects', () => {
  const HOSTILE = 'a\u001b]0;t\u0007\u001b[31m\rb\u0008\u007f\u009b2J\u202ec\u2066';
  // oxlint-disable-next-line no-control-regex
  const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
  beforeEach(() => {
    const annotations = { [HOSTILE]: HOSTILE };
    server.put('configmaps', {
      ...configMap(HOSTILE, 'dev', { annotations, labels: { l: HOSTILE } }),
      data: { k: HOSTILE },
    });
  });

  it.each([
    ['describe', 'cm'],
    ['get', 'cm', '--show-labels'],
    ['get', 'cm', '-oname'],
    ['get', 'cm', '-ocustom-columns=X:.data.k,Y:.metadata.name'],
  ])('are visible in the output of %s %s %s', async (...argv) => {
    const { out, err } = await run(...argv);
    expect(out + err).toContain('^[[31m');
    expect(out + err).not.toMatch(CONTROLS);
  });

  it('are visible in messages', () => {
    const screen = new Screen();
    screen.output.err(`Error from server (NotFound): configmaps "${HOSTILE}" not found`);
    screen.output.out(`configmap/${HOSTILE} labeled\n`);
    expect(screen.errors + screen.text).not.toMatch(CONTROLS);
  });

  it('are left to programs as they are', async () => {
    expect((await run('get', 'cm', '-ojsonpath={.items[0].data.k}')).out).toBe(HOSTILE);
    expect(JSON.parse((await run('get', 'cm', '-ojson')).out)).toMatchObject({ items: [{ data: { k: HOSTILE } }] });
  });
});
