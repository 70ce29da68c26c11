import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';
import { Screen } from './screen.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, put } = orchctl;

describe('-o', () => {
  beforeEach(() => {
    put('configmaps', configMap('a', { labels: { size: '2' } }, { k: '017', list: 'x\ny\n' }));
    put('configmaps', configMap('b', { managedFields: [{ manager: 'm' }] }));
  });

  it('yaml of one object is the object, with texts that look like numbers in quotes', async () => {
    const { out } = await run('get', 'cm', 'a', '-oyaml');
    expect(out).toContain('apiVersion: v1\nkind: ConfigMap\n');
    expect(out).toContain('  k: "017"\n  list: |\n    x\n    y\n');
    expect(out).not.toMatch(/^items:/m);
  });

  it('yaml of several objects is one List', async () => {
    const { out } = await run('get', 'cm', '-oyaml');
    expect(out).toMatch(/^apiVersion: v1\nitems:\n {2}- kind: ConfigMap\n {4}apiVersion: v1\n/);
    expect(out).toMatch(/kind: List\nmetadata:\n {2}resourceVersion: ""\n$/);
    expect(out).not.toContain('managedFields');
  });

  it('json of two types is one List of both', async () => {
    put('secrets', { metadata: { name: 's', namespace: 'dev' } });
    const list = JSON.parse((await run('get', 'cm,secret', '-ojson')).out) as { items: { kind: string }[] };
    expect(list.items.map(({ kind }) => kind)).toEqual(['ConfigMap', 'ConfigMap', 'Secret']);
  });

  it('json of no objects is an empty List', async () =>
    expect(JSON.parse((await run('get', 'secrets', '-ojson')).out)).toMatchObject({ kind: 'List', items: [] }));

  it('jsonpath sees managedFields', async () =>
    expect((await run('get', 'cm', 'b', '-o=jsonpath={.metadata.managedFields[0].manager}')).out).toBe('m'));

  it('jsonpath with a range and a filter', async () => {
    const template = '{range .items[?(@.metadata.labels.size=="2")]}{.metadata.name}:{.data.k}{"\\n"}{end}';
    expect((await run('get', 'cm', `-o=jsonpath=${template}`)).out).toBe('a:017\n');
  });

  it('custom-columns with several values in a cell', async () =>
    expect((await run('get', 'cm', '-o', 'custom-columns=N:.metadata.name,V:.data.*')).out).toBe(
      'N   V\na   017,x y \nb   v\n',
    ));

  const unknown: [string[], string][] = [
    [['get', 'cm', '-o', 'go-template=x'], 'json, yaml, name, wide, jsonpath, custom-columns'],
    [['get', 'cm', '-o', 'table'], 'json, yaml, name, wide, jsonpath, custom-columns'],
    [['patch', 'cm', 'a', '-p', '{}', '-o', 'go-template=x'], 'json, yaml, name, jsonpath, custom-columns'],
    [['create', 'cm', 'a', '-o', 'wide'], 'json, yaml, name, jsonpath, custom-columns'],
    [['api-resources', '-o', 'json'], 'wide, name'],
    [['version', '-o', 'name'], 'json, yaml'],
    [['delete', 'cm', 'a', '-o', 'json'], 'name'],
    [['config', 'view', '-o', 'name'], 'yaml, json'],
    [['auth', 'whoami', '-o', 'wide'], 'json, yaml'],
  ];
  it.each(unknown)('%j is refused with the formats of the command', async (argv, known) => {
    const { err, status } = await run(...argv);
    expect(err).toBe(`error: -o ${argv.at(-1)}: unknown output format, use one of ${known}`);
    expect(status).toBe(1);
    expect(orchctl.requests).toEqual([]);
  });
});

describe('get as the user describes it', () => {
  beforeEach(() => {
    put('configmaps', configMap('b', { labels: { size: '1' } }));
    put('configmaps', configMap('a', { labels: { size: '2' } }));
    put('configmaps', configMap('c'));
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
    expect(orchctl.requests.at(-1)).toContain('includeObject=Object');
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
      expect(orchctl.requests.filter((request) => request.includes('/configmaps'))).toEqual([]);
    });
  }
});

describe('control characters of objects', () => {
  const HOSTILE = 'a\u001b]0;t\u0007\u001b[31m\rb\u0008\u007f\u009b2J\u202ec\u2066';
  // oxlint-disable-next-line no-control-regex
  const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
  beforeEach(() => {
    const annotations = { [HOSTILE]: HOSTILE };
    put('configmaps', {
      ...configMap(HOSTILE, { annotations, labels: { l: HOSTILE } }),
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
