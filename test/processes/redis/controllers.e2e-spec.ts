import { createPrivateKeyAndRequest } from '@orch/pki';
import { builtinResources } from '@orch/client';
import type { CertificateSigningRequest, Lease, ServiceAccount } from '@orch/api';
import { runOrch, startControlPlane, untilObject, type OrchProcess, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { Agent, request } from 'undici';

type Csr = CertificateSigningRequest;

describe.each(VOCABULARY_NAMES)('keys of two API servers on one Redis, in the %s vocabulary', (vocabulary) => {
  let plane: TestControlPlane;
  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary, storage: 'redis' });
  });
  afterAll(() => plane?.stop());

  /** Sends to one of the servers, by its index. */
  const ask = async (
    server: number,
    path: string,
    credentials: { readonly token?: string; readonly cert?: string; readonly key?: string },
    body?: object,
  ) => {
    const { ca } = plane.client.configuration.tls;
    const { token, ...pair } = credentials;
    const agent = new Agent({ connect: { ca, ...pair } as object });
    try {
      const answer = await request(plane.servers[server]!.url + path, {
        dispatcher: agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { code: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
    } finally {
      await agent.close();
    }
  };
  /** The user a server authenticates, from the message of a 403. */
  const whoIs = async (server: number, credentials: Parameters<typeof ask>[2]) => {
    const { body } = await ask(server, '/api/v1/namespaces/default/secrets', credentials);
    return /User "([^"]+)"/.exec(String(body['message']))?.[1];
  };

  it('D-017 a certificate asked for at one and approved at the other is known to both', async () => {
    const { cert, key } = plane.client.configuration.tls as { cert: string; key: string };
    const made = await createPrivateKeyAndRequest({ commonName: 'jane', organizations: ['dev'] });
    const { groups, signers } = plane.vocabulary;
    const path = `/apis/${groups.certificates}/v1/certificatesigningrequests`;
    const posted = await ask(0, path, { cert, key }, {
      metadata: { name: 'jane' },
      spec: {
        request: Buffer.from(made.requestPem).toString('base64'),
        signerName: signers.apiServerClient,
        usages: ['digital signature', 'key encipherment', 'client auth'],
      },
    }); // prettier-ignore
    expect(posted.code).toBe(201);
    const requests = plane.client.resource<Csr>(builtinResources.certificateSigningRequests);
    const current = await requests.get('jane');
    const conditions = [{ type: 'Approved', status: 'True' as const, reason: 'Test', message: 'decided by a test' }];
    await requests.subresource('approval').replace('jane', { ...current, status: { ...current.status, conditions } });
    const csr = await untilObject(requests, { namespace: '', name: 'jane' }, 'the certificate', (found) =>
      Boolean(found?.status?.certificate),
    );
    const certificate = Buffer.from(csr!.status!.certificate!, 'base64').toString();
    for (const server of [0, 1])
      expect(await whoIs(server, { cert: certificate, key: made.privateKeyPem })).toBe('jane');
  });

  it('the token of an account from one is taken by the other', async () => {
    const { cert, key } = plane.client.configuration.tls as { cert: string; key: string };
    const accounts = plane.client.resource<ServiceAccount>(builtinResources.serviceAccounts);
    await untilObject(accounts, { namespace: 'default', name: 'default' }, 'the account', (found) => Boolean(found));
    for (const [from, to] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
      const { code, body } = await ask(from, path, { cert, key }, { spec: {} });
      expect(code).toBe(201);
      const { token } = body['status'] as { token: string };
      expect(await whoIs(to, { token })).toBe('system:serviceaccount:default:default');
    }
    const [first, second] = await Promise.all([0, 1].map((server) => ask(server, '/openid/v1/jwks', { cert, key })));
    expect(first).toEqual(second);
  });
});

describe('two copies of a controller, each on a server of its own', () => {
  let plane: TestControlPlane;
  let copies: OrchProcess[] = [];
  beforeAll(async () => {
    plane = await startControlPlane({ storage: 'redis', command: 'apiserver' });
    copies = plane.servers.map(({ dataDir }) =>
      runOrch(['service-account', `--data-dir=${dataDir}`, '--leader-elect']),
    );
  });
  afterAll(async () => {
    for (const copy of copies) await copy.stop();
    await plane?.stop();
  });

  it('one works; when it stops the other does', async () => {
    const leases = plane.client.resource<Lease>(builtinResources.leases);
    const accounts = plane.client.resource<ServiceAccount>(builtinResources.serviceAccounts);
    const lease = { namespace: plane.vocabulary.namespaces.system, name: 'service-account' };
    const account = { namespace: 'default', name: 'default' };
    const held = await untilObject(leases, lease, 'a leader', (found) => Boolean(found?.spec?.holderIdentity));
    await untilObject(accounts, account, 'the work of the leader', (found) => found !== undefined);
    const holder = held!.spec!.holderIdentity!;
    const leader = await Promise.any(copies.map((copy) => copy.logged(holder).then(() => copy)));
    await leader.stop();
    await accounts.delete(account);
    await untilObject(accounts, account, 'the work of the other', (found) => found !== undefined);
    const { spec } = await leases.get(lease);
    await copies.find((copy) => copy !== leader)!.logged(spec!.holderIdentity!);
  });
});
