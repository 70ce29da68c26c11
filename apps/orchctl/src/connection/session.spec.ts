import type { ClientConfiguration } from '@orch/client';
import type { GlobalOptions } from '../command-line/global-options.js';
import { overridden, requestTimeoutMs } from './session.js';

const OPTIONS: GlobalOptions = { requestTimeout: '0', vocabulary: 'orch', v: '0' };
const CONFIGURATION: ClientConfiguration = {
  server: 'https://file',
  namespace: 'dev',
  tls: { ca: 'CA', cert: 'CERT', key: 'KEY' },
  credentials: { type: 'none' },
};

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
