import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificateAuthority, issueCertificate } from '@orch/pki';
import {
  runCommand,
  runOrch,
  startControlPlane,
  temporaryDirectory,
  type CommandResult,
  type TemporaryDirectory,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { parse, stringify } from 'yaml';
import { installedKubectls } from '../support/kubectl.js';
import { OidcProvider, type Tokens } from '../support/oidc-provider.js';

const ORCHCTL = join(__dirname, '../../bin/orchctl.js');
/** An ID token whose time is over. */
const EXPIRED = `e30.${Buffer.from('{"exp":1}').toString('base64url')}.c2lnbmF0dXJl`;

/** Resolves when the server has the issuer's keys. */
const untilKeys = ({ process: { child, log } }: TestControlPlane): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!log().includes('fetched the keys of a token issuer')) return;
      child.stderr!.off('data', look);
      resolve();
    };
    child.stderr!.on('data', look);
    look();
  });

let folder: TemporaryDirectory;
let caFile: string;
let provider: OidcProvider;
let signedIn: Tokens;
beforeAll(async () => {
  folder = await temporaryDirectory();
  const notBeforeMs = Date.now() - 60_000;
  const ca = await createCertificateAuthority({ commonName: 'issuers', notBeforeMs, validityDays: 2 });
  const usages = ['digital signature', 'server auth'];
  const pair = await issueCertificate({
    ca,
    commonName: 'issuer',
    ipAddresses: ['127.0.0.1'],
    usages,
    notBeforeMs,
    validityDays: 1,
  });
  caFile = join(folder.path, 'issuers.pem');
  writeFileSync(caFile, ca.certificatePem);
  provider = await OidcProvider.start({
    cert: pair.certificatePem,
    key: pair.privateKeyPem,
    ca: ca.certificatePem,
    accounts: { jane: { groups: ['dev'] } },
  });
  signedIn = await provider.signIn('jane');
});
afterAll(async () => {
  await provider?.stop();
  await folder?.remove();
});

describe.each(VOCABULARY_NAMES)('OpenID Connect in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let file: string;
  beforeAll(async () => {
    plane = await startControlPlane({
      vocabulary: name,
      command: 'apiserver',
      flags: [
        `--oidc-issuer-url=${provider.issuer}`,
        '--oidc-client-id=orch-cli',
        '--oidc-username-prefix=oidc:',
        '--oidc-groups-claim=groups',
        `--oidc-ca-file=${caFile}`,
      ],
    });
    await untilKeys(plane);
    file = join(folder.path, `config-${name}`);
  });
  afterAll(() => plane?.stop());
  beforeEach(() => void (provider.events.length = 0));

  const write = (user: object): void =>
    writeFileSync(
      file,
      stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [
          { name: 'c', cluster: { server: plane.url, 'certificate-authority': join(plane.dataDir, 'pki/ca.crt') } },
        ],
        users: [{ name: 'u', user }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      }),
    );
  const settings = (idToken: string) => ({
    'idp-issuer-url': provider.issuer,
    'client-id': 'orch-cli',
    'client-secret': 'secret of orch-cli',
    'idp-certificate-authority': caFile,
    'id-token': idToken,
    'refresh-token': signedIn.refresh_token,
  });
  const stored = (): string =>
    (
      parse(readFileSync(file, 'utf8')) as {
        users: { user: { 'auth-provider': { config: { 'id-token': string } } } }[];
      }
    ).users[0]!.user['auth-provider'].config['id-token'];
  const orchctl = (...args: string[]): Promise<CommandResult> =>
    runCommand(process.execPath, [ORCHCTL, `--orchconfig=${file}`, `--vocabulary=${name}`, 'get', 'nodes', ...args], {
      environment: { HOME: folder.path },
    });
  const asked = (): unknown[] => provider.events.map((event) => event.asked).filter(Boolean);
  const forbidden = 'User "oidc:jane" cannot list resource "nodes"';

  it('B-067 D-059 orchctl sends the ID token of its file without a refresh', async () => {
    write({ 'auth-provider': { name: 'oidc', config: settings(signedIn.id_token) } });
    expect((await orchctl()).stderr).toContain(forbidden);
    expect(asked().filter((path) => path === '/token')).toEqual([]);
  });

  it('B-062..B-066 B-068 B-069 orchctl refreshes one that expired, and keeps the new one', async () => {
    write({ 'auth-provider': { name: 'oidc', config: settings(EXPIRED) } });
    expect((await orchctl()).stderr).toContain(forbidden);
    expect(asked()).toEqual(expect.arrayContaining(['/.well-known/openid-configuration', '/token']));
    expect(provider.events).toContainEqual({ grant: 'refresh_token', client: 'orch-cli' });
    expect(stored()).not.toBe(EXPIRED);
  });

  it('B-071 orchctl takes a token by its option, without any entry of a provider', async () => {
    write({});
    expect((await orchctl(`--token=${signedIn.id_token}`)).stderr).toContain(forbidden);
    expect((await orchctl(`--token=${signedIn.access_token}`)).stderr).toContain('Unauthorized');
  });
});

