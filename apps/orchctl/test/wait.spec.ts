import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, put } = orchctl;

const deployment = (status: object, metadata: object = {}) => ({
  metadata: { name: 'web', namespace: 'dev', ...metadata },
  status,
});
const MET = { out: 'deployment.apps/web condition met\n', err: '', status: 0 };

describe('a condition that is met already', () => {
  const rows: [string, object][] = [
    ['condition=Available', { conditions: [{ type: 'Available', status: 'True' }] }],
    ['condition=available=true', { conditions: [{ type: 'Available', status: 'True' }] }],
    ['condition=Available=False', { conditions: [{ type: 'Available', status: 'False' }] }],
    ['condition=Available=Unknown', { conditions: [{ type: 'Available', status: 'Unknown' }] }],
    ['jsonpath={.status.replicas}=3', { replicas: 3 }],
    ['jsonpath=.status.phase=Running', { phase: 'Running' }],
    ['jsonpath={.status.phase}', { phase: 'Any' }],
    ['jsonpath={.status.conditions[?(@.type=="A")].status}=True', { conditions: [{ type: 'A', status: 'True' }] }],
    ['create', {}],
  ];
  it.each(rows)('--for=%s needs no watch', async (condition, status) => {
    put('deployments', deployment(status));
    expect(await run('wait', 'deploy/web', `--for=${condition}`)).toEqual(MET);
    expect(orchctl.requests.join()).not.toContain('watch=true');
  });
});

describe('a condition that is met later', () => {
  it('condition', async () => {
    put('deployments', deployment({}));
    const waiting = run('wait', 'deploy', 'web', '--for=condition=Available');
    await orchctl.requested(/watch=true/);
    put('deployments', deployment({ conditions: [{ type: 'Available', status: 'False' }] }));
    put('deployments', deployment({ conditions: [{ type: 'Available', status: 'True' }] }));
    expect(await waiting).toEqual(MET);
  });

  it('of a generation that is not observed yet', async () => {
    const conditions = [{ type: 'Available', status: 'True' }];
    put('deployments', deployment({ observedGeneration: 1, conditions }, { generation: 2 }));
    const waiting = run('wait', 'deploy', 'web', '--for=condition=Available');
    await orchctl.requested(/watch=true/);
    put('deployments', deployment({ observedGeneration: 2, conditions }, { generation: 2 }));
    expect(await waiting).toEqual(MET);
  });

  it('create', async () => {
    const waiting = run('wait', 'deploy/web', '--for=create');
    await orchctl.requested(/watch=true/);
    put('deployments', deployment({}));
    expect(await waiting).toEqual(MET);
  });

  it('delete', async () => {
    put('deployments', deployment({}));
    const waiting = run('wait', 'deploy/web', '--for=delete');
    await orchctl.requested(/watch=true/);
    orchctl.remove('deployments/dev/web');
    expect(await waiting).toEqual(MET);
  });

  it('after the watch was ended by the server', async () => {
    put('deployments', deployment({}));
    const waiting = run('wait', 'deploy/web', '--for=jsonpath={.status.phase}=Done');
    await orchctl.requested(/watch=true/);
    orchctl.server.requests.length = 0;
    orchctl.server.endWatches();
    await orchctl.requested(/watch=true/);
    put('deployments', deployment({ phase: 'Done' }));
    expect(await waiting).toEqual(MET);
  });

  it('after the history of the watch was compacted', async () => {
    put('deployments', deployment({}));
    orchctl.server.fail({
      when: ({ query }) => query.has('watch'),
      answer: (response) => {
        put('deployments', deployment({ phase: 'Done' }));
        response.writeHead(410).end(JSON.stringify({ kind: 'Status', reason: 'Expired', code: 410, message: 'old' }));
      },
    });
    expect(await run('wait', 'deploy/web', '--for=jsonpath={.status.phase}=Done')).toEqual(MET);
  });
});

