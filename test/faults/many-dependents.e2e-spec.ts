import { builtinResources, type HasMetadata } from '@orch/client';
import { startControlPlane, untilGone, type TestControlPlane } from '@orch/testing';

const DEPENDENTS = 10_000;
const AT_ONCE = 64;

/** One owner of very many: the graph, the queue and the server bear it. */
describe('an owner of 10,000', () => {
  let plane: TestControlPlane;
  beforeAll(async () => {
    plane = await startControlPlane();
  });
  afterAll(() => plane?.stop());

  it('C-140 C-226 all go with it, and it goes last', async () => {
    const maps = plane.client.resource<HasMetadata>(builtinResources.configMaps).namespace('default');
    const make = (name: string, ownerReferences?: HasMetadata['metadata']['ownerReferences']) =>
      maps.create({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, ...(ownerReferences ? { ownerReferences } : {}) },
      });
    const { apiVersion = '', kind = '', metadata } = await make('owner');
    const reference = { apiVersion, kind, name: 'owner', uid: metadata.uid!, blockOwnerDeletion: true };
    let made = 0;
    const work = async (): Promise<void> => {
      while (made < DEPENDENTS) await make(`d${made++}`, [reference]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const beganMs = performance.now();
    await maps.delete('owner', { propagationPolicy: 'Foreground' });
    await untilGone(maps, { namespace: 'default', name: 'owner' }, 120_000);
    // For who reads the log; speed is measured elsewhere.
    process.stdout.write(`collected ${DEPENDENTS} dependents in ${Math.round(performance.now() - beganMs)} ms\n`);
    const rest = await maps.list();
    expect(rest.items.filter((o) => o.metadata.ownerReferences !== undefined)).toEqual([]);
  }, 300_000);
});
