import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { loadHookCredentials } from './hook-credentials.js';

describe('credentials for webhooks', () => {
  let directory: string;
  beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'orch-hook-credentials-'))));
  afterAll(() => rm(directory, { recursive: true }));

  const written = async (config: object): Promise<string> => {
    const file = join(directory, 'credentials');
    await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }));
    return file;
  };
  /** Users whose token is their name. */
  const users = (...names: string[]) => names.map((name) => ({ name, user: { token: name } }));
  const load = async (config: object) => loadHookCredentials(await written(config), vocabularies.orch, systemClock);
  const tokenFor = async (hostPort: string, config: object) => (await load(config))(hostPort)?.authorization();

  const many = users(
    'a.ns.svc:443',
    'a.ns.svc',
    '*.ns.svc:443',
    '*.ns.svc',
    'b.ns.svc',
    '*.svc',
    '*.svc:443',
    'c.ns.svc:8443',
    'd.ns.svc',
    'example.com:8443',
    '*',
    'me',
  );
  it.each([
    ['the whole name with its port first', 'a.ns.svc:443', 'a.ns.svc:443'],
    ['a suffix with the port before the name without it', 'b.ns.svc:443', '*.ns.svc:443'],
    ['the longest suffix first', 'x.ns.svc:443', '*.ns.svc:443'],
    ['a shorter suffix', 'x.other.svc:443', '*.svc:443'],
    ['another port only with it', 'c.ns.svc:8443', 'c.ns.svc:8443'],
    ['not without it', 'd.ns.svc:8443', '*'],
    ['the host of a URL with its port', 'example.com:8443', 'example.com:8443'],
    ['no suffix of the host itself', 'ns.svc:9', '*'],
    ['the default', 'example.com:443', '*'],
  ])('D-165 takes %s', async (_what, hostPort, token) => {
    expect(await tokenFor(hostPort, { users: many })).toBe(`Bearer ${token}`);
  });

  it('D-165 without the port where it is 443', async () => {
    expect(await tokenFor('b.ns.svc:443', { users: users('b.ns.svc', '*.ns.svc') })).toBe('Bearer b.ns.svc');
    expect(await tokenFor('x.ns.svc:443', { users: users('b.ns.svc', '*.ns.svc') })).toBe('Bearer *.ns.svc');
    expect(await tokenFor('x.ns.svc:444', { users: users('b.ns.svc', '*.ns.svc') })).toBeUndefined();
  });

  it('D-165 the user of the current context last, else none', async () => {
    const contexts = [{ name: 'x', context: { cluster: '', user: 'me' } }];
    const named = { users: users('me', 'a.svc'), contexts };
    expect(await tokenFor('host:443', { ...named, 'current-context': 'x' })).toBe('Bearer me');
    expect(await tokenFor('host:443', named)).toBeUndefined();
    const both = { ...named, users: users('me', '*'), 'current-context': 'x' };
    expect(await tokenFor('host:443', both)).toBe('Bearer *');
  });

  it('the first of two users with one name counts', async () => {
    const twice = [...users('*'), { name: '*', user: { token: 'second' } }];
    expect(await tokenFor('host:443', { users: twice })).toBe('Bearer *');
  });

  it.each([
    [{ users: [{ name: '*', user: { 'client-certificate-data': 'YQ==' } }] }, /needs both/],
    [
      { users: [{ name: '*', user: { 'client-certificate-data': 'YQ==', 'client-key-data': 'YQ==' } }] },
      /certificate or key of user "\*" cannot be used/,
    ],
    [
      { users: [{ name: '*', user: { exec: { command: 'x' } } }] },
      /exec \(credential plugins\) of "\*" is not supported/,
    ],
  ])('%j cannot be used', async (config, message) => {
    await expect(load(config)).rejects.toThrow(message);
  });
});
