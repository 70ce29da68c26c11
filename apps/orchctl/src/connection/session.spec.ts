import type { ClientConfiguration, PluginCredentials } from '@orch/client';
import type { GlobalOptions } from '../command-line/global-options.js';
import { overridden, requestTimeoutMs, type SessionOptions } from './session.js';

const OPTIONS: GlobalOptions = { requestTimeout: '0', vocabulary: 'orch', v: '0' };
const CONFIGURATION: ClientConfiguration = {
  server: 'https://file',
  namespace: 'dev',
  tls: { ca: 'CA', cert: 'CERT', key: 'KEY' },
  credentials: { type: 'none' },
};

const PLUGIN: PluginCredentials = {
  apiVersion: 'client.authentication.orch.io/v1',
  command: 'login',
  args: [],
  env: {},
  interactiveMode: 'IfAvailable',
  provideClusterInfo: false,
  infoEnvironment: 'ORCH_EXEC_INFO',
};
const ofPlugin = (plugin: PluginCredentials): ClientConfiguration => ({
  ...CONFIGURATION,
  tls: {},
  credentials: { type: 'plugin', plugin },
});

it('D-117 --token replaces a credential plugin', () =>
  expect(overridden(ofPlugin(PLUGIN), { ...OPTIONS, token: 't' }).credentials).toEqual({ type: 'token', token: 't' }));

const inputs: [SessionOptions['filename'], string | undefined][] = [
  [undefined, undefined],
  [['a.yaml'], undefined],
  [['a.yaml', '-'], '-f -'],
];
it.each(inputs)('D-114 with -f %j a plugin knows that the standard input is used by %s', (filename, stdinUsedBy) => {
  const want = stdinUsedBy === undefined ? PLUGIN : { ...PLUGIN, stdinUsedBy };
  const options = { ...OPTIONS, ...(filename ? { filename } : {}) };
  expect(overridden(ofPlugin(PLUGIN), options)).toEqual(ofPlugin(want));
});

const rows: [string, Partial<GlobalOptions>, Partial<ClientConfiguration>][] = [
  ['no flag', {}, CONFIGURATION],
  ['--server', { server: 'http://flag:1' }, { ...CONFIGURATION, server: 'http://flag:1' }],
  ['--token, without the client certificate', { token: 't' }, { ...CONFIGURATION, tls: { ca: 'CA' }, credentials: { type: 'token', token: 't' } }],
  ['--insecure-skip-tls-verify, without the CA', { insecureSkipTlsVerify: true }, { ...CONFIGURATION, tls: { cert: 'CERT', key: 'KEY', insecureSkipVerify: true } }],
  ['both', { token: 't', insecureSkipTlsVerify: true }, { ...CONFIGURATION, tls: { insecureSkipVerify: true }, credentials: { type: 'token', token: 't' } }],
  ['--as', { as: 'jane' }, { ...CONFIGURATION, impersonate: { user: 'jane' } }],
]; // prettier-ignore
it.each(rows)('the configuration with %s', (_name, options, want) =>
  expect(overridden(CONFIGURATION, { ...OPTIONS, ...options })).toEqual(want),
);

it.each([[''], ['host:1'], ['ftp://host'], ['https://']])('refuses the server "%s"', (server) =>
  expect(() => overridden(CONFIGURATION, { ...OPTIONS, server })).toThrow(`--server=${server}: must be a URL`),
);

it.each([
  ['30', 30_000],
  ['1m30s', 90_000],
  ['250ms', 250],
  ['0', 2 ** 31 - 1],
  ['0s', 2 ** 31 - 1],
])('a request timeout of %s is %d ms', (text, ms) => expect(requestTimeoutMs(text)).toBe(ms));

it.each([['soon'], ['-1s'], ['']])('refuses the request timeout "%s"', (text) =>
  expect(() => requestTimeoutMs(text)).toThrow(`--request-timeout=${text}: must be a number of seconds or a duration`),
);
