import { createHmac } from 'node:crypto';
import { ApiError, FakeClock } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { TerminalError } from '@orch/controller-kit';
import { vocabularies } from '@orch/vocabulary';
import * as fc from 'fast-check';
import {
  bootstrapTokenSelection,
  clusterInfoKey,
  secrets,
  signingToken,
  type Secret,
} from '../shared/bootstrap-token.js';
import { configMaps } from '../shared/config-map.js';
import { detachedSignature } from './detached-signature.js';
import { planSignedData } from './plan.js';
import { BootstrapSignerReconciler } from './reconciler.js';

const T0 = Date.UTC(2024, 0, 1);
const vocabulary = vocabularies.orch;
const signal = new AbortController().signal;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const PAYLOAD = 'apiVersion: v1\nclusters:\n- cluster: {server: "https://ü"}\n';

const good = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-signing': 'true',
};
function secret(
  data: Record<string, string> = good,
  over: Partial<Secret> & { name?: string; namespace?: string } = {},
): Secret {
  const { name = `bootstrap-token-${data['token-id']}`, namespace = 'orch-system', ...rest } = over;
  const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));
  return { type: 'bootstrap.orch.io/token', metadata: { namespace, name }, data: encoded, ...rest };
}

/** Checks a detached signature as a newcomer does, with nothing but a hash function. */
function verifies(jws: string, payload: string, token: string): boolean {
  const [header, middle, signature] = jws.split('.');
  const input = `${header}.${Buffer.from(payload).toString('base64url')}`;
  return middle === '' && signature === createHmac('sha256', token).update(input).digest('base64url');
}

describe('which tokens sign', () => {
  const table = [
    { id: 'A-273', name: 'one that may', secret: secret(), want: true },
    {
      id: 'A-273',
      name: 'not one that may not',
      secret: secret({ ...good, 'usage-bootstrap-signing': 'false' }),
      want: false,
    },
    {
      id: 'A-273',
      name: 'not one that does not say',
      secret: secret({ 'token-id': 'abcdef', 'token-secret': '0123456789abcdef' }),
      want: false,
    },
    {
      id: 'A-271',
      name: 'not an expired one',
      secret: secret({ ...good, expiration: '2024-01-01T00:00:00Z' }),
      want: false,
    },
    {
      id: 'A-271',
      name: 'one that has not expired yet',
      secret: secret({ ...good, expiration: '2024-01-01T00:00:01Z' }),
      want: true,
    },
    {
      id: 'D-024',
      name: 'not one whose end cannot be read',
      secret: secret({ ...good, expiration: 'soon' }),
      want: false,
    },
    { id: 'A-264', name: 'not in another namespace', secret: secret(good, { namespace: 't1' }), want: false },
    { id: 'A-265', name: 'not of another type', secret: secret(good, { type: 'Opaque' }), want: false },
    {
      id: 'A-266',
      name: 'not under another name',
      secret: secret(good, { name: 'bootstrap-token-fedcba' }),
      want: false,
    },
    { id: 'A-267', name: 'not with a short id', secret: secret({ ...good, 'token-id': 'abcde' }), want: false },
    {
      id: 'A-268',
      name: 'not with a wrong secret',
      secret: secret({ ...good, 'token-secret': '0123456789ABCDEF' }),
      want: false,
    },
    { id: 'C-157', name: 'not without data', secret: { ...secret(), data: {} }, want: false },
  ];
  for (const c of table) {
    it(`${c.id} ${c.name}`, () => expect(signingToken(c.secret, vocabulary, T0) !== undefined).toBe(c.want));
  }
});

describe('one signature', () => {
  const token = { id: 'abcdef', text: 'abcdef.0123456789abcdef' };
  it('A-278 A-280 A-281 C-155 is detached, HS256 with the whole token, and names the id', async () => {
    const jws = await detachedSignature(PAYLOAD, token);
    expect(jws).toMatch(/^[\w-]+\.\.[\w-]+$/);
    expect(JSON.parse(Buffer.from(jws.split('.')[0]!, 'base64url').toString())).toEqual({
      alg: 'HS256',
      kid: 'abcdef',
    });
    expect(verifies(jws, PAYLOAD, token.text)).toBe(true);
    expect(verifies(jws, `${PAYLOAD} `, token.text)).toBe(false);
    expect(verifies(jws, PAYLOAD, '0123456789abcdef')).toBe(false);
  });
  it('is the same each time', async () =>
    expect(await detachedSignature(PAYLOAD, token)).toBe(await detachedSignature(PAYLOAD, token)));
});

