import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigMap, Pod, Secret, ServiceAccount } from '@orch/api';
import { builtinResources, type ResourceClient } from '@orch/client';
import {
  runOrch,
  startControlPlane,
  temporaryDirectory,
  untilGone,
  untilObject,
  type TestControlPlane,
} from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { decodeJwt } from 'jose';
import { whoIs } from '../support/who-is.js';

/** Clients of one control plane. */
const clientsOf = ({ client }: TestControlPlane) => ({
  namespaces: client.resource(builtinResources.namespaces),
  accounts: client.resource<ServiceAccount>(builtinResources.serviceAccounts),
  secrets: client.resource<Secret>(builtinResources.secrets),
  configMaps: client.resource<ConfigMap>(builtinResources.configMaps),
  pods: client.resource<Pod>(builtinResources.pods),
});

const text = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

describe.each(VOCABULARY_NAMES)('service accounts in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let of: ReturnType<typeof clientsOf>;
  const key = (named: string) => ({ namespace: 't1', name: named });
  const account = (named: string): Promise<ServiceAccount> =>
    of.accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: key(named) } as ServiceAccount);
  const tokenSecret = (named: string, accountName: string): Secret =>
    ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...key(named), annotations: { [plane.vocabulary.annotations.serviceAccountName]: accountName } },
      type: plane.vocabulary.secretTypes.serviceAccountToken,
    }) as Secret;
  const filled = async (secrets: ResourceClient<Secret>, named: string): Promise<Secret> =>
    (await untilObject(secrets, key(named), 'the token', (secret) => Boolean(secret?.data?.['token'])))!;

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name });
    of = clientsOf(plane);
    await of.namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 't1' } });
  });
  afterAll(() => plane?.stop());

  it('D-044 every namespace gets its account, again when it is deleted', async () => {
    const made = await untilObject(of.accounts, key('default'), 'the account', (found) => found !== undefined);
    await of.accounts.delete(key('default'));
    await untilObject(
      of.accounts,
      key('default'),
      'another account',
      (found) => found !== undefined && found.metadata.uid !== made!.metadata.uid,
    );
  });

  it('A-262 D-040 D-042 B-032 a token Secret is filled, and what it holds is good', async () => {
    const { metadata } = await account('filled');
    await of.secrets.create(tokenSecret('filled', 'filled'));
    const secret = await filled(of.secrets, 'filled');
    expect(Object.keys(secret.data!).sort()).toEqual(['ca.crt', 'namespace', 'token']);
    expect(text(secret.data!['namespace'])).toBe('t1');
    expect(text(secret.data!['ca.crt'])).toBe(readFileSync(join(plane.dataDir, 'pki', 'ca.crt'), 'utf8'));
    expect(secret.metadata.annotations?.[plane.vocabulary.annotations.serviceAccountUid]).toBe(metadata.uid);
    const token = text(secret.data!['token']);
    expect(await whoIs(plane, token)).toBe('system:serviceaccount:t1:filled');
    const domain = name === 'orch' ? 'orch.io' : 'kubernetes.io';
    expect(decodeJwt(token)).toEqual({
      iss: `${name}/serviceaccount`,
      sub: 'system:serviceaccount:t1:filled',
      [`${domain}/serviceaccount/namespace`]: 't1',
      [`${domain}/serviceaccount/secret.name`]: 'filled',
      [`${domain}/serviceaccount/service-account.name`]: 'filled',
      [`${domain}/serviceaccount/service-account.uid`]: metadata.uid,
    });
    await of.secrets.delete(key('filled'));
    expect(await whoIs(plane, token)).toBe(401);
  });

  it('D-041 a token Secret goes with its account, and one without an account at once', async () => {
    await account('goes');
    await of.secrets.create(tokenSecret('goes', 'goes'));
    await filled(of.secrets, 'goes');
    await of.accounts.delete(key('goes'));
    await untilGone(of.secrets, key('goes'));
    await of.secrets.create(tokenSecret('lonely', 'missing'));
    await untilGone(of.secrets, key('lonely'));
  });

  it('D-043 an account of 1.24 gets no Secret of its own accord', async () => {
    await account('none');
    // The controller has seen the account by the time it has filled a Secret that came after it.
    await of.secrets.create(tokenSecret('after', 'none'));
    await filled(of.secrets, 'after');
    expect((await of.accounts.get(key('none'))).secrets).toBeUndefined();
    const { items } = await of.secrets.namespace('t1').list();
    expect(items.map(({ metadata }) => metadata.name).filter((found) => found?.startsWith('none-'))).toEqual([]);
  });

  it('B-025 B-030 B-031 a pod has the token of its account; orch up signs with the key of the data directory', async () => {
    await untilObject(of.accounts, key('default'), 'the account', (found) => found !== undefined);
    const pod = await of.pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: key('p'),
      spec: { containers: [{ name: 'c', image: 'i' }] },
    } as Pod);
    expect(pod.spec).toMatchObject({
      serviceAccountName: 'default',
      volumes: [{ projected: { sources: [{ serviceAccountToken: { path: 'token' } }, {}, {}] } }],
    });
    const answer = await of.accounts.subresource('token').create<{ status: { token: string } }>(key('default'), {
      spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: pod.metadata.uid } },
    });
    const misnamed = of.accounts.subresource('token').create(key('default'), { metadata: { name: 'other' }, spec: {} });
    await expect(misnamed).rejects.toMatchObject({
      reason: 'Invalid',
      details: { name: 'default', causes: [{ field: 'metadata.name' }] },
    });
    const { token } = answer.status;
    expect(await whoIs(plane, token)).toBe('system:serviceaccount:t1:default');
    const folder = await temporaryDirectory();
    const at = token.lastIndexOf('.');
    const [input, signature] = [join(folder.path, 'input'), join(folder.path, 'signature')];
    writeFileSync(input, token.slice(0, at));
    writeFileSync(signature, Buffer.from(token.slice(at + 1), 'base64url'));
    const pub = join(plane.dataDir, 'pki', 'sa.pub');
    expect(
      execFileSync('openssl', ['dgst', '-sha256', '-verify', pub, '-signature', signature, input]).toString(),
    ).toBe('Verified OK\n');
    await folder.remove();
  });

  it('D-045 every namespace gets the certificates by which its pods know the server', async () => {
    const map = await untilObject(
      of.configMaps,
      key(plane.vocabulary.rootCaConfigMap),
      'the ConfigMap',
      (found) => found !== undefined,
    );
    expect(map!.data).toEqual({ 'ca.crt': readFileSync(join(plane.dataDir, 'pki', 'ca.crt'), 'utf8') });
  });
});

