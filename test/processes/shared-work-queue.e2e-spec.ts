import type { Lease, Namespace, ServiceAccount } from '@orch/api';
import { builtinResources } from '@orch/client';
import {
  runOrch,
  startControlPlane,
  startRedis,
  untilObject,
  type OrchProcess,
  type TestControlPlane,
  type TestRedis,
} from '@orch/testing';

const PASSWORD = 'never-in-a-log';

let plane: TestControlPlane;
let redis: TestRedis;
let replicas: OrchProcess[];

const startReplica = async (name: string): Promise<OrchProcess> => {
  const replica = runOrch([
    name,
    `--data-dir=${plane.dataDir}`,
    '--work-queue=redis',
    `--work-queue-url=redis://queue:${PASSWORD}@127.0.0.1:${redis.port}`,
    '--leader-elect-lease-duration=3s',
    '--leader-elect-renew-deadline=2s',
    '--leader-elect-retry-period=1s',
    '--log-level=debug',
  ]);
  replicas.push(replica);
  await replica.line((line) => line === 'synced');
  return replica;
};
const accounts = () => plane.client.resource<ServiceAccount>(builtinResources.serviceAccounts);
const namespaces = () => plane.client.resource<Namespace>(builtinResources.namespaces);
const createNamespaces = (...names: readonly string[]) =>
  Promise.all(names.map((name) => namespaces().create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
const untilAccount = (namespace: string) =>
  untilObject(accounts(), { namespace, name: 'default' }, 'its account', (account) => account !== undefined);

beforeAll(async () => {
  [plane, redis] = await Promise.all([
    startControlPlane({ command: 'apiserver' }),
    startRedis({ users: [{ name: 'queue', password: PASSWORD }] }),
  ]);
});
beforeEach(() => (replicas = []));
afterEach(async () => {
  for (const replica of replicas) {
    if (replica.child.exitCode !== null || replica.child.signalCode !== null) continue;
    replica.child.kill('SIGCONT');
    await replica.stop();
  }
});
afterAll(async () => {
  await plane.stop();
  await redis.stop();
});

it('two replicas of a controller share the work without a lease, and each alone does all of it', async () => {
  const [one, other] = [await startReplica('service-account'), await startReplica('service-account')];
  await createNamespaces('a-1', 'a-2', 'a-3');
  await Promise.all(['a-1', 'a-2', 'a-3'].map(untilAccount));

  one.child.kill('SIGSTOP');
  await createNamespaces('b-1');
  await untilAccount('b-1');
  one.child.kill('SIGCONT');
  other.child.kill('SIGSTOP');
  await createNamespaces('c-1');
  await untilAccount('c-1');
  other.child.kill('SIGCONT');

  const { items } = await plane.client
    .resource<Lease>(builtinResources.leases)
    .namespace(plane.vocabulary.namespaces.system)
    .list();
  expect(items.map(({ metadata }) => metadata.name)).not.toContain('service-account');
});

it('the work of a replica that is killed goes on with the other, Redis may be away, and no line holds the password', async () => {
  const [one, other] = [await startReplica('service-account'), await startReplica('service-account')];
  const names = Array.from({ length: 20 }, (_, n) => `d-${n}`);
  await createNamespaces(...names);
  await one.stop('SIGKILL');
  await Promise.all(names.map(untilAccount));

  await redis.kill();
  await other.logged('work queue unavailable, retrying');
  await createNamespaces('e-1');
  await redis.restart();
  await untilAccount('e-1');
  await other.logged('work queue available again');
  await other.stop();
  expect(replicas.map(({ log }) => log()).join('\n')).not.toContain(PASSWORD);
});

it('a controller that cannot share its work runs in one replica, which holds a lease', async () => {
  await startReplica('taint-eviction');
  const key = { namespace: plane.vocabulary.namespaces.system, name: 'taint-eviction' };
  const leases = plane.client.resource<Lease>(builtinResources.leases);
  await untilObject(leases, key, 'a leader', (lease) => Boolean(lease?.spec?.holderIdentity));
});
