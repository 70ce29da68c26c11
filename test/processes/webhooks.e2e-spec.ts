import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand, startControlPlane, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES, vocabularies } from '@orch/vocabulary';
import { type ReviewCall, ReviewServer, sendCode } from '../../libs/testing/src/review-server.js';
import { installedKubectls } from '../support/kubectl.js';

const ORCH = join(__dirname, '../../bin/orch.js');
const [kubectlRelease, kubectl] = installedKubectls().at(-1)!;
const jane = { username: 'jane', uid: '7', groups: ['dev'], extra: { team: ['a', 'b'] } };

/** Knows one token, and lets its user read pods. */
function judge({ body: { kind, spec } }: ReviewCall): object {
  if (kind === 'TokenReview') {
    return spec['token'] === 'of-jane'
      ? { authenticated: true, user: jane }
      : { authenticated: false, error: 'unknown token' };
  }
  const { resource, verb } = (spec['resourceAttributes'] ?? {}) as { resource?: string; verb?: string };
  if (resource === 'secrets') return { allowed: false, denied: true, reason: 'secrets are closed' };
  return { allowed: spec['user'] === 'jane' && resource === 'pods' && verb === 'list' };
}

let webhook: ReviewServer;
beforeAll(async () => {
  webhook = await ReviewServer.start();
});
afterAll(() => webhook.close());
beforeEach(() => {
  webhook.reset();
  webhook.status = judge;
});

describe.each(VOCABULARY_NAMES)('a server that asks webhooks, in the %s vocabulary', (vocabulary) => {
  let plane: TestControlPlane;
  beforeAll(async () => {
    const configFile = await webhook.configFile();
    // Controllers would ask too.
    plane = await startControlPlane({
      vocabulary,
      command: 'apiserver',
      flags: [
        `--authentication-token-webhook-config-file=${configFile}`,
        '--authentication-token-webhook-version=v1',
        '--authorization-mode=Webhook,RBAC',
        `--authorization-webhook-config-file=${configFile}`,
        '--authorization-webhook-version=v1',
      ],
    });
  });
  afterAll(() => plane?.stop());

  /** Asks as the bearer of a token, with no other credential. */
  const get = (path: string, token = 'of-jane') =>
    runCommand('curl', [
      '-s',
      '--cacert',
      join(plane.dataDir, 'pki', 'ca.crt'),
      '-H',
      `Authorization: Bearer ${token}`,
      '-w',
      '\n%{http_code}',
      plane.url + path,
    ]).then(({ stdout }) => {
      const [code, ...body] = stdout.split('\n').toReversed();
      return { code: Number(code), body: JSON.parse(body.toReversed().join('\n')) as { message: string } };
    });

  it('B-073 B-076 D-075 who asks, and whether they may, is asked over mutual TLS', async () => {
    expect((await get('/api/v1/pods')).code).toBe(200);
    expect(webhook.calls.map(({ body, caller }) => [body.kind, body.apiVersion, caller])).toEqual([
      ['TokenReview', `${plane.vocabulary.groups.authentication}/v1`, 'the-api-server'],
      ['SubjectAccessReview', `${plane.vocabulary.groups.authorization}/v1`, 'the-api-server'],
    ]);
    expect(webhook.calls[1]!.body.spec).toEqual({
      user: 'jane',
      uid: '7',
      groups: ['dev', 'system:authenticated'],
      extra: { team: ['a', 'b'] },
      resourceAttributes: { verb: 'list', version: 'v1', resource: 'pods' },
    });
  });

  it('D-069 D-075 what it denies is refused, what it has no opinion of is left to RBAC', async () => {
    const secrets = await get('/api/v1/secrets');
    expect([secrets.code, secrets.body.message]).toEqual([403, expect.stringMatching(/: secrets are closed$/)]);
    expect((await get('/apis')).code).toBe(200);
    expect((await get('/api/v1/nodes')).code).toBe(403);
  });

  it('B-100 B-097 an unknown token is refused', async () => {
    const { code, body } = await get('/api/v1/pods', 'unknown');
    expect([code, body.message]).toEqual([401, 'Unauthorized']);
  });

  it('D-071 the administrator does not depend on it', async () => {
    webhook.status = () => ({ allowed: false, denied: true });
    const made = await runCommand(process.execPath, [
      join(__dirname, '../../bin/orchctl.js'),
      `--vocabulary=${vocabulary}`,
      `--orchconfig=${plane.adminConf}`,
      'create',
      'namespace',
      'made',
    ]);
    expect(made).toMatchObject({ status: 0 });
    expect(webhook.calls).toEqual([]);
  });

  if (vocabulary !== 'kubernetes') return;

  describe(`with kubectl ${kubectlRelease}`, () => {
    const run = (...args: string[]) =>
      runCommand(
        kubectl,
        [
          '--kubeconfig=/dev/null',
          `--server=${plane.url}`,
          `--certificate-authority=${join(plane.dataDir, 'pki', 'ca.crt')}`,
          '--token=of-jane',
          ...args,
        ],
        { environment: { HOME: webhook.directory } },
      );

    it('B-006 B-089 auth whoami shows the user that it named', async () => {
      const { stdout } = await run('auth', 'whoami', '-o', 'json');
      expect((JSON.parse(stdout) as { status: { userInfo: object } }).status.userInfo).toEqual({
        ...jane,
        groups: ['dev', 'system:authenticated'],
      });
    });

    it('auth can-i shows what it says', async () => {
      const [yes, no] = [await run('auth', 'can-i', 'list', 'pods'), await run('auth', 'can-i', 'get', 'secrets')];
      expect([yes.stdout, no.stdout]).toEqual(['yes\n', expect.stringMatching(/^no - secrets are closed\n$/)]);
      expect(webhook.calls.some(({ body }) => body.kind === 'SubjectAccessReview')).toBe(true);
    });

    it('D-107 auth can-i --list shows that the list may be incomplete', async () => {
      const { stdout, stderr } = await run('auth', 'can-i', '--list');
      expect(stdout).toMatch(/selfsubjectaccessreviews\.authorization\.k8s\.io +\[\] +\[\] +\[create\]/);
      expect(stderr).toContain('the list may be incomplete: webhook authorizer does not support user rule resolution');
    });
  });
});

