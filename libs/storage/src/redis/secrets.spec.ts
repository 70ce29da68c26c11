import { startRedis, type TestRedis } from '@orch/testing';

import { value } from '../conformance/observations.js';
import { Endings, type OpenedStore, openRedis } from './stores.fixture.js';

const LINKS = ['writer', 'reader', 'follower'];

let redis: TestRedis;
let endings: Endings;

beforeEach(async () => {
  endings = new Endings();
  redis = endings.add(await startRedis({ users: [{ name: 'orch', password: 'first' }] }), (server) => server.stop());
});
afterEach(() => endings.run());

const turn = (password: string) => redis.cli('ACL', 'SETUSER', 'orch', 'resetpass', `>${password}`);
const endConnections = () => redis.cli('CLIENT', 'KILL', 'USER', 'orch');

async function open(secrets: () => Promise<{ readonly password: string }>): Promise<OpenedStore> {
  const urls = [`redis://127.0.0.1:${redis.port}`];
  return endings.add(await openRedis({ urls, username: 'orch', secrets }), ({ storage }) => storage.close());
}

it('a password that was changed is shown at the next connection', async () => {
  let password = 'first';
  const { storage, heard } = await open(() => Promise.resolve({ password }));
  const { revision } = await storage.create('a', value('1'));

  await turn('second');
  const before = heard.connected.all.length;
  await endConnections();
  const refused = ({ link, error }: { link: string; error: unknown }) =>
    link === 'writer' && String(error).includes('WRONGPASS');
  await heard.disconnected.first(refused);
  password = 'second';
  await Promise.all(LINKS.map((name) => heard.connected.first((link) => link === name, before)));
  expect(await storage.replace('a', revision, value('2'))).toMatchObject({ revision: revision + 1 });
});

it('while nobody knows the password the attempts fail, and tell why', async () => {
  let broken = false;
  const { storage, heard } = await open(() =>
    broken ? Promise.reject(new Error('the safe is closed')) : Promise.resolve({ password: 'first' }),
  );
  broken = true;
  await endConnections();
  await heard.disconnected.first(({ error }) => String(error).includes('the safe is closed'));
  broken = false;
  expect(await storage.create('a', value('1'))).toMatchObject({ revision: 1 });
});
