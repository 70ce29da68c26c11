import { startRedis, type TestRedis } from '@orch/testing';

import { value } from '../conformance/observations.js';
import { Cleanups, type OpenedStore, openRedis } from './stores.fixture.js';

const LINKS = ['writer', 'reader', 'follower'];

let redis: TestRedis;
let cleanups: Cleanups;

beforeEach(async () => {
  cleanups = new Cleanups();
  redis = cleanups.add(await startRedis({ users: [{ name: 'orch', password: 'first' }] }), (server) => server.stop());
});
afterEach(() => cleanups.run());

const turn = (password: string) => redis.cli('ACL', 'SETUSER', 'orch', 'resetpass', `>${password}`);
const endConnections = () => redis.cli('CLIENT', 'KILL', 'USER', 'orch');

async function open(secrets: () => Promise<{ readonly password: string }>): Promise<OpenedStore> {
  const urls = [`redis://127.0.0.1:${redis.port}`];
  return cleanups.add(await openRedis({ urls, username: 'orch', secrets }), ({ storage }) => storage.close());
}

it('a changed password is used for the next connection', async () => {
  let password = 'first';
  const { storage, observed } = await open(() => Promise.resolve({ password }));
  const { revision } = await storage.create('a', value('1'));

  await turn('second');
  const before = observed.connected.all.length;
  await endConnections();
  const refused = ({ link, error }: { link: string; error: unknown }) =>
    link === 'writer' && String(error).includes('WRONGPASS');
  await observed.disconnected.first(refused);
  password = 'second';
  await Promise.all(LINKS.map((name) => observed.connected.first((link) => link === name, before)));
  expect(await storage.replace('a', revision, value('2'))).toMatchObject({ revision: revision + 1 });
});

it('while the password is unavailable the attempts fail with the reason', async () => {
  let broken = false;
  const { storage, observed } = await open(() =>
    broken ? Promise.reject(new Error('the safe is closed')) : Promise.resolve({ password: 'first' }),
  );
  broken = true;
  await endConnections();
  await observed.disconnected.first(({ error }) => String(error).includes('the safe is closed'));
  broken = false;
  expect(await storage.create('a', value('1'))).toMatchObject({ revision: 1 });
});
