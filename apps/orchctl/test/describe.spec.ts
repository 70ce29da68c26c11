import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, put, stored } = orchctl;

describe('objects', () => {
  it('a ConfigMap with several lines of data and labels', async () => {
    put('configmaps', {
      metadata: { name: 'a', namespace: 'dev', uid: 'u', labels: { 'example.com/tier': 'front' } },
      data: { lines: 'x\ny\n', empty: '' },
    });
    const { resourceVersion } = stored('configmaps/dev/a')!.metadata;
    expect((await run('describe', 'cm', 'a', '--show-events=false')).out).toBe(
      [
        'Name:  a',
        'Namespace:  dev',
        'Labels:',
        '  example.com/tier:  front',
        'Annotations:  <none>',
        'API Version:  v1',
        'Kind:  ConfigMap',
        'Metadata:',
        '  Uid:  u',
        `  Resource Version:  ${resourceVersion}`,
        'Data:',
        '  lines:  ',
        '      x',
        '      y',
        '  empty:  <none>',
        '',
      ].join('\n'),
    );
  });

  it('a Secret without its values', async () => {
    put('secrets', { kind: 'Secret', metadata: { name: 's', namespace: 'dev' }, data: { password: 'c2VjcmV0' } });
    const { out } = await run('describe', 'secret', 's');
    expect(out).toContain('Data:\n  password:  6 bytes\n');
    expect(out).not.toContain('c2VjcmV0');
  });

  it('a cluster-scoped object without a namespace', async () => {
    put('namespaces', { metadata: { name: 'dev' } });
    const { out } = await run('describe', 'ns/dev');
    expect(out).toMatch(/^Name: {2}dev\nLabels: {2}<none>\n/);
  });

  const rows: [string[], string[]][] = [
    [
      ['cm', 'a', 'b'],
      ['a', 'b'],
    ],
    [
      ['cm/b', 'cm/a'],
      ['b', 'a'],
    ],
    [['cm'], ['a', 'b']],
    [['cm', '-l', 'l=1'], ['b']],
    [
      ['cm', '-A'],
      ['a', 'b', 'c'],
    ],
    [['cm', '-n', 'other'], ['c']],
    [['all'], ['web']],
  ];
  it.each(rows)('describe %j shows %j', async (argv, names) => {
    put('configmaps', configMap('a'));
    put('configmaps', configMap('b', { labels: { l: '1' } }));
    put('configmaps', configMap('c', { namespace: 'other' }));
    put('deployments', { metadata: { name: 'web', namespace: 'dev' } });
    const { out } = await run('describe', ...argv, '--no-show-events');
    expect([...out.matchAll(/^Name: {2}(.*)$/gm)].map(([, name]) => name)).toEqual(names);
    expect(out.split('\n\n\n')).toHaveLength(names.length);
  });

  it('an empty selection is a message and succeeds', async () =>
    expect(await run('describe', 'cm')).toEqual({ out: '', err: 'No resources found\n', status: 0 }));

  it('a missing one is an error', async () =>
    expect(await run('describe', 'cm', 'nope')).toEqual({
      out: '',
      err: 'Error from server (NotFound): configmaps "nope" not found',
      status: 1,
    }));

  it('no target is an error of the command line', async () =>
    expect((await run('describe')).err).toBe("error: missing required argument 'targets'"));
});

describe('events', () => {
  const event = (name: string, fields: object) => ({
    metadata: { name, namespace: 'dev' },
    involvedObject: { name: 'a', uid: 'u' },
    ...fields,
  });
  beforeEach(() => put('configmaps', configMap('a', { uid: 'u' })));

  it('are those of the object, in the order of the server', async () => {
    put(
      'events',
      event('e1', { type: 'Normal', reason: 'Made', message: 'made\nwell ', source: { component: 'maker' } }),
    );
    put(
      'events',
      event('e2', { type: 'Warning', reason: 'Broke', message: 'it broke', reportingComponent: 'watcher' }),
    );
    put('events', { ...event('e3', { reason: 'Other' }), involvedObject: { name: 'a', uid: 'another' } });
    const { out } = await run('describe', 'cm', 'a');
    expect(out.slice(out.indexOf('Events:'))).toBe(
      [
        'Events:',
        '  TYPE      REASON   AGE         FROM      MESSAGE',
        '  Normal    Made     <unknown>   maker     made well',
        '  Warning   Broke    <unknown>   watcher   it broke',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['lastTimestamp', { lastTimestamp: '2000-01-01T00:00:00Z' }],
    ['eventTime', { lastTimestamp: null, eventTime: '2000-01-01T00:00:00.000000Z' }],
    ['creationTimestamp', { metadata: { name: 'e', namespace: 'dev', creationTimestamp: '2000-01-01T00:00:00Z' } }],
  ])('have the age of %s', async (_name, fields) => {
    put('events', event('e', { type: 'Normal', reason: 'R', ...fields }));
    expect((await run('describe', 'cm', 'a')).out).toMatch(/^ {2}Normal {3}R {8}\d+y/m);
  });

  it('are left out with --show-events=false, without a request', async () => {
    put('events', event('e', { reason: 'Made' }));
    expect((await run('describe', 'cm', 'a', '--show-events=false')).out).not.toContain('Events');
    expect(orchctl.objectRequests).toEqual(['GET /api/v1/namespaces/dev/configmaps/a']);
  });

  it.each([
    [403, 'Forbidden'],
    [404, 'NotFound'],
  ])('that answer %d do not hide the object', async (code, reason) => {
    orchctl.failNext('GET', /\/events$/, code, reason, 'no events');
    const { out, status } = await run('describe', 'cm', 'a');
    expect(status).toBe(0);
    expect(out).toMatch(/Data:\n {2}k: {2}v\n$/);
  });

  it('that fail otherwise are an error', async () => {
    orchctl.failNext('GET', /\/events$/, 400, 'BadRequest', 'what?');
    expect(await run('describe', 'cm', 'a')).toEqual({
      out: '',
      err: 'Error from server (BadRequest): what?',
      status: 1,
    });
  });
});

it('hides the annotation of apply, and keeps others', async () => {
  const last = { 'orchctl.orch.io/last-applied-configuration': '{}' };
  put('configmaps', configMap('a', { annotations: last }));
  put('configmaps', configMap('b', { annotations: { ...last, note: 'n' } }));
  expect((await run('describe', 'cm', 'a')).out).toContain('Annotations:  <none>\n');
  expect((await run('describe', 'cm', 'b')).out).toContain('Annotations:\n  note:  n\nAPI Version');
});

it('describe shows the object and its events', async () => {
  const annotations = { note: 'n', 'orchctl.orch.io/last-applied-configuration': '{"kind":"ConfigMap"}' };
  put('configmaps', configMap('a', { annotations }));
  const { out } = await run('describe', 'cm', 'a');
  expect(out).toContain('Name:  a\nNamespace:  dev\n');
  expect(out).toContain('Annotations:\n  note:  n\nAPI Version');
  expect(out).toMatch(/Data:\n {2}k: {2}v\nEvents: {2}<none>\n$/);
});
