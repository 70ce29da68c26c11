import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';

const orchctl = new TestCommandLine();
const { run, put, stored } = orchctl;
const metadataOf = (name: string) => stored(`configmaps/dev/${name}`)!.metadata;

describe.each([
  ['label', 'labels', 'labeled'],
  ['annotate', 'annotations', 'annotated'],
] as const)('%s', (command, field, done) => {
  beforeEach(() => {
    put('configmaps', { metadata: { name: 'a', namespace: 'dev', [field]: { old: '1', stay: '2' } } });
    put('configmaps', { metadata: { name: 'b', namespace: 'dev' } });
  });

  const rows: [string[], object][] = [
    [['new=3'], { old: '1', stay: '2', new: '3' }],
    [['new='], { old: '1', stay: '2', new: '' }],
    [['new=a=b'], { old: '1', stay: '2', new: 'a=b' }],
    [['old-'], { stay: '2' }],
    [['old-', 'stay-'], {}],
    [['missing-'], { old: '1', stay: '2' }],
    [['old=1'], { old: '1', stay: '2' }],
    [['old=9', '--overwrite'], { old: '9', stay: '2' }],
    [['old=9', 'stay-', 'new=3', '--overwrite'], { old: '9', new: '3' }],
    [['example.com/key=v'], { old: '1', stay: '2', 'example.com/key': 'v' }],
  ];
  it.each(rows)('%j makes %j', async (changes, want) => {
    expect(await run(command, 'cm', 'a', ...changes)).toEqual({ out: `configmap/a ${done}\n`, err: '', status: 0 });
    expect(metadataOf('a')[field] ?? {}).toEqual(want);
  });

  it('several objects, also of the slash form', async () => {
    expect((await run(command, 'cm', 'a', 'b', 'new=1')).out).toBe(`configmap/a ${done}\nconfigmap/b ${done}\n`);
    expect((await run(command, 'cm/a', 'cm/b', 'more=1')).out).toBe(`configmap/a ${done}\nconfigmap/b ${done}\n`);
    expect(metadataOf('b')[field]).toEqual({ new: '1', more: '1' });
  });

  it('an existing value needs --overwrite', async () => {
    expect(await run(command, 'cm', 'a', 'old=2', 'new=1')).toEqual({
      out: '',
      err: 'error: "old" is "1" already: --overwrite changes it',
      status: 1,
    });
    expect(metadataOf('a')[field]).toEqual({ old: '1', stay: '2' });
  });

  it('a concurrent change of the object is a conflict', async () => {
    const path = /configmaps\/a$/;
    const { resourceVersion } = metadataOf('a');
    orchctl.answerNext('GET', path, 200, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadataOf('a'), resourceVersion: '1' },
    });
    expect((await run(command, 'cm', 'a', 'new=1')).err).toMatch(/^Error from server \(Conflict\): /);
    expect(metadataOf('a').resourceVersion).toBe(resourceVersion);
  });

  it('a server dry run stores nothing', async () => {
    expect((await run(command, 'cm', 'a', 'new=1', '--dry-run=server')).out).toBe(
      `configmap/a ${done} (server dry run)\n`,
    );
    expect(metadataOf('a')[field]).toEqual({ old: '1', stay: '2' });
  });

  it('-o prints the object', async () => {
    const { out } = await run(command, 'cm', 'a', 'new=3', '-o', `jsonpath={.metadata.${field}.new}`);
    expect(out).toBe('3');
  });

  it('is a write of its own field manager', async () => {
    await run(command, 'cm', 'b', 'new=1');
    expect(orchctl.lastRequest.query.get('fieldManager')).toBe(`orchctl-${command}`);
  });

  it.each([
    [['cm', 'a'], 'nothing to change: write KEY=VALUE to set, KEY- to remove'],
    [['cm', 'new=1'], `${command} needs the names of objects`],
    [['cm', 'a', 'new=1', '--dry-run=client'], '--dry-run=client: use server'],
    [['new=1'], 'you must name the type of resource, such as "pods"; see api-resources'],
  ])('refuses %j', async (argv, message) => {
    expect((await run(command, ...argv)).err).toBe(`error: ${message}`);
    expect(orchctl.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
  });

  it('a missing object is an error of the server', async () =>
    expect((await run(command, 'cm', 'nope', 'new=1')).err).toBe(
      'Error from server (NotFound): configmaps "nope" not found',
    ));
});

describe('label and annotate', () => {
  it('set and remove; existing values are changed only with --overwrite', async () => {
    put('configmaps', configMap('a', { labels: { old: '1', stay: '1' } }));
    const labels = () => stored('configmaps/dev/a')?.metadata.labels;
    expect((await run('label', 'cm', 'a', 'new=2', 'old-')).out).toBe('configmap/a labeled\n');
    expect(labels()).toEqual({ stay: '1', new: '2' });
    expect((await run('label', 'cm/a', 'new=3')).err).toBe('error: "new" is "2" already: --overwrite changes it');
    expect(labels()).toEqual({ stay: '1', new: '2' });
    expect((await run('label', 'cm/a', 'new=3', '--overwrite')).status).toBe(0);
    expect(labels()).toEqual({ stay: '1', new: '3' });
    expect((await run('annotate', 'cm', 'a', 'note=a=b')).out).toBe('configmap/a annotated\n');
    expect(stored('configmaps/dev/a')?.metadata).toMatchObject({ annotations: { note: 'a=b' } });
    expect((await run('label', 'cm', 'a')).err).toMatch(/^error: nothing to change: write KEY=VALUE/);
  });
});
