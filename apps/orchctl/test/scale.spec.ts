import { TestCommandLine } from './command-line.fixture.js';
import { configMap } from './objects.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS]);
const { run, put, stored } = orchctl;

beforeEach(() => {
  for (const name of ['web', 'db']) {
    put('deployments', { metadata: { name, namespace: 'dev' }, spec: { replicas: 1, paused: true } });
  }
});

it('sets the replicas of each object in its scale sub-resource', async () => {
  expect(await run('scale', 'deploy', 'web', 'db', '--replicas=3')).toEqual({
    out: 'deployment.apps/web scaled\ndeployment.apps/db scaled\n',
    err: '',
    status: 0,
  });
  expect(stored('deployments/dev/db')!['spec']).toEqual({ replicas: 3, paused: true });
  const { path, query, headers, body } = orchctl.lastRequest;
  expect(path).toBe('/apis/apps/v1/namespaces/dev/deployments/db/scale');
  expect(query.get('fieldManager')).toBe('orchctl-scale');
  expect(headers['content-type']).toBe('application/merge-patch+json');
  expect(JSON.parse(body)).toEqual({ spec: { replicas: 3 } });
});

it('zero is a number of replicas', async () => {
  await run('scale', 'deploy/web', '--replicas=0');
  expect(stored('deployments/dev/web')!['spec']).toMatchObject({ replicas: 0 });
});

it('stops at a missing object', async () =>
  expect(await run('scale', 'deploy/web', 'deploy/nope', 'deploy/db', '--replicas=2')).toEqual({
    out: 'deployment.apps/web scaled\n',
    err: 'Error from server (NotFound): deployments.apps "nope" not found',
    status: 1,
  }));

it.each([
  [['deploy', 'web'], '--replicas must be a whole number, such as --replicas=3'],
  [['deploy', 'web', '--replicas=-1'], '--replicas must be a whole number, such as --replicas=3'],
  [['deploy', 'web', '--replicas=1.5'], '--replicas must be a whole number, such as --replicas=3'],
  [['deploy', '--replicas=1'], 'scale needs the names of objects'],
])('refuses %j', async (argv, message) => {
  expect((await run('scale', ...argv)).err).toBe(`error: ${message}`);
  expect(stored('deployments/dev/web')!['spec']).toMatchObject({ replicas: 1 });
});

describe('of a resource without typed scale', () => {
  it('patches the sub-resource', async () => {
    put('configmaps', configMap('a'));
    await run('scale', 'cm', 'a', '--replicas=3');
    expect(orchctl.requests.at(-1)).toMatch(/^PATCH \/api\/v1\/namespaces\/dev\/configmaps\/a\/scale\?/);
  });
  for (const argv of [
    ['cm', 'a'],
    ['cm', 'a', '--replicas=x'],
    ['cm', '--replicas=1'],
  ]) {
    it(`refuses ${argv.join(' ')}`, async () => expect((await run('scale', ...argv)).err).toMatch(/^error: /));
  }
});