describe.each(VOCABULARY_NAMES)('a server whose file names who decides, in the %s vocabulary', (vocabulary) => {
  let plane: TestControlPlane;
  beforeAll(async () => {
    const file = join(webhook.directory, `authorization-${vocabulary}.yaml`);
    const connection = await webhook.configFile();
    const service = (name: string, condition: string) => `
  - type: Webhook
    name: ${name}
    webhook:
      authorizedTTL: 0s
      unauthorizedTTL: 0s
      timeout: 10s
      subjectAccessReviewVersion: v1
      matchConditionSubjectAccessReviewVersion: v1
      failurePolicy: Deny
      connectionInfo: { type: KubeConfigFile, kubeConfigFile: ${connection} }
      matchConditions:
        - expression: has(request.resourceAttributes)
        - expression: ${condition}`;
    const group = vocabularies[vocabulary].groups.apiserverConfig;
    await writeFile(
      file,
      `apiVersion: ${group}/v1\nkind: AuthorizationConfiguration\nauthorizers:` +
        service('everything', "request.user == 'system:anonymous'") +
        service('pods', "request.resourceAttributes.resource == 'pods'") +
        '\n  - { type: RBAC, name: roles }\n',
    );
    plane = await startControlPlane({ vocabulary, command: 'apiserver', flags: [`--authorization-config=${file}`] });
  });
  afterAll(() => plane?.stop());

  const code = async (path: string) => {
    const ca = join(plane.dataDir, 'pki', 'ca.crt');
    const { stdout } = await runCommand('curl', ['-s', '--cacert', ca, '-w', '\n%{http_code}', plane.url + path]);
    return Number(stdout.split('\n').at(-1));
  };

  it('D-077 services are asked in order about what they are for, then the roles', async () => {
    webhook.status = () => ({});
    expect(await code('/api/v1/pods')).toBe(403);
    expect(webhook.calls.map(({ body }) => [body.kind, body.apiVersion])).toEqual(
      Array.from({ length: 2 }, () => ['SubjectAccessReview', `${plane.vocabulary.groups.authorization}/v1`]),
    );
    expect([await code('/version'), await code('/api/v1/secrets')]).toEqual([200, 403]);
    expect(webhook.calls).toHaveLength(3);
    webhook.status = () => ({ allowed: true });
    expect(await code('/api/v1/pods')).toBe(200);
    expect(webhook.calls).toHaveLength(4);
  });

  it('D-077 without a response all requests are denied, where the file says so', async () => {
    webhook.instead.push(sendCode(403));
    expect(await code('/api/v1/pods')).toBe(403);
    expect(webhook.calls).toHaveLength(1); // the second was not asked
  });
});

describe('a start that is refused', () => {
  const rows: [title: string, flags: readonly string[], status: number, message: string][] = [
    ['D-068 an unknown mode', ['--authorization-mode=RBAC,Foo'], 2, '--authorization-mode: "Foo" is not a mode'],
    ['D-068 a mode twice', ['--authorization-mode=RBAC,Node,RBAC'], 2, '--authorization-mode: RBAC is listed twice'],
    ['D-061 an unknown version', ['--authentication-token-webhook-version=v2'], 2, 'must be one of v1beta1, v1'],
    ['D-075 mode Webhook without its file', ['--authorization-mode=Webhook'], 2, '--authorization-webhook-config-file: is needed by mode Webhook'],
    ['D-074 a file of policies that is not there', ['--authorization-mode=ABAC', '--authorization-policy-file=/nowhere'], 1, '--authorization-policy-file: /nowhere: there is no such file'],
    ['D-077 a file and a mode', ['--authorization-config=/nowhere', '--authorization-mode=RBAC'], 2, '--authorization-mode: cannot be used with --authorization-config'],
    ['D-077 a file that is not there', ['--authorization-config=/nowhere'], 2, '--authorization-config=/nowhere: ENOENT'],
    ['B-073 a configuration file that is not there', ['--authentication-token-webhook-config-file=/nowhere'], 1, 'client configuration /nowhere does not exist'],
  ]; // prettier-ignore
  for (const [title, flags, status, message] of rows) {
    it(title, async () => {
      const dataDir = join(webhook.directory, 'refused');
      const ended = await runCommand(process.execPath, [ORCH, 'apiserver', '--secure-port=0', `--data-dir=${dataDir}`, ...flags]); // prettier-ignore
      expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(message)]);
      expect(ended.stdout).toBe('');
    });
  }

  it('D-074 a bad line, by file and line', async () => {
    const file = join(webhook.directory, 'policies.jsonl');
    await writeFile(file, '{"user":"jane"}\n{"user":"joe","readOnly":true}\n');
    const flags = ['--authorization-mode=ABAC', `--authorization-policy-file=${file}`];
    const dataDir = join(webhook.directory, 'refused');
    const ended = await runCommand(process.execPath, [ORCH, 'apiserver', '--secure-port=0', `--data-dir=${dataDir}`, ...flags]); // prettier-ignore
    expect([ended.status, ended.stderr]).toEqual([
      1,
      expect.stringContaining(`${file}, line 2: readOnly: is not a known field`),
    ]);
  });
});
