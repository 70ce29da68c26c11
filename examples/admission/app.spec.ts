import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiServer } from '@orch/server';
import { Agent, request } from 'undici';

describe('an admission plugin of an application', () => {
  let dataDir: string;
  let app: INestApplicationContext;
  let agent: Agent;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'orch-admission-'));
    Object.assign(process.env, { DATA_DIR: dataDir, PORT: '0' });
    const { AppModule } = await import('./app.module.js');
    app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    const config = await readFile(app.get(ApiServer, { strict: false }).adminConfigPath, 'utf8');
    const value = (key: string) => Buffer.from(new RegExp(`${key}: (\\S+)`).exec(config)![1]!, 'base64').toString();
    const ca = await readFile(join(dataDir, 'pki/ca.crt'), 'utf8');
    agent = new Agent({ connect: { ca, cert: value('client-certificate-data'), key: value('client-key-data') } });
  });
  afterAll(async () => {
    await agent.close();
    await app.close();
    await rm(dataDir, { recursive: true });
  });

  const create = async (path: string, metadata: object, spec?: object) => {
    const { url } = app.get(ApiServer, { strict: false });
    const { statusCode, body } = await request(`${url}/api/v1/${path}`, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata, spec }),
    });
    return { statusCode, object: (await body.json()) as { metadata: object; message?: string } };
  };
  const pod = (namespace: string, metadata: object) =>
    create(`namespaces/${namespace}/pods`, metadata, { containers: [{ name: 'c', image: 'i' }] });

  it('changes objects by what it reads', async () => {
    await create('namespaces', { name: 'web', labels: { team: 'shop' } });
    const { statusCode, object } = await pod('web', { name: 'a', labels: { app: 'a' } });
    expect([statusCode, object.metadata]).toEqual([
      201,
      expect.objectContaining({ labels: { app: 'a', team: 'shop' } }),
    ]);
  });

  it('refuses by a service that it injects', async () => {
    const { statusCode, object } = await pod('default', { name: 'a', labels: { team: 'x' } });
    expect([statusCode, object.message]).toEqual([403, 'pods "a" is forbidden: team "x" is unknown']);
    expect((await pod('default', { name: 'a', labels: { team: 'search' } })).statusCode).toBe(201);
  });
});
