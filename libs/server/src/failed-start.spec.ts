import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { startApiServer } from './start-api-server.js';
import { SharedServers } from '@orch/server-testing';

/** An issuer on an unused port. */
const ISSUER = {
  issuerUrl: 'https://127.0.0.1:1',
  clientId: 'us',
  usernameClaim: 'sub',
  usernamePrefix: undefined,
  groupsClaim: undefined,
  groupsPrefix: '',
  requiredClaims: [],
  signingAlgorithms: ['RS256'],
  caFile: undefined,
};

const LEASES = 'leases.coordination.orch.io\0';

describe('a start that fails after the server was published', () => {
  it('unpublishes it, and leaves no timer', async () => {
    const shared = await SharedServers.open();
    try {
      await mkdir(join(shared.dataDir('first'), 'admin.conf'), { recursive: true });
      const clock = new FakeClock(Date.now());
      const options = { storageBackend: 'redis', redis: { urls: [shared.redis.url] }, securePort: 0 } as const;
      const starting = startApiServer({ ...options, initialize: true, dataDir: shared.dataDir('first') }, { clock });
      await expect(starting).rejects.toMatchObject({ code: 'EISDIR' });
      const { items, revision } = await shared.storage.list(LEASES);
      for await (const { key } of items) throw new Error(`${key} is still stored`);
      const changes: string[] = [];
      for await (const { type } of shared.storage.history(LEASES, 0, revision)) changes.push(type);
      expect(changes).toEqual(['put', 'delete']);
      expect(clock.pending).toBe(0);
    } finally {
      await shared.close();
    }
  });
});

describe('a start that fails after authentication has begun', () => {
  let dataDir: string;
  beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'orch-failed-'))));
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('stops requests to issuers', async () => {
    const clock = new FakeClock(Date.now());
    let requests = 0;
    const log = { ...silentLogger, warn: (text: string) => void (requests += Number(text.includes('issuer'))) };
    const webhookTokens = { configFile: join(dataDir, 'none'), version: 'v1', cacheTtlMs: 0 } as const;
    await expect(
      startApiServer({ dataDir, securePort: 0, oidc: ISSUER, webhookTokens }, { clock, log }),
    ).rejects.toThrow('authentication-token-webhook-config-file');
    const before = requests;
    for (let turn = 0; turn < 20; turn++) {
      clock.advance(10_000);
      await new Promise(setImmediate);
    }
    expect([requests - before, clock.pending]).toEqual([0, 0]);
  });
});
