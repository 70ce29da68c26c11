import { TestCommandLine } from './command-line.fixture.js';

const orchctl = new TestCommandLine();
const { file } = orchctl;

const CONFIG = {
  clusters: [
    { name: 'one', cluster: { server: 'https://one', 'certificate-authority-data': 'Q0E=' } },
    { name: 'two', cluster: { server: 'https://two' } },
  ],
  users: [
    { name: 'jane', user: { 'client-certificate-data': 'Q0VSVA==', 'client-key-data': 'S0VZ' } },
    {
      name: 'joe',
      user: {
        token: 's3cret',
        exec: { command: 'login', env: [{ name: 'PASSWORD', value: 'hunter2' }] },
        'auth-provider': { name: 'oidc', config: { 'refresh-token': 'r3fresh', 'client-id': 'shown' } },
      },
    },
  ],
  contexts: [
    { name: 'first', context: { cluster: 'one', user: 'jane', namespace: 'dev' } },
    { name: 'second', context: { cluster: 'two', user: 'joe' } },
  ],
  'current-context': 'first',
};

/** Runs a command on `CONFIG`, or on another configuration. */
const config = async (argv: readonly string[], content: object = CONFIG) => {
  orchctl.config = file('config', JSON.stringify(content));
  return orchctl.run('config', ...argv);
};

interface ViewedConfig {
  clusters: { name: string; cluster: object }[];
  users: { name: string; user: object }[];
  contexts: { name: string }[];
  'current-context': string;
}
const view = async (...flags: string[]) => JSON.parse((await config(['view', '-ojson', ...flags])).out) as ViewedConfig;

describe('view', () => {
  it('omits certificates and redacts secrets at any depth', async () => {
    const { clusters, users } = await view();
    expect(clusters[0]?.cluster).toEqual({ server: 'https://one', 'certificate-authority-data': 'DATA+OMITTED' });
    expect(users[0]?.user).toEqual({ 'client-certificate-data': 'DATA+OMITTED', 'client-key-data': 'REDACTED' });
    expect(users[1]?.user).toEqual({
      token: 'REDACTED',
      exec: { command: 'login', env: [{ name: 'PASSWORD', value: 'REDACTED' }] },
      'auth-provider': { name: 'oidc', config: { 'refresh-token': 'REDACTED', 'client-id': 'shown' } },
    });
  });

  it('--raw shows it all', async () => {
    const { users } = await view('--raw');
    expect(users.map(({ user }) => user)).toEqual(CONFIG.users.map(({ user }) => user));
  });

  it('--minify shows what the current context uses', async () => {
    const { clusters, users, contexts, 'current-context': current } = await view('--minify');
    expect([clusters, users, contexts].map((list) => list.map(({ name }) => name))).toEqual([
      ['one'],
      ['jane'],
      ['first'],
    ]);
    expect(current).toBe('first');
  });

  it('--minify with --context shows what that one uses', async () => {
    const { clusters, 'current-context': current } = await view('--minify', '--context=second');
    expect([clusters.map(({ name }) => name), current]).toEqual([['two'], 'second']);
  });

  it('is YAML by default', async () => {
    const { out } = await config(['view']);
    expect(out).toMatch(/^apiVersion: v1\nclusters:\n/);
    expect(out).toContain('current-context: first\nkind: Config\n');
    expect(out).not.toMatch(/s3cret|hunter2|r3fresh|S0VZ/);
  });

  it.each([
    [['view', '--minify', '--context=third'], 'error: context "third" does not exist'],
    [['view', '-ojsonpath={.a}'], 'error: -o jsonpath={.a}: unknown output format, use one of yaml, json'],
  ])('refuses %j', async (argv, err) => expect(await config(argv)).toEqual({ out: '', err, status: 1 }));
});

describe('contexts', () => {
  it('get-contexts marks the current one', async () =>
    expect((await config(['get-contexts'])).out).toBe(
      [
        'CURRENT   NAME     CLUSTER   AUTHINFO   NAMESPACE',
        '*         first    one       jane       dev',
        '          second   two       joe        ',
        '',
      ].join('\n'),
    ));

  it('current-context is its name, or an error', async () => {
    expect((await config(['current-context'])).out).toBe('first\n');
    const { 'current-context': _none, ...without } = CONFIG;
    expect(await config(['current-context'], without)).toEqual({
      out: '',
      err: 'error: current-context is not set',
      status: 1,
    });
  });

  it('no command reads a server', () => expect(orchctl.requests).toEqual([]));
});

describe('of a user with a token', () => {
  const { run } = new TestCommandLine();

  it('config view hides secrets, --raw shows them', async () => {
    expect((await run('config', 'view')).out).toContain('token: REDACTED');
    expect((await run('config', 'view', '--raw')).out).toContain('token: tok3n');
    expect((await run('config', 'current-context')).out).toBe('x\n');
  });
});
