import { FakeClock, formatTime, systemClock } from '@orch/apimachinery';
import { untilGone, untilObject } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { controllersOnServer, type ControllersOnServer } from '../shared/controllers-on-server.fixture.js';
import { jobs, type Job } from './job.js';

/** The garbage collector ends a deletion in the foreground. */
describe.each(VOCABULARY_NAMES)('finished Jobs on a server, %s vocabulary', (name) => {
  let world: ControllersOnServer;
  const clock = new FakeClock(Date.now());
  beforeAll(async () => {
    world = await controllersOnServer(name);
    await world.run(['ttl-after-finished'], clock);
    await world.run(['garbage-collector'], systemClock);
  });
  afterAll(() => world?.stop());

  const keyOf = (jobName: string) => ({ namespace: 'default', name: jobName });
  const finish = async (jobName: string, ttlSecondsAfterFinished: number): Promise<Job> => {
    const client = world.client.resource(jobs);
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
    const spec = { ttlSecondsAfterFinished, template };
    const { groups } = world.client.vocabulary;
    const created = await client.create({
      ...{ apiVersion: `${groups.batch}/v1`, kind: 'Job' },
      metadata: keyOf(jobName),
      spec,
    } as Job);
    const at = formatTime(clock.now());
    const done = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
      ...{ type, status: 'True', reason: 'Test', message: '' },
      lastTransitionTime: at,
    }));
    const status = { startTime: at, completionTime: at, conditions: done };
    return client.updateStatus({ ...created, status } as Job);
  };

  it('go when their time is over, not before, and take the new time of a Job whose time was changed', async () => {
    const client = world.client.resource(jobs);
    for (const [jobName, seconds] of [
      ['at-once', 0],
      ['later', 100],
      ['latest', 100],
    ] as const)
      await finish(jobName, seconds);
    await client.patch(keyOf('latest'), 'merge', { spec: { ttlSecondsAfterFinished: 1_000 } });
    await untilGone(client, keyOf('at-once'));
    // The controller looks at Jobs in the order of their changes, so it has seen these before `seen-after`.
    await finish('seen-after', 0);
    await untilGone(client, keyOf('seen-after'));
    expect(await client.find(keyOf('later'))).toBeDefined();
    clock.advance(200_000);
    await untilGone(client, keyOf('later'));
    expect((await client.get(keyOf('latest'))).metadata.deletionTimestamp).toBeUndefined();
    clock.advance(900_000);
    await untilGone(client, keyOf('latest'));
  });

  it('a Job goes after what it owns', async () => {
    const client = world.client.resource(jobs);
    const maps = world.client.resource({
      groupName: 'core',
      version: 'v1',
      resource: 'configmaps',
      kind: 'ConfigMap',
      namespaced: true,
    });
    const owner = await finish('owner', 100);
    const reference = {
      ...{ apiVersion: owner.apiVersion!, kind: 'Job', name: 'owner', uid: owner.metadata.uid! },
      ...{ controller: true, blockOwnerDeletion: true },
    };
    await maps.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...keyOf('owned'), ownerReferences: [reference], finalizers: ['example.com/held'] },
    });
    clock.advance(101_000);
    await untilObject(maps, keyOf('owned'), 'its deletion', (map) => map?.metadata.deletionTimestamp !== undefined);
    expect((await client.get(keyOf('owner'))).metadata.finalizers).toContain('foregroundDeletion');
    await maps.patch(keyOf('owned'), 'merge', { metadata: { finalizers: null } });
    await untilGone(client, keyOf('owner'));
  });
});
