import { TestCommandLine } from './command-line.fixture.js';
import { APPS, CORE, REVIEWS } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...APPS, ...REVIEWS]);
const { run } = orchctl;
const canI = (...argv: string[]) => run('auth', 'can-i', ...argv);
const answerWith = (status: object) => orchctl.answerNext('POST', /reviews$/, 201, { kind: 'Review', status });
const specOfRequest = () => (JSON.parse(orchctl.lastRequest.body) as { spec: object }).spec;

describe('requested access', () => {
  const rows: [string[], object][] = [
    [['get', 'cm'], { resourceAttributes: { verb: 'get', group: '', resource: 'configmaps', namespace: 'dev' } }],
    [['get', 'cm', '-n', 'x'], { resourceAttributes: { verb: 'get', group: '', resource: 'configmaps', namespace: 'x' } }],
    [['get', 'cm', '-A'], { resourceAttributes: { verb: 'get', group: '', resource: 'configmaps' } }],
    [['get', 'cm/a'], { resourceAttributes: { verb: 'get', group: '', resource: 'configmaps', namespace: 'dev', name: 'a' } }],
    [['update', 'deploy', '--subresource=scale'], { resourceAttributes: { verb: 'update', group: 'apps', resource: 'deployments', namespace: 'dev', subresource: 'scale' } }],
    [['get', '/metrics'], { nonResourceAttributes: { verb: 'get', path: '/metrics' } }],
    [['*', '*'], { resourceAttributes: { verb: '*', group: '', resource: '*', namespace: 'dev' } }],
    [['get', 'ns', '-A'], { resourceAttributes: { verb: 'get', group: '', resource: 'namespaces' } }],
  ]; // prettier-ignore
  it.each(rows)('can-i %j', async (argv, spec) => {
    answerWith({ allowed: true });
    expect(await canI(...argv)).toEqual({ out: 'yes\n', err: '', status: 0 });
    expect(orchctl.lastRequest.path).toBe('/apis/authorization.orch.io/v1/selfsubjectaccessreviews');
    expect(JSON.parse(orchctl.lastRequest.body)).toEqual({
      apiVersion: 'authorization.orch.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec,
    });
  });
});

describe('answers', () => {
  it.each([
    [{ allowed: true, reason: 'RBAC: allowed' }, 'yes\n', 0],
    [{ allowed: false }, 'no\n', 1],
    [{}, 'no\n', 1],
    [{ allowed: false, reason: 'no rule' }, 'no - no rule\n', 1],
    [{ allowed: false, reason: 'no rule', evaluationError: 'role missing' }, 'no - no rule - role missing\n', 1],
  ])('%j', async (status, out, exit) => {
    answerWith(status);
    expect(await canI('get', 'cm')).toEqual({ out, err: '', status: exit });
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('--quiet answers allowed=%j with the status alone', async (allowed, status) => {
    answerWith({ allowed });
    expect(await canI('get', 'gadgets', '-q')).toEqual({ out: '', err: '', status });
  });
});

describe('warnings', () => {
  it.each([
    [['get', 'gadgets'], "Warning: the server doesn't have a resource type 'gadgets'\n", { group: '', resource: 'gadgets' }],
    [['get', 'gadgets.example.com'], "Warning: the server doesn't have a resource type 'gadgets' in group 'example.com'\n", { group: 'example.com', resource: 'gadgets' }],
    [['get', 'ns'], "Warning: resource 'namespaces' is not namespace scoped\n", { group: '', resource: 'namespaces' }],
  ])('can-i %j is requested all the same', async (argv, err, attributes) => {
    answerWith({ allowed: true });
    expect(await canI(...argv)).toEqual({ out: 'yes\n', err, status: 0 });
    expect(specOfRequest()).toMatchObject({ resourceAttributes: attributes });
  }); // prettier-ignore
});

describe('--list', () => {
  const status = {
    resourceRules: [
      { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps', 'secrets'] },
      { verbs: ['*'], apiGroups: ['apps'], resources: ['deployments/scale'], resourceNames: ['web'] },
    ],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }],
  };

  it('shows a line for each resource and path', async () => {
    answerWith(status);
    expect((await canI('--list')).out).toBe(
      [
        'Resources                Non-Resource URLs   Resource Names   Verbs',
        'deployments.apps/scale   []                  [web]            [*]',
        'configmaps               []                  []               [get list]',
        'secrets                  []                  []               [get list]',
        '                         [/healthz]          []               [get]',
        '',
      ].join('\n'),
    );
    expect(specOfRequest()).toEqual({ namespace: 'dev' });
  });

  it('--no-headers leaves out the first line', async () => {
    answerWith(status);
    expect((await canI('--list', '--no-headers')).out).not.toContain('Resource Names');
  });

  it.each([
    [{ incomplete: true }, 'warning: the list may be incomplete\n'],
    [{ incomplete: true, evaluationError: 'webhook' }, 'warning: the list may be incomplete: webhook\n'],
  ])('warns of %j', async (more, err) => {
    answerWith({ ...status, ...more });
    expect(await canI('--list')).toMatchObject({ err, status: 0 });
  });
});

it.each([
  [[], /^error: write can-i VERB RESOURCE/],
  [['get'], /^error: write can-i VERB RESOURCE/],
  [['get', 'cm', 'a'], /^error: write can-i VERB RESOURCE/],
  [['get', '/logs', '--subresource=x'], /^error: --subresource does not go with a path$/],
  [['get', 'cm', '--list'], /^error: --list takes neither a right nor --quiet$/],
  [['--list', '-q'], /^error: --list takes neither a right nor --quiet$/],
])('refuses %j', async (argv, message) => {
  expect(await canI(...argv)).toEqual({ out: '', err: expect.stringMatching(message) as string, status: 1 });
  expect(orchctl.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

describe('whoami', () => {
  const userInfo = {
    username: 'jane',
    uid: '7',
    groups: ['dev', 'ops'],
    extra: { 'example.com/b': ['2'], a: ['1', '3'] },
  };

  it('shows the attributes of the user', async () => {
    answerWith({ userInfo });
    expect((await run('auth', 'whoami')).out).toBe(
      [
        'ATTRIBUTE              VALUE',
        'Username               jane',
        'UID                    7',
        'Groups                 [dev ops]',
        'Extra: a               [1 3]',
        'Extra: example.com/b   [2]',
        '',
      ].join('\n'),
    );
    expect(orchctl.lastRequest.path).toBe('/apis/authentication.orch.io/v1/selfsubjectreviews');
    expect(JSON.parse(orchctl.lastRequest.body)).not.toHaveProperty('spec');
  });

  it.each([
    [{}, 'ATTRIBUTE   VALUE\nUsername    \n'],
    [{ username: 'jane' }, 'ATTRIBUTE   VALUE\nUsername    jane\n'],
  ])('leaves out what %j does not have', async (user, out) => {
    answerWith({ userInfo: user });
    expect((await run('auth', 'whoami')).out).toBe(out);
  });

  it.each([
    ['json', '"username": "jane"'],
    ['yaml', 'username: jane'],
  ])('-o %s prints the review', async (format, part) => {
    answerWith({ userInfo });
    expect((await run('auth', 'whoami', '-o', format)).out).toContain(part);
  });
});
