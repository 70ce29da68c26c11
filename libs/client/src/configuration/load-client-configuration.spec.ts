import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inspect } from 'node:util';
import { vocabularies } from '@orch/vocabulary';
import { stringify } from 'yaml';
import type { ClusterEntry, ContextEntry, UserEntry } from './config-file.js';
import { loadClientConfiguration, type LoadOptions } from './load-client-configuration.js';

const vocabulary = vocabularies.orch;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content: unknown): string => {
  const full = join(folder, path);
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, typeof content === 'string' ? content : stringify(content));
  return full;
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');

type Entry<E> = { readonly [K in keyof E]?: unknown };
/** Fields may have wrong types. */
const config = (cluster: Entry<ClusterEntry> = {}, user: Entry<UserEntry> = {}, context: Entry<ContextEntry> = {}) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'c', cluster: { server: 'https://one:6443', ...cluster } }],
  users: [{ name: 'u', user }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', ...context } }],
  'current-context': 'x',
});
const load = (options: Partial<LoadOptions>) =>
  loadClientConfiguration({ vocabulary, environment: { HOME: folder }, ...options });
const loadOf = (content: unknown) => load({ file: write('config', content) });

describe('the file', () => {
  const forms = [
    ['YAML', stringify(config({}, { token: 't' }, { namespace: 'ns' }))],
    ['JSON', JSON.stringify(config({}, { token: 't' }, { namespace: 'ns' }))],
  ] as const;
  for (const [form, content] of forms) {
    it(`D-120 is ${form}`, () => {
      expect(loadOf(content)).toEqual({
        server: 'https://one:6443',
        tls: {},
        credentials: { type: 'token', token: 't' },
        namespace: 'ns',
      });
    });
  }

  it.each([
    ['an unclosed map', '- {name: a, user: {token: SECRET\n', /broken YAML at line 2, column 1: /],
    ['a value with a colon', 'token: SECRET: z\n', /broken YAML at line 1, column 8: /],
    ['a repeated key', 'SECRET: 1\nSECRET: 2\n', /broken YAML at line 2, column 1: duplicate key$/],
    ['an unknown token', 'a: b\n  - SECRET\n---\n}SECRET', /broken YAML at line/],
    ['a bad block header', 'token: |SECRET\n', /broken YAML at line 1/],
    ['an alias of nothing', 'token: *SECRET\n', /an alias of it cannot be resolved$/],
  ])('does not show its content in the error for %s', (_what, content, message) => {
    const failure = (): string => {
      try {
        return JSON.stringify(loadOf(content));
      } catch (error) {
        return inspect(error);
      }
    };
    expect(() => loadOf(content)).toThrow(message);
    expect(failure()).not.toContain('SECRET');
  });

  const bad: [name: string, content: unknown, code: string, message: RegExp][] = [
    ['D-120 of another kind', { kind: 'Pod', apiVersion: 'v1' }, 'Invalid', /kind Config are wanted, not v1 and Pod/],
    ['D-120 that is not a map', '[]', 'Invalid', /must be a map/],
    ['D-120 that is not YAML', 'a: [', 'Invalid', /is not a client configuration/],
    ['D-120 with an entry without name', { clusters: [{}] }, 'Invalid', /clusters\[0\] needs a name/],
    ['D-120 without current context', { ...config(), 'current-context': '' }, 'Invalid', /one of these contexts: x/],
    ['D-120 whose context does not exist', { ...config(), 'current-context': 'y' }, 'Invalid', /context "y" does not exist; there are: x/],
    ['D-120 whose cluster does not exist', config({}, {}, { cluster: 'z' }), 'Invalid', /names the cluster "z"/],
    ['D-120 whose user does not exist', config({}, {}, { user: 'z' }), 'Invalid', /names the user "z"/],
    ['D-120 without server', config({ server: '' }), 'Invalid', /needs server/],
    ['D-125 that skips checks and has a CA', config({ 'insecure-skip-tls-verify': true, 'certificate-authority-data': base64('ca') }), 'Invalid', /take one away/],
    ['with data that is not base64', config({ 'certificate-authority-data': '%%%' }), 'Invalid', /is not base64/],
    ['with a certificate without key', config({}, { 'client-certificate-data': base64('c') }), 'Invalid', /needs both/],
    ['with a missing CA file', config({ 'certificate-authority': 'nope.crt' }), 'NotFound', /cannot read certificate-authority/],
    ['with a proxy of an unknown kind', config({ 'proxy-url': 'ftp://p' }), 'Invalid', /proxy-url of http/],
    ['with a server that is not a text', config({ server: 5 }), 'Invalid', /server of "\w+" must be a text/],
    ['with an authority that is not a text', config({ 'certificate-authority': 5 }), 'Invalid', /certificate-authority of "\w+" must be a text/],
    ['with a tls-server-name that is not a text', config({ 'tls-server-name': 5 }), 'Invalid', /must be a text/],
    ['with a switch that is a text', config({ 'insecure-skip-tls-verify': 'true' }), 'Invalid', /must be true or false/],
    ['with a tokenFile that is not a text', config({}, { tokenFile: ['a'] }), 'Invalid', /tokenFile of "\w+" must be a text/],
    ['with a token that is not a text', config({}, { token: 12345 }), 'Invalid', /^(?!.*12345).*token of "\w+" must be a text/],
    ['D-113 that impersonates a number', config({}, { as: 0 }), 'Invalid', /as of "\w+" must be a text/],
    ['D-113 whose groups are not a list of texts', config({}, { as: 'a', 'as-groups': [5] }), 'Invalid', /must be a list of texts/],
    ['D-113 whose extra values are not lists', config({}, { as: 'a', 'as-user-extra': { b: 'c' } }), 'Invalid', /must be a map of lists/],
    ['with a namespace that is not a text', config({}, {}, { namespace: 5 }), 'Invalid', /namespace of "\w+" must be a text/],
    ['with a query in the server', config({ server: 'https://one/x?y=1' }), 'Invalid', /needs server/],
  ]; // prettier-ignore
  for (const [name, content, code, message] of bad) {
    it(`${name} is refused`, () => {
      expect(() => loadOf(content)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
    });
  }

  it('D-120 uses the requested context', () => {
    const two = {
      ...config(),
      contexts: [...config().contexts, { name: 'other', context: { cluster: 'c', user: 'u', namespace: 'o' } }],
    };
    expect(load({ file: write('config', two), context: 'other' }).namespace).toBe('o');
  });

  it('D-123 relative paths are relative to the file', () => {
    write('deep/ca.crt', 'the ca');
    const file = write('deep/config', config({ 'certificate-authority': 'ca.crt' }, { tokenFile: './token' }));
    expect(load({ file })).toMatchObject({
      tls: { ca: 'the ca' },
      credentials: { type: 'tokenFile', path: join(folder, 'deep/token') },
    });
  });

  it('D-124 data takes precedence over the file', () => {
    const cluster = { 'certificate-authority-data': base64('ca'), 'certificate-authority': 'missing' };
    const user = {
      'client-certificate-data': base64('cert'),
      'client-certificate': 'missing',
      'client-key-data': base64('key'),
      'client-key': 'missing',
    };
    expect(loadOf(config(cluster, user)).tls).toEqual({ ca: 'ca', cert: 'cert', key: 'key' });
  });

  it('D-125 skips server checks with insecure-skip-tls-verify', () => {
    expect(loadOf(config({ 'insecure-skip-tls-verify': true })).tls).toEqual({ insecureSkipVerify: true });
  });

  it('D-117 does not run the plugin with an explicit token', () => {
    expect(loadOf(config({}, { token: 't', exec: { command: 'x' } })).credentials).toEqual({
      type: 'token',
      token: 't',
    });
  });

  it('a path and a proxy of the server', () => {
    const cluster = { server: 'https://one:6443/below/it/', 'proxy-url': 'socks5://proxy:1080' };
    expect(loadOf(config(cluster))).toMatchObject({
      server: 'https://one:6443',
      pathPrefix: '/below/it/',
      proxyUrl: 'socks5://proxy:1080',
    });
  });

  it('D-113 impersonation keys', () => {
    const user = { as: 'a', 'as-uid': '1', 'as-groups': ['g'], 'as-user-extra': { k: ['v'] } };
    expect(loadOf(config({}, user)).impersonate).toEqual({ user: 'a', uid: '1', groups: ['g'], extra: { k: ['v'] } });
  });

  it.each([{ 'as-uid': '1' }, { 'as-groups': ['g'] }, { 'as-user-extra': { k: ['v'] } }])(
    'D-113 rejects %j without as',
    (user) =>
      expect(() => loadOf(config({}, user))).toThrow(/as-uid, as-groups and as-user-extra of user "[^"]*" need as/),
  );
});

describe('lookup', () => {
  const named = (server: string) => config({ server: `https://${server}` });

  it('D-121 reads an explicit file, else that of the environment, else that of the home directory', () => {
    const file = write('explicit', named('explicit'));
    write('.orch/config', named('home'));
    const environment = { HOME: folder, ORCHCONFIG: write('env', named('environment')) };
    expect(load({ file, environment }).server).toBe('https://explicit');
    expect(load({ environment }).server).toBe('https://environment');
    expect(load({ environment: { HOME: folder } }).server).toBe('https://home');
  });

  it('the environment variable is that of the vocabulary', () => {
    const environment = { HOME: folder, KUBECONFIG: write('env', named('environment')) };
    expect(load({ environment, vocabulary: vocabularies.kubernetes }).server).toBe('https://environment');
  });

  it('fallback files replace that of the home directory', () => {
    write('.orch/config', named('home'));
    expect(load({ fallbackFiles: [write('admin.conf', named('admin'))] }).server).toBe('https://admin');
  });

  it('D-122 the first definition of a name wins, and missing files are skipped', () => {
    const first = write('one/config', { users: [{ name: 'u', user: { token: 'first' } }], 'current-context': 'x' });
    const second = write('two/config', {
      ...config({}, { username: 'n', password: 'p' }),
      'current-context': 'nope',
    });
    const ORCHCONFIG = [join(folder, 'missing'), first, '', second].join(delimiter);
    expect(load({ environment: { ORCHCONFIG } })).toMatchObject({
      server: 'https://one:6443',
      credentials: { type: 'token', token: 'first' },
    });
  });

  it('D-122 an explicit file must exist', () => {
    expect(() => load({ file: join(folder, 'nope') })).toThrow(expect.objectContaining({ code: 'NotFound' }));
  });

  it('D-128 in a pod, reads the environment and the mounted files', () => {
    write('mount/token', 'tok');
    write('mount/ca.crt', 'the ca');
    write('mount/namespace', 'my-ns\n');
    const environment = { HOME: folder, ORCH_SERVICE_HOST: 'fd00::1', ORCH_SERVICE_PORT: '443' };
    expect(load({ environment, serviceAccountMount: join(folder, 'mount') })).toEqual({
      server: 'https://[fd00::1]:443',
      tls: { ca: 'the ca' },
      credentials: { type: 'tokenFile', path: join(folder, 'mount/token') },
      namespace: 'my-ns',
    });
  });

  it('D-128 the variables and the mount are those of the vocabulary', () => {
    expect(vocabularies.orch.client).toMatchObject({
      serviceHostEnvironment: 'ORCH_SERVICE_HOST',
      servicePortEnvironment: 'ORCH_SERVICE_PORT',
      serviceAccountMount: '/var/run/secrets/orch.io/serviceaccount',
    });
  });

  it('D-121 reports the paths that were tried', () => {
    expect(() => load({})).toThrow(
      `looked for ${join(folder, '.orch/config')} and for the environment of a pod; name a file, or set ORCHCONFIG`,
    );
  });
});
