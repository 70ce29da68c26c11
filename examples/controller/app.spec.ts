import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { builtinResources, Client, TransportError, type HasMetadata } from '@orch/client';
import { startApiServer, type RunningApiServer } from '@orch/server';
import { temporaryDirectory, untilObject, type TemporaryDirectory } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { AppModule } from './app.module.js';

describe('a controller as a Nest application', () => {
  let directory: TemporaryDirectory;
  let server: RunningApiServer;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    server = await startApiServer({ dataDir: directory.path, securePort: 0 });
    process.env[vocabularies.orch.client.configEnvironment] = server.adminConfigPath;
  });
  afterAll(async () => {
    await server?.stop();
    await directory?.remove();
  });

  it('has started when its caches are synced, reconciles, and stops with the application', async () => {
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const client = app.get(Client);
    const metadata = { namespace: 'default', name: 'visitor', labels: { greet: 'yes' } };
    await client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata } as HasMetadata);
    const configMaps = client.resource<HasMetadata & { data?: object }>(builtinResources.configMaps);
    const greeted = await untilObject(configMaps, metadata, 'the greeting', (map) => map?.data !== undefined);
    expect(greeted?.data).toEqual({ greeting: 'hello' });
    await app.close();
    await expect(configMaps.get(metadata)).rejects.toThrow(TransportError);
  });

  it('is under 40 lines, with its main file', () => {
    const lines = ['app.module.ts', 'main.ts'].flatMap((file) =>
      readFileSync(join(__dirname, file), 'utf8').trimEnd().split('\n'),
    );
    expect(lines.length).toBeLessThan(40);
  });
});