describe('service accounts up to release 1.23', () => {
  let plane: TestControlPlane;
  afterAll(() => plane?.stop());

  it('D-043 get a token Secret that they list, and another when it is deleted', async () => {
    // The test asks who a token is by a review that came later.
    const reviews = '--runtime-config=authentication.orch.io/v1/selfsubjectreviews';
    plane = await startControlPlane({ flags: ['--emulated-version=1.23', reviews] });
    const { accounts, secrets, namespaces } = clientsOf(plane);
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 't1' } });
    const key = { namespace: 't1', name: 'default' };
    const given = await untilObject(accounts, key, 'its Secret', (found) => Boolean(found?.secrets?.length));
    const [{ name = '' } = {}] = given!.secrets!;
    expect(name).toMatch(/^default-token-[a-z0-9]{5}$/);
    const secret = await untilObject(secrets, { namespace: 't1', name }, 'the token', (found) =>
      Boolean(found?.data?.['token']),
    );
    expect(await whoIs(plane, text(secret!.data!['token']))).toBe('system:serviceaccount:t1:default');
    await secrets.delete({ namespace: 't1', name });
    await untilObject(
      accounts,
      key,
      'another Secret',
      (found) => found?.secrets?.length === 1 && found.secrets[0]!.name !== name,
    );
  });
});

describe('keys of tokens that cannot be used', () => {
  const cases: [flag: string, text: string][] = [
    ['--service-account-key-file=/nosuch', '--service-account-key-file: /nosuch: there is no such file'],
    ['--service-account-issuer=https://', 'must be a name, or a URL'],
    ['--service-account-max-token-expiration=5m', 'must be from 1h to 2^32 seconds'],
    ['--service-account-jwks-uri=http://keys.example', 'must be an https URL'],
  ];
  it.each(cases)('D-027 D-028 D-030 %s ends the start in one line', async (flag, message) => {
    const directory = await temporaryDirectory();
    const process = runOrch(['apiserver', '--secure-port=0', `--data-dir=${directory.path}`, flag]);
    await expect(process.ready).rejects.toThrow(message);
    await directory.remove();
  });
});
