import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { startApiServer } from './api-server.js';

/** Nobody listens there. */
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

describe('a start that fails after authentication has begun', () => {
  let dataDir: string;
  beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'orch-failed-'))));
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('asks issuers no further', async () => {
    const clock = new FakeClock(Date.now());
    let asked = 0;
    const log = { ...silentLogger, warn: (text: string) => void (asked += Number(text.includes('issuer'))) };
    const webhookTokens = { configFile: join(dataDir, 'none'), version: 'v1', cacheTtlMs: 0 } as const;
    await expect(
      startApiServer({ dataDir, securePort: 0, oidc: ISSUER, webhookTokens }, { clock, log }),
    ).rejects.toThrow('authentication-token-webhook-config-file');
    const before = asked;
    for (let turn = 0; turn < 20; turn++) {
      clock.advance(10_000);
      await new Promise(setImmediate);
    }
    expect([asked - before, clock.pending]).toEqual([0, 0]);
  });
});
