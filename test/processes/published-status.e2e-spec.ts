import type { Lease } from '@orch/api';
import { builtinResources } from '@orch/client';
import { controllerNames } from '@orch/controller-rights';
import { startControlPlane, untilObject, type TestControlPlane } from '@orch/testing';

/** The first status comes after half a minute. */
const FIRST_MS = 60_000;

interface Process {
  readonly controllers: readonly { readonly name: string; readonly failing: number }[];
}

describe('published status of controllers', () => {
  let planes: readonly TestControlPlane[];
  beforeAll(async () => {
    const started = (['orch', 'kubernetes'] as const).map((vocabulary) =>
      startControlPlane({ command: 'up', storage: 'embedded', vocabulary }),
    );
    planes = await Promise.all(started);
  });
  afterAll(() => Promise.all((planes ?? []).map((plane) => plane.stop())));

  const published = async ({ client, vocabulary, process }: TestControlPlane): Promise<void> => {
    const { namespaces, annotations, systemNames } = vocabulary;
    const label = annotations.controllerStatus;
    const key = {
      namespace: namespaces.system,
      name: `${systemNames.controllerManager.replace('system:', '')}-status`,
    };
    const leases = client.resource<Lease>(builtinResources.leases);
    const lease = await untilObject(leases, key, 'the status', (object) => object !== undefined, FIRST_MS);
    const { metadata, spec } = lease!;
    expect(metadata.labels).toEqual({ [label]: 'true' });
    const processes = JSON.parse(metadata.annotations![label]!) as Record<string, Process>;
    expect(Object.keys(processes)).toEqual([spec!.holderIdentity]);
    const names = Object.values(processes)[0]!.controllers.map(({ name }) => name);
    for (const name of ['disruption', 'garbage-collector', 'csr-signer']) expect(names).toContain(name);
    expect(names.length).toBeGreaterThanOrEqual(controllerNames.length);
    expect(process.log()).not.toContain('is not published');
  };

  it('a controller manager with the rights of its account publishes that of all controllers, in each vocabulary', async () => {
    await Promise.all(planes.map(published));
  }, 90_000);
});
