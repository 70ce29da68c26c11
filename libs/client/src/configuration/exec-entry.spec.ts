import { vocabularies } from '@orch/vocabulary';
import type { ClusterEntry, UserEntry } from './config-file.js';
import { resolveContext, resolveUser } from './resolve-context.js';

const FILE = '/home/jane/.orch/config';
const exec = { apiVersion: 'client.authentication.orch.io/v1', command: 'login', interactiveMode: 'Never' };

const credentialsOf = (user: UserEntry, cluster: ClusterEntry = {}, vocabulary = vocabularies.orch) => {
  const config = {
    clusters: [{ name: 'c', file: '/etc/orch/clusters', entry: { server: 'https://one:6443', ...cluster } }],
    users: [{ name: 'u', file: FILE, entry: user }],
    contexts: [{ name: 'x', file: FILE, entry: { cluster: 'c', user: 'u' } }],
    currentContext: 'x',
  };
  return resolveContext(config, undefined, vocabulary).credentials;
};
const pluginOf = (changes: object, cluster?: ClusterEntry, vocabulary?: typeof vocabularies.orch) => {
  const credentials = credentialsOf({ exec: { ...exec, ...changes } }, cluster, vocabulary);
  if (credentials.type !== 'plugin') throw new Error(`the credentials are ${credentials.type}`);
  return credentials.plugin;
};

it('is checked and completed with defaults', () => {
  expect(pluginOf({})).toEqual({
    ...exec,
    args: [],
    env: {},
    provideClusterInfo: false,
    infoEnvironment: 'ORCH_EXEC_INFO',
  });
});

it('keeps args in order, env, hint and cluster information', () => {
  const env = [{ name: 'A', value: '1' }, { name: 'B' }, { name: 'A', value: '2' }];
  const more = { args: ['b', 'a', 'b'], installHint: 'get it', provideClusterInfo: true };
  expect(pluginOf({ ...more, env })).toMatchObject({ ...more, env: { A: '2', B: '' } });
});

it.each([
  ['login', 'login'],
  ['./login', '/home/jane/.orch/login'],
  ['bin/login', '/home/jane/.orch/bin/login'],
  ['../login', '/home/jane/login'],
  ['/bin/login', '/bin/login'],
])('B-149 command %s of the file is %s', (command, want) => expect(pluginOf({ command }).command).toBe(want));

it('has the group and the variable of the vocabulary', () => {
  const apiVersion = 'client.authentication.k8s.io/v1beta1';
  expect(pluginOf({ apiVersion }, {}, vocabularies.kubernetes)).toMatchObject({
    apiVersion,
    infoEnvironment: 'KUBERNETES_EXEC_INFO',
  });
  expect(() => pluginOf({ apiVersion })).toThrow('must have client.authentication.orch.io/v1 or');
});

it('B-159 interactiveMode is IfAvailable by default in v1beta1', () => {
  const apiVersion = 'client.authentication.orch.io/v1beta1';
  expect(pluginOf({ apiVersion, interactiveMode: undefined }).interactiveMode).toBe('IfAvailable');
  expect(pluginOf({ apiVersion, interactiveMode: 'Always' }).interactiveMode).toBe('Always');
});

it.each(['Never', 'IfAvailable', 'Always'])('B-157 interactiveMode may be %s', (interactiveMode) =>
  expect(pluginOf({ interactiveMode }).interactiveMode).toBe(interactiveMode),
);

it('B-173 the extension for plugins is that of its name', () => {
  const extensions = [
    { name: 'other', extension: 1 },
    { name: 'client.authentication.orch.io/exec', extension: { audience: ['x'] } },
  ];
  expect(pluginOf({}, { extensions }).clusterConfig).toEqual({ audience: ['x'] });
  expect(pluginOf({}, { extensions: extensions.slice(0, 1) })).not.toHaveProperty('clusterConfig');
  expect(() => pluginOf({}, { extensions: {} })).toThrow(
    '/etc/orch/clusters: extensions of cluster "c" must be a list',
  );
});

const refused: [name: string, changes: object, message: string][] = [
  ['B-148 without command', { command: undefined }, 'needs command'],
  ['B-148 with an empty command', { command: '' }, 'needs command'],
  ['B-150 without apiVersion', { apiVersion: undefined }, 'needs apiVersion: client.authentication.orch.io/v1 or client.authentication.orch.io/v1beta1'],
  ['B-150 of another version', { apiVersion: 'client.authentication.orch.io/v1alpha1' }, 'has apiVersion client.authentication.orch.io/v1alpha1, and must have'],
  ['B-157 with another interactiveMode', { interactiveMode: 'Sometimes' }, 'has interactiveMode Sometimes, and must have one of Never, IfAvailable, Always'],
  ['B-158 of v1 without interactiveMode', { interactiveMode: undefined }, 'needs interactiveMode'],
  ['with a number as command', { command: 5 }, 'command must be a text'],
  ['B-153 with args that are not texts', { args: ['SECRET', 5] }, 'args must be a list of texts'],
  ['B-153 with args that end early', { args: ['SECRET\0'] }, 'args must be a list of texts'],
  ['B-152 with env that is a map', { env: { A: 'SECRET' } }, 'env must be a list of {name, value}'],
  ['B-152 with a variable without name', { env: [{ value: 'SECRET' }] }, 'env must be a list of {name, value}'],
  ['B-152 with a variable that is two', { env: [{ name: 'A=SECRET', value: '' }] }, 'env must be a list of {name, value}'],
  ['with provideClusterInfo that is a text', { provideClusterInfo: 'yes' }, 'provideClusterInfo must be true or false'],
]; // prettier-ignore
it.each(refused)('%s is refused', (_name, changes, message) => {
  const attempt = (): unknown => pluginOf(changes);
  expect(attempt).toThrow(`${FILE}: exec of user "u" ${message}`);
  expect(attempt).not.toThrow('SECRET');
});

it('an entry that is not a map is refused', () =>
  expect(() => credentialsOf({ exec: 'login' })).toThrow('exec of user "u" must be a map'));

it('a plugin and a provider together are refused', () =>
  expect(() => credentialsOf({ exec, 'auth-provider': { name: 'oidc' } })).toThrow('has exec and auth-provider'));

const certificate = { 'client-certificate-data': 'Yw==', 'client-key-data': 'aw==' };
const written: [name: string, user: UserEntry, type: string][] = [
  ['a token', { token: 't' }, 'token'],
  ['a token file', { tokenFile: 't' }, 'tokenFile'],
  ['a password', { username: 'n', password: 'p' }, 'basic'],
  ['a client certificate', certificate, 'none'],
];
it.each(written)('D-117 %s in the entry precedes the plugin', (_name, user, type) =>
  expect(credentialsOf({ ...user, exec }).type).toBe(type),
);

it('a user without a cluster cannot have a plugin', () => {
  const user = { name: 'u', file: FILE, entry: { exec } };
  expect(() => resolveUser(user)).toThrow('exec (credential plugins) of "u" is not supported here');
  expect(resolveUser({ ...user, entry: { exec, token: 't' } }).credentials).toEqual({ type: 'token', token: 't' });
});
