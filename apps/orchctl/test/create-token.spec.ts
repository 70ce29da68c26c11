import { TestCommandLine } from './command-line.fixture.js';

const orchctl = new TestCommandLine();
const { run } = orchctl;
const answerWith = (status: object) =>
  orchctl.answerNext('POST', /\/token$/, 201, {
    apiVersion: 'authentication.orch.io/v1',
    kind: 'TokenRequest',
    status,
  });
const specOfRequest = () => (JSON.parse(orchctl.lastRequest.body) as { spec: object }).spec;

it('prints the token of the service account', async () => {
  answerWith({ token: 'abc.def' });
  expect(await run('create', 'token', 'robot', '-n', 'ns')).toEqual({ out: 'abc.def\n', err: '', status: 0 });
  expect(orchctl.lastRequest.path).toBe('/api/v1/namespaces/ns/serviceaccounts/robot/token');
  expect(JSON.parse(orchctl.lastRequest.body)).toEqual({
    apiVersion: 'authentication.orch.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
});

it.each([
  [['--audience=a', '--audience=b,c'], { audiences: ['a', 'b,c'] }],
  [['--duration=1h30m'], { expirationSeconds: 5400 }],
  [
    ['--bound-object-kind=Pod', '--bound-object-name=web'],
    { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'web' } },
  ],
  [
    ['--bound-object-kind=Secret', '--bound-object-name=s', '--bound-object-uid=7'],
    { boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's', uid: '7' } },
  ],
])('%j requests %j', async (flags, spec) => {
  answerWith({ token: 't' });
  await run('create', 'token', 'robot', ...flags);
  expect(specOfRequest()).toEqual(spec);
});

it.each([
  ['json', '"token": "t"'],
  ['yaml', 'token: t\n'],
])('-o %s prints the whole TokenRequest', async (format, part) => {
  answerWith({ token: 't', expirationTimestamp: '2030-01-01T00:00:00Z' });
  const { out } = await run('create', 'token', 'robot', '-o', format);
  expect(out).toContain(part);
  expect(out).toContain('expirationTimestamp');
});

it('a response without a token is an error', async () => {
  answerWith({});
  expect(await run('create', 'token', 'robot')).toEqual({
    out: '',
    err: 'error: the server gave no token',
    status: 1,
  });
});

it('a missing account is an error of the server', async () => {
  orchctl.failNext('POST', /\/token$/, 404, 'NotFound', 'serviceaccounts "robot" not found');
  expect((await run('create', 'token', 'robot')).err).toBe(
    'Error from server (NotFound): serviceaccounts "robot" not found',
  );
});

it.each([
  [['--duration=0'], /^error: --duration=0: must be a positive duration of whole seconds/],
  [['--duration=1500ms'], /^error: --duration=1500ms: must be a positive duration of whole seconds/],
  [['--duration=soon'], /^error: --duration=soon: must be a positive duration/],
  [['--bound-object-name=x'], /need --bound-object-kind$/],
  [['--bound-object-uid=x'], /need --bound-object-kind$/],
  [['--bound-object-kind=Deployment', '--bound-object-name=x'], /use one of Pod, Secret, Node$/],
  [['--bound-object-kind=Pod'], /--bound-object-kind needs --bound-object-name$/],
])('refuses %j', async (flags, message) => {
  expect((await run('create', 'token', 'robot', ...flags)).err).toMatch(message);
  expect(orchctl.requests).toEqual([]);
});