describe('kubectl', () => {
  for (const [release, kubectl] of installedKubectls()) {
    // Not with an expired one: Debian's build of 1.20 ends in a stack trace of its own when it writes its file.
    it(`B-033 D-059 of release ${release} signs in with the same file`, async () => {
      const plane = await startControlPlane({
        vocabulary: 'kubernetes',
        command: 'apiserver',
        flags: [`--oidc-issuer-url=${provider.issuer}`, '--oidc-client-id=orch-cli', `--oidc-ca-file=${caFile}`],
      });
      try {
        await untilKeys(plane);
        const file = join(folder.path, `kubectl-${release}`);
        const config = {
          'idp-issuer-url': provider.issuer,
          'client-id': 'orch-cli',
          'client-secret': 'secret of orch-cli',
          'idp-certificate-authority': caFile,
          'id-token': signedIn.id_token,
          'refresh-token': signedIn.refresh_token,
        };
        writeFileSync(
          file,
          stringify({
            apiVersion: 'v1',
            kind: 'Config',
            clusters: [
              { name: 'c', cluster: { server: plane.url, 'certificate-authority': join(plane.dataDir, 'pki/ca.crt') } },
            ],
            users: [{ name: 'u', user: { 'auth-provider': { name: 'oidc', config } } }],
            contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
            'current-context': 'x',
          }),
        );
        const environment = { HOME: folder.path, KUBECONFIG: file };
        const { stderr } = await runCommand(kubectl, ['get', 'nodes'], { environment });
        expect(stderr).toContain(`User "${provider.issuer}#jane" cannot list resource "nodes"`);
      } finally {
        await plane.stop();
      }
    });
  }
});

describe('a start with flags that do not go together', () => {
  const starts: readonly [id: string, flags: string[], message: string][] = [
    ['B-045', ['--oidc-issuer-url=http://127.0.0.1:1', '--oidc-client-id=c'], '--oidc-issuer-url=http://127.0.0.1:1: must begin with https://'],
    ['B-047', ['--oidc-issuer-url=https://127.0.0.1:1'], '--oidc-client-id: is needed with --oidc-issuer-url'],
    ['B-047', ['--oidc-client-id=c'], '--oidc-client-id: needs --oidc-issuer-url'],
    ['D-055', ['--oidc-issuer-url=https://a', '--oidc-client-id=c', '--authentication-config=f'], 'does not go with --authentication-config'],
    ['D-055', ['--authentication-config=/nowhere/f'], 'ENOENT'],
    ['D-049', ['--oidc-issuer-url=https://a', '--oidc-client-id=c', '--oidc-signing-algs=HS256'], 'must be among RS256'],
  ]; // prettier-ignore
  for (const [id, flags, message] of starts) {
    it(`${id} ${flags.join(' ')} is refused`, async () => {
      const data = await temporaryDirectory();
      const orch = runOrch(['apiserver', '--secure-port=0', `--data-dir=${data.path}`, ...flags]);
      await expect(orch.ready).rejects.toThrow(message);
      expect(orch.child.exitCode).toBe(2);
      await data.remove();
    });
  }
});
