import { mkdir, writeFile } from 'node:fs/promises';
import { FakeClock } from '@orch/apimachinery';
import { SharedServers, type TestServer } from '@orch/server-testing';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const RBAC = '/apis/rbac.authorization.orch.io/v1/namespaces/default';
const READS = ['?resourceVersion=0', '/none?resourceVersion=0'];

describe('reads with resourceVersion=0 on a server of a shared store', () => {
  let shared: SharedServers;
  let first: TestServer;
  let second: TestServer;
  const clock = new FakeClock(Date.now());

  beforeEach(async () => {
    shared = await SharedServers.open();
    await mkdir(shared.dataDir('second'), { recursive: true });
    const tokenAuthFile = `${shared.dataDir('second')}/tokens.csv`;
    await writeFile(tokenAuthFile, 'jane,jane,7\n');
    first = await shared.start('first');
    second = await shared.start('second', { tokenAuthFile }, { clock });
    const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] }];
    await write('POST', `${RBAC}/roles`, { metadata: { name: 'reader' }, rules });
    const subjects = [{ kind: 'User', name: 'jane', apiGroup: 'rbac.authorization.orch.io' }];
    const roleRef = { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'reader' };
    await write('POST', `${RBAC}/rolebindings`, { metadata: { name: 'jane' }, subjects, roleRef });
  });
  afterEach(async () => {
    shared.redis.resume();
    await shared.close();
  });

  const write = async (method: string, path: string, body?: object) =>
    first.call(path, {
      method,
      agent: await first.admin(),
      ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
    });
  const codes = async () => {
    const answers = READS.map((query) => second.call(CONFIG_MAPS + query, { token: 'jane' }));
    return (await Promise.all(answers)).map(({ code }) => code);
  };

  it('are refused while the store has not answered for a second, and authorized by roles that are at most a second old', async () => {
    clock.advance(1_001);
    expect(await codes()).toEqual([200, 404]);
    shared.redis.pause();
    clock.advance(1_001);
    const refused = codes();
    let done = false;
    void refused.finally(() => (done = true));
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }
    expect(await refused).toEqual([503, 503]);
    shared.redis.resume();
    expect((await write('DELETE', `${RBAC}/rolebindings/jane`)).code).toBe(200);
    clock.advance(1_001);
    expect(await codes()).toEqual([403, 403]);
  });
});
