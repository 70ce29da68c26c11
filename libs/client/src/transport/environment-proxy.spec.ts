import { environmentProxy } from './environment-proxy.js';

const PROXY = 'http://proxy:3128';

const chosen: [environment: Record<string, string>, server: string, want: string | undefined][] = [
  [{}, 'https://one:6443', undefined],
  [{ HTTPS_PROXY: PROXY }, 'https://one:6443', PROXY],
  [{ https_proxy: PROXY }, 'https://one:6443', PROXY],
  [{ HTTPS_PROXY: PROXY, https_proxy: 'http://lower' }, 'https://one', PROXY],
  [{ HTTPS_PROXY: 'proxy:3128' }, 'https://one', PROXY],
  [{ HTTPS_PROXY: 'socks5://proxy' }, 'https://one', 'socks5://proxy'],
  [{ HTTPS_PROXY: PROXY }, 'http://one', undefined],
  [{ HTTP_PROXY: PROXY }, 'http://one', PROXY],
  [{ HTTP_PROXY: PROXY }, 'https://one', undefined],
  [{ HTTPS_PROXY: PROXY }, 'https://localhost:6443', undefined],
  [{ HTTPS_PROXY: PROXY }, 'https://127.0.0.1:6443', undefined],
  [{ HTTPS_PROXY: PROXY }, 'https://127.8.9.1:6443', undefined],
  [{ HTTPS_PROXY: PROXY }, 'https://[::1]:6443', undefined],
  [{ HTTPS_PROXY: PROXY }, 'https://localhost.example.com', PROXY],
];
it.each(chosen)('D-127 with %j the proxy of %s is %s', (environment, server, want) =>
  expect(environmentProxy(server, environment)).toBe(want),
);

const excluded: [noProxy: string, server: string, isDirect: boolean][] = [
  ['*', 'https://one', true],
  ['one', 'https://one', true],
  ['ONE', 'https://one', true],
  ['two, one', 'https://one', true],
  ['one,,two', 'https://three', false],
  ['example.com', 'https://api.example.com', true],
  ['example.com', 'https://notexample.com', false],
  ['.example.com', 'https://api.example.com', true],
  ['.example.com', 'https://example.com', false],
  ['*.example.com', 'https://a.b.example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['one:6443', 'https://one:6443', true],
  ['one:6443', 'https://one', false],
  ['one:443', 'https://one', true],
  ['10.0.0.1', 'https://10.0.0.1', true],
  ['10.0.0.1:6443', 'https://10.0.0.1:6443', true],
  ['10.0.0.1:6443', 'https://10.0.0.1:443', false],
  ['10.0.0.1', 'https://10.0.0.11', false],
  ['10.0.0.0/8', 'https://10.9.8.7:6443', true],
  ['10.0.0.0/8', 'https://11.9.8.7:6443', false],
  ['10.0.0.0/8', 'https://one', false],
  ['10.0.0.0/33', 'https://10.0.0.1', false],
  ['fd00::/8', 'https://[fd00::1]:6443', true],
  ['fd00::/8', 'https://[fe00::1]:6443', false],
  ['fd00::1', 'https://[fd00:0::1]', true],
  ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
  ['[fd00::1]:6443', 'https://[fd00::1]', false],
  [':6443', 'https://one:6443', false],
];
it.each(excluded)('D-127 NO_PROXY=%s leaves out %s: %s', (noProxy, server, isDirect) => {
  expect(environmentProxy(server, { HTTPS_PROXY: PROXY, NO_PROXY: noProxy }) === undefined).toBe(isDirect);
  expect(environmentProxy(server, { https_proxy: PROXY, no_proxy: noProxy }) === undefined).toBe(isDirect);
});

it.each(['ftp://SECRET@proxy', 'http://', 'SECRET@:x:y'])('D-127 refuses the proxy %s without showing it', (proxy) => {
  const attempt = (): unknown => environmentProxy('https://one', { HTTPS_PROXY: proxy });
  expect(attempt).toThrow('the variable HTTPS_PROXY must be a URL of http://, https:// or socks5://');
  expect(attempt).not.toThrow('SECRET');
});
