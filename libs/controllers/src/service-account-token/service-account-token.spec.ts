import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '@orch/apimachinery';
import type { Lister, ResourceClient } from '@orch/client';
import { InMemoryApi } from '@orch/client-testing';
import { silentLogger, TerminalError } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import { decodeJwt } from 'jose';
import { AutomaticTokenReconciler } from './account-reconciler.js';
import { TokenSecretReconciler } from './reconciler.js';
import { automaticTokens } from './release.js';
import { secrets, serviceAccounts, type ServiceAccount } from './token-secret.js';
import { FileTokenSigner, type SignToken } from './token-signer.js';

const signal = new AbortController().signal;
const text = (base64 = ''): string => Buffer.from(base64, 'base64').toString();

for (const vocabulary of Object.values(vocabularies)) {
  const { annotations, secretTypes, product } = vocabulary;
  const domain = product === 'orch' ? 'orch.io' : 'kubernetes.io';

  describe(`token Secrets in the vocabulary ${vocabulary.name}`, () => {
    let api: InMemoryApi;
    let account: ServiceAccount;
    let sign: SignToken | undefined;
    let cachedAccounts: Lister<ServiceAccount>;
    let accounts: Pick<ResourceClient<ServiceAccount>, 'find'>;
    const key = { namespace: 't1', name: 's' };
    const put = (more: object = {}, data?: Record<string, string>) =>
      api.put(secrets, {
        metadata: { ...key, annotations: { [annotations.serviceAccountName]: 'a', ...more } },
        type: secretTypes.serviceAccountToken,
        ...(data && { data }),
      });
    const run = () =>
      new TokenSecretReconciler(
        api.lister(secrets),
        cachedAccounts,
        accounts,
        api.resource(secrets),
        { load: () => Promise.resolve(sign) },
        { load: () => Promise.resolve('PEM') },
        vocabulary,
        silentLogger,
      ).reconcile(key, signal);
    const found = () => api.find(secrets, key);

    beforeEach(() => {
      sign = (claims) => JSON.stringify(claims);
      api = new InMemoryApi();
      account = api.put(serviceAccounts, { metadata: { namespace: 't1', name: 'a' } });
      cachedAccounts = api.lister(serviceAccounts);
      accounts = api.resource(serviceAccounts);
    });

    it('a Secret that names the uid of the cached account is compared without a request', async () => {
      put();
      await run();
      accounts = { find: () => Promise.reject(new Error('asked')) };
      await run();
      expect(api.writes).toEqual(['update secrets t1/s']);
    });

    it('an account that the cache does not have, or has with another uid, is read from the server', async () => {
      put();
      await run();
      cachedAccounts = new InMemoryApi().lister(serviceAccounts);
      await run();
      expect(found()).toBeDefined();
      const before = new InMemoryApi();
      before.put(serviceAccounts, { metadata: { namespace: 't1', name: 'a', uid: 'of another' } });
      cachedAccounts = before.lister(serviceAccounts);
      await run();
      expect(found()).toBeDefined();
    });

    it('D-040 A-262 token, certificates, namespace and the uid of the account are filled in, once', async () => {
      put();
      await run();
      await run();
      expect(Object.keys(found()!.data!).sort()).toEqual(['ca.crt', 'namespace', 'token']);
      expect([text(found()!.data!['ca.crt']), text(found()!.data!['namespace'])]).toEqual(['PEM', 't1']);
      expect(found()!.metadata.annotations![annotations.serviceAccountUid]).toBe(account.metadata.uid);
      expect(api.writes).toEqual(['update secrets t1/s']);
    });
    it('D-042 what the token says', async () => {
      put();
      await run();
      expect(JSON.parse(text(found()!.data!['token']))).toEqual({
        iss: `${product}/serviceaccount`,
        [`${domain}/serviceaccount/namespace`]: 't1',
        [`${domain}/serviceaccount/secret.name`]: 's',
        [`${domain}/serviceaccount/service-account.name`]: 'a',
        [`${domain}/serviceaccount/service-account.uid`]: account.metadata.uid,
        sub: 'system:serviceaccount:t1:a',
      });
    });
    it('D-040 restores removed data, and keeps an existing token', async () => {
      put(
        { [annotations.serviceAccountUid]: account.metadata.uid! },
        { token: 'bWluZQ==', 'ca.crt': 'b2xk', own: 'eA==' },
      );
      await run();
      expect(found()!.data).toMatchObject({ token: 'bWluZQ==', own: 'eA==' });
      expect([text(found()!.data!['ca.crt']), text(found()!.data!['namespace'])]).toEqual(['PEM', 't1']);
    });
    it('D-041 it goes with its account', async () => {
      put();
      api.remove(serviceAccounts, { namespace: 't1', name: 'a' });
      await run();
      expect(found()).toBeUndefined();
    });
    it('D-041 also when another account of that name came since', async () => {
      put({ [annotations.serviceAccountUid]: 'of-the-one-before' });
      await run();
      expect(found()).toBeUndefined();
    });
    it('gives up an immutable Secret until it changes', async () => {
      put();
      api.failNext('update', secrets, new ApiError('Invalid', 'field is immutable when `immutable` is set'));
      await expect(run()).rejects.toBeInstanceOf(TerminalError);
    });
    it('waits for a key', async () => {
      put();
      sign = undefined;
      expect((await run()).requeueAfterMs).toBeGreaterThan(0);
      expect(api.writes).toEqual([]);
    });
  });

  describe(`automatic tokens in the vocabulary ${vocabulary.name}`, () => {
    const key = { namespace: 't1', name: 'a' };
    let api: InMemoryApi;
    let minor: string;
    const run = (lister = api.lister(serviceAccounts)) =>
      new AutomaticTokenReconciler(
        lister,
        api.resource(serviceAccounts),
        api.resource(secrets),
        automaticTokens(() => Promise.resolve(JSON.stringify({ major: '1', minor }))),
        vocabulary,
        () => 0.5,
      ).reconcile(key, signal);
    const referred = () => api.find(serviceAccounts, key)!.secrets?.map(({ name }) => name);

    beforeEach(() => {
      minor = '23+';
      api = new InMemoryApi();
      api.put(serviceAccounts, { metadata: key });
    });

    it('D-043 up to 1.23 an account gets a token Secret and lists it, once', async () => {
      await run();
      await run();
      expect(api.writes).toEqual([
        expect.stringMatching(/^create secrets t1\/a-token-/),
        'update serviceaccounts t1/a',
      ]);
      const [secret] = api.all(secrets);
      expect(referred()).toEqual([secret!.metadata.name]);
      expect(secret).toMatchObject({
        type: secretTypes.serviceAccountToken,
        metadata: { annotations: { [annotations.serviceAccountName]: 'a' } },
      });
    });
    it('D-043 from 1.24 on none', async () => {
      minor = '24';
      await run();
      expect(api.writes).toEqual([]);
    });
    it('D-043 replaces a deleted one, and keeps references of other clients', async () => {
      api.put(serviceAccounts, {
        metadata: key,
        secrets: [{ name: 'a-token-gone' }, { name: 'mine' }],
      } as ServiceAccount);
      await run();
      const made = api.all(secrets)[0]!.metadata.name;
      expect(referred()).toEqual(['mine', made]);
    });
    it('D-043 a refused ServiceAccount is given up, and no Secret stays', async () => {
      api.failNext('update', serviceAccounts, new ApiError('Invalid', 'no'));
      await expect(run()).rejects.toBeInstanceOf(TerminalError);
      expect(api.all(secrets)).toEqual([]);
    });
    it('D-043 a Secret that cannot be listed does not stay', async () => {
      api.failNext('update', serviceAccounts, ApiError.conflict({ group: '', resource: 'serviceaccounts', name: 'a' }));
      await expect(run()).rejects.toMatchObject({ reason: 'Conflict' });
      expect(api.all(secrets)).toEqual([]);
    });
  });
}

describe('where the key comes from', () => {
  const directory = mkdtempSync(join(tmpdir(), 'orch-sa-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const write = (name: string, pem: string): string => {
    writeFileSync(join(directory, name), pem);
    return join(directory, name);
  };

  it('the first private key of the files signs', async () => {
    const files = [
      write('public', pair.publicKey.export({ type: 'spki', format: 'pem' }) as string),
      write('private', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string),
    ];
    const sign = await new FileTokenSigner(files).load();
    expect(decodeJwt(sign!({ sub: 'x' }))).toEqual({ sub: 'x' });
  });
  it('a file that is not there yet is waited for', async () =>
    expect(await new FileTokenSigner([join(directory, 'nosuch')]).load()).toBeUndefined());
  it('reports files without a private key', async () => {
    const file = write('only-public', pair.publicKey.export({ type: 'spki', format: 'pem' }) as string);
    await expect(new FileTokenSigner([file]).load()).rejects.toThrow('--service-account-private-key-file');
    await expect(new FileTokenSigner([write('odd', 'x')]).load()).rejects.toThrow('holds no key');
  });
});
