import { readFile, rm } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiServer } from '@orch/server';
import { Agent, request } from 'undici';

describe('an API server in another Nest application', () => {
  let dataDir: string;
  let app: INestApplicationContext;
  let agent: Agent;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'orch-embedded-'));
    Object.assign(process.env, { DATA_DIR: dataDir, PORT: '0' });
    const { AppModule } = await import('./app.module.js');
    app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    agent = new Agent({ connect: { ca: await readFile(join(dataDir, 'pki/ca.crt'), 'utf8') } });
  });
  afterAll(async () => {
    await agent.close();
    await app.close();
    await rm(dataDir, { recursive: true });
  });

  const call = async (path: string, token?: string, body?: object) => {
    const { statusCode, body: answer } = await request(`${app.get(ApiServer, { strict: false }).url}${path}`, {
      dispatcher: agent,
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { statusCode, text: await answer.text() };
  };
  const maps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;

  it('authenticates by a contributed authenticator that injects a service of the application', async () => {
    expect((await call(maps('default'), 'token-of-anna')).statusCode).toBe(200);
    expect((await call(maps('default'), 'unknown-token')).statusCode).toBe(401);
  });

  it('authorizes by a contributed authorizer', async () => {
    expect((await call(maps('orch-system'), 'token-of-anna')).statusCode).toBe(403);
  });

  it('admits by a contributed admission plugin', async () => {
    const refused = await call('/api/v1/namespaces/default/secrets', 'token-of-anna', { metadata: { name: 's' } });
    expect(refused).toEqual({ statusCode: 403, text: expect.stringContaining('keep secrets in the vault') as string });
  });

  it('answers plain endpoints by Nest controllers', async () => {
    expect(await call('/readyz')).toEqual({ statusCode: 200, text: 'ok' });
  });

  it('stops with the application', async () => {
    const { url } = app.get(ApiServer, { strict: false });
    await app.close();
    await expect(request(`${url}/readyz`)).rejects.toThrow('ECONNREFUSED');
  });
});
