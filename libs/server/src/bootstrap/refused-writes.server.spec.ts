import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '@orch/server-testing';
import { giveTokenKey, RecordedLog } from '@orch/testing';

const HOOKS = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations';
const ROLE = '/apis/rbac.authorization.orch.io/v1/clusterroles/system:discovery';
const LEVEL = '/apis/flowcontrol.apiserver.orch.io/v1/prioritylevelconfigurations/leader-election';
const JSON_BODY = { 'content-type': 'application/json' };

/** Its service does not exist, so it refuses everything. */
const BROKEN = {
  metadata: { name: 'broken' },
  webhooks: [
    {
      name: 'broken.example.com',
      clientConfig: { service: { namespace: 'default', name: 'missing' } },
      rules: [{ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], operations: ['*'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
};

describe('a webhook that refuses the writes of the start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'orch-refused-'));
    await giveTokenKey(dataDir);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('does not end the start: it can be removed, and the missing objects are created then', async () => {
    const first = await TestServer.start({ dataDir });
    try {
      const agent = await first.admin();
      for (const path of [ROLE, LEVEL]) expect((await first.call(path, { agent, method: 'DELETE' })).code).toBe(200);
      const made = await first.call(HOOKS, { agent, method: 'POST', headers: JSON_BODY, body: BROKEN });
      expect(made.code).toBe(201);
    } finally {
      await first.close();
    }
    const log = new RecordedLog();
    // On another port: `cluster-info` would be updated, too.
    const second = await TestServer.start({ dataDir }, { log });
    try {
      const agent = await second.admin();
      await log.until('bootstrap objects could not be restored');
      expect((await second.call(ROLE, { agent })).code).toBe(404);
      expect((await second.call(`${HOOKS}/broken`, { agent, method: 'DELETE' })).code).toBe(200);
      await log.until('bootstrap objects restored');
      for (const path of [ROLE, LEVEL]) expect((await second.call(path, { agent })).code).toBe(200);
      const info = await second.call('/api/v1/namespaces/orch-public/configmaps/cluster-info', { agent });
      expect(info.text).toContain(second.server.url);
    } finally {
      await second.close();
    }
  });
});
