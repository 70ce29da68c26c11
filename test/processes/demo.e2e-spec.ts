import {
  builtinResources,
  Client,
  loadClientConfiguration,
  type BuiltinResource,
  type HasMetadata,
} from '@orch/client';
import { runOrch, temporaryDirectory, untilObject, type OrchProcess, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { join } from 'node:path';

type Body = HasMetadata & Record<string, unknown>;

describe('orch up --demo', () => {
  let home: TemporaryDirectory;
  let up: OrchProcess;
  let client: Client;

  const start = async (): Promise<void> => {
    up = runOrch(['up', '--demo', '--secure-port=0', `--data-dir=${home.path}`, '--log-format=json']);
    await up.ready;
    await up.logged('demo objects are there');
    const configuration = loadClientConfiguration({
      vocabulary: vocabularies.orch,
      file: join(home.path, 'admin.conf'),
    });
    client = new Client({ configuration, vocabulary: vocabularies.orch });
  };
  const stop = async (): Promise<unknown> => {
    await client?.close();
    return up?.stop();
  };
  const names = async (resource: BuiltinResource): Promise<string[]> => {
    const found: string[] = [];
    for await (const { metadata } of client.resource(resource).listAll())
      found.push(`${metadata.namespace}/${metadata.name}`);
    return found.sort();
  };

  beforeAll(async () => {
    home = await temporaryDirectory();
    await start();
  });
  afterAll(async () => {
    await stop();
    await home?.remove();
  });

  it('creates what it declares, changes it, and creates nothing twice', async () => {
    expect(up.log()).not.toContain('the demo has ended');
    const key = { namespace: 'shop', name: 'cart-7f5b8c6d4f-v8n6c' };
    const restarts = (pod: Body | undefined): number =>
      (pod as { status?: { containerStatuses?: { restartCount: number }[] } } | undefined)?.status
        ?.containerStatuses?.[0]?.restartCount ?? 0;
    const pods = client.resource<Body>(builtinResources.pods);
    const before = restarts(await pods.get(key));
    await untilObject(pods, key, 'a restart', (pod) => restarts(pod) > before);
    await untilObject(
      client.resource<Body>(builtinResources.namespaces),
      { namespace: '', name: 'legacy-billing' },
      'content that remains',
      (found) => JSON.stringify(found?.['status'] ?? {}).includes('backup.example.com/archive'),
    );
    await untilObject(
      client.resource<Body>(builtinResources.persistentVolumeClaims),
      { namespace: 'payments', name: 'data-ledger-0' },
      'a volume',
      (claim) => JSON.stringify(claim?.['status'] ?? {}).includes('Bound'),
    );
    const requests = await client.resource<Body>(builtinResources.certificateSigningRequests).list();
    expect(requests.items.map(({ spec }) => (spec as { username?: string }).username)).toEqual(['kim']);

    const kinds = [builtinResources.pods, builtinResources.replicaSets, builtinResources.configMaps];
    const all = await Promise.all(kinds.map(names));
    expect(await stop()).toBe(0);
    await start();
    expect(up.log()).toContain('"created":0');
    expect(await Promise.all(kinds.map(names))).toEqual(all);
  });
});
