import { TestCommandLine } from './command-line.fixture.js';

const orchctl = new TestCommandLine();
const { run, file, put } = orchctl;

describe('of the server', () => {
  it.each([
    [401, 'Unauthorized', 'Unauthorized'],
    [403, 'Forbidden', 'configmaps is forbidden: User "jane" cannot list resource "configmaps"'],
    [410, 'Expired', 'too old'],
    [422, 'Invalid', 'x is invalid'],
  ])('%d %s is one line with reason and message', async (code, reason, message) => {
    orchctl.failNext('GET', /configmaps$/, code, reason, message);
    expect(await run('get', 'cm')).toEqual({ out: '', err: `Error from server (${reason}): ${message}`, status: 1 });
  });

  it('discovery that is forbidden is an error of each command', async () => {
    orchctl.failNext('GET', /^\/api$/, 403, 'Forbidden', 'no discovery');
    expect((await run('get', 'cm')).err).toBe('Error from server (Forbidden): no discovery');
  });

  it('a response that is not JSON says so, and what to check', async () => {
    orchctl.server.fail({ when: ({ path }) => path === '/api', answer: (response) => response.end('<html>') });
    expect((await run('get', 'cm')).err).toBe(
      'Unable to read the answer of the server: GET /api: the answer is not JSON; ' +
        'check that --server, or the server of your configuration, is an API server',
    );
  });

  it('a write that is aborted is an error of the connection, and not repeated', async () => {
    orchctl.server.fail({ when: ({ method }) => method === 'POST', answer: (response) => response.destroy() });
    expect((await run('create', 'cm', 'a')).err).toMatch(/^Unable to connect to the server: /);
    expect(orchctl.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('one that does not respond ends with --request-timeout', async () => {
    orchctl.server.fail({ when: ({ path }) => path === '/version', answer: () => undefined });
    expect((await run('get', '--raw=/version', '--request-timeout=20ms')).err).toMatch(
      /^Unable to connect to the server: .*/,
    );
  });
});

describe('of the configuration', () => {
  const withConfig = (content: string) => run('get', 'cm', `--orchconfig=${file('other', content)}`);
  it.each([
    [['--orchconfig=/nowhere/config'], /^error: /],
    [['--context=nope'], /^error: .*nope/],
    [
      ['--request-timeout=soon'],
      /^error: --request-timeout=soon: must be a number of seconds or a duration such as 30s$/,
    ],
    [['--as-uid=7'], /^error: --as-uid, --as-group and --as-user-extra need --as$/],
    [['--as=jane', '--as-user-extra=k'], /^error: --as-user-extra=k: write KEY=VALUE$/],
    [['--server='], /^error: --server=: must be a URL such as https:\/\/127\.0\.0\.1:6443$/],
    [['--server=127.0.0.1:6443'], /^error: --server=127\.0\.0\.1:6443: must be a URL/],
    [['--server=ftp://x'], /^error: --server=ftp:\/\/x: must be a URL/],
    [['--vocabulary=other'], /^error: option '--vocabulary <name>' argument 'other' is invalid/],
    [['-v', 'loud'], /^error: -v must be a number$/],
  ])('%j', async (flags, message) => {
    orchctl.server.requests.length = 0;
    const { err, status } = await run('get', 'cm', ...flags);
    expect([err, status]).toEqual([expect.stringMatching(message), 1]);
    expect(orchctl.requests).toEqual([]);
  });

  it('a file that is not YAML', async () => {
    const { err, status } = await withConfig('clusters: [');
    expect([err, status]).toEqual([expect.stringMatching(/^error: /), 1]);
  });
});

describe('of the command line', () => {
  it.each([
    [['frobnicate'], "error: unknown command 'frobnicate'"],
    [['get', 'cm', '--selectr=a=b'], "error: unknown option '--selectr=a=b' (Did you mean --selector?)"],
    [['get', 'cm', '--selectr', 'a=b'], "error: unknown option '--selectr' (Did you mean --selector?)"],
    [['get', 'cm', '--zzzzzzzz=1'], "error: unknown option '--zzzzzzzz=1'"],
    [['get', 'cm', '-n'], "error: option '-n, --namespace <name>' argument missing"],
    [['config', 'vieww'], "error: unknown command 'vieww' (Did you mean view?)"],
    [
      ['label', 'cm', 'a', 'x=y', '--overwrit=true'],
      "error: unknown option '--overwrit=true' (Did you mean --overwrite?)",
    ],
  ])('%j', async (argv, err) => {
    expect(await run(...argv)).toEqual({ out: '', err, status: 1 });
    expect(orchctl.requests).toEqual([]);
  });
});

describe('spellings of options', () => {
  beforeEach(() => {
    put('configmaps', { metadata: { name: 'a', namespace: 'dev' } });
    put('configmaps', { metadata: { name: 'b', namespace: 'other' } });
  });
  it.each([
    [['-n=other', 'get', 'cm', '-o=name'], 'configmap/b\n'],
    [['get', '-nother', 'cm', '-oname'], 'configmap/b\n'],
    [['get', 'cm', '--namespace', 'other', '--output', 'name'], 'configmap/b\n'],
    [['get', 'cm', '--all-namespaces=true', '-oname'], 'configmap/a\nconfigmap/b\n'],
    [['get', 'cm', '--all_namespaces', '-oname'], 'configmap/a\nconfigmap/b\n'],
    [['get', 'cm', '--all-namespaces=false', '-oname'], 'configmap/a\n'],
  ])('%j', async (argv, out) => expect(await run(...argv)).toEqual({ out, err: '', status: 0 }));
});

describe('-v', () => {
  it('logs no calls below 6', async () => expect((await run('get', '--raw=/version', '-v=5')).err).toBe(''));
});

it('sends the user agent of the client', async () => {
  await run('get', 'cm');
  expect(orchctl.lastRequest.headers['user-agent']).toMatch(/^orchctl\/\d+\.\d+\.\d+/);
});

it('an unknown command names the nearest', async () =>
  expect((await run('gett', 'cm')).err).toBe("error: unknown command 'gett' (Did you mean get?)"));

it.each(['logs', 'exec', 'attach'])('%s of a pod is not a command', async (command) =>
  expect(await run(command, 'web', '-c', 'gone')).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining(`error: unknown command '${command}'`) as string,
  }),
);
