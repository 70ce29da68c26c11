import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProxiedBackend, TestServer } from '@orch/server-testing';
import { proxiedConnections } from './proxied-connections.js';

const PODS = '/api/v1/namespaces/default/pods';
let directory: string;
let backend: ProxiedBackend;
let server: TestServer;

const send = (method: string, path: string, type: string, body: object) =>
  server.call(path, { method, token: 'root', headers: { 'content-type': type }, body });
const codeFor = async (token: string): Promise<number> => (await server.call(`${PODS}/web/proxy/`, { token })).code;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orch-proxied-'));
  const tokenAuthFile = join(directory, 'tokens.csv');
  await writeFile(tokenAuthFile, 'root,root,1,"system:masters"\nmallory,mallory,2\nanna,anna,3\n');
  backend = await ProxiedBackend.start();
  server = await TestServer.start({ tokenAuthFile }, { dial: backend.dial });
  const rbac = '/apis/rbac.authorization.orch.io/v1/namespaces/default/rolebindings';
  const roleRef = { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'edit' };
  const subjects = ['mallory', 'anna'].map((name) => ({ kind: 'User', name }));
  await send('POST', rbac, 'application/json', { metadata: { name: 'edit' }, roleRef, subjects });
  const spec = { containers: [{ name: 'a', image: 'i' }] };
  await send('POST', PODS, 'application/json', { metadata: { name: 'web' }, spec });
  const status = { podIP: '10.1.0.1', podIPs: [{ ip: '10.1.0.1' }] };
  await send('PATCH', `${PODS}/web/status`, 'application/merge-patch+json', { status });
});
afterAll(async () => {
  await TestServer.closeAll();
  await backend.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('proxied requests of one user', () => {
  it('are answered 429 when they hold as much as stays free, those of others are not', async () => {
    const releases: (() => void)[] = [];
    expect(() => {
      for (;;) releases.push(proxiedConnections.reserve({ name: 'mallory', exempt: false }, []));
    }).toThrow('too many proxied requests');
    expect(await Promise.all(['mallory', 'anna', 'root'].map(codeFor))).toEqual([429, 200, 200]);
    for (const release of releases) release();
    expect(await codeFor('mallory')).toBe(200);
  });

  it('release their place when they end', async () => {
    const places = (): number => {
      const releases: (() => void)[] = [];
      try {
        for (;;) releases.push(proxiedConnections.reserve({ name: 'mallory', exempt: false }, []));
      } catch {
        for (const release of releases) release();
        return releases.length;
      }
    };
    /** Half of all, as no other user has one. Requests end after their answers. */
    const allPlaces = async (): Promise<void> => {
      while (places() < 1_024) await nextTurn();
    };
    await allPlaces();
    for (let n = 0; n < 20; n++) await codeFor('mallory');
    backend.answer = (incoming) => incoming.socket.destroy();
    for (let n = 0; n < 20; n++) expect(await codeFor('mallory')).toBe(503);
    await allPlaces();
  });
});