describe('selects', () => {
  beforeEach(() => {
    put('configmaps', { metadata: { name: 'a', namespace: 'dev', labels: { l: '1' } } });
    put('configmaps', { metadata: { name: 'b', namespace: 'dev' } });
  });
  it.each([
    [['cm', 'a', 'b'], 'configmap/a condition met\nconfigmap/b condition met\n'],
    [['cm/b', 'cm/a'], 'configmap/b condition met\nconfigmap/a condition met\n'],
    [['cm', '--all'], 'configmap/a condition met\nconfigmap/b condition met\n'],
    [['cm', '-l', 'l=1'], 'configmap/a condition met\n'],
  ])('%j', async (argv, out) => expect((await run('wait', ...argv, '--for=create')).out).toBe(out));
});

describe('failures', () => {
  it.each([
    [['deploy/web', '--for=condition=Ready'], 'error: timed out waiting for the condition on deployments.apps/web'],
    [['deploy/web', '--for=jsonpath={.a}=1'], 'error: timed out waiting for the condition on deployments.apps/web'],
    [['deploy/web', '--for=delete'], 'error: timed out waiting until "web" is gone'],
    [['deploy/new', '--for=create'], 'error: timed out waiting for the condition on deployments.apps/new'],
  ])('%j ends with --timeout', async (argv, err) => {
    put('deployments', deployment({}));
    expect(await run('wait', ...argv, '--timeout=1ms')).toEqual({ out: '', err, status: 1 });
  });

  it('an object that does not exist is not waited for', async () =>
    expect((await run('wait', 'deploy/web', '--for=condition=Ready')).err).toBe(
      'Error from server (NotFound): deployments.apps "web" not found',
    ));

  it('the deletion of an object that does not exist is done', async () =>
    expect(await run('wait', 'deploy/web', '--for=delete')).toEqual(MET));

  it('an error of the watch ends the wait', async () => {
    put('deployments', deployment({}));
    orchctl.server.fail({
      when: ({ query }) => query.has('watch'),
      answer: (response) =>
        response.writeHead(403).end(JSON.stringify({ kind: 'Status', reason: 'Forbidden', code: 403, message: 'no' })),
    });
    expect((await run('wait', 'deploy/web', '--for=condition=Ready')).err).toBe('Error from server (Forbidden): no');
  });

  it.each([
    [['deploy/web'], /^error: say what to wait for/],
    [['deploy/web', '--for=gone'], /^error: --for=gone: use create, delete, condition=/],
    [['deploy/web', '--for=condition='], /^error: --for=condition=: use /],
    [['deploy/web', '--for=jsonpath={.a'], /^error: the path /],
    [['deploy/web', '--for=delete', '--timeout=soon'], /^error: --timeout=soon: must be a duration/],
    [['deploy', '--for=delete'], /^error: name either objects, or a selector with -l or --all$/],
    [['deploy', 'web', '-l', 'a=b', '--for=delete'], /^error: name either objects, or a selector/],
    [['deploy', '-l', 'a=b', '--for=delete'], /^error: no matching resources found$/],
  ])('refuses %j', async (argv, message) =>
    expect(await run('wait', ...argv)).toEqual({ out: '', err: expect.stringMatching(message) as string, status: 1 }),
  );
});

describe('of a ConfigMap', () => {
  it('until an object meets a condition, exists, or is deleted', async () => {
    put('configmaps', configMap('a'));
    const waiting = run('wait', 'cm/a', '--for=jsonpath={.data.k}=2');
    await orchctl.requested(/watch=true/);
    put('configmaps', { ...configMap('a'), data: { k: '1' } });
    put('configmaps', { ...configMap('a'), data: { k: '2' } });
    expect((await waiting).out).toBe('configmap/a condition met\n');
    expect((await run('wait', 'cm', '--all', '--for=create')).out).toBe('configmap/a condition met\n');
    expect((await run('wait', 'cm', 'gone', '--for=delete')).out).toBe('configmap/gone condition met\n');
    orchctl.server.requests.length = 0;
    const leaving = run('wait', 'cm/a', '--for=delete');
    await orchctl.requested(/watch=true/);
    orchctl.remove('configmaps/dev/a');
    expect((await leaving).out).toBe('configmap/a condition met\n');
  });
  it('says when time is up', async () => {
    put('configmaps', configMap('a'));
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
