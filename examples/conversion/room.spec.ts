import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, loadClientConfiguration, type HasMetadata, type ResourceType } from '@orch/client';
import { startApiServer, type RunningApiServer } from '@orch/server';
import { temporaryDirectory, untilObject, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { parse } from 'yaml';

interface Definition extends HasMetadata {
  status?: { conditions?: { type: string; status: string }[] };
}
interface Room extends HasMetadata {
  spec: Record<string, unknown>;
}

const read = <T>(file: string): T => parse(readFileSync(join(__dirname, file), 'utf8')) as T;

describe('versions without a webhook', () => {
  const vocabulary = vocabularies.orch;
  let directory: TemporaryDirectory;
  let server: RunningApiServer;
  let client: Client;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    server = await startApiServer({ dataDir: directory.path, securePort: 0 });
    const file = server.adminConfigPath;
    client = new Client({ configuration: loadClientConfiguration({ vocabulary, file }), vocabulary });
    const definition = await client.create(read<Definition>('room-definition.yaml'));
    const definitions = await definitionsOf();
    await untilObject(
      client.resource(definitions),
      { namespace: '', name: definition.metadata.name! },
      'Established',
      (one) => (one?.status?.conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True'),
    );
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
    await directory?.remove();
  });

  const definitionsOf = (): Promise<ResourceType<Definition>> =>
    client.restMapping({
      group: vocabulary.groups.apiextensions,
      version: 'v1',
      kind: 'CustomResourceDefinition',
    });
  const rooms = (version: string): Promise<ResourceType<Room>> =>
    client.restMapping({ group: 'example.com', version, kind: 'Room' });

  it('shows an object as each version has it, and takes it back', async () => {
    const hall = read<Room>('hall.yaml');
    const key = { namespace: 'default', name: 'hall' };
    const v1 = client.resource(await rooms('v1'));
    const v2 = client.resource(await rooms('v2'));
    await v1.namespace('default').create(hall);
    const shown = await v2.get(key);
    expect(shown.spec).toEqual({
      dimensions: { size: 40, unit: 'm2' },
      class: 'premium',
      hosts: ['hall.example.com'],
      entries: [{ number: 80 }, { number: 443 }],
      contact: { name: 'Ada', mail: 'ada@example.com' },
    });
    await v2.patch(key, 'merge', { spec: { class: 'standard', contact: { name: 'Grace' } } });
    expect((await v1.get(key)).spec).toEqual({ ...hall.spec, tier: 'basic', contact: 'Grace <ada@example.com>' });
  });

  it('is refused with rules that lose a value', async () => {
    const definitions = client.resource(await definitionsOf());
    const key = { namespace: '', name: 'rooms.example.com' };
    const name = 'apiextensions.orch.io/conversion';
    const rules = (await definitions.get(key)).metadata.annotations?.[name] ?? '';
    const annotations = { [name]: rules.replace(/.*floorPlan.*/, '') };
    await expect(definitions.patch(key, 'merge', { metadata: { annotations } })).rejects.toThrow(
      'spec.floorPlan of v1 does not survive the way to v2 and back',
    );
  });
});
