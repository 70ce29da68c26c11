import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, loadClientConfiguration, type HasMetadata, type ResourceType } from '@orch/client';
import { startApiServer, type RunningApiServer } from '@orch/server';
import { temporaryDirectory, untilObject, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { parse } from 'yaml';
import { CronTab, cronTabs } from './cron-tab.js';

interface Definition extends HasMetadata {
  status?: { conditions?: { type: string; status: string }[] };
}

describe('a custom kind in TypeScript', () => {
  const vocabulary = vocabularies.orch;
  const apiextensions = { group: vocabulary.groups.apiextensions, version: 'v1' };
  let directory: TemporaryDirectory;
  let server: RunningApiServer;
  let client: Client;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    server = await startApiServer({ dataDir: directory.path, securePort: 0 });
    const file = server.adminConfigPath;
    client = new Client({ configuration: loadClientConfiguration({ vocabulary, file }), vocabulary });
    const definition = parse(readFileSync(join(__dirname, 'crontab-definition.yaml'), 'utf8')) as HasMetadata;
    await client.create(definition);
    const definitions: ResourceType<Definition> = await client.restMapping({
      ...apiextensions,
      kind: definition.kind!,
    });
    const key = { namespace: '', name: definition.metadata.name! };
    await untilObject(client.resource(definitions), key, 'Established', (one) =>
      (one?.status?.conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True'),
    );
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
    await directory?.remove();
  });

  it('is read and written by its class, its interface, and by discovery', async () => {
    const created = await client
      .resource(CronTab)
      .namespace('default')
      .create(new CronTab({ name: 'hourly' }, { schedule: '0 * * * *' }));
    expect(created.spec).toEqual({ schedule: '0 * * * *', replicas: 1 });

    const key = { namespace: 'default', name: 'hourly' };
    const read = await client.resource(cronTabs).get(key);
    expect(read).toEqual({ ...created });
    const scaled = await client.resource(cronTabs).patch(key, 'merge', { spec: { replicas: 2 } });
    expect(scaled.spec.replicas).toBe(2);

    const daily = new CronTab({ name: 'daily', namespace: 'default' }, { schedule: '0 0 * * *' });
    expect((await client.create(daily)).spec.replicas).toBe(1);
    const names = [];
    for await (const { metadata } of client.resource(CronTab).listAll()) names.push(metadata.name);
    expect(names).toEqual(['daily', 'hourly']);
  });
});