describe('the data of the ConfigMap', () => {
  const sign = (payload: string, token: { id: string }) => Promise.resolve(`signed ${payload} by ${token.id}`);
  const tokens = ['bbbbbb', 'aaaaaa'].map((id) => ({ id, text: `${id}.s`, expiresMs: undefined }));
  const names = vocabularies.kubernetes.clusterInfo;
  const plan = (data: Record<string, string> | undefined, by = tokens) =>
    planSignedData({ metadata: {}, ...(data ? { data } : {}) }, by, names, sign);
  const signed = {
    kubeconfig: 'x',
    'jws-kubeconfig-aaaaaa': 'signed x by aaaaaa',
    'jws-kubeconfig-bbbbbb': 'signed x by bbbbbb',
  };

  it('A-277 gets a signature for each token, under the names of the vocabulary', async () =>
    expect(await plan({ kubeconfig: 'x' })).toEqual(signed));
  it('is left alone when it is right', async () => expect(await plan(signed)).toBeUndefined());
  it('D-025 is signed again when the payload changed', async () =>
    expect(await plan({ ...signed, kubeconfig: 'y' })).toMatchObject({
      'jws-kubeconfig-aaaaaa': 'signed y by aaaaaa',
    }));
  it('C-155 D-025 loses the signatures of tokens that went', async () =>
    expect(await plan(signed, [])).toEqual({ kubeconfig: 'x' }));
  it('keeps what others put there', async () => expect(await plan({ kubeconfig: 'x', note: 'n' }, [])).toBeUndefined());
  it('has no signatures without a payload', async () =>
    expect(await plan({ 'jws-kubeconfig-aaaaaa': 'old' })).toEqual({}));
  it('signed data is right whatever was there before', async () => {
    const key = fc.constantFrom('kubeconfig', 'jws-kubeconfig-aaaaaa', 'jws-kubeconfig-cccccc', 'note', '__proto__');
    const data = fc.array(fc.tuple(key, fc.string())).map((entries) => Object.fromEntries(entries));
    await fc.assert(
      fc.asyncProperty(data, fc.subarray(tokens), async (before, by) => {
        const after = (await plan(before, by)) ?? before;
        expect(await plan(after, by)).toBeUndefined();
        const own = (object: object) => Object.entries(object).filter(([name]) => !name.startsWith('jws-'));
        expect(own(after)).toEqual(own(before));
      }),
    );
  });
  it('without data stays without', async () => expect(await plan(undefined)).toBeUndefined());
});

describe('reconciler', () => {
  const api = new InMemoryApi();
  const clock = new FakeClock(T0);
  const key = clusterInfoKey(vocabulary);
  const reconciler = new BootstrapSignerReconciler(
    api.lister(configMaps),
    api.lister(secrets),
    api.resource(configMaps),
    vocabulary,
    clock,
  );
  const data = () => api.find(configMaps, key)?.data;
  const info = { metadata: { namespace: 'orch-public', name: 'cluster-info' }, data: { orchconfig: PAYLOAD } };

  it('B-011 A-276 signs with the token, without exposing its secret part', async () => {
    api.put(configMaps, info);
    api.put(secrets, secret({ ...good, expiration: '2024-01-01T00:00:05Z' }));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 5000 });
    expect(verifies(data()!['jws-orchconfig-abcdef']!, PAYLOAD, 'abcdef.0123456789abcdef')).toBe(true);
    expect(JSON.stringify(data())).not.toContain('0123456789abcdef');
    await reconciler.reconcile(key, signal);
    expect(api.writes).toEqual(['update configmaps orch-public/cluster-info']);
  });
  it('does not retry an immutable ConfigMap until it changes', async () => {
    api.put(configMaps, info);
    api.failNext('update', configMaps, new ApiError('Invalid', 'field is immutable when `immutable` is set'));
    await expect(reconciler.reconcile(key, signal)).rejects.toBeInstanceOf(TerminalError);
    await reconciler.reconcile(key, signal);
  });
  it('A-271 the signature goes when the token expires', async () => {
    clock.advance(5000);
    await reconciler.reconcile(key, signal);
    expect(data()).toEqual({ orchconfig: PAYLOAD });
  });
  it('without the ConfigMap there is nothing to do', async () => {
    api.remove(configMaps, key);
    api.writes.length = 0;
    await reconciler.reconcile(key, signal);
    expect(api.writes).toEqual([]);
  });
  it('looks only at tokens', () =>
    expect(bootstrapTokenSelection(vocabulary)).toEqual({
      namespace: 'orch-system',
      fieldSelector: 'type=bootstrap.orch.io/token',
    }));
});
